"""What the files of sessions do to the states of agents."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proctor.agents.listing import start_of
from proctor.errors import NotFound, UsageError
from proctor.server import office as office_room
from tests.agents.session_homes import ENDED_AT, begun, folder_of, is_lost, lives, over
from tests.server.asking_rig import until
from tests.server.hook_rig import event, hooks, pre, run
from tests.server.offices import opened
from tests.server.session_rig import ALIVE, look


def test_the_life_of_a_session(place: Path, shop: Path) -> None:
    """It starts, works, ends, is started again, is lost: each time its files are looked at."""

    async def work() -> list[str]:
        seen = []
        async with hooks(place, shop) as here:
            session = lives(place, begun(place))
            seen.append(await look(here))
            await here.word(event("UserPromptSubmit"), pid=ALIVE)
            seen.append(await look(here))
            over(place, session, 3)
            seen.append(await look(here))
            again = begun(place, number=2, session_id="s-2")
            lives(place, again)
            seen.append(await look(here))
            is_lost(place, again)
            seen.append(await look(here))
        return seen

    assert run(work()) == ["starting", "thinking", "exited", "starting", "lost"]


def test_the_row_says_how_it_ended_and_what_it_was(place: Path, shop: Path) -> None:
    """Whoever only has the store knows it too."""
    session = begun(place, role="coder under architect", parent="boss", sandbox=True)

    async def work() -> Any:
        async with hooks(place, shop) as here:
            over(place, lives(place, session), None, "SIGKILL")
            await look(here)
            store = here.office.keepers.store
            await until(lambda: any(row.state == "exited" for row in store.agents()))
            return store.agents()[0]

    row = run(work())
    assert (row.name, row.role, row.state, row.session, row.since) == (
        "arch-1", "coder under architect", "exited", "s-1", ENDED_AT,
    )  # fmt: skip
    assert row.body == {
        "pid": "",
        "birth": "",
        "start": start_of(session),
        "shown": "exited",
        "cwd": "/srv/app",
        "parent": "boss",
        "sandbox": True,
        "exit_code": None,
        "signal": "SIGKILL",
        "tokens": 0,
        "cost": 0.0,
    }


def test_a_foreign_session_moves_nothing_and_takes_no_place(place: Path, shop: Path) -> None:
    """Neither that of a nested program nor any other, also when the agent has just ended."""

    async def work() -> list[str]:
        seen = []
        async with hooks(place, shop) as here:
            session = lives(place, begun(place))
            await look(here)
            await here.word(event("SessionStart", source="startup"), pid=ALIVE)
            for name in ("SessionStart", "UserPromptSubmit", "SessionEnd"):
                await here.word(event(name, session_id="nested"), pid="1")
                seen.append(here.agent())
            await here.word(event("SessionEnd", reason="clear"), pid=ALIVE)
            await here.word(event("SessionStart", session_id="nested"), pid="1")
            seen.append(here.office.agent_rows.known["arch-1"].session)
            over(place, session)
            await look(here)
            await here.word(event("SessionStart", session_id="late"), pid=ALIVE)
            await here.word(event("UserPromptSubmit"), pid=ALIVE)
            seen.append(here.agent())
        return seen

    assert run(work()) == ["idle", "idle", "idle", "s-1", "exited"]


def test_a_session_that_its_program_renews_is_the_agents_own(place: Path, shop: Path) -> None:
    """The same process begins another one; so does the first that comes after a start."""

    async def work() -> list[str]:
        seen = []
        async with hooks(place, shop) as here:
            lives(place, begun(place))
            await look(here)
            await here.word(event("SessionStart", session_id="s-5"), pid=ALIVE)
            seen.append(here.agent())
            await here.word(event("SessionEnd", session_id="s-5", reason="clear"), pid=ALIVE)
            await here.word(event("SessionStart", session_id="s-6"), pid=ALIVE)
            await here.word(event("UserPromptSubmit", session_id="s-6"), pid=ALIVE)
            seen.append(here.agent())
        return seen

    assert run(work()) == ["idle", "thinking"]


def test_a_program_that_tells_nothing_runs(place: Path, shop: Path) -> None:
    """What a person starts in it is told, and when that ends, it runs on."""

    async def work() -> list[str]:
        seen = []
        async with hooks(place, shop) as here:
            lives(place, begun(place, program="", role=""))
            seen.append(await look(here))
            await here.word(event("UserPromptSubmit", session_id="own"), pid=ALIVE)
            seen.append(await look(here))
            await here.word(event("SessionEnd", session_id="own"), pid=ALIVE)
            seen.append(await look(here))
        return seen

    assert run(work()) == ["running", "thinking", "running"]


def test_events_that_come_before_the_first_look_count(place: Path, shop: Path) -> None:
    """A quick program is heard before its supervisor is."""

    async def work() -> tuple[str, str]:
        async with hooks(place, shop) as here:
            await here.word(event("UserPromptSubmit"), pid=ALIVE)
            lives(place, begun(place))
            return await look(here), here.office.agent_rows.known["arch-1"].role

    assert run(work()) == ("thinking", "architect")


def test_all_sessions_are_looked_at_by_themselves(
    place: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is killed says nothing; one that nobody has heard of is none of our business."""
    monkeypatch.setattr(office_room, "LOOK", 0.02)
    over(place, begun(place, "long-ended"))
    sessions = [lives(place, begun(place, name)) for name in ("ends", "is-lost", "stays")]
    (folder_of(place, "broken")).mkdir()

    async def work() -> dict[str, str]:
        async with hooks(place, shop) as here:
            known = here.office.agent_rows.known
            await until(lambda: len(known) == 3)
            over(place, sessions[0], 1)
            is_lost(place, sessions[1])
            await until(lambda: known["ends"].gone and known["is-lost"].gone)
            return {name: here.agent(name) for name in sorted(known)}

    assert run(work()) == {"ends": "exited", "is-lost": "lost", "stays": "starting"}


@pytest.mark.parametrize("began", [1e300, -1e300, float("inf"), float("nan")])
def test_one_odd_file_keeps_nobody_from_being_looked_at(
    place: Path, shop: Path, began: float
) -> None:
    """Whatever it says of when it was started."""
    lives(place, begun(place, "a-odd", began=began))
    lives(place, begun(place, "b-fine"))

    async def work() -> list[str]:
        async with hooks(place, shop) as here:
            await here.office.agent_sessions.look_at_all()
            return sorted(here.office.agent_rows.known)

    assert run(work()) == ["a-odd", "b-fine"]


def test_one_whose_folder_was_removed_is_lost(place: Path, shop: Path) -> None:
    """Nothing is known of it any more."""

    async def work() -> str:
        async with hooks(place, shop) as here:
            lives(place, begun(place))
            await look(here)
            for file in folder_of(place, "arch-1").iterdir():
                file.unlink()
            folder_of(place, "arch-1").rmdir()
            await here.office.agent_sessions.look_at_all()
            return here.agent()

    assert run(work()) == "lost"


def test_an_agent_of_others_whose_process_was_killed_is_lost(place: Path, shop: Path) -> None:
    """Its events are heard again as soon as it is there again."""
    one = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)

    async def work() -> list[str]:
        seen = []
        async with hooks(place, shop) as here:
            with one:
                await here.word(event("UserPromptSubmit"), pid=str(one.pid))
                await here.office.agent_sessions.look_at_all()
                seen.append(here.agent())
            await here.office.agent_sessions.look_at_all()
            seen.append(here.agent())
            await here.word(event("SessionStart", source="resume"), pid=ALIVE)
            await here.office.agent_sessions.look_at_all()
            seen.append(here.agent())
        return seen

    assert run(work()) == ["thinking", "lost", "idle"]


def test_a_server_that_comes_back_knows_who_has_ended(place: Path, shop: Path) -> None:
    """The row it finds says running; what the agent has used is taken up."""
    session = lives(place, begun(place))

    async def work() -> list[Any]:
        seen: list[Any] = []
        async with hooks(place, shop) as here:
            await look(here)
            await here.word(pre("git status"), pid=ALIVE)
            state = here.office.agent_rows.known["arch-1"]
            state.tokens, state.cost = 1200, 0.25
            here.office.agent_rows.heard(state, "")
            seen.append(here.agent())
        over(place, session, 7)
        async with hooks(place, shop) as here:
            await look(here)
            state = here.office.agent_rows.known["arch-1"]
            seen += [here.agent(), state.exit_code, state.tokens, state.cost]
        async with hooks(place, shop) as here:
            state = here.office.agent_rows.known["arch-1"]
            seen += [here.agent(), state.exit_code]
        return seen

    assert run(work()) == ["running Bash", "exited", 7, 1200, 0.25, "exited", 7]


@pytest.mark.parametrize(
    ("name", "error"),
    [("nobody", NotFound), ("../x", UsageError), ("", UsageError), ("a" * 65, UsageError)],
)
def test_what_is_no_session_cannot_be_looked_at(
    place: Path, name: str, error: type[Exception]
) -> None:
    """Nothing outside of the folder of sessions is ever read."""

    async def work() -> None:
        async with opened(place) as office:
            with pytest.raises(error):
                await office.agent_sessions.look(name)
            assert list(office.agent_rows.known) == []

    run(work())


def test_variables_of_a_start_that_was_killed_are_removed(place: Path, shop: Path) -> None:
    """By the server's next look: whoever wrote them is gone, and nobody else may start anything."""

    async def work() -> bool:
        async with hooks(place, shop) as here:
            begun(place)
            start = folder_of(place, "arch-1") / "start.json"
            start.write_text('{"env": {"KEY": "x"}}')
            os.utime(start, (0, 0))
            await here.office.agent_sessions.look_at_all()
            return start.exists()

    assert run(work()) is False

"""Whose event it is that comes, and how many agents are remembered."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import StoreError
from proctor.server import agent_rows
from proctor.server.agent_rows import MOST, AgentRows
from tests.server.asking_rig import until
from tests.server.offices import opened, run

ALIVE = str(os.getpid())


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a home."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


def test_the_agents_that_were_not_heard_for_longest_are_forgotten(place: Path) -> None:
    """However many names come, so many are held."""

    async def work() -> tuple[Any, ...]:
        async with opened(place) as office:
            rows = office.agent_rows
            for number in range(MOST):
                rows.of_event(f"a-{number}", "s", "", "Stop")
            rows.of_event("a-0", "s", "", "Stop")
            rows.of_event("new", "s", "", "Stop")
            return len(rows.known), "a-0" in rows.known, "a-1" in rows.known

    assert run(work()) == (MOST, True, False)


@pytest.mark.parametrize(
    ("pid", "other", "event", "takes"),
    [
        ("ours", "ours", "SessionStart", True),
        ("ours", "ours", "UserPromptSubmit", False),
        ("ours", "1", "SessionStart", False),
        ("ours", "", "SessionStart", False),
        ("", "", "SessionStart", False),
        ("", "ours", "SessionStart", False),
        ("no number", "2", "SessionStart", False),
        ("0", "2", "SessionStart", False),
        ("9" * 30, "2", "SessionStart", False),
    ],
)
def test_only_the_same_process_takes_the_place_of_one_that_lives(
    place: Path, pid: str, other: str, event: str, takes: bool
) -> None:
    """What cannot be known of a process is taken for alive."""
    pid, other = (ALIVE if name == "ours" else name for name in (pid, other))

    async def work() -> bool:
        async with opened(place) as office:
            rows = office.agent_rows
            rows.of_event("arch-1", "s-1", pid, "UserPromptSubmit")
            return rows.of_event("arch-1", "s-2", other, event) is not None

    assert run(work()) is takes


def test_the_process_is_known_as_soon_as_it_is_named(place: Path) -> None:
    """It may be missing in the first event."""

    async def work() -> bool:
        async with opened(place) as office:
            rows = office.agent_rows
            rows.of_event("arch-1", "s-1", "", "UserPromptSubmit")
            rows.of_event("arch-1", "s-1", ALIVE, "UserPromptSubmit")
            return rows.of_event("arch-1", "s-2", ALIVE, "SessionStart") is not None

    assert run(work()) is True


def test_in_a_sandbox_the_number_of_a_process_says_nothing(place: Path) -> None:
    """There it is another's: one that is dead out here is no reason to take its place."""
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"],
                          capture_output=True, check=True, text=True).stdout.strip()  # fmt: skip

    async def work() -> tuple[bool, str]:
        async with opened(place) as office:
            rows = office.agent_rows
            state = rows.of_name("arch-1")
            state.begin("1.0 1")
            state.sandbox = True
            rows.of_event("arch-1", "s-1", dead, "SessionStart")
            state.hear("SessionStart", "", {})
            return rows.of_event("arch-1", "s-2", "12", "SessionStart") is None, state.birth

    assert run(work()) == (True, "")


def test_one_that_was_silent_for_very_long_is_gone(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody knows its process, that is all that can be known."""
    monkeypatch.setattr(agent_rows, "LONG_SILENT", -1.0)

    async def work() -> bool:
        async with opened(place) as office:
            rows = office.agent_rows
            rows.of_event("arch-1", "s-1", "", "UserPromptSubmit")
            return rows.of_event("arch-1", "s-2", "", "SessionStart") is not None

    assert run(work()) is True


def test_a_row_that_could_not_be_written_is_written_later(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store was out of reach for a while: the last state is there in the end, and only it."""
    monkeypatch.setattr(agent_rows, "RESTS", 0.01)

    async def work() -> list[Any]:
        async with opened(place) as office:
            rows, store = office.agent_rows, office.keepers.store
            state = rows.of_event("arch-1", "s-1", "", "UserPromptSubmit")
            assert state is not None
            with monkeypatch.context() as broken:
                broken.setattr(store, "put_agents", fails)
                state.hear("UserPromptSubmit", "", {})
                rows.heard(state, "coder")
                await until(lambda: rows.failed)
            state.hear("Stop", "", {})
            rows.heard(state, "coder")
            await until(store.agents)
            await until(lambda: store.agents()[0].state == "idle")
            return [(row.name, row.state, row.role) for row in store.agents()]

    assert run(work()) == [("arch-1", "idle", "coder")]


def test_a_store_that_cannot_tell_of_agents_stops_no_server(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their states begin anew."""

    async def work() -> int:
        async with opened(place) as office:
            rows = AgentRows(office.keepers, office.inbox, office.bus)
            monkeypatch.setattr(office.keepers.store, "agents", fails)
            await rows.start()
            return len(rows.known)

    assert run(work()) == 0


def fails(*_: Any) -> Any:
    """Fail as a store does."""
    message = "the disk is full"
    raise StoreError(message)

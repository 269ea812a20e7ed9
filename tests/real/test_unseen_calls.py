"""A session of the real program without our hooks is noticed by what it leaves behind."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from proctor.proving.scripted_model import bash, call, say
from proctor.server.unseen_calls import GRACE, UNSEEN
from tests.installing.running import proctor_in
from tests.real.claude import headless
from tests.real.model import Model
from tests.real.place import FREE, Place, mark
from tests.real.programs import program_of
from tests.real.starting import proven
from tests.real.test_hostile_environment import LOADER, hostile
from tests.server.offices import opened, records, run

SILENT = {"disableAllHooks": True}
MODE = ("--permission-mode", "bypassPermissions")


def install(place: Place) -> None:
    """Install for the user, as a person would."""
    place.write_role("free", FREE)
    proven(place)
    named = ("--role", "free", "--claude", str(program_of()))
    proctor_in(place.private, "install", "claude-code", "--user", *named)
    # The time of an installation has no fraction: calls of the same second are not looked at.
    receipt = place.home / "installed"
    [path] = receipt.glob("*.json")
    at = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(time.time() - 5))}+00:00"
    path.write_text(path.read_text().replace(path_time(path.read_text()), at))


def path_time(text: str) -> str:
    """Return the time that a receipt names."""
    return text.partition('"at": "')[2].partition('"')[0]


def compared(place: Place, between: Callable[[], object] = lambda: None) -> list[Any]:
    """Let a server look twice, half a minute apart, and return what it found each time."""

    async def work() -> list[Any]:
        env = {"CLAUDE_CONFIG_DIR": str(place.private.config)}
        found: list[Any] = []
        async with opened(place.home, env=env) as office:
            for now in (time.time(), time.time() + GRACE + 1):
                office.unseen_calls.next_walk = 0
                await office.unseen_calls.compare_transcripts(now)
                while not office.unseen_calls.is_between_walks:
                    await office.unseen_calls.compare_transcripts(now)
                every = records(office)
                found.append([one for one in every if one.decision == "alarm"])
                if len(found) == 1:
                    waited = list(office.unseen_calls.waiting)
                    between()
            found.append(waited)
        return found

    return run(work())


@pytest.mark.parametrize("way", ["settings", pytest.param(LOADER, marks=pytest.mark.full)])
def test_a_session_without_hooks_is_noticed(place: Place, model: Model, way: str) -> None:
    """A repository switches the user's hooks off, or ends them: its call is an alarm later."""
    install(place)
    place.repository_says({"env": hostile(place, LOADER)} if way == LOADER else SILENT)
    # What ends every program that is started ends commands too, but not a tool of the program.
    turn = call("Write", file_path=str(place.private.marker), content="x")
    headless(place, model, model.learn("go", turn, say("done")), *MODE)
    first, second, waited = compared(place)

    assert (place.private.marker.exists(), first) == (True, [])
    [alarm] = second
    assert waited == [alarm.call_id]
    assert (alarm.why, alarm.tool, alarm.cwd) == (UNSEEN, "Write", str(place.shop))
    assert f"{place.private.config}/projects/" in alarm.detail
    assert f"/{alarm.session}.jsonl" in alarm.detail


@pytest.mark.full
def test_a_session_with_hooks_raises_no_alarm(place: Place, model: Model) -> None:
    """Decided by hooks alone, whose records come late: by sub-agents, resumed and forked too."""
    install(place)
    model.learn("sub", bash(mark("sub")), say("done"))
    agent = call("Agent", description="d", prompt="do [[sub]]", subagent_type="general-purpose")
    prompt = model.learn("go", bash(mark()), bash("exit 3"), agent, say("done"))
    done = headless(place, model, prompt, *MODE)
    session = next(str(line["session_id"]) for line in done.stream if "session_id" in line)
    fork = model.learn("fork", bash(mark()), say("done"))
    headless(place, model, fork, *MODE, "--resume", session, "--fork-session")

    assert compared(place) == [[], [], []]
    assert (place.ran(), place.ran("sub")) == (2, 1)


def test_a_record_that_comes_late_raises_no_alarm(place: Place, model: Model) -> None:
    """What a hook spooled reaches the server only after the transcript was read."""
    install(place)
    headless(place, model, model.learn("go", bash(mark()), say("done")), *MODE)
    spool, aside = place.home / "spool", place.home / "aside"
    spool.rename(aside)
    first, second, waited = compared(place, lambda: aside.rename(spool))

    assert (place.ran(), first, second, len(waited)) == (1, [], [], 1)
    assert [decision for _, decision in place.decisions()] == ["allow"]

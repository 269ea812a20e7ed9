"""What a program let run is compared with what was decided, and a difference is an alarm."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.spool import record_line
from proctor.audit.verify import verify
from proctor.errors import StoreError
from proctor.server import tool_decisions
from proctor.server.accepted_calls import MANY, NEVER_ASKED, NOT_A_PERSON, REFUSED
from proctor.server.office import Office
from proctor.server.otlp import Attributes
from proctor.terms.record import Record
from tests.kept_homes import postgres_url
from tests.server.asking_rig import until
from tests.server.offices import bash, opened, records, run
from tests.server.telling import CALL, a_session, decided
from tests.server.test_bus import collect


def kept(decision: str = "allow", **more: Any) -> Record:
    """Return a record of the call."""
    said = {"uid": f"uid-of-{decision}", "timestamp": "2026-06-01T12:00:00.000Z"}
    named = {"agent_name": "arch-1", "action_string": "tool:bash:make", "call_id": CALL}
    return Record(**{**said, **named, "decision": decision, **more})


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nobody wait for seconds."""
    monkeypatch.setattr(tool_decisions, "GRACE", 0.05)
    return iter(())


def alarms(office: Office) -> list[tuple[str, str]]:
    """Return of each alarm the call, and why it was raised."""
    return [(each.call_id, each.why) for each in records(office) if each.decision == "alarm"]


async def compared(office: Office) -> list[tuple[str, str]]:
    """Wait until everything is compared, and return the alarms."""
    await until(lambda: office.telemetry.decisions.looking is None)
    return alarms(office)


@pytest.mark.parametrize(
    ("decision", "source", "wrong"),
    [
        ("allow", "hook", ""),
        ("ask_approved", "hook", ""),
        ("ask_dialog", "user_temporary", ""),
        ("ask_dialog", "hook", NOT_A_PERSON),
        ("deny", "config", REFUSED),
        ("", "config", NEVER_ASKED),
    ],
)
def test_a_call_that_nothing_lets_run_is_an_alarm(
    tmp_path: Path, decision: str, source: str, wrong: str
) -> None:
    """What was decided so is well, also where the hook of another or nobody let it run."""

    async def work() -> list[tuple[str, str]]:
        async with opened(tmp_path) as office:
            if decision:
                await office.append(kept(decision))
            office.telemetry.decisions.hear(a_session(tmp_path), decided(source=source))
            return await compared(office)

    assert run(work()) == ([(CALL, wrong)] if wrong else [])


def test_a_call_that_was_decided_here_is_well(tmp_path: Path) -> None:
    """The whole way: decided under its id, told of by the program, compared at once."""
    home, shop = tmp_path / "home", tmp_path / "shop"

    async def work() -> tuple[Any, Any]:
        async with opened(home) as office:
            await office.decide(bash("ls", shop, call_id=CALL))
            office.telemetry.decisions.hear(a_session(tmp_path), decided())
            return dict(office.telemetry.decisions.waiting), await compared(office)

    assert run(work()) == ({}, [])


def test_an_alarm_is_told_once(tmp_path: Path) -> None:
    """However often the program tells, and by whatever source: one record, one word."""

    async def work() -> tuple[list[Any], list[Any], int]:
        told: list[Any] = []
        async with opened(tmp_path) as office:
            session, hear = a_session(tmp_path), office.telemetry.decisions.hear
            listening = asyncio.create_task(collect(office.bus, told))
            await asyncio.sleep(0)
            for source in ("hook", "config", "hook", "user_temporary"):
                hear(session, decided(source=source))
            first = await compared(office)
            hear(session, decided())
            again = await compared(office)
            office.bus.close()
            await listening
        said = [each for each in told if each["kind"] == "alarm"]
        return said, [first, again], len(said)

    [said], found, _ = run(work())

    assert found == [[(CALL, NEVER_ASKED)]] * 2
    assert {**said, "timestamp": ""} == {
        "kind": "alarm",
        "timestamp": "",
        "agent": "arch-1",
        "role": "coder",
        "tool": "Bash",
        "action": "tool:Bash:",
        "call_id": CALL,
        "session": "8c1f",
        "why": NEVER_ASKED,
    }


def test_the_next_server_raises_it_no_second_time(tmp_path: Path) -> None:
    """A program that hands it in again to another server gets no second alarm."""

    async def work() -> tuple[list[tuple[str, str]], int]:
        for _ in range(2):
            async with opened(tmp_path) as office:
                office.telemetry.decisions.hear(a_session(tmp_path), decided())
                found = await compared(office)
                raised = len(office.telemetry.decisions.raised)
        return found, raised

    assert run(work()) == ([(CALL, NEVER_ASKED)], 1)


def test_what_was_kept_before_the_server_began_counts(tmp_path: Path) -> None:
    """Of a call that the last server decided, the store knows."""

    async def work() -> list[tuple[str, str]]:
        async with opened(tmp_path) as office:
            await office.append(kept())
        async with opened(tmp_path) as office:
            office.telemetry.decisions.hear(a_session(tmp_path), decided())
            return await compared(office)

    assert run(work()) == []


@pytest.mark.parametrize(("sandbox", "found"), [(False, []), (True, [(CALL, NEVER_ASKED)])])
def test_what_a_hook_has_spooled_is_taken_in_first(
    tmp_path: Path, sandbox: bool, found: list[tuple[str, str]]
) -> None:
    """A hook that decided by itself has spooled its record; one in a sandbox never does."""

    async def work() -> list[tuple[str, str]]:
        async with opened(tmp_path) as office:
            office.telemetry.decisions.hear(a_session(tmp_path, sandbox=sandbox), decided())
            office.keepers.spool.put([record_line(kept())], patience=1)
            return await compared(office)

    assert run(work()) == found


def test_a_record_may_come_a_little_later(tmp_path: Path) -> None:
    """Who keeps it may be slower than who tells."""

    async def work() -> list[tuple[str, str]]:
        async with opened(tmp_path) as office:
            office.telemetry.decisions.hear(a_session(tmp_path), decided())
            await office.append(kept())
            return await compared(office)

    assert run(work()) == []


@pytest.mark.parametrize(
    "forged",
    [
        decided(decision="reject"),
        decided(source="user_temporary"),
        decided(tool_name="AskUserQuestion"),
        decided(tool_use_id=f"{CALL} "),
    ],
    ids=["it was rejected", "a person let it run", "it is none of ours", "another call"],
)
@pytest.mark.parametrize("first", [True, False])
def test_nothing_that_is_said_besides_takes_an_alarm_away(
    tmp_path: Path, forged: Attributes, first: bool
) -> None:
    """An agent that hands in lies about the same call hides nothing of what its program says."""

    async def work() -> list[tuple[str, str]]:
        async with opened(tmp_path) as office:
            session, hear = a_session(tmp_path), office.telemetry.decisions.hear
            await office.append(kept("ask_dialog"))
            for event in (forged, decided()) if first else (decided(), forged):
                hear(session, event)
            return await compared(office)

    assert (CALL, NOT_A_PERSON) in run(work())


@pytest.mark.parametrize(
    "odd", ["\ud800", "a\0b", "\x1b[31mred", "x" * 5000, "\u202eback", "' OR 1=1 --", "\n\n"]
)
def test_odd_names_are_kept_as_they_can_be(
    tmp_path: Path, odd: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever stands in an event, it raises its alarm, once, and the trail stays whole."""

    async def work() -> tuple[int, bool]:
        async with opened(tmp_path) as office:
            session, hear = a_session(tmp_path), office.telemetry.decisions.hear
            for _ in range(2):
                hear(session, decided(odd, tool_name=odd, source=odd, agent_id=odd))
                await compared(office)
            return len(alarms(office)), not verify(office.keepers.store).breaks

    assert run(work()) == (1, True)
    [line] = caplog.messages
    assert (line.isascii(), line.isprintable()) == (True, True)


def test_another_agents_record_excuses_nothing(tmp_path: Path) -> None:
    """A call is known by agent and id together."""

    async def work() -> list[tuple[str, str]]:
        async with opened(tmp_path) as office:
            await office.append(kept(agent_name="other"))
            office.telemetry.decisions.hear(a_session(tmp_path), decided())
            return await compared(office)

    assert run(work()) == [(CALL, NEVER_ASKED)]


def test_a_shared_store_knows_which_home_a_call_is_of(tmp_path: Path, fresh_postgres: str) -> None:
    """An agent of the same name on another machine excuses nothing; one's own record does."""
    for name in ("anvil", "bellows"):
        (tmp_path / name).mkdir(mode=0o700)
        config = f'store: "{postgres_url(fresh_postgres)}"\nserver: {{name: {name}}}\n'
        (tmp_path / name / "config.yaml").write_text(config)
    here, there = tmp_path / "anvil", tmp_path / "bellows"

    async def work() -> list[tuple[str, str]]:
        async with opened(there) as other:
            await other.append(kept())
        async with opened(here) as office:
            await office.append(kept(uid="uid-of-mine", call_id="mine"))
            office.decided_calls.calls.clear()
            for call_id in ("mine", CALL):
                office.telemetry.decisions.hear(a_session(here), decided(call_id))
            return await compared(office)

    assert run(work()) == [(CALL, NEVER_ASKED)]


def test_a_flood_fills_neither_the_memory_nor_the_record(tmp_path: Path) -> None:
    """An agent that makes calls up gets its hundred alarms and one more; another's still counts."""

    async def work() -> list[tuple[str, str]]:
        async with opened(tmp_path) as office:
            hear = office.telemetry.decisions.hear
            loud, quiet = a_session(tmp_path, "loud"), a_session(tmp_path)
            for number in range(3000):
                hear(loud, decided(f"made-up-{number}"))
            assert (
                len(office.telemetry.decisions.waiting["loud"]) <= tool_decisions.MOST_WAITING + 1
            )
            hear(quiet, decided())
            return await compared(office)

    found = run(work())
    many = [why for _, why in found].count(MANY)

    assert (len(found), many, (CALL, NEVER_ASKED) in found) == (102, 1, True)


def test_a_server_that_ends_looks_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for its time when the server ends is looked at then."""
    monkeypatch.setattr(tool_decisions, "GRACE", 3600)

    async def work() -> list[tuple[str, str]]:
        async with opened(tmp_path) as office:
            office.telemetry.decisions.hear(a_session(tmp_path), decided())
        async with opened(tmp_path) as office:
            return alarms(office)

    assert run(work()) == [(CALL, NEVER_ASKED)]


def test_a_store_that_does_not_answer_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While nobody can look, nobody says that there was nothing."""

    async def work() -> list[tuple[str, str]]:
        async with opened(tmp_path) as office:
            await office.append(kept())
            office.decided_calls.calls.clear()
            decisions, find = office.telemetry.decisions, office.keepers.reader.find
            failing = iter([True, True])

            def unwell(*args: Any, **more: Any) -> Any:
                if next(failing, False):
                    raise StoreError("the store is away")
                return find(*args, **more)

            monkeypatch.setattr(office.keepers.reader, "find", unwell)
            decisions.hear(a_session(tmp_path), decided())
            return await compared(office)

    assert run(work()) == []


def test_an_alarm_shows_no_secret(tmp_path: Path) -> None:
    """What was refused may have had a token in it: neither record nor listener gets it."""
    secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"  # noqa: S105 - it looks like one, and is none

    async def work() -> str:
        told: list[Any] = []
        async with opened(tmp_path) as office:
            listening = asyncio.create_task(collect(office.bus, told))
            await asyncio.sleep(0)
            await office.append(kept("deny", action_string=f"tool:bash:curl -H {secret}"))
            office.telemetry.decisions.hear(a_session(tmp_path), decided())
            await compared(office)
            office.bus.close()
            await listening
            return json.dumps([told, [each._asdict() for each in records(office)]], default=str)

    said = run(work())

    assert ("curl" in said, secret in said, REFUSED in said) == (True, False, True)

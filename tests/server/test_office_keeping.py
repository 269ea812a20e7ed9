"""What an office keeps: records, what others hand in, grants; and what it tells of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.ids import new_uid, timestamp
from proctor.audit.rows import compact
from proctor.audit.spool import FOLDER
from proctor.errors import NotFound, UsageError
from proctor.server.office import Office
from proctor.terms.event import Event
from proctor.terms.grant import Grant
from proctor.terms.record import Record
from proctor.terms.reply import Scope
from tests.server.offices import bash, opened, records, run
from tests.server.stores import BOTH_STORES

pytestmark = BOTH_STORES


def test_what_cannot_be_kept_is_not_run(home: Path, shop: Path) -> None:
    """Without a record, what only reads may run, and what changes something is asked."""

    async def work() -> None:
        async with opened(home) as office:
            await office.writer.close()  # from now on it keeps nothing
            reads = await office.decide(bash("git status", shop))
            edit = {"tool": "Write", "input": {"file_path": "a.py", "content": "x"}}
            edit |= {"cwd": str(shop), "role": "open"}
            changes = await office.decide(edit)

            assert (reads["effect"], changes["effect"]) == ("allow", "deny")
            assert "record" in changes["why"]

    run(work())


def test_secrets_never_reach_the_store(home: Path, shop: Path) -> None:
    """What a question and a record hold is redacted, and so is what listeners hear."""
    secret = "ghp_" + "a1B2" * 9
    command = f"curl -H 'Authorization: Bearer {secret}' https://example.org"

    async def work() -> None:
        async with opened(home, timeout=0.05) as office:
            heard: list[Any] = []
            listening = asyncio.create_task(listen(office, heard))
            await asyncio.sleep(0)
            await office.decide(bash(command, shop))
            kept = [*records(office), *await office.questions()]
            while len(heard) < 3:  # asked, expired, decided
                await asyncio.sleep(0.01)
            listening.cancel()

            assert len(kept) == 2
            assert secret not in repr(kept)
            assert secret not in repr(heard)

    run(work())


async def listen(office: Office, heard: list[Any]) -> None:
    """Write down what happens."""
    async for happening in office.events():
        heard.append(happening)  # noqa: PERF401 - seen while it goes on


def test_what_others_hand_in_is_kept_once(home: Path) -> None:
    """Records of another process are kept, marked, and only once, however often they come."""
    made = Record(
        uid=new_uid(),
        timestamp=timestamp(),
        agent_name="arch-1",
        action_string="tool:view:a",
        decision="allow",
    )
    line = {"v": 1, "kind": "record", "row": made._asdict()}

    async def work() -> None:
        async with opened(home) as office:
            assert await office.keep([line, line]) == {"kept": 2}
            await office.keep([line])

            assert [(made.uid, True)] == [(r.uid, r.spooled) for r in records(office)]
            with pytest.raises(UsageError):
                await office.keep([{"kind": "reply"}])
            assert [path.name for path in (home / FOLDER).iterdir()] == []

    run(work())


def test_what_many_hand_in_at_once_is_all_there_at_once(home: Path) -> None:
    """Whoever is told that a record is kept finds it, also where others hand in meanwhile."""
    made = [Record(new_uid(), timestamp(), f"arch-{n}", "tool:view:a", "allow") for n in range(40)]
    lines = [{"v": 1, "kind": "record", "row": record._asdict()} for record in made]

    async def work() -> None:
        async with opened(home) as office:
            await asyncio.gather(*(office.keep([line]) for line in lines))

            assert {record.uid for record in made} == {r.uid for r in records(office)}

    run(work())


def test_records_are_found_by_filters(home: Path, shop: Path) -> None:
    """Records are found by what they are, newest first, and one by its number."""

    async def work() -> None:
        async with opened(home) as office:
            for number in range(3):
                await office.decide(bash("git status", shop, agent=f"arch-{number}"))
            found = await office.records({"agent": "arch-1"})
            newest = await office.records(limit=2)

            assert [record["agent_name"] for record in found] == ["arch-1"]
            assert [record["agent_name"] for record in newest] == ["arch-2", "arch-1"]
            assert found[0] == await office.record(found[0]["n"])
            with pytest.raises(NotFound):
                await office.record(99)
            with pytest.raises(UsageError, match="agnet"):
                await office.records({"agnet": "arch-1"})

    run(work())


def test_grants_are_listed_and_revoked(home: Path) -> None:
    """A grant that holds is shown, until a person revokes it."""
    grant = Grant(
        uid=new_uid(), key="k", scope=Scope.ALWAYS, made_by="ada", made_at=timestamp(),
    )  # fmt: skip

    async def work() -> None:
        async with opened(home) as office:
            number = office.keepers.store.grant(grant).id

            assert [number] == [one["id"] for one in await office.grants()]
            await office.revoke(number, person="ada")
            assert await office.grants() == []
            with pytest.raises(NotFound):
                await office.revoke(number, person="ada")

    run(work())


def event_lines(number: int, note: str = "") -> list[dict[str, Any]]:
    """Return events that a hook hands in."""
    made = [
        Event(new_uid(), timestamp(), "", "", "idle", agent="arch-1", body={"note": note})
        for _ in range(number)
    ]
    return [{"v": 1, "kind": "event", "row": event._asdict()} for event in made]


@asynccontextmanager
async def events_told(office: Office) -> AsyncIterator[list[dict[str, Any]]]:
    """Write down what is told of events."""
    heard: list[dict[str, Any]] = []
    listening = asyncio.create_task(listen(office, heard))
    while not office.bus.listeners:
        await asyncio.sleep(0)
    yield heard
    listening.cancel()


async def told(heard: list[dict[str, Any]], number: int) -> list[int]:
    """Return the numbers of so many events that are told of, as soon as they are."""
    while len(found := [one["id"] for one in heard if one["kind"] == "event"]) < number:
        await asyncio.sleep(0.01)
    return found


def test_events_that_are_kept_are_told_of(home: Path) -> None:
    """Whoever listens hears that there are new events, by number, whatever they are kept in."""

    async def work() -> None:
        async with opened(home) as office, events_told(office) as heard:
            lines = event_lines(3)
            await office.keep(lines)
            first = await told(heard, 1)
            # The same once more is nothing new, and nobody is told of it.
            await office.keep(lines)
            await office.keep(event_lines(1))
            both = await told(heard, 2)
            numbers = [event.n for event in office.keepers.store.events()]

            assert (first, both) == ([numbers[2]], [numbers[2], numbers[3]])

    run(work())


def test_what_hooks_have_spooled_is_told_of(home: Path) -> None:
    """Events that nobody handed in are told of as soon as they are taken in."""

    async def work() -> None:
        async with opened(home) as office, events_told(office) as heard:
            encoded = [compact(line).encode() for line in event_lines(2)]
            office.keepers.spool.put(encoded, patience=1.0)

            assert await told(heard, 1) == [office.keepers.store.events()[-1].n]

    run(work())


def test_records_that_were_spooled_are_told_of_once(home: Path) -> None:
    """Whoever watches sees what a plug or a hook has decided by itself, without its secrets."""

    async def work() -> None:
        async with opened(home) as office, events_told(office) as heard:
            spooled = Record(new_uid(), timestamp(), "till", "tool:order:TOKEN=abc tea", "allow")
            line = compact({"v": 1, "kind": "record", "row": spooled._asdict()}).encode()
            for _ in range(2):
                office.keepers.spool.put([line], patience=1.0)
                found = await office.records()
            [told_of] = [one for one in heard if one["kind"] == "decision"]

            assert [one["spooled"] for one in found] == [True]
            assert (told_of["agent"], told_of["decision"]) == ("till", "allow")
            assert told_of["action"] == "tool:order:TOKEN=[redacted] tea"

    run(work())

"""A call in a transcript that has no record raises the alarm `unseen-call`, once."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from proctor.adapters.claude_transcripts import project_folder_name
from proctor.audit.alarms import ACKNOWLEDGED
from proctor.audit.ids import timestamp
from proctor.audit.spool import Spool, record_line
from proctor.errors import StoreError
from proctor.server import unseen_calls
from proctor.server.office import Office
from proctor.server.unseen_calls import GRACE, MANY, TOO_MANY_FILES, UNSEEN
from proctor.terms.record import Record
from tests.server.asking_rig import Phone, until
from tests.server.offices import bash, opened, records, run
from tests.transcripts import SESSION, call_line, installed, ran, result_line, session_file, write

NOW = time.time()
# Seconds from now; the chore of a server that starts has looked once already.
AT_ONCE, SOON, LATER = 0.0, 5.0, GRACE + 1


class Here(NamedTuple):
    """A home with our hooks installed an hour ago, and where Claude Code keeps its things."""

    home: Path
    config: Path

    @asynccontextmanager
    async def office(self, **how: Any) -> AsyncIterator[Office]:
        """Open an office whose own chore does nothing."""
        async with opened(self.home, env={"CLAUDE_CONFIG_DIR": str(self.config)}, **how) as office:
            yield office


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the chore of a server wait, so that a test says what the time is."""
    monkeypatch.setattr("proctor.server.office.LOOK", 3600.0)
    return iter(())


@pytest.fixture
def here(tmp_path: Path) -> Here:
    """Give a home and a configuration folder."""
    made = Here(tmp_path / "home", tmp_path / "config")
    made.home.mkdir(mode=0o700)
    installed(made.home, made.config, NOW - 3600)
    return made


async def looked(office: Office, *offsets: float) -> list[tuple[str, str]]:
    """Let the server look so many seconds from now, and return call and reason of every alarm."""
    for now in (time.time() + offset for offset in offsets):
        # Each look is the first one after a pause.
        office.unseen_calls.next_walk = 0
        await office.unseen_calls.compare_transcripts(now)
        while not office.unseen_calls.is_between_walks:
            await office.unseen_calls.compare_transcripts(now)
    return alarms(office)


def alarms(office: Office) -> list[tuple[str, str]]:
    """Return call and reason of every alarm."""
    return [(each.call_id, each.why) for each in records(office) if each.decision == "alarm"]


def kept(call_id: str = "c1", **more: Any) -> Record:
    """Return the record of a decided call."""
    said = {"uid": f"uid-of-{call_id}", "timestamp": timestamp(NOW - 5)}
    named = {"agent_name": "arch-1", "action_string": "tool:bash:ls", "decision": "allow"}
    return Record(**{**said, **named, "call_id": call_id, **more})


def test_a_call_without_a_record_is_an_alarm(here: Here) -> None:
    """It says which session, tool and time it was, and where that is written; only once."""
    path = session_file(here.config)
    write(path, ran("c1", NOW - 5))

    async def work() -> tuple[Any, Any, Any, Record]:
        async with here.office() as office:
            early = await looked(office, AT_ONCE, SOON)
            late = await looked(office, LATER)
            again = await looked(office, LATER + 1, LATER + 100)
            return early, late, again, records(office)[-1]

    early, late, again, record = run(work())

    assert (early, late, again) == ([], [("c1", UNSEEN)], [("c1", UNSEEN)])
    called = timestamp(NOW - 5)
    assert (record.tool, record.session, record.cwd) == ("Bash", SESSION, "/srv/shop")
    assert (record.agent_name, record.role) == ("claude-47eac33d", "guarded")
    assert record.detail == f"called at {called}; transcript {path}"


def test_server_looks_by_itself(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one of the chores of a server that runs: nothing else has to call it."""
    monkeypatch.setattr("proctor.server.office.LOOK", 0.01)
    monkeypatch.setattr(unseen_calls, "BETWEEN_WALKS", 0.01)
    monkeypatch.setattr(unseen_calls, "GRACE", 0.01)
    write(session_file(here.config), ran("c1", NOW - 5))

    async def work() -> list[tuple[str, str]]:
        async with here.office() as office:
            await until(lambda: alarms(office))
            return alarms(office)

    assert run(work()) == [("c1", UNSEEN)]


@pytest.mark.parametrize("way", ["decided", "late", "spooled", "stored", "forked"])
def test_a_call_with_a_record_is_none(here: Here, way: str) -> None:
    """Decided before or within 30 s, by the server or a hook alone, before a restart, in a fork."""
    write(
        session_file(here.config),
        ran("c1", NOW - 5, sessionId="f" * 36 if way == "forked" else SESSION),
    )

    async def work() -> list[tuple[str, str]]:
        async with here.office() as office:
            if way == "decided":
                await office.decide(bash("ls", here.home, call_id="c1"))
            if way in ("stored", "forked"):
                await office.append(kept(session=SESSION))
                office.unseen_calls.decided.clear()
            await looked(office, AT_ONCE)
            if way == "late":
                await office.append(kept())
            if way == "spooled":
                Spool(here.home).put([record_line(kept())])
            return await looked(office, LATER)

    assert run(work()) == []


def test_calls_from_before_the_installation_are_none(here: Here) -> None:
    """Also where they are in a transcript that was written since."""
    write(session_file(here.config), ran("c1", NOW - 3700), ran("c2", NOW - 5))

    async def work() -> list[tuple[str, str]]:
        async with here.office() as office:
            return await looked(office, AT_ONCE, LATER)

    assert run(work()) == [("c2", UNSEEN)]


def test_without_an_installation_nothing_is_read(here: Here) -> None:
    """Who has not installed our hooks has sessions without them."""
    write(session_file(here.config), ran("c1", NOW - 5))
    for receipt in (here.home / "installed").iterdir():
        receipt.unlink()

    async def work() -> list[tuple[str, str]]:
        async with here.office() as office:
            return await looked(office, AT_ONCE, LATER)

    assert run(work()) == []


def test_a_project_covers_its_own_sessions(here: Here, tmp_path: Path) -> None:
    """Installed for a project, sessions elsewhere are none of our concern."""
    for receipt in (here.home / "installed").iterdir():
        receipt.unlink()
    shop = tmp_path / "shop"
    shop.mkdir()
    installed(here.home, here.config, NOW - 3600, root=shop)
    own = project_folder_name(str(shop))
    write(session_file(here.config, "a", own), ran("c1", NOW - 5, cwd="/elsewhere"))
    write(session_file(here.config, "b", "-x"), ran("c2", NOW - 5, cwd=f"{shop}/sub"))
    write(session_file(here.config, "c", f"{own}-2"), ran("c3", NOW - 5, cwd=f"{shop}-2"))

    async def work() -> list[tuple[str, str]]:
        async with here.office() as office:
            return await looked(office, AT_ONCE, LATER)

    assert sorted(run(work())) == [("c1", UNSEEN), ("c2", UNSEEN)]


def test_a_restart_neither_repeats_nor_misses(here: Here) -> None:
    """A call that waited, one that had not ended and one made meanwhile: each is one alarm."""
    path = session_file(here.config)
    write(path, ran("c1", NOW - 5), call_line("c2", NOW - 5))

    async def work() -> list[list[tuple[str, str]]]:
        found = []
        async with here.office() as office:
            found.append(await looked(office, AT_ONCE))
        write(path, result_line("c2", NOW), ran("c3", NOW))
        for now in (LATER, LATER + 60, LATER + 120):
            async with here.office() as office:
                found.append(await looked(office, now))
        # Also where it is not known any more how far everything was read.
        (here.home / unseen_calls.FILE).write_text("{")
        async with here.office() as office:
            found.append(await looked(office, LATER + 180, LATER + 240))
        return found

    first, second, *others = run(work())
    every = [("c1", UNSEEN), ("c2", UNSEEN), ("c3", UNSEEN)]

    assert (first, second[:1]) == ([], every[:1])
    assert others == [every] * 3


def test_a_store_that_fails_is_asked_again(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be looked up is neither an alarm nor forgotten."""
    write(session_file(here.config), ran("c1", NOW - 5))

    async def work() -> tuple[Any, Any]:
        async with here.office() as office:
            await looked(office, AT_ONCE)
            with monkeypatch.context() as broken:
                broken.setattr(office.unseen_calls, "is_kept", fail)
                with pytest.raises(StoreError):
                    await looked(office, LATER)
                before = alarms(office)
            return before, await looked(office, LATER)

    def fail(_: object) -> bool:
        raise StoreError("gone")

    assert run(work()) == ([], [("c1", UNSEEN)])


def test_many_alarms_become_one(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood is not kept one by one, and says so; so do transcripts that nobody reads."""
    monkeypatch.setattr(unseen_calls, "MOST_ALARMS", 2)
    write(session_file(here.config), *(ran(f"c{number}", NOW - 5) for number in range(9)))

    async def work() -> list[tuple[str, str]]:
        async with here.office() as office:
            await looked(office, AT_ONCE)
            office.unseen_calls.gaps.add(TOO_MANY_FILES)
            return await looked(office, LATER, LATER + 1, LATER + 2)

    found = [why for _, why in run(work())]

    assert sorted(found) == sorted([UNSEEN, UNSEEN, MANY, TOO_MANY_FILES])


def test_people_are_told_once_for_a_session(here: Here) -> None:
    """Every channel shows one sentence; the other alarms of the session are only counted."""
    write(session_file(here.config), ran("c1", NOW - 5), ran("c2", NOW - 5, "<b>@everyone"))
    phone, broken = Phone(), Phone("broken", broken="notify")

    async def work() -> tuple[list[str], list[str], int]:
        async with here.office(channels=[broken, phone]) as office:
            await looked(office, AT_ONCE, LATER)
            await until(lambda: phone.notices)
            return phone.notices, broken.notices, (await office.status())["alarms"]

    told, also, number = run(work())
    words = f"Alarm: Bash of claude-47eac33d: {UNSEEN}. See it: proctor audit list --decision alarm"

    assert (told, also, number) == ([words], [words], 2)


def test_alarms_are_acknowledged_by_a_person(here: Here) -> None:
    """What was seen is not counted any more; what comes later is."""
    path = session_file(here.config)
    write(path, ran("c1", NOW - 5))

    async def work() -> list[Any]:
        async with here.office() as office:
            await looked(office, AT_ONCE, LATER)
            found: list[Any] = [(await office.status())["alarms"]]
            found.append(await office.alarms.acknowledge(2**40, person="root"))
            write(path, ran("c2", NOW))
            await looked(office, LATER, 2 * LATER)
            found.append((await office.status())["alarms"])
            [event] = office.keepers.reader.own_events(ACKNOWLEDGED)
            return [*found, event.body["by"]]

    before, done, after, by = run(work())

    assert (before, done["acknowledged"], after) == (1, 1, 1)
    assert by == done["by"]

"""What agents hand in is taken once, in bounds, and only while it is wanted."""

from __future__ import annotations

import gzip
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import UsageError
from proctor.server import telemetry
from proctor.server.accepted_calls import TOO_MUCH
from proctor.server.answers import Busy, SwitchedOff, TooLarge
from proctor.server.office import Office
from proctor.server.otlp import Attributes
from tests.server.asking_rig import until
from tests.server.offices import opened, records, run
from tests.server.telling import a_session, body, decided, requested


def used(office: Office, name: str = "arch-1") -> tuple[int, float] | None:
    """Return what an agent has used; None where nothing is known of it."""
    state = office.agent_rows.known.get(name)
    return None if state is None else (state.tokens, state.cost)


def test_tokens_and_decisions_are_taken(tmp_path: Path) -> None:
    """Of one body the requests are counted and the decisions compared; all else is passed over."""

    async def work() -> tuple[Any, Any]:
        async with opened(tmp_path) as office:
            office.telemetry.decisions.grace = 0
            other: Attributes = {"event.name": "user_prompt", "prompt": "<REDACTED>"}
            sent = body(requested(), other, decided(), {"x": 1}, requested())
            answer = office.telemetry.take(a_session(tmp_path), sent, logs=True, packed=False)
            await until(lambda: office.telemetry.decisions.looking is None)
            return (answer, used(office)), [each.decision for each in records(office)]

    assert run(work()) == (({}, (7040, 0.025)), ["alarm"])


def test_what_is_handed_in_twice_counts_once(tmp_path: Path) -> None:
    """A program that did not hear our answer sends the same again, packed or not."""

    async def work() -> Any:
        async with opened(tmp_path) as office:
            session, take = a_session(tmp_path), office.telemetry.take
            take(session, body(requested()), logs=True, packed=False)
            take(session, gzip.compress(body(requested())), logs=True, packed=True)
            take(session, body(requested(duration_ms=7)), logs=True, packed=False)
            take(a_session(tmp_path, "other"), body(requested()), logs=True, packed=False)
            return used(office), used(office, "other")

    assert run(work()) == ((7040, 0.025), (3520, 0.0125))


def test_metrics_count_nothing(tmp_path: Path) -> None:
    """They say the same again, so they are taken and left."""

    async def work() -> Any:
        async with opened(tmp_path) as office:
            session = a_session(tmp_path)
            answer = office.telemetry.take(session, body(requested()), logs=False, packed=False)
            return answer, used(office)

    assert run(work()) == ({}, None)


@pytest.mark.parametrize(
    "sent",
    [b"", b"[]", b"7", b'"x"', b"{", b"\xff", b'{"a": NaN}', b"[" * 100_000, "{}".encode("utf-16")],
    ids=["empty", "list", "number", "text", "half", "no text", "NaN", "deep", "UTF-16"],
)
def test_what_is_no_object_is_refused(tmp_path: Path, sent: bytes) -> None:
    """Whoever sends nonsense is told so, and nothing else happens."""

    async def work() -> Any:
        async with opened(tmp_path) as office:
            session = a_session(tmp_path)
            for logs in (True, False):
                with pytest.raises(UsageError):
                    office.telemetry.take(session, sent, logs=logs, packed=False)
            with pytest.raises(UsageError):
                office.telemetry.take(session, sent, logs=True, packed=True)
            return used(office)

    assert run(work()) is None


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    """What becomes too large is not taken."""

    async def work() -> None:
        async with opened(tmp_path) as office:
            bomb = gzip.compress(b" " * (5 << 20))
            with pytest.raises(TooLarge):
                office.telemetry.take(a_session(tmp_path), bomb, logs=True, packed=True)

    run(work())


def test_one_agent_has_its_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that sends too much is told to wait; it holds up no other."""
    monkeypatch.setattr(telemetry, "MOST_AT_ONCE", 1000.0)
    monkeypatch.setattr(telemetry, "PER_SECOND", 0.0)

    async def work() -> Any:
        async with opened(tmp_path) as office:
            session, take = a_session(tmp_path), office.telemetry.take
            sent = (body({"number": number}) for number in range(100))
            with pytest.raises(Busy):
                deque((take(session, each, logs=True, packed=False) for each in sent), maxlen=0)
            take(a_session(tmp_path, "other"), body(requested()), logs=True, packed=False)
            return next(sent, b"") != b"", used(office, "other")

    assert run(work()) == (True, (3520, 0.0125))


def test_who_drowns_what_it_runs_raises_an_alarm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than is taken could hide a call, so that is told of: once, not with each."""
    monkeypatch.setattr(telemetry, "MOST_AT_ONCE", 1000.0)
    monkeypatch.setattr(telemetry, "PER_SECOND", 0.0)

    async def work() -> list[tuple[str, str]]:
        async with opened(tmp_path) as office:
            session = a_session(tmp_path)
            for number in range(100):
                with suppress(Busy):
                    sent = body({"number": number})
                    office.telemetry.take(session, sent, logs=True, packed=False)
            await until(lambda: records(office))
            return [(each.decision, each.why) for each in records(office)]

    assert run(work()) == [("alarm", TOO_MUCH)]


def test_it_can_be_switched_off(tmp_path: Path) -> None:
    """Where config.yaml says so, nothing is taken."""
    (tmp_path / "config.yaml").write_text("telemetry: {enabled: false}\n")

    async def work() -> Any:
        async with opened(tmp_path) as office:
            with pytest.raises(SwitchedOff):
                office.telemetry.take(
                    a_session(tmp_path), body(requested()), logs=True, packed=False
                )
            return used(office)

    assert run(work()) is None

"""One row, kept where no owner runs."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.handing_in import hand_in
from proctor.audit.identity import digest, load_identity
from proctor.audit.intake import take_in
from proctor.audit.prepare import prepared, prepared_event
from proctor.audit.redaction.redact import Redactor
from proctor.audit.spool import Spool
from proctor.audit.store import Filter
from proctor.errors import StoreError
from proctor.terms.event import Event
from tests.audit.homes import a_record, a_trail, an_event


def spooled(home: Path) -> list[dict[str, Any]]:
    """Return the lines of the spool."""
    return [
        json.loads(line)
        for line in (home / "spool" / "records.jsonl").read_text().split("\n")
        if line
    ]


def test_a_record_is_prepared_as_an_owner_prepares_it(tmp_path: Path) -> None:
    """It is redacted, cut, and has the digest under the key of the home."""
    record = a_record(input={"command": "deploy --password hunter2", "long": "x " * 9_000})

    hand_in(str(tmp_path), record)

    key = load_identity(tmp_path).key
    wanted = prepared(record, Redactor(), key)
    assert [{"v": 1, "kind": "record", "row": wanted._asdict()}] == spooled(tmp_path)
    assert wanted.input_digest == digest(key, record.input)
    assert "hunter2" not in (tmp_path / "spool" / "records.jsonl").read_text()


def test_the_homes_own_patterns_count(tmp_path: Path) -> None:
    """What `redact:` of the config names is gone too."""
    hand_in(str(tmp_path), a_record(why="it names ACME-4711"), patterns=["ACME-[0-9]+"])

    assert [line["row"]["why"] for line in spooled(tmp_path)] == ["it names [redacted]"]


def test_an_event_gets_its_place(tmp_path: Path) -> None:
    """One that does not say where it happened happened here."""
    event = Event(uid="a" * 32, timestamp="2026-01-01T00:00:00.000Z", host="", home="", kind="Stop")

    hand_in(str(tmp_path), event, host="anvil")
    hand_in(str(tmp_path), an_event(host="elsewhere", home="01020304", uid="b" * 32))

    here = load_identity(tmp_path, "anvil")
    rows = [line["row"] for line in spooled(tmp_path)]
    assert [(row["host"], row["home"]) for row in rows] == [
        ("anvil", here.home),
        ("elsewhere", "01020304"),
    ]
    placed = event._replace(host="anvil", home=here.home)
    assert rows[0] == prepared_event(placed, Redactor())._asdict()


def test_an_owner_takes_it_in(tmp_path: Path) -> None:
    """What was handed in is in the store after the next owner has come, once."""
    record = a_record()
    hand_in(str(tmp_path), record)
    hand_in(str(tmp_path), record)

    with a_trail(tmp_path) as trail:
        [taken] = take_in(Spool(tmp_path), trail)
        assert (taken.lines, [one.uid for one in taken.records]) == (2, [record.uid])
        kept = list(trail.store.find(Filter()))

    assert [(one.record.uid, one.record.spooled) for one in kept] == [(record.uid, True)]


def test_the_home_is_made_and_closed_to_others(tmp_path: Path) -> None:
    """A home that is not there is made, for its user alone."""
    home = tmp_path / "deep" / "home"

    hand_in(str(home), a_record())

    assert stat.S_IMODE((home / "spool" / "records.jsonl").stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_without_all_patterns_nothing_is_kept(tmp_path: Path) -> None:
    """A pattern that cannot be used is an error, never a secret that is shown."""
    with pytest.raises(StoreError, match=r"`redact:` cannot be used"):
        hand_in(str(tmp_path), a_record(), patterns=["("])

    assert not (tmp_path / "spool").exists()


def test_a_home_that_cannot_be_used_is_an_error_of_ours(tmp_path: Path) -> None:
    """Whoever hands in need know only one kind of error."""
    (tmp_path / "home").write_text("a file")
    with pytest.raises(StoreError):
        hand_in(str(tmp_path / "home"), a_record())
    (tmp_path / "identity.json").write_text("{}")
    with pytest.raises(StoreError, match="damaged"):
        hand_in(str(tmp_path), a_record())

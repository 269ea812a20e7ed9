"""What an owner makes of what it finds in the spool."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.audit.intake import read, take_in
from proctor.audit.spool import BATCH, Spool, event_line, record_line
from proctor.audit.store import Store
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.stores.sqlite import open_sqlite
from proctor.audit.trail import Trail
from proctor.errors import StoreError
from tests.amounts import amount
from tests.audit.homes import (
    DATABASE,
    a_record,
    a_trail,
    all_breaks,
    all_kept,
    an_event,
    trail_over,
)
from tests.postgres_server import fresh_schema
from tests.tables import each_row

GOOD = a_record()
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


def line(**changed: Any) -> bytes:
    """Return the line of a record, with some of its fields changed."""
    return json.dumps({"v": 1, "kind": "record", "row": GOOD._asdict() | changed}).encode()


DAMAGED = {
    "nothing": b"",
    "half a line": line()[:-20],
    "not JSON": b"{]",
    "not text": b"\xff\xfe\x00",
    "deep": b"[" * 100_000,
    "a number with many digits": b'{"v":' + b"1" * 5000 + b"}",
    "not an object": b"[1]",
    "no row": b'{"v":1,"kind":"record"}',
    "a row that is none": b'{"v":1,"kind":"record","row":[]}',
    "another version": line().replace(b'"v": 1', b'"v": 2'),
    "another kind": line().replace(b'"kind": "record"', b'"kind": "grant"'),
    "a kind that is a list": line().replace(b'"kind": "record"', b'"kind": []'),
    "a reply": b'{"v":1,"kind":"reply","row":{"uid":"aaaaaaaaaa"}}',
    "more than a row": line().replace(b'"v": 1', b'"v": 1, "x": 1'),
    "a key of no column": line(hash="0" * 64),
    "no uid": line(uid=""),
    "a uid that is a number": line(uid=7),
    "a uid that is none": line(uid="a b\nc"),
    "a long uid": line(uid="a" * 65),
    "no time": line(timestamp=None),
    "a time that is none": line(timestamp="2026-13-40T99:00:00.000Z"),
    "a time without a zone": line(timestamp="2026-06-01T12:00:00.000"),
    "a decision of its own": line(decision="allowed"),
    "a decision that is a list": line(decision=["allow"]),
    "a word of removed records": line(decision="retention", input={"seq": 1, "hash": "0" * 64}),
    "an event without a kind": event_line(an_event(kind="")),
    "an event with a number of its own": b'{"v":1,"kind":"event","row":{"uid":"aaaaaaaaaa"}}',
}


@each_row("damaged", DAMAGED.values(), ids=DAMAGED)
def test_what_is_no_row_of_ours_is_not_read(damaged: bytes) -> None:
    """Whatever a line is, it is a row of ours or nothing."""
    assert read(damaged) is None


def test_a_row_is_read_as_it_was_written() -> None:
    """A record and an event come out of their lines."""
    event = an_event()

    assert read(record_line(GOOD)) == GOOD
    assert read(event_line(event)) == event


def test_wrong_types_become_texts() -> None:
    """A field that is no text where one belongs is not believed, but kept."""
    row = read(line(tool=["Bash"], cwd=None, session={"a": 1}, role=True))

    assert row == GOOD._replace(tool="['Bash']", cwd="", session="{'a': 1}", role="True")


def test_damaged_lines_are_set_aside_and_told_of_and_the_others_taken(tmp_path: Path) -> None:
    """One bad line costs nobody else's record."""
    spool = Spool(tmp_path)
    some = [one for one in DAMAGED.values() if one and b"\n" not in one]
    spool.put([record_line(a_record()), *some, record_line(a_record()), event_line(an_event())])
    with a_trail(tmp_path) as trail:
        [taken] = take_in(spool, trail)
        assert taken.lines == len(some) + 3

        kept = all_kept(trail.store)
        assert [k.record.spooled for k in kept] == [True, True]
        assert all_breaks(trail.store) == []
        stopped, damaged = trail.store.events()
        assert (stopped.kind, stopped.spooled) == ("Stop", True)
        assert damaged.kind == "spool-damaged"
        assert damaged.body["lines"] == len(some)
        aside = Path(damaged.body["file"])
        assert aside.read_bytes() == b"".join(one + b"\n" for one in some)


def test_damage_is_told_once_however_often_it_is_found(tmp_path: Path) -> None:
    """A crash behind the event leads to the same event."""
    spool = Spool(tmp_path)
    spool.put([b"{"])
    with a_trail(tmp_path) as trail:
        for _ in range(2):
            steps = take_in(spool, trail)
            next(steps)
            steps.close()
        list(take_in(spool, trail))

        assert [event.kind for event in trail.store.events()] == ["spool-damaged"]


def test_a_failing_store_leaves_everything_where_it_is(tmp_path: Path) -> None:
    """What could not be kept is taken in the next time."""
    spool = Spool(tmp_path)
    records = [a_record() for _ in range(3)]
    spool.put([record_line(record) for record in records])
    with a_trail(tmp_path) as trail:
        pass
    with pytest.raises(StoreError):
        list(take_in(spool, trail))
    spool.put([record_line(a_record())])
    with pytest.raises(StoreError):
        list(take_in(spool, trail))
    names = sorted(path.name for path in (tmp_path / "spool").iterdir())
    assert (len(names), names[0]) == (2, "records.jsonl")

    with a_trail(tmp_path) as trail:
        assert sum(taken.lines for taken in take_in(spool, trail)) == 4
        assert len(all_kept(trail.store)) == 4
        assert list((tmp_path / "spool").iterdir()) == []


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def shared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Path, Store, Trail]]:
    """Share one home with many examples."""
    home = tmp_path_factory.mktemp("home")
    with ExitStack() as stack:
        store: Store
        if request.param == "sqlite":
            store = open_sqlite(home / DATABASE)
        else:
            schema = fresh_schema(request.getfixturevalue("postgres"))
            store = open_postgres(stack.enter_context(schema))
        stack.callback(store.close)
        yield home, store, trail_over(store, home)


@settings(max_examples=amount(20, 80), deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(set(GOOD._fields) - {"uid"})), ANYTHING, max_size=6))
def test_no_row_poisons_the_chain(
    shared: tuple[Path, Store, Trail], fields: dict[str, object]
) -> None:
    """Whatever the fields of a row are, it is taken in or set aside, and the chains hold."""
    home, store, trail = shared
    spool = Spool(home)
    spool.put([line(**{"uid": a_record().uid, **fields}), record_line(a_record())])
    before = len(all_kept(store))
    list(take_in(spool, trail))

    assert len(all_kept(store)) - before in {1, 2}
    assert all_breaks(store) == []


def test_a_large_spool_is_taken_in_pieces(tmp_path: Path) -> None:
    """Between two batches the owner can do other things, and write to the same chain."""
    spool = Spool(tmp_path)
    spool.put([record_line(a_record()) for _ in range(BATCH * 2 + 5)])
    with a_trail(tmp_path) as trail:
        for _ in take_in(spool, trail):
            trail.append([a_record()])

        assert len(all_kept(trail.store)) == BATCH * 2 + 5 + 3
        assert all_breaks(trail.store) == []

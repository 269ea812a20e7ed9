"""
Attacks on the formats of a chain, in a real SQLite file that somebody else can write.

There is no key in a chain, so the hashes are made anew as the program would: what is found is
found by the rules for formats alone. A hash of an older format says nothing of later columns.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from proctor.audit.chain import CHANGED, OLDER, UNKNOWN, Head, link
from proctor.audit.rows import COLUMNS, FORMAT, FORMATS, to_values
from proctor.audit.stores.sqlite import open_sqlite
from proctor.audit.verify import verify
from tests.contracts.samples import everything, keep, record

# A made-up format before the first, without the last column.
OLD, LATER = 0, COLUMNS[-1]
COUNT = 4


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a store with a chain, kept by a program that knows one more format, an older one."""
    monkeypatch.setitem(FORMATS, OLD, COLUMNS[:-1])
    path = tmp_path / "proctor.db"
    with closing(open_sqlite(path)) as store:
        keep(store, *(record(f"u-{n}", **{LATER: ""}) for n in range(1, COUNT + 1)))
    return path


def found(file: Path) -> list[tuple[int, str]]:
    """Return the breaks that the program finds, by place and word."""
    with closing(open_sqlite(file)) as store:
        return [(each.seq, each.what) for each in verify(store).breaks]


def seal_anew(file: Path, formats: Mapping[int, int]) -> None:
    """Give records other formats, and every record behind them the hash that then fits."""
    with closing(open_sqlite(file)) as store:
        rows = everything(store)
    head = Head()
    with closing(sqlite3.connect(file)) as database, database:
        for row in rows:
            number = formats.get(row.seq, row.format)
            values = to_values(row.record)[: len(FORMATS.get(number, COLUMNS))]
            head = Head(row.seq, link(head.hash, row.host, row.home, row.seq, values, number))
            wanted = (number, head.hash, row.n)
            database.execute("UPDATE records SET format = ?, hash = ? WHERE n = ?", wanted)


def fill(file: Path, seq: int) -> None:
    """Fill the later column of a record, and touch nothing else."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(f"UPDATE records SET {LATER} = 'u-forged' WHERE seq = ?", (seq,))  # noqa: S608 - our own column


def relabel(file: Path) -> None:
    """Say that a record was written in the older format, without a new hash."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE records SET format = ? WHERE seq = 2", (OLD,))


def downgrade(file: Path) -> None:
    """Put a record into the older format, then fill what its hash no longer covers."""
    seal_anew(file, {3: OLD})
    fill(file, 3)


def fill_old(file: Path) -> None:
    """Fill the later column of a record of a chain that was always in the older format."""
    seal_anew(file, dict.fromkeys(range(1, COUNT + 1), OLD))
    fill(file, 2)


def test_chain_that_was_sealed_anew_holds(file: Path) -> None:
    """Else the rows below would prove nothing: from an older format to a newer one is as it was."""
    seal_anew(file, {})
    assert found(file) == []

    seal_anew(file, {1: OLD, 2: OLD})
    assert found(file) == []


@pytest.mark.parametrize(
    ("attack", "breaks"),
    [
        (relabel, [(2, CHANGED)]),
        (lambda file: seal_anew(file, {3: OLD}), [(3, OLDER)]),
        (downgrade, [(3, CHANGED)]),
        (lambda file: seal_anew(file, dict.fromkeys((3, 4), OLD)), [(3, OLDER)]),
        (lambda file: seal_anew(file, {COUNT: FORMAT + 1}), [(COUNT, UNKNOWN)]),
        (lambda file: seal_anew(file, {2: -1}), [(2, UNKNOWN)]),
        (lambda file: fill(file, 2), [(2, CHANGED)]),
        (fill_old, [(2, CHANGED)]),
    ],
    ids="relabel older downgrade older-end newer no-format filled filled-old".split(),
)
def test_format_hides_no_change(
    file: Path, attack: Callable[[Path], None], breaks: list[tuple[int, str]]
) -> None:
    """A downgrade, a format of no version and a filled later column are told, each at its place."""
    attack(file)

    assert found(file) == breaks

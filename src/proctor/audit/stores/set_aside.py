"""
Put a damaged database file aside, and keep what a new one must know of it.

    proctor.db, -wal, -shm  ──►  proctor-damaged-20261118T051200Z.db, …-wal, …-shm

INVARIANT: nothing is deleted or overwritten, and nothing of the old file is believed but its
numbers. What it held is gone from the new one: records, remembered answers, open questions,
workflow runs, agents. So more is asked, never less. Numbers go on behind those of the old file,
so that an answer to an old question never meets a new one.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from proctor.audit.chain import Head
from proctor.audit.stores.sqlite import SqliteDatabase, open_sqlite
from proctor.audit.stores.sqlite_file import EMPTIED, READER_WAITS, connect
from proctor.audit.stores.sqlite_store import SqliteStore
from proctor.errors import StoreError

LOG = logging.getLogger("proctor.store")
# SQLite keeps these beside a file, under its name.
BESIDE = ("-wal", "-shm")
MARK = "damaged"
# What people and agents name by its number, and may still name when the file is gone.
NUMBERED = ("questions", "grants")
# Numbers begin here where the old file does not tell: no file has given so many.
NO_NUMBERS_BEFORE = datetime(2025, 1, 1, tzinfo=UTC).timestamp()
# More chains than this are not named.
MOST_HEADS = 20
# The last numbers may have been in a log that is lost: new ones keep so far away from them.
SPARE, SPARE_RUNS = 1000, 100
WITHOUT_FILE = "`{path}` is gone, and only its log was left"
WITHOUT_ALL = "`{path}` is gone, although it was there before"
CANNOT = "`{path}` is damaged, and cannot be set aside: {why}"
WHAT_TO_DO = (
    "move it away yourself, with the files beside it that have its name, and run `proctor up`; "
    "until then records go to the spool, and nobody can be asked"
)


class Damage(NamedTuple):
    """
    What is wrong with a file, and the last links of its chains as their writer knew them.

    `copy` has what could still be read of a file that was removed.
    """

    why: str
    heads: Mapping[str, Head] = {}
    copy: Path | None = None


class SetAside(NamedTuple):
    """A file that was put aside: where it was, where it is if it is left, and what is known."""

    path: Path
    now: Path | None
    damage: Damage


def lost(path: Path, heads: Mapping[str, Head] = {}) -> Damage | None:
    """
    Return what is wrong with a file that was there and has nothing in it; None if nothing is.

    Args:
        path: the file.
        heads: the last links of its chains as far as they are known elsewhere.

    """
    real = real_path(path)
    try:
        size = real.stat().st_size
    except FileNotFoundError:
        logged = real.with_name(f"{real.name}-wal")
        if logged.exists():
            return Damage(WITHOUT_FILE.format(path=path), heads)
        return Damage(WITHOUT_ALL.format(path=path), heads) if heads else None
    except OSError:
        return None  # whoever opens it says what is wrong
    return Damage(EMPTIED.format(path=path), heads) if size == 0 else None


def may_set_aside(path: Path) -> bool:
    """Return whether a file could be renamed where it is."""
    return os.access(real_path(path).parent, os.W_OK | os.X_OK, effective_ids=True)


def set_aside(path: Path, damage: Damage) -> SetAside:
    """
    Rename a file and those beside it; a link to it stays, and leads to the new file then.

    Raises:
        StoreError: it cannot be renamed; nothing was changed then.

    """
    real = real_path(path)
    now, renamed = free_name(real), False
    try:
        # The file first: a log without its file is found the next time, the other way not.
        for ending in ("", *BESIDE):
            with suppress(FileNotFoundError):
                real.with_name(real.name + ending).rename(now.with_name(now.name + ending))
                renamed = True
        sync(real.parent)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise cannot(path, why) from error
    return SetAside(path, damage.copy or (now if renamed else None), damage)


def copy_moved(database: SqliteDatabase, path: Path) -> Path | None:
    """Copy a file that was removed while it is open here; None where that cannot be done."""
    copy = free_name(real_path(path))
    try:
        database.copy_to(copy)
    except (StoreError, OSError) as error:
        LOG.error("`%s` cannot be saved: %s", path, error)  # noqa: TRY400 - what it says is all
        with suppress(OSError):
            copy.unlink()
        return None
    return copy


def cannot(path: Path, why: str) -> StoreError:
    """Return the error for a file that cannot be set aside."""
    return StoreError(CANNOT.format(path=path, why=why), help=WHAT_TO_DO)


def free_name(real: Path) -> Path:
    """Return a name beside a file that nothing has."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    number = 0
    while True:
        more = f"-{number}" if number else ""
        name = real.with_name(f"{real.stem}-{MARK}-{stamp}{more}{real.suffix}")
        if not any(os.path.lexists(f"{name}{ending}") for ending in ("", *BESIDE)):
            return name
        number += 1


def files_aside(path: Path) -> list[Path]:
    """Return the files that were set aside and are still there, oldest first."""
    real = real_path(path)
    try:
        return sorted(real.parent.glob(f"{real.stem}-{MARK}-*{real.suffix}"))
    except OSError:
        return []


def last_heads(aside: SetAside, host: str, home: str) -> dict[str, Head]:
    """Return the last known links of the old file's chains: as read in it, or as remembered."""
    found: dict[str, Head] = {}
    if aside.now is not None:
        with suppress(Exception), closing(open_sqlite(aside.now, read_only=True)) as old:
            found = old.heads(host, home)
    for agent, head in aside.damage.heads.items():
        if head.seq >= found.get(agent, Head()).seq:
            found[agent] = head
    return dict(list(found.items())[:MOST_HEADS])


def go_on_counting(new: SqliteStore, old: Path | None) -> None:
    """
    Let the numbers of a new file begin behind those that the old one has given.

    Raises:
        StoreError: the new file cannot be written.

    """
    now = datetime.now(UTC)
    given = read_pairs(old, "SELECT name, seq FROM sqlite_sequence")
    unknown = int(now.timestamp() - NO_NUMBERS_BEFORE)
    runs = read_pairs(old, "SELECT day, given FROM run_numbers")
    today, seconds = now.strftime("%Y%m%d"), now.hour * 3600 + now.minute * 60 + now.second
    with new.database.transaction():
        for name in NUMBERED:
            last = given.get(name, 0) + SPARE if given else unknown
            new.database.rows("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [name, last])
        # Runs are numbered anew every day. Who works under a lost one must not join another.
        last = runs[today] + SPARE_RUNS if today in runs else seconds
        new.database.rows("INSERT INTO run_numbers (day, given) VALUES (?, ?)", [today, last])


def read_pairs(path: Path | None, sql: str) -> dict[str, int]:
    """Read names and their numbers in a damaged file; nothing where that is not possible."""
    if path is None:
        return {}
    try:
        with closing(connect(path, busy_ms=READER_WAITS)) as connection:
            rows = connection.execute(sql).fetchall()
    except Exception:  # noqa: BLE001 - whatever a damaged file gives, it is not believed
        return {}
    return {name: given for name, given in rows if type(name) is str and type(given) is int}


def real_path(path: Path) -> Path:
    """Return where a file really lies: SQLite keeps its log there, not beside a link."""
    return Path(os.path.realpath(path))


def sync(folder: Path) -> None:
    """Let the new names outlast a loss of power."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)

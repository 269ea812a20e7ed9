"""
Where a process leaves its records and events that finds no owner, or does not wait for it.

    <home>/spool/records.jsonl     lines, appended under a lock
    <home>/spool/taking-….jsonl    what an owner is taking in; nobody writes to it
    <home>/spool/damaged.jsonl     lines that could not be read

A line is `{"v":1,"kind":"record"|"event","row":{…}}`, redacted already. An owner
renames the file under its lock and unlinks it when everything in it is kept, so
a crash at any point leaves either the one or the other, and what was taken
already is known by its uid.

This runs in a hook, too: it imports almost nothing.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import NoReturn

    from proctor.terms.event import Event
    from proctor.terms.record import Record

VERSION = 1
FOLDER, RECORDS, DAMAGED = "spool", "records.jsonl", "damaged.jsonl"
TAKING, END = "taking-", ".jsonl"
# Longer than any line of ours; of a longer one only the beginning is looked at.
LONGEST, SHOWN = 1 << 20, 1 << 16
PIECE = 1 << 18
BATCH = 200
# What cannot be read is kept for a person to look at, but not without end.
MOST_DAMAGED = 1 << 26
# So long for a lock that is held for microseconds: then something is wrong.
PATIENCE, PAUSE = 5.0, 0.002
# Neither a link nor a pipe, nor anything that a child could inherit.
FLAGS = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def record_line(record: Record) -> bytes:
    """Return the line of a record, which must be redacted."""
    return line_of("record", record._asdict())


def event_line(event: Event) -> bytes:
    """Return the line of an event, which must be redacted."""
    return line_of("event", event._asdict())


def line_of(kind: str, row: dict[str, object]) -> bytes:
    """Return a line; JSON in ASCII has no newline in it."""
    line = {"v": VERSION, "kind": kind, "row": row}
    return json.dumps(line, separators=(",", ":"), default=repr).encode()


class Spool:
    """The spool of a home."""

    def __init__(self, home: Path | str) -> None:
        self.home = str(home)
        self.folder = os.path.join(self.home, FOLDER)  # noqa: PTH118 - pathlib is slow to import

    def put(
        self, lines: Sequence[bytes], *, sync: bool = False, patience: float = PATIENCE
    ) -> bool:
        """
        Append lines, all of them or none.

        Args:
            lines: without their ends.
            sync: wait until they are on the disk, as for a crash of the machine.
            patience: so many seconds to wait for others who write.

        Raises:
            StoreError: they could not be written.

        """
        try:
            with Folder(self.home, self.folder) as folder:
                file = current(folder.file, patience)
                try:
                    append(file, lines)
                    if sync:
                        os.fsync(file)
                finally:
                    let_go(file)
        except OSError as error:
            refuse(self.folder, error)
        return True

    def size(self) -> int:
        """Return how many bytes wait in the file that grows."""
        try:
            return os.stat(os.path.join(self.folder, RECORDS)).st_size  # noqa: PTH116, PTH118 - see above
        except OSError:
            return 0

    def take(self) -> Iterator[tuple[str, list[bytes]]]:
        """
        Return what was spooled in batches, each with a name that is always the same for it.

        For the owner alone. To go on means that the last batch is kept; what
        was not gone through to the end comes again.

        Raises:
            StoreError: the spool cannot be read or moved.

        """
        try:
            for name in self._waiting():
                yield from self._batches(name)
                os.unlink(os.path.join(self.folder, name))  # noqa: PTH108, PTH118 - see above
        except OSError as error:
            refuse(self.folder, error)

    def _waiting(self) -> Iterator[str]:
        """Return the files to take in: those that a crash has left, then the one that grows."""
        try:
            names = os.listdir(self.folder)  # noqa: PTH208 - see above
        except FileNotFoundError:
            return
        yield from sorted(n for n in names if n.startswith(TAKING) and n.endswith(END))
        if RECORDS in names and (name := self._move()):
            yield name

    def _move(self) -> str:
        """Rename the file that grows, while nobody writes; empty if there is nothing to take."""
        name = f"{TAKING}{time.time_ns():020d}-{os.urandom(4).hex()}{END}"
        with Folder(self.home, self.folder) as folder:
            file = opened(RECORDS, os.O_RDWR, folder.file)
            try:
                if not os.fstat(file).st_size:
                    return ""
                # INVARIANT: a writer holds this lock and has seen this name on its file.
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if not is_still(file, folder.file):
                    return ""
                os.rename(RECORDS, name, src_dir_fd=folder.file, dst_dir_fd=folder.file)
            except BlockingIOError:
                return ""  # somebody writes: the next time, then
            finally:
                let_go(file)
        return name

    def _batches(self, name: str) -> Iterator[tuple[str, list[bytes]]]:
        """Return the lines of a file in batches."""
        with Folder(self.home, self.folder) as folder:
            file = opened(name, os.O_RDONLY, folder.file)
        try:
            batch: list[bytes] = []
            number = 0
            for line in lines_of(file):
                batch.append(line)
                if len(batch) == BATCH:
                    yield f"{name}:{number}", batch
                    batch = []
                    number += 1
            if batch:
                yield f"{name}:{number}", batch
        finally:
            os.close(file)

    def put_damaged(self, lines: Sequence[bytes]) -> bool:
        """
        Keep lines that could not be read; False if there are too many of them already.

        Raises:
            StoreError: they could not be written.

        """
        try:
            with Folder(self.home, self.folder) as folder:
                file = opened(DAMAGED, os.O_RDWR | os.O_APPEND | os.O_CREAT, folder.file)
                try:
                    if os.fstat(file).st_size > MOST_DAMAGED:
                        return False
                    append(file, lines)
                finally:
                    os.close(file)
        except OSError as error:
            refuse(self.folder, error)
        return True


class Folder:
    """The spool's folder, held open so that nobody puts another in its place meanwhile."""

    def __init__(self, home: str, path: str) -> None:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            self.file = os.open(path, flags)
        except FileNotFoundError:
            os.makedirs(home, 0o700, exist_ok=True)  # noqa: PTH103 - pathlib is slow to import
            os.makedirs(path, 0o700, exist_ok=True)  # noqa: PTH103 - likewise
            self.file = os.open(path, flags)

    def __enter__(self) -> Folder:  # noqa: PYI034 - `typing` is slow to import
        return self

    def __exit__(self, *problem: object) -> None:
        os.close(self.file)


def opened(name: str, flags: int, folder: int) -> int:
    """Open a plain file of the folder."""
    file = os.open(name, flags | FLAGS, 0o600, dir_fd=folder)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(0, "it is not a plain file", name)
    return file


def current(folder: int, patience: float) -> int:
    """Open the file that grows, and lock it; again, if it was renamed in between."""
    end = time.monotonic() + patience
    while True:
        file = opened(RECORDS, os.O_RDWR | os.O_APPEND | os.O_CREAT, folder)
        try:
            lock(file, end)
            if is_still(file, folder):
                return file
        except BaseException:
            let_go(file)
            raise
        let_go(file)


def let_go(file: int) -> None:
    """Close a file that may be locked; a process that was forked meanwhile has it open, too."""
    try:
        fcntl.flock(file, fcntl.LOCK_UN)
    finally:
        os.close(file)


def lock(file: int, end: float) -> None:
    """Lock a file before a time."""
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                raise OSError(0, "another process keeps it locked", RECORDS) from None
            time.sleep(PAUSE)
        else:
            return


def is_still(file: int, folder: int) -> bool:
    """Say whether a file still has its name; it is locked, so that it stays so."""
    try:
        named = os.stat(RECORDS, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    ours = os.fstat(file)
    return (named.st_ino, named.st_dev) == (ours.st_ino, ours.st_dev)


def append(file: int, lines: Sequence[bytes]) -> None:
    """Write lines behind what is there, or nothing."""
    size = os.fstat(file).st_size
    # Somebody was killed, or the disk was full: what they left must not spoil our first line.
    start = b"\n" if size and os.pread(file, 1, size - 1) != b"\n" else b""
    text = start + b"".join(line + b"\n" for line in lines)
    written = 0
    try:
        written = os.write(file, text)
    finally:
        if written != len(text):
            os.ftruncate(file, size)
    if written != len(text):
        raise OSError(0, "there is no room left")


def lines_of(file: int) -> Iterator[bytes]:
    """Return the lines of a file, of a very long one only the beginning."""
    rest = b""
    skipping = False
    while piece := os.read(file, PIECE):
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            if not skipping and line:
                yield line if len(line) <= LONGEST else line[:SHOWN]
            skipping = False
        if len(rest) > LONGEST:
            if not skipping:
                yield rest[:SHOWN]
            skipping, rest = True, b""
    if rest and not skipping:
        yield rest


def refuse(folder: str, error: OSError) -> NoReturn:
    """Tell what is wrong with the spool."""
    from proctor.errors import StoreError  # noqa: PLC0415 - every hook would pay for it

    raise StoreError(
        f"the spool in `{folder}` cannot be used: {error.strerror or error}",
        help="see to whom the folder belongs, whether its disk is full, and what the files are",
    ) from error

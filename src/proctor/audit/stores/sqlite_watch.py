"""
Notice when the files of an open database are removed, replaced or cut off.

SQLite keeps its files open and does not notice: it goes on writing into a file that has no name
any more, and a log that was cut off shows only when it is read. So the writer looks at the names
itself: at the log before a write, which would let it grow again, and at the file behind it,
before anything counts as kept.

    rm proctor.db           the name leads to no file, or to another one   ──► DamagedStore
    truncate -s 0 …-wal     it is shorter than what is in use of it        ──► DamagedStore

Nothing here opens the database: closing it would release SQLite's own locks on it.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import NamedTuple, NoReturn

from proctor.audit.stores.sqlite_errors import SET_ASIDE
from proctor.errors import DamagedStore, StoreError

MOVED = "`{path}` was removed or replaced while it was in use"
CUT = "`{path}` was cut off while it was in use"
UNSEEN = "`{path}` cannot be looked at: {why}"
# The beginning of the index of the log: sqlite.org/walformat.html, section 2.1.
INDEX_BYTES = 100
PAGE_SIZE, FRAMES, PAGES, COPIED = 14, 16, 20, 96
LOG_HEAD, FRAME_HEAD = 32, 24
# A page size that does not fit into two bytes.
LARGEST_PAGE = 65_536


class MovedStore(DamagedStore):
    """A file is not where it was; a connection that has it open can still read all of it."""


class Index(NamedTuple):
    """What the log holds: its frames, how many of them are in the file too, and the file's size."""

    page: int
    frames: int
    copied: int
    pages: int


class WatchedFiles:
    """
    The three files of a database that is open for writing.

    Raises:
        DamagedStore: one of them is gone already.
        StoreError: they cannot be looked at.

    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)
        # SQLite keeps them beside the file itself, not beside a link to it.
        real = os.path.realpath(path)
        self.log, self.index = f"{real}-wal", f"{real}-shm"
        # INVARIANT: closed after SQLite's own, since closing releases its locks.
        self._index_file: int | None = None
        file, log, index = (self._look(name) for name in (self.name, self.log, self.index))
        self._file, self._log, self._index = identity(file), identity(log), identity(index)
        self._file_size, self._log_size = file.st_size, log.st_size

    def check_log(self) -> None:
        """
        Look at the log, before a write.

        Raises:
            DamagedStore: it is gone, another one, or cut off.
            StoreError: it cannot be looked at.

        """
        log = self._look(self.log)
        if (log.st_ino, log.st_dev) != self._log:
            raise moved(self.path)
        if log.st_size < self._log_size:
            used = self._read_index()
            needed = LOG_HEAD + used.frames * (FRAME_HEAD + used.page)
            # What is in the file too is not read in the log any more.
            if used.copied < used.frames and log.st_size < needed:
                raise cut(self.log)
        self._log_size = log.st_size

    def check_file(self) -> None:
        """
        Look at the file, behind a write.

        Raises:
            DamagedStore: it is gone, another one, or cut off.
            StoreError: it cannot be looked at.

        """
        file = self._look(self.name)
        if (file.st_ino, file.st_dev) != self._file:
            raise moved(self.path)
        if file.st_size < self._file_size:
            used = self._read_index()
            # A VACUUM of a person shortens the file to what it says that it has.
            if used.copied < used.frames or file.st_size < used.pages * used.page:
                raise cut(self.name)
        self._file_size = file.st_size

    def check(self) -> None:
        """
        Look at all of them.

        Raises:
            DamagedStore: one is gone, another one, or cut off.
            StoreError: they cannot be looked at.

        """
        self.check_log()
        self.check_file()
        if identity(self._look(self.index)) != self._index:
            raise moved(self.path)

    def close(self) -> None:
        """Let go of them; only behind SQLite."""
        if self._index_file is not None:
            os.close(self._index_file)
            self._index_file = None

    def _look(self, name: str) -> os.stat_result:
        try:
            return os.stat(name)  # noqa: PTH116 - before and behind each write, and pathlib is slow
        except (FileNotFoundError, NotADirectoryError):
            raise moved(self.path) from None
        except OSError as error:
            refuse(name, error)

    def _read_index(self) -> Index:
        try:
            if self._index_file is None:
                self._index_file = os.open(self.index, os.O_RDONLY | os.O_CLOEXEC)
            head = os.pread(self._index_file, INDEX_BYTES, 0)
        except OSError as error:
            refuse(self.index, error)
        if len(head) < INDEX_BYTES:
            raise cut(self.index)
        (page,) = struct.unpack_from("=H", head, PAGE_SIZE)
        frames, pages, copied = (
            struct.unpack_from("=I", head, place)[0] for place in (FRAMES, PAGES, COPIED)
        )
        return Index(LARGEST_PAGE if page == 1 else page, frames, copied, pages)


def identity(file: os.stat_result) -> tuple[int, int]:
    """Return what tells a file from every other one."""
    return file.st_ino, file.st_dev


def moved(path: Path) -> MovedStore:
    """Return the error for a file that is not where it was."""
    return MovedStore(MOVED.format(path=path), help=SET_ASIDE)


def cut(name: str) -> DamagedStore:
    """Return the error for a file that is shorter than what is in use of it."""
    return DamagedStore(CUT.format(path=name), help=SET_ASIDE)


def refuse(name: str, error: OSError) -> NoReturn:
    """Say that nobody knows where a write goes; it does not count as kept."""
    raise StoreError(UNSEEN.format(path=name, why=(error.strerror or str(error)).lower())) from None

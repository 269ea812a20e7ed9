"""
Role files that were read already, by their content: for a process that looks again and again.

To read a file costs a thousand times what it costs to know it again. What is remembered is
what a file says, never where it lies or whether it counts: another content, another name or
another catalogue of tools is read anew. Old ones go first, once there is too much.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import count
from threading import Lock
from typing import Generic, TypeVar

from proctor.roles.permissions import Known
from proctor.roles.read import RoleFile, read_role_file

Found = TypeVar("Found")
# So many bytes of files are remembered; what is made of them takes up to fifty times as much.
MOST = 4 << 20
# Whether a rule has ended is another answer tomorrow.
PASSING = b"until"
# Catalogues of tools, one for each project, of which files are remembered.
MOST_MARKS = 100
NUMBERS = count()


class Memory(Generic[Found]):
    """What was made of some bytes, by what they are."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.size = 0
        self.known: OrderedDict[Hashable, tuple[int, Found]] = OrderedDict()
        self.lock = Lock()

    def get(
        self, key: Hashable, size: int, make: Callable[[], Found], *, keep: bool = True
    ) -> Found:
        """Return what is known by a key; if nothing is, make it, and keep it for the next time."""
        with self.lock:
            found = self.known.get(key)
            if found is not None:
                self.known.move_to_end(key)
                return found[1]
        made = make()
        with self.lock:
            if keep and key not in self.known:
                self.known[key] = (size, made)
                self.size += size
            while self.size > self.most:
                _, (less, _) = self.known.popitem(last=False)
                self.size -= less
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self.lock:
            self.known.clear()
            self.size = 0


class RememberedFiles:
    """Reads role files, each content once for the tools and profiles that are known."""

    def __init__(self) -> None:
        self.memory: Memory[RoleFile] = Memory()
        self.marks: dict[Hashable, int] = {}
        self.last: tuple[Known, int] | None = None

    def read(self, data: bytes, file: str, known: Known, note: str = "") -> RoleFile:
        """Read one file, as `read_role_file` does."""
        return self.found(data, file, known, note, keep=True)

    def read_once(self, data: bytes, file: str, known: Known, note: str = "") -> RoleFile:
        """Read one file that may be only thought of: it is not remembered, if it was not before."""
        return self.found(data, file, known, note, keep=False)

    def found(self, data: bytes, file: str, known: Known, note: str, *, keep: bool) -> RoleFile:
        """Return what is known of a file, or read it."""

        def read() -> RoleFile:
            return read_role_file(data, file, known, note)

        if PASSING in data:
            return read()
        return self.memory.get((file, note, data, self.mark(known)), len(data), read, keep=keep)

    def mark(self, known: Known) -> int:
        """Return the number of these tools and profiles; others have another one."""
        last = self.last
        if last is not None and last[0] is known:
            return last[1]
        catalogue, profiles = known.catalogue, tuple(sorted(known.profiles.items()))
        said = (catalogue.tools, catalogue.gone, catalogue.upstreams, profiles, known.infers)
        with self.memory.lock:
            if len(self.marks) >= MOST_MARKS:
                self.marks.pop(next(iter(self.marks)))
            mark = self.marks.setdefault(said, next(NUMBERS))
        self.last = (known, mark)
        return mark


FILES = RememberedFiles()

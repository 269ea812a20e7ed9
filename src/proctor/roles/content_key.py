"""
Say whether the files that a role may be made of are still what they were.

Their contents count, not their times: whoever changes a file within one tick of a clock,
or sets its time back, has changed it. Our own installed files count too.

This runs in a hook: it imports almost nothing.
"""

from __future__ import annotations

import os
import stat

from proctor.quick_digest import blake2b
from proctor.roles.identity import key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = 1
DIGEST_BYTES = 16
# What a home and a project have that roles are made of; `posts` looks at the same.
HOME_PARTS = ("config.yaml", "roles", "tools")
PROJECT_PARTS = ("config.yaml", "roles", "tools", "workflow-templates")
PROJECT_FOLDER = ".proctor"
# These are read; of others in the same folders it is enough to know that they are there.
READ = (".yaml", ".yml", ".json")
MOST_FILES, DEEPEST, MOST_BYTES = 3000, 5, 32 << 20
# A pipe is not waited for, and no child inherits anything.
FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
# With another one of these, the same files may make another policy.
OURS = (
    "policy/policy.py",
    "policy/rules.py",
    "policy/two_lists.py",
    "roles/build.py",
    "terms/builtin_tools.py",
)


class TooMuchError(Exception):
    """There is more in the folders than anybody has."""


def content_key(home: str, root: str) -> str:
    """
    Return a digest of every file that a role may be made of, and of our own version.

    Empty where there is too much to look at: nothing is kept then.
    """
    places = [
        *(f"{home}/{part}" for part in HOME_PARTS),
        f"{home}/trust/{key(root)}",
        *(f"{root}/{PROJECT_FOLDER}/{part}" for part in PROJECT_PARTS),
    ]
    seen = Seen()
    try:
        for place in places:
            seen.look(place, DEEPEST)
    except TooMuchError:
        return ""
    return digest(b"".join((*version(), *seen.found)))


class Seen:
    """What was found in the places where roles are written."""

    def __init__(self) -> None:
        self.found: list[bytes] = []
        self.bytes = 0

    def look(self, place: str, deeper: int) -> None:
        """Take down a file with its content, or all that is in a folder."""
        try:
            status = os.lstat(place)
            linked = stat.S_ISLNK(status.st_mode)
            if linked:
                status = os.stat(place)  # noqa: PTH116 - pathlib is slow to import
            kind = stat.S_IFMT(status.st_mode)
            said = self.content(place, status) if kind == stat.S_IFREG else b""
            names = sorted(os.listdir(place)) if deeper and kind == stat.S_IFDIR else ()  # noqa: PTH208 - likewise
        except OSError as error:
            self.add(place, f"error {error.errno}", b"")
            return
        self.add(place, f"{kind:o} {linked}", said)
        for name in names:
            self.look(f"{place}/{name}", deeper - 1)

    def content(self, place: str, status: os.stat_result) -> bytes:
        """Return what a file says, or of one that nobody reads that it is there."""
        if not place.endswith(READ):
            return b"%d %d" % (status.st_mtime_ns, status.st_size)
        if status.st_size + self.bytes > MOST_BYTES:
            raise TooMuchError
        file = os.open(place, FLAGS)
        try:
            return b"".join(pieces(file, MOST_BYTES))
        finally:
            os.close(file)

    def add(self, place: str, what: str, said: bytes) -> None:
        """Take something down so that nothing else looks the same."""
        self.bytes += len(said)
        if len(self.found) >= MOST_FILES or self.bytes > MOST_BYTES:
            raise TooMuchError
        name = os.fsencode(place)
        self.found.append(b"%d %s %s %d " % (len(name), name, what.encode(), len(said)) + said)


def pieces(file: int, most: int) -> Iterator[bytes]:
    """Read a file, not further than this."""
    while most > 0 and (piece := os.read(file, min(most, 1 << 18))):
        most -= len(piece)
        yield piece


def version() -> Iterator[bytes]:
    """Return what tells one installation of ours from another."""
    package = __file__.removesuffix("/roles/content_key.py")
    folder = f"{package}/roles/built_in"
    yield b"%d " % FORMAT
    for path in (
        *(f"{package}/{part}" for part in OURS),
        *(f"{folder}/{name}" for name in sorted(os.listdir(folder))),  # noqa: PTH208 - see above
    ):
        found = os.stat(path)  # noqa: PTH116 - likewise
        yield b"%d %d %d " % (found.st_mtime_ns, found.st_size, found.st_ino)


def digest(text: bytes, size: int = DIGEST_BYTES) -> str:
    """Return a digest of a text."""
    return blake2b(text, digest_size=size).hexdigest()

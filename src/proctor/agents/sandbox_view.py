"""
What an agent in a sandbox sees of the files: mounts, each by the folder that it stands at.

The whole system is there to be read. Over it lie empty folders in which nothing of the
person's is left, and in these again what the agent needs. Of several mounts the nearest to
a file counts, so they are made in the order of their paths.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from proctor.errors import UsageError

# Where everybody may put things, and where services listen.
SHARED = ("/tmp", "/var/tmp", "/run", "/var/run")  # noqa: S108 - they are hidden
# Where people's own files lie.
PEOPLES = ("/home", "/root")
# Nobody works in these, nor in what has them in it.
SYSTEM = (
    "/bin", "/boot", "/dev", "/etc", "/lib", "/lib64", "/proc", "/sbin", "/sys", "/usr", "/var",
    *SHARED, *PEOPLES,
)  # fmt: skip
KERNELS = ("/dev", "/proc", "/sys")
MOST_LINKS = 40


class Kind(Enum):
    """How something is to be seen."""

    HIDDEN = "--tmpfs"
    READ = "--ro-bind"
    WRITE = "--bind"
    LINK = "--symlink"


class Mount(NamedTuple):
    """One mount: its kind, and what it shows, or where a link leads."""

    kind: Kind
    source: str = ""


class View:
    """All mounts, by where they stand; paths are those without links in them."""

    def __init__(self) -> None:
        self.mounts: dict[str, Mount] = {}

    def words(self) -> list[str]:
        """Return the view in bubblewrap's words."""
        words = []
        for path in sorted(self.mounts, key=lambda path: path.split("/")):
            kind, source = self.mounts[path]
            words += [kind.value, path] if kind is Kind.HIDDEN else [kind.value, source, path]
        return words

    def kind_at(self, path: str) -> Kind:
        """Return how a path is seen: as the nearest mount over it says."""
        while path not in self.mounts:
            if path in ("/", ""):
                return Kind.READ
            path = os.path.dirname(path)  # noqa: PTH120 - texts, thousands of times
        return self.mounts[path].kind

    def hide(self, folders: Iterable[str]) -> None:
        """Lay empty folders over those that are there."""
        for folder in folders:
            if os.path.isdir(folder) and not os.path.islink(folder):  # noqa: PTH112, PTH114 - texts
                self.mounts[folder] = Mount(Kind.HIDDEN)

    def write(self, folder: str) -> None:
        """Let a folder be written."""
        self.mounts[folder] = Mount(Kind.WRITE, folder)

    def read(self, path: str, source: str = "") -> None:
        """
        Let something be read and not written, wherever it lies.

        Where a folder above it can be written, that one is held in its place: else it could
        be moved away, and another put there.
        """
        above = os.path.dirname(path)  # noqa: PTH120 - a text
        while self.kind_at(above) is Kind.WRITE:
            self.mounts.setdefault(above, Mount(Kind.WRITE, above))
            above = os.path.dirname(above)  # noqa: PTH120 - the same
        self.mounts[path] = Mount(Kind.READ, source or path)

    def link(self, path: str) -> None:
        """Let the links on the way to a path be there too, where they would be hidden."""
        for link, target in links_of(path) if path.startswith("/") else ():
            if self.kind_at(link) is Kind.HIDDEN:
                self.mounts[link] = Mount(Kind.LINK, target)

    def show(self, path: str) -> None:
        """Let something be read, and be found by every link that leads there, if it is hidden."""
        self.link(path)
        real = os.path.realpath(path)
        if os.path.exists(real) and self.kind_at(real) is Kind.HIDDEN:  # noqa: PTH110 - a text
            self.mounts[real] = Mount(Kind.READ, real)


def links_of(path: str) -> list[tuple[str, str]]:
    """Return the links on the way to a path, each with what stands in it."""
    found: list[tuple[str, str]] = []
    rest = [part for part in path.split("/") if part]
    at = ""
    while rest and len(found) < MOST_LINKS:
        part = rest.pop(0)
        if part in (".", ".."):
            at = os.path.dirname(at) if part == ".." else at  # noqa: PTH120 - a text
            continue
        step = f"{at}/{part}"
        try:
            target = os.readlink(step)  # noqa: PTH115 - a text
        except OSError:
            at = step
            continue
        found.append((step, target))
        rest = [part for part in target.split("/") if part] + rest
        at = "" if target.startswith("/") else at
    return found


def is_in(path: str, folder: str) -> bool:
    """Say whether a path is a folder or lies in it."""
    return path == folder or path.startswith(f"{folder.rstrip('/')}/")


def homes_of(environ: Mapping[str, str]) -> list[str]:
    """Return the person's home folders: what the variable says, and what the system says."""
    caller = os.path.expanduser("~")  # noqa: PTH111 - the other fails where there is none
    named = [environ.get("HOME", ""), caller, system_home()]
    real = [os.path.realpath(folder) for folder in named if folder.startswith("/")]
    return [folder for folder in dict.fromkeys(real) if folder != "/"]


def system_home() -> str:
    """Return the home folder that the system knows."""
    import pwd  # noqa: PLC0415 - not on every system

    try:
        return pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return ""


def check_writable(folder: str, private: Iterable[str], closed: Iterable[str]) -> None:
    """
    Look whether a folder may be written by an agent in a sandbox.

    Args:
        folder: the folder, without links.
        private: what must not lie in it: homes, and Proctor's own folder.
        closed: what it must not lie in.

    Raises:
        UsageError: there would be no wall.

    """
    for inside in (*SYSTEM, *private):
        if is_in(inside, folder):
            raise UsageError(
                f"an agent in a sandbox cannot work in {folder}: {inside} would lie open to it",
                help="start it in the folder of a project: `--cwd DIR`",
            )
    for outside in (*KERNELS, *closed):
        if is_in(folder, outside):
            raise UsageError(
                f"an agent in a sandbox cannot work in {folder}: it lies in {outside}",
                help="start it in the folder of a project: `--cwd DIR`",
            )

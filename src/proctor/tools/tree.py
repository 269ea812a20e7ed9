"""What is below a folder of a workspace, as far as a role may know of it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from typing import NamedTuple, Self

import re2

from proctor.errors import ProctorError, UsageError
from proctor.file_status import status
from proctor.policy.path_patterns import path_regex, tidy
from proctor.tools.context import Context
from proctor.tools.workspace import names_in, opened_folder, status_in

# A repository's own files; they are listed where they are named.
LEFT_OUT = ".git"
DEEPEST, MOST_ENTRIES = 64, 200_000
LONGEST_PATTERN = 1000


class Entry(NamedTuple):
    """Something in a folder: its path as seen from the workspace, and from where it was looked."""

    path: str
    below: str
    mode: int

    @classmethod
    def of(cls, folder: int, names: tuple[str, ...], *, below: int) -> Self:
        """Look at something in an opened folder, a link as a link."""
        shown = "/".join(names)
        mode = status_in(folder, names[-1], shown).st_mode
        return cls(shown, "/".join(names[below:]), mode)

    @property
    def shown(self) -> str:
        """Return the path as it is listed."""
        mark = "/" if stat.S_ISDIR(self.mode) else "@" if stat.S_ISLNK(self.mode) else ""
        return f"{printable(self.path)}{mark}"

    @property
    def is_file(self) -> bool:
        """Say whether it is a plain file."""
        return stat.S_ISREG(self.mode)


def matching(pattern: str) -> Callable[[str], bool]:
    """
    Return what says whether a path fits a pattern, in linear time.

    Raises:
        UsageError: it is no pattern.

    """
    glob = tidy(pattern)
    if not glob or len(pattern) > LONGEST_PATTERN or ".." in glob.split("/"):
        raise UsageError("this is no pattern for files", help="as `*.py` or `src/**`")
    if "/" not in glob and glob != "**":
        glob = f"**/{glob}"
    options = re2.Options()
    options.log_errors = False
    options.dot_nl = True
    try:
        compiled = re2.compile(path_regex(glob), options=options)
    except re2.error:
        raise UsageError("this is no pattern for files", help="as `*.py` or `src/**`") from None
    return lambda path: compiled.fullmatch(path) is not None


def walk(context: Context, path: str) -> Iterator[Entry]:
    """
    Return everything below a folder, sorted, links shown and not followed.

    A file that the role may not read is left out: what it could not open by itself it does not
    get by looking around.

    Raises:
        NotFound: there is no such folder.
        UsageError: it is outside, behind a link, or no folder; or there is too much in it.

    """
    start = names_in(context.workspace, path)
    waiting = [start]
    count = 0
    while waiting:
        names = waiting.pop()
        try:
            entries = entries_of(context, names, below=len(start))
        except ProctorError:
            if names == start:
                raise
            continue  # it has gone, or became a link, since its folder was read
        for entry in entries:
            count += 1
            if count > MOST_ENTRIES:
                raise UsageError(
                    f"there are more than {MOST_ENTRIES:,} files", help="look in a smaller folder"
                )
            yield entry
        folders = [entry for entry in entries if stat.S_ISDIR(entry.mode)]
        if len(names) < len(start) + DEEPEST:
            waiting += [tuple(folder.path.split("/")) for folder in reversed(folders)]


def entries_of(context: Context, names: tuple[str, ...], *, below: int) -> list[Entry]:
    """Return what is in one folder, sorted by name."""
    found: list[Entry] = []
    ours = identity(status(str(context.home)))
    with opened_folder(context.workspace, names) as folder, os.scandir(folder) as scanned:
        for item in scanned:
            if item.name == LEFT_OUT:
                continue
            way, seen = (*names, item.name), item.stat(follow_symlinks=False)
            entry = Entry("/".join(way), "/".join(way[below:]), seen.st_mode)
            # Proctor's own files are nobody's to look at, wherever the home lies.
            if identity(seen) != ours and may_read(context, entry.path):
                found.append(entry)
    return sorted(found)


def identity(seen: os.stat_result | None) -> tuple[int, int] | None:
    """Return what tells a file from every other, under whichever name."""
    return None if seen is None else (seen.st_dev, seen.st_ino)


def may_read(context: Context, path: str) -> bool:
    """Say whether the role of a call may read a file, as far as that is known here."""
    return context.may_read is None or context.may_read(str(context.workspace / path))


def printable(text: str) -> str:
    """Return a text on one line, without anything that a terminal or a model could obey."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)

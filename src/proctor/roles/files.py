"""
Read the files of a `.proctor` folder without being led astray.

A project's folder comes with a cloned repository, so nothing in it is trusted:
every folder and file is opened relative to the one above it and no link is
followed, whatever changes meanwhile. The home's folder belongs to its user,
who may link as they like.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from proctor.documents import MAX_BYTES

PARTS = ("config.yaml", "roles", "tools", "workflow-templates")
SUFFIXES = (".yaml", ".yml")
MAX_FILES = 1000
MAX_TOTAL = 8 * 1024 * 1024
MAX_FOLDERS_DEEP = 4
# How many entries all files of a project may have, counted by what stands between them: to read
# them takes time, and other projects wait for it.
MAX_ENTRIES = 20_000
BETWEEN = (b",", b":", b"\n", b"[", b"{")
# A catalogue of tools is written by a machine, and read in a quick form of its own.
GENERATED = "tools/index.yaml"
MAX_GENERATED = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that was not read, and why."""

    code: str
    message: str
    help: str | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """The YAML files of a folder by their relative names, and those that were refused."""

    files: dict[str, bytes] = field(default_factory=dict)
    refused: dict[str, Refused] = field(default_factory=dict)


LINK = Refused("link", "a link in a project's folder is not followed", "put a file in its place")


def read_tree(folder: Path, *, parts: tuple[str, ...] = PARTS, follow: bool = False) -> Tree:
    """
    Read the YAML files of a `.proctor` folder; a folder that is not there is empty.

    Args:
        folder: the `.proctor` folder itself.
        parts: the files and folders in it that are read.
        follow: whether links are followed: only in a folder of the user's own.

    """
    walk = Walk(follow=follow)
    if folder.is_symlink() and not follow:
        walk.tree.refused["."] = LINK
        return walk.tree
    try:
        with opened(folder, follow=follow) as top:
            for part in parts:
                walk.take(top, part, part, 0)
    except FileNotFoundError:
        return walk.tree
    except OSError as error:
        walk.tree.refused["."] = refusal(error)
    return walk.tree


@contextmanager
def opened(name: str | Path, *, follow: bool, inside: int | None = None) -> Iterator[int]:
    """Open a folder, as such and nothing else."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    descriptor = os.open(name, flags, dir_fd=inside)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


class Walk:
    """One way through a folder; `deep` counts the folders that were entered."""

    def __init__(self, *, follow: bool) -> None:
        self.tree = Tree()
        self.follow = follow
        self.size = 0
        self.entries = 0

    def take(self, inside: int, name: str, path: str, deep: int) -> None:
        """Read one entry: a file, or a folder with all that is in it."""
        try:
            mode = os.stat(name, dir_fd=inside, follow_symlinks=self.follow).st_mode
            if stat.S_ISLNK(mode):
                self.tree.refused[path] = LINK
            elif name.endswith(SUFFIXES):
                self.take_file(inside, name, path, mode)
            elif stat.S_ISDIR(mode):
                self.take_folder(inside, name, path, deep)
            elif not deep:
                self.tree.refused[path] = Refused("not-a-file", "this is not a folder")
        except FileNotFoundError:
            # A part may be missing; what was listed is a link of the user's that leads nowhere.
            if deep:
                self.tree.refused[path] = Refused("unreadable", "the file is not there")
        except OSError as error:
            self.tree.refused[path] = refusal(error)

    def take_file(self, inside: int, name: str, path: str, mode: int) -> None:
        """Read a file, as long as there is not too much already."""
        if not stat.S_ISREG(mode):
            raise NotAFileError
        if len(self.tree.files) >= MAX_FILES or self.size > MAX_TOTAL:
            message = f"there are more than {MAX_FILES} files or {MAX_TOTAL // 1024} KiB"
            self.tree.refused["."] = Refused("too-much", message)
            return
        most = MAX_GENERATED if path == GENERATED else MAX_BYTES
        data = read_file(name, inside, follow=self.follow, most=most)
        if not self.follow and path != GENERATED:
            self.entries += sum(map(data.count, BETWEEN))
        if self.entries > MAX_ENTRIES:
            message = f"the files have more than {MAX_ENTRIES} entries in all"
            self.tree.refused["."] = Refused("too-much", message, "move what is not used elsewhere")
            return
        self.tree.files[path] = data
        self.size += len(data)

    def take_folder(self, inside: int, name: str, path: str, deep: int) -> None:
        """Read what is in a folder; names that begin with a dot are an editor's own."""
        if deep >= MAX_FOLDERS_DEEP:
            message = f"this is more than {MAX_FOLDERS_DEEP} folders deep"
            self.tree.refused[path] = Refused("too-much", message)
            return
        with opened(name, follow=self.follow, inside=inside) as folder:
            for entry in sorted(os.listdir(folder)):  # noqa: PTH208 - of a descriptor
                if not entry.startswith("."):
                    self.take(folder, entry, f"{path}/{entry}", deep + 1)


class NotAFileError(OSError):
    """A pipe, socket or device stands where a file should."""


def read_file(
    name: str, inside: int | None = None, *, follow: bool, most: int = MAX_BYTES
) -> bytes:
    """Read a regular file, one byte beyond the limit so that the reader sees it is too large."""
    # Without O_NONBLOCK, opening a pipe would wait for a writer.
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | (0 if follow else os.O_NOFOLLOW)
    with open(os.open(name, flags, dir_fd=inside), "rb") as file:  # noqa: PTH123 - a descriptor
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise NotAFileError
        return file.read(most + 1)


def refusal(error: OSError) -> Refused:
    """Say in words why something could not be opened."""
    if isinstance(error, NotAFileError):
        return Refused("not-a-file", "this is not a regular file")
    return Refused("unreadable", f"this cannot be read: {(error.strerror or 'error').lower()}")

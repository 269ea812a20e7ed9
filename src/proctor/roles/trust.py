"""
Keep what a person has trusted of a project.

`trust` copies the project's `.proctor` into the home, bound to the repository
and to the content. From then on the copy is what counts, whatever a pull, a
branch or an agent does to the files; what they say now can only add denies and
asks. The copy lies in a folder named by its content, and a manifest names that
folder: it is replaced in one step, so that a reader sees the old or the new.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from proctor.errors import Problem, ProctorError, RoleProblems
from proctor.home import make_private
from proctor.roles.files import Tree, read_tree
from proctor.roles.identity import identity, key
from proctor.terms.place import Place
from proctor.terms.unseen import one_line

FOLDER = ".proctor"
MANIFEST = "manifest.json"
VERSION = 1
# How rules are read: since 2, two lists of patterns imply an order and `otherwise: deny`.
READING = 2
# The name of a copy: the beginning of a digest.
COPY = re.compile(r"[0-9a-f]{24}")
AS_TRUSTED = "as trusted"


@dataclass(frozen=True, slots=True)
class Pinned:
    """
    A trusted copy: where it is, when it was made, and the digest of every file.

    `reading` says how the person who trusted it was shown its rules.
    """

    folder: Path
    trusted_at: str
    files: Mapping[str, str]
    reading: int = READING


@dataclass(frozen=True, slots=True)
class ProjectFiles:
    """A project's files as they are now, and as they were trusted."""

    now: Tree
    trusted: Tree | None
    pinned: Pinned | None

    @property
    def changed(self) -> bool:
        """Say whether the files differ from what was trusted."""
        return (
            self.trusted is None or self.trusted.files != self.now.files or bool(self.now.refused)
        )

    @property
    def read_as_before(self) -> bool:
        """Say whether the copy is read as it was when an earlier version showed it."""
        return self.reading < READING

    @property
    def reading(self) -> int:
        """Return how the rules of the copy are read."""
        return self.pinned.reading if self.pinned else READING

    def shown_now(self, name: str) -> str:
        """Name a file of the project as people see it."""
        return shown_file(name)

    def shown_trusted(self, name: str) -> str:
        """Name a file of the copy: as the project's own, marked where that differs by now."""
        note = self.note(name)
        return f"{shown_file(name)} ({note})" if note else shown_file(name)

    def note(self, name: str) -> str:
        """Return what to add where a file of the copy is named: it may differ by now."""
        copy = self.trusted.files.get(name) if self.trusted else None
        return "" if self.now.files.get(name) == copy else AS_TRUSTED

    @property
    def changes(self) -> list[str]:
        """Return what differs from what was trusted, a line for each file."""
        before = self.trusted.files if self.trusted else {}
        now = self.now.files
        lines = {name: "new" for name in now if name not in before}
        lines |= {name: "gone" for name in before if name not in now}
        lines |= {name: "changed" for name in now if before.get(name, now[name]) != now[name]}
        lines |= dict.fromkeys(self.now.refused, "refused")
        return [f"{what} {shown_file(name)}" for name, what in sorted(lines.items())]


def shown_file(name: str, folder: str = FOLDER) -> str:
    """Name a file of a project, or of another folder, as people see it: on one line."""
    return f"{folder}/{one_line(name)}"


def trust(root: Path, home: Path, *, shown: Tree | None = None, reading: int = READING) -> Pinned:
    """
    Copy a project's files into the home and pin them.

    Args:
        root: the project.
        home: Proctor's home.
        shown: the files as a person has seen them: these bytes are pinned, and
            none others; whatever the files are if not given.
        reading: how the rules are read that the person has seen.

    Raises:
        RoleProblems: a file cannot be copied: a link, a pipe, one that is too large;
            or the files are not any more what was shown.

    """
    tree = project_tree(root, home)
    if tree.refused:
        raise RoleProblems(refusals(tree))
    if shown is not None:
        refuse_others(tree, shown)
        tree = shown
    return pin(root, home, tree, reading=reading)


def pin(root: Path, home: Path, tree: Tree, *, reading: int = READING) -> Pinned:
    """
    Keep these files as what is trusted of a project, whatever the project has now.

    Raises:
        ProctorError: the copy cannot be written.

    """
    place = home / "trust" / key(root)
    files = digests(tree)
    version = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:24]
    trusted_at = datetime.now(UTC).isoformat(timespec="seconds")
    try:
        make_folder(home)
        make_folder(home / "trust")
        make_folder(place)
        with locked(place / ".lock"):
            if not holds(place / version, files):
                write_copy(place / version, tree)
            manifest = {
                "version": VERSION,
                "project": identity(root),
                "trusted_at": trusted_at,
                "copy": version,
                "files": files,
                "reading": reading,
            }
            write_private(place / MANIFEST, json.dumps(manifest, indent=2).encode())
            forget_others(place, version)
    except OSError as error:
        message = f"the copy cannot be kept in {place}: {error.strerror}"
        raise ProctorError(message, help="is the home writable?") from error
    return Pinned(place / version, trusted_at, files, reading)


def pinned(root: Path, home: Path) -> Pinned | None:
    """
    Return what is trusted of a project, or None where nothing is.

    Raises:
        RoleProblems: something is there and cannot be read.

    """
    place = home / "trust" / key(root)
    file = place / MANIFEST
    try:
        data = json.loads(file.read_bytes())
        if data["version"] != VERSION or data["project"] != identity(root):
            raise damaged(file)
        files = {str(name): str(digest) for name, digest in data["files"].items()}
        copy = copy_in(place, data["copy"])
        return Pinned(copy, str(data["trusted_at"]), files, int(data.get("reading", 1)))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise damaged(file) from error


def copy_in(place: Path, name: object) -> Path:
    """
    Return the folder of a copy that a manifest names.

    Raises:
        ValueError: no copy of ours has such a name.

    """
    if not isinstance(name, str) or not COPY.fullmatch(name):
        message = "a copy is named by its digest"
        raise ValueError(message)
    return place / name


def refuse_others(now: Tree, shown: Tree) -> None:
    """
    Complain about every file that is not as it was shown.

    Raises:
        RoleProblems: there is one.

    """
    names = {*now.files, *shown.files, *shown.refused}
    different = [name for name in names if now.files.get(name) != shown.files.get(name)]
    if different or shown.refused:
        raise RoleProblems(
            Problem(
                code="changed-meanwhile",
                message="the file has changed since it was shown; nothing was trusted",
                place=Place(shown_file(name), 1),
                help="run `proctor trust` again and look once more",
            )
            for name in {*different, *shown.refused}
        )


def changes(root: Path, home: Path) -> list[str]:
    """
    Return what differs from what was trusted, a line for each file.

    Raises:
        RoleProblems: the trusted copy is not what was trusted.

    """
    return project_files(root, home).changes


def project_files(root: Path, home: Path) -> ProjectFiles:
    """
    Read a project's files, as they are and as they were trusted.

    Raises:
        RoleProblems: the trusted copy is not what was trusted.

    """
    now = project_tree(root, home)
    known = pinned(root, home)
    while known is not None:
        copy = read_tree(known.folder)
        if not copy.refused and digests(copy) == known.files:
            return ProjectFiles(now, copy, known)
        again = pinned(root, home)
        if again == known:
            raise damaged(known.folder)
        known = again  # somebody trusted anew meanwhile
    return ProjectFiles(now, None, None)


def project_tree(root: Path, home: Path) -> Tree:
    """Read a project's `.proctor`; where that is the home itself there is none."""
    folder = root / FOLDER
    if os.path.realpath(folder) == os.path.realpath(home):
        return Tree()
    return read_tree(folder)


def refusals(tree: Tree, folder: str = FOLDER) -> list[Problem]:
    """Make Problems of the files that were refused."""
    return [
        Problem(
            code=why.code,
            message=why.message,
            place=Place(folder if name == "." else shown_file(name, folder), 1),
            help=why.help,
        )
        for name, why in sorted(tree.refused.items())
    ]


def holds(folder: Path, files: Mapping[str, str]) -> bool:
    """Say whether a copy is there and whole."""
    copy = read_tree(folder)
    return not copy.refused and digests(copy) == files and folder.is_dir()


def digests(tree: Tree) -> dict[str, str]:
    """Return the digest of every file."""
    return {name: hashlib.sha256(data).hexdigest() for name, data in sorted(tree.files.items())}


def damaged(path: Path) -> RoleProblems:
    """Return the error for a copy that is not what was trusted."""
    problem = Problem(
        code="trust-damaged",
        message="the trusted copy of this project was changed or cannot be read",
        place=Place(str(path), 1),
        help="look at the project's files and run `proctor trust` again",
    )
    return RoleProblems([problem])


def shown_path(path: Path) -> str:
    """Return a path as people name it: from their home folder, where it is in there."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(path)


def make_folder(folder: Path) -> None:
    """Make a folder that only its user can enter."""
    make_private(folder)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Keep other writers out."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def write_copy(folder: Path, tree: Tree) -> None:
    """Write a copy beside its place and move it there whole."""
    temporary = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
    for name, data in tree.files.items():
        for parent in reversed(Path(name).parents):
            make_folder(temporary / parent)
        write_private(temporary / name, data)
    shutil.rmtree(folder, ignore_errors=True)
    temporary.rename(folder)


def write_private(file: Path, data: bytes) -> None:
    """Replace a file in one step, for its user alone."""
    descriptor, name = tempfile.mkstemp(prefix=".new-", dir=file.parent)
    with os.fdopen(descriptor, "wb") as new:
        new.write(data)
        new.flush()
        os.fsync(new.fileno())
    Path(name).replace(file)


def forget_others(place: Path, version: str) -> None:
    """Remove the copies that no manifest names any more."""
    for entry in place.iterdir():
        if entry.is_dir() and entry.name != version:
            shutil.rmtree(entry, ignore_errors=True)

"""
Files of a workspace, reached in a way that cannot lead out of it.

A path is walked folder by folder, each opened from the one before and none through a link, so
that a link which is put there in between leads nowhere either. What is written comes into its
place in one step: never through a link, and never into a file that has a second name elsewhere.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from proctor.errors import NotFound, UsageError
from proctor.nodes import visible
from proctor.terms.unseen import is_whole

LARGEST_READ = 10 * 1024 * 1024
LARGEST_WRITE = 10 * 1024 * 1024
LONGEST_PATH, LONGEST_NAME = 4096, 255
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# A pipe that is opened so does not wait, and a terminal does not become ours.
TO_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
TO_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
NEW_FILE, NEW_FOLDER = 0o666, 0o777
CHUNK = 1 << 20


class Found(NamedTuple):
    """A file that was read: its bytes, and what the system said of it then."""

    data: bytes
    status: os.stat_result


def inside(workspace: Path, path: str) -> Path:
    """
    Return where a path of a model leads in a workspace.

    Only the words are looked at; `opened_folder` and what follows look at the files.

    Raises:
        UsageError: it leads out of the workspace, or is no path.

    """
    return workspace.joinpath(*names_in(workspace, path))


def names_in(workspace: Path, path: str) -> tuple[str, ...]:
    """
    Return the names on the way from a workspace to a path; none for the workspace itself.

    Raises:
        UsageError: it leads out of the workspace, or is no path.

    """
    if not path or len(path) > LONGEST_PATH or not is_text(path):
        raise UsageError("this is no path of a file", help="name it as seen from the workspace")
    if path.startswith("~"):
        # Rules take this for the user's home.
        raise outside(path)
    below = path
    if path.startswith("/"):
        root = f"{str(workspace).rstrip('/')}/"
        if not f"{path}/".startswith(root):
            raise outside(path)
        below = path[len(root) :]
    names = tuple(name for name in below.split("/") if name not in ("", "."))
    if ".." in names:
        raise UsageError(
            f"`{visible(path)}` has `..` in it", help="write the path as seen from the workspace"
        )
    if any(len(os.fsencode(name)) > LONGEST_NAME for name in names):
        raise UsageError("a name in this path is too long for a file")
    return names


def is_text(path: str) -> bool:
    """Say whether a path can be one: no null byte, and nothing that is no text."""
    return is_whole(path) and "\0" not in path


def outside(path: str) -> UsageError:
    """Return the error for a path that is not in the workspace."""
    return UsageError(
        f"`{visible(path)}` is outside the workspace", help="tools work on files inside it only"
    )


@contextmanager
def opened_folder(workspace: Path, names: tuple[str, ...], *, make: bool = False) -> Iterator[int]:
    """
    Open a folder of a workspace, and close it again.

    Args:
        workspace: where it begins; a person has named it, so it may be a link.
        names: the folders on the way.
        make: make those that are missing.

    Raises:
        NotFound: it is not there.
        UsageError: a link is on the way, or something that is no folder.

    """
    try:
        here = os.open(workspace, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise NotFound(f"the workspace is not there: {error.strerror}") from error
    try:
        for index, name in enumerate(names):
            shown = "/".join(names[: index + 1])
            if make:
                with suppress(FileExistsError):
                    os.mkdir(name, NEW_FOLDER, dir_fd=here)
            status_in(here, name, shown)
            try:
                below = os.open(name, FOLDER, dir_fd=here)
            except NotADirectoryError:
                raise UsageError(f"`{visible(shown)}` is no folder") from None
            os.close(here)
            here = below
        yield here
    except OSError as error:
        raise failed("/".join(names) or ".", error) from error
    finally:
        os.close(here)


def status_in(folder: int, name: str, shown: str) -> os.stat_result:
    """
    Return what the system says of a name in a folder.

    Raises:
        NotFound: it is not there.
        UsageError: it is a link.

    """
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        raise NotFound(f"there is no `{visible(shown)}`", help="list_files shows what is") from None
    if stat.S_ISLNK(found.st_mode):
        raise UsageError(
            f"`{visible(shown)}` is a link, and links are not followed",
            help="name the file itself, if it is in the workspace",
        )
    return found


def failed(shown: str, error: OSError) -> UsageError:
    """Return the error for what the system refuses."""
    return UsageError(f"`{visible(shown)}`: {error.strerror or error}")


def read_bytes(workspace: Path, path: str, *, most: int = LARGEST_READ) -> Found:
    """
    Read a plain file of a workspace.

    Raises:
        NotFound: it is not there.
        UsageError: it is outside, behind a link, no plain file, or too large.

    """
    names = names_in(workspace, path)
    if not names:
        raise UsageError("this is the workspace itself, not a file")
    with opened_folder(workspace, names[:-1]) as folder:
        return read_in(folder, names[-1], "/".join(names), most=most)


def read_in(folder: int, name: str, shown: str, *, most: int) -> Found:
    """Read a plain file of an opened folder; see `read_bytes`."""
    check_plain(status_in(folder, name, shown), shown)
    file = os.open(name, TO_READ, dir_fd=folder)
    try:
        status = os.fstat(file)
        # It may be another one than a moment before.
        check_plain(status, shown)
        data = read_all(file, most + 1)
    finally:
        os.close(file)
    if len(data) > most:
        raise UsageError(f"`{visible(shown)}` is larger than {most:,} bytes")
    return Found(data, status)


def check_plain(status: os.stat_result, shown: str) -> None:
    """
    Look whether something is a plain file: no folder, device, pipe or socket.

    Raises:
        UsageError: it is not.

    """
    if stat.S_ISDIR(status.st_mode):
        raise UsageError(f"`{visible(shown)}` is a folder", help="list_files shows what is in it")
    if not stat.S_ISREG(status.st_mode):
        raise UsageError(f"`{visible(shown)}` is no plain file")


def read_all(file: int, most: int) -> bytes:
    """Read a file up to a number of bytes."""
    found = bytearray()
    while len(found) < most and (chunk := os.read(file, min(CHUNK, most - len(found)))):
        found += chunk
    return bytes(found)


def write_bytes(
    workspace: Path,
    path: str,
    data: bytes,
    *,
    create_only: bool = False,
    expected: os.stat_result | None = None,
) -> bool:
    """
    Write a plain file of a workspace in one step; folders on the way are made.

    Args:
        workspace: where it is.
        path: the file.
        data: all of its new content.
        create_only: it must not be there yet.
        expected: what the system said of it when it was read; it must be the same still.

    Returns:
        Whether the file is new.

    Raises:
        UsageError: it is outside, behind a link, no plain file, or there already.

    """
    if len(data) > LARGEST_WRITE:
        raise UsageError(f"this is more than {LARGEST_WRITE:,} bytes")
    names = names_in(workspace, path)
    if not names:
        raise UsageError("this is the workspace itself, not a file")
    name, shown = names[-1], "/".join(names)
    with opened_folder(workspace, names[:-1], make=True) as folder:
        before = plain_before(folder, name, shown)
        if before is not None and create_only:
            raise UsageError(f"`{visible(shown)}` is there already", help="it was left as it is")
        if expected is not None and (before is None or changed(before, expected)):
            raise UsageError(f"`{visible(shown)}` was changed meanwhile", help="read it again")
        put(folder, name, data, before, create_only=create_only)
    return before is None


def plain_before(folder: int, name: str, shown: str) -> os.stat_result | None:
    """Return what the system says of a file that shall be replaced; None if there is none."""
    try:
        before = status_in(folder, name, shown)
    except NotFound:
        return None
    check_plain(before, shown)
    return before


def changed(one: os.stat_result, other: os.stat_result) -> bool:
    """Say whether a file is not the same any more."""
    return (one.st_ino, one.st_size, one.st_mtime_ns) != (
        other.st_ino,
        other.st_size,
        other.st_mtime_ns,
    )


def put(
    folder: int, name: str, data: bytes, before: os.stat_result | None, *, create_only: bool
) -> None:
    """Put a whole file in its place, or nothing."""
    begun = f".{os.urandom(8).hex()}.new"
    try:
        file = os.open(begun, TO_MAKE, NEW_FILE, dir_fd=folder)
        with os.fdopen(file, "wb") as stream:
            stream.write(data)
            if before is not None:
                # Whoever replaces a script leaves it one, but never one of another's rights.
                os.fchmod(file, stat.S_IMODE(before.st_mode) & NEW_FOLDER)
        if create_only:
            os.link(begun, name, src_dir_fd=folder, dst_dir_fd=folder)
        else:
            os.rename(begun, name, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(begun, dir_fd=folder)

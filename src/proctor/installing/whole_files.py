"""
Files that are read whole and replaced whole: whoever looks sees the old one or the new one.

A link is followed, and what it leads to is replaced in its own folder, so that the link stays.
"""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from proctor.installing.refusals import InstallError, problems_of
from proctor.installing.settings_places import SettingsPlace
from proctor.installing.settings_shape import Unfit

LARGEST = 2 * 1024 * 1024


class Found(NamedTuple):
    """A settings file as it is: what it really is called, and what is in it, if it is there."""

    target: Path
    text: str | None
    mode: int


def look(place: SettingsPlace) -> Found:
    """
    Read the settings file of a place.

    Raises:
        InstallError: it is not a file that we would write to.
        SettingsProblems: it is not text.

    """
    target = real_file(place)
    try:
        data, mode = read_regular(target)
    except FileNotFoundError:
        return Found(target, None, 0o644 if place.shared else 0o600)
    except OSError as error:
        raise refused(place.file, error) from None
    try:
        return Found(target, data.decode(), mode)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        wrong = Unfit("this is not UTF-8 text", len(before), code="bad-json")
        raise problems_of(wrong, place.file, before) from None


def real_file(place: SettingsPlace) -> Path:
    """Return what a settings file is really called, with its links followed."""
    try:
        target = Path(os.path.realpath(place.file, strict=True))
    except FileNotFoundError:
        if os.path.lexists(place.file):
            raise InstallError(
                f"{place.file} is a link that leads nowhere",
                help="put the file there, or remove the link",
            ) from None
        target = Path(os.path.realpath(place.file))
    except OSError as error:
        raise refused(place.file, error) from None
    if place.within and not target.is_relative_to(place.within.resolve()):
        raise InstallError(
            f"{place.file} is a link out of {place.within}",
            help="nothing is written through it; make it a file",
        )
    return target


def read_regular(path: Path) -> tuple[bytes, int]:
    """Return the bytes and the mode of a file that is one, and not too large."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    about = os.fstat(descriptor)
    if not stat.S_ISREG(about.st_mode):
        os.close(descriptor)
        raise InstallError(f"{path} is not a file")
    with os.fdopen(descriptor, "rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise InstallError(
            f"{path} is larger than {LARGEST // 1024 // 1024} MiB",
            help="settings are small: look what is in it",
        )
    return data, stat.S_IMODE(about.st_mode)


def check_writable(found: Found) -> None:
    """
    Refuse a file that its owner has protected, or a folder where nothing can be put.

    Raises:
        InstallError: it cannot be written.

    """
    folder = found.target.parent
    while not folder.exists():
        folder = folder.parent
    protected = found.text is not None and not (
        found.mode & stat.S_IWUSR and os.access(found.target, os.W_OK)
    )
    if protected or not os.access(folder, os.W_OK | os.X_OK):
        what = found.target if protected else folder
        raise InstallError(
            f"{what} cannot be written",
            help="if another program makes it, tell that program; else `chmod u+w` it",
        )
    if os.geteuid() == 0 and os.environ.get("SUDO_UID") == str(folder.stat().st_uid) != "0":
        raise InstallError(
            f"{folder} is yours, and this runs as root",
            help="run it without sudo; only --managed needs it",
        )


def make_folders(folder: Path, mode: int = 0o700) -> list[Path]:
    """Make a folder and what is missing above it; return those that are new, innermost first."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    made = []
    for each in reversed(missing):
        with suppress(FileExistsError):
            each.mkdir(mode=mode)
            each.chmod(mode)
            keep_owner(each, each.parent)
            made.append(each)
    return made[::-1]


def keep_owner(path: Path, like: Path) -> None:
    """Let root give what it makes to whom the place belongs."""
    if os.geteuid() == 0:
        about = like.stat()
        os.chown(path, about.st_uid, about.st_gid)


def replace_file(target: Path, data: bytes, mode: int, *, expected: bytes | None) -> None:
    """
    Put a new file in the place of the one that we have read, whole or not at all.

    Raises:
        InstallError: it is not as we have read it any more.
        OSError: the system does not let us.

    """
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.new-", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as new:
            new.write(data)
            new.flush()
            os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        keep_owner(Path(name), target if expected is not None else target.parent)
        check_unchanged(target, expected)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def check_unchanged(target: Path, expected: bytes | None) -> None:
    """Refuse to write over what somebody else has just written."""
    if current(target) != expected:
        raise InstallError(
            f"{target} has just been changed by somebody else", help="run this again"
        )


def current(path: Path) -> bytes | None:
    """Return what is in a file now, or nothing where there is none."""
    try:
        return read_regular(path)[0]
    except FileNotFoundError:
        return None


def remove_file(path: Path) -> None:
    """Remove a file for good, if it is there."""
    path.unlink(missing_ok=True)
    if path.parent.is_dir():
        sync_folder(path.parent)


def remove_folders(folders: list[Path]) -> None:
    """Remove folders that are empty, innermost first."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def sync_folder(folder: Path) -> None:
    """Make sure that the names in a folder outlive a crash."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def refused(path: Path, error: OSError) -> InstallError:
    """Return the error for a file that the system does not give us."""
    return InstallError(f"{path}: {(error.strerror or 'cannot be read').lower()}")

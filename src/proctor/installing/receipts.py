"""What we did to a settings file, kept so that it can be undone to the byte; and its lock."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from proctor.installing.refusals import InstallError
from proctor.installing.settings_env import ENV
from proctor.installing.settings_places import KEPT, SettingsPlace
from proctor.installing.whole_files import current, make_folders, remove_file, replace_file

PATIENCE, BETWEEN_TRIES = 30.0, 0.05
PRIVATE, READABLE = 0o600, 0o644


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """
    One installation.

    `before` is the file as it was, nothing where there was none; `written` is
    what we made of it; `folders` are those that we made for it, `env` the variables.
    """

    file: str
    before: str | None
    written: str
    executable: str
    folders: list[str]
    role: str
    claude: str | None
    version: str
    at: str
    env: dict[str, str] = field(default_factory=dict)


def read_receipt(place: SettingsPlace) -> Receipt | None:
    """Return what we did here; nothing where we did nothing, or it is damaged."""
    kept = receipt_in(place.receipt)
    return kept if kept and kept.file == str(place.file) else None


def receipts_in(state: Path) -> dict[str, Receipt]:
    """Return every readable receipt in a folder, by the name of its place."""
    found: dict[str, Receipt] = {}
    with suppress(OSError):
        for path in sorted((state / KEPT).glob("*.json")):
            with suppress(OSError, RecursionError):
                if kept := receipt_in(path):
                    found[path.stem] = kept
    return found


def receipt_in(path: Path) -> Receipt | None:
    """
    Return the receipt in a file; None where it is missing or damaged.

    Raises:
        OSError: it cannot be read.

    """
    try:
        data = json.loads((current(path) or b"null").decode())
        names = [each.name for each in fields(Receipt) if each.name != ENV]
        kept = Receipt(**{name: data[name] for name in names}, env=data.get(ENV, {}))
    except (ValueError, KeyError, TypeError, RecursionError, InstallError, NotADirectoryError):
        return None
    texts = (kept.file, kept.written, kept.executable, kept.role, kept.version, kept.at)
    whole = (
        all(isinstance(text, str) for text in texts)
        and isinstance(kept.before, str | None)
        and isinstance(kept.folders, list)
        and all(isinstance(folder, str) for folder in kept.folders)
        and isinstance(kept.env, dict)
        and all(isinstance(value, str) for value in kept.env.values())
    )
    return kept if whole else None


def variables_in(state: Path, file: Path) -> dict[str, str]:
    """Return the variables that an installation of ours has put into a settings file."""
    for path in sorted((state / KEPT).glob("*.json")):
        try:
            data = json.loads((current(path) or b"null").decode())
        except (ValueError, OSError, InstallError, RecursionError):
            continue
        if isinstance(data, dict) and data.get("file") == str(file):
            said = data.get(ENV)
            return said if isinstance(said, dict) else {}
    return {}


def write_receipt(place: SettingsPlace, receipt: Receipt) -> None:
    """Keep what we are about to do, and the file as it was, as it was."""
    mode = READABLE if place.shared else PRIVATE
    if receipt.before is None:
        remove_file(place.copy)
    else:
        put(place.copy, receipt.before.encode(), mode)
    put(place.receipt, (json.dumps(asdict(receipt), indent=2) + "\n").encode(), mode)


def put(path: Path, data: bytes, mode: int) -> None:
    """Write a file of our own, unless it is there already."""
    there = current(path)
    if there != data:
        replace_file(path, data, mode, expected=there)


def forget(place: SettingsPlace) -> None:
    """Remove what we kept."""
    remove_file(place.receipt)
    remove_file(place.copy)


@contextmanager
def alone(place: SettingsPlace) -> Iterator[None]:
    """
    Keep every other install of this home out.

    Raises:
        InstallError: another one takes too long.

    """
    folder = place.state / KEPT
    make_folders(folder, 0o755 if place.shared else 0o700)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        wait_for(descriptor)
        yield
    finally:
        os.close(descriptor)


def wait_for(descriptor: int) -> None:
    """Take the lock, or give up."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise InstallError("another install or uninstall is running") from None
            time.sleep(BETWEEN_TRIES)
        else:
            return

"""
Every change of a role that was made through the store: who, when, what, and the text.

    <home>/history/<place>/<role>/000001.json

It lies in the home, where no agent reads or writes, and outlives the role. A change that
somebody made by hand is noticed at the next one, and kept as `found`, so that every text
that was ever replaced can be had again by its number.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from proctor.errors import NotFound, ProctorError, StoreError
from proctor.nodes import visible
from proctor.roles.identity import key
from proctor.roles.read import ID
from proctor.roles.trust import make_folder

FOLDER = "history"
HOME = "home"
SUFFIX = ".json"
DIGITS = 6


class What(StrEnum):
    """What was done to a role."""

    CREATED = "created"
    UPDATED = "updated"
    DELETED = "deleted"
    RESTORED = "restored"
    REPLACED = "replaced"
    FOUND = "found"


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """
    One change of a role.

    `before` and `after` are the role's whole text; None where there was, or is, no such
    role. `by` is empty for what was found. `note` says more, such as what took its place.
    """

    number: int
    role: str
    what: What
    by: str
    at: str
    file: str
    before: str | None
    after: str | None
    note: str = ""

    @property
    def text(self) -> str | None:
        """Return what restoring this version brings back: of a deletion, what was deleted."""
        return self.before if self.after is None else self.after


class Kept(NamedTuple):
    """Versions that were just written; the last is that of the change itself."""

    paths: tuple[Path, ...]

    def forget(self) -> None:
        """Take them back: the change did not happen."""
        for path in self.paths:
            path.unlink(missing_ok=True)


def now_text() -> str:
    """Return the time, as it is written in roles and here."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


class History:
    """What is kept of the roles of one place: a project's, or the home's own."""

    def __init__(self, home: Path, root: Path | None = None) -> None:
        self.home = home
        self.folder = home / FOLDER / (HOME if root is None else key(root))

    def roles(self) -> list[str]:
        """Return the roles of which something is kept, also of those that are gone."""
        try:
            return sorted(entry.name for entry in self.folder.iterdir() if entry.is_dir())
        except OSError:
            return []

    def versions(self, role: str) -> list[Version]:
        """
        Return all changes of a role, the oldest first.

        Raises:
            StoreError: a file cannot be read.

        """
        return [self.read(role, number) for number in self.numbers(role)]

    def version(self, role: str, number: int) -> Version:
        """
        Return one change of a role.

        Raises:
            NotFound: there is none of that number.
            StoreError: its file cannot be read.

        """
        numbers = self.numbers(role)
        if number not in numbers:
            listed = f"there are {numbers[0]} to {numbers[-1]}" if numbers else None
            raise NotFound(f"the role `{visible(role)}` has no version {number}", help=listed)
        return self.read(role, number)

    def read(self, role: str, number: int) -> Version:
        """Read one file."""
        path = self.path(role, number)
        try:
            version = version_of(json.loads(path.read_bytes()))
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise StoreError(f"{path} cannot be read", help="it is damaged: remove it") from error
        if (version.number, version.role) != (number, role):
            raise StoreError(f"{path} is of something else", help="it was copied there: remove it")
        return version

    def numbers(self, role: str) -> list[int]:
        """Return the numbers of all changes of a role."""
        if not ID.fullmatch(role):
            return []  # nor is it a way to another folder
        try:
            names = os.listdir(self.folder / role)  # noqa: PTH208 - names
        except (FileNotFoundError, NotADirectoryError):
            return []
        stems = (name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))
        return sorted(int(stem) for stem in stems if stem.isascii() and stem.isdigit())

    def path(self, role: str, number: int) -> Path:
        """Return where a change is kept."""
        return self.folder / role / f"{number:0{DIGITS}}{SUFFIX}"

    def last_text(self, role: str) -> str | None:
        """Return what the role was after its last change, as far as it is known."""
        numbers = self.numbers(role)
        try:
            return self.read(role, numbers[-1]).after if numbers else None
        except StoreError:
            return None

    def keep(self, said: Mapping[str, Any]) -> Kept:
        """
        Keep a change, and before it what somebody did by hand meanwhile.

        Args:
            said: the fields of a Version but its number.

        Raises:
            ProctorError: it cannot be kept.

        """
        role, before = str(said["role"]), said["before"]
        written: list[Path] = []
        try:
            known = self.last_text(role)
            if before is not None and before != known:
                found = {**said, "what": What.FOUND, "by": "", "note": ""}
                written.append(self.add(role, {**found, "before": known, "after": before}))
            written.append(self.add(role, said))
        except OSError as error:
            Kept(tuple(written)).forget()
            message = f"the history of `{visible(role)}` cannot be kept: {error.strerror}"
            raise ProctorError(message, help="is the home writable?") from error
        return Kept(tuple(written))

    def add(self, role: str, said: Mapping[str, Any]) -> Path:
        """Write one change under the next free number."""
        folder = self.folder / role
        for place in (self.home, self.home / FOLDER, self.folder, folder):
            make_folder(place)
        descriptor, name = tempfile.mkstemp(prefix=".new-", dir=folder)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as new:
                number = (self.numbers(role) or [0])[-1] + 1
                while self.path(role, number).exists():
                    number += 1
                version = Version(**{**said, "number": number})
                json.dump(asdict(version), new, indent=2)
                new.write("\n")
                new.flush()
                os.fsync(new.fileno())
            # Of two that write at once one fails here, and nothing is written over.
            os.link(name, self.path(role, number))
        finally:
            Path(name).unlink(missing_ok=True)
        return self.path(role, number)


def version_of(data: Mapping[str, Any]) -> Version:
    """
    Return the change that a file tells of.

    Raises:
        ValueError, KeyError, TypeError: it is not what it should be.

    """
    texts = {name: data[name] for name in ("role", "by", "at", "file", "note")}
    whole = {name: data[name] for name in ("before", "after")}
    right = all(isinstance(text, str) for text in texts.values())
    if not (right and all(isinstance(text, str | None) for text in whole.values())):
        message = "a field is not what it should be"
        raise ValueError(message)
    return Version(number=int(data["number"]), what=What(data["what"]), **texts, **whole)

"""
The bearer tokens by which persons are known.

`tokens.json` has the digest of each person's token, and is the only thing that
counts. The local user's own token stands in the file `token` too, so that the
commands of this user find it; anybody else's is shown once and kept nowhere.
Both files are readable by their owner only.
"""

from __future__ import annotations

import fcntl
import hmac
import json
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from proctor.errors import NotFound, StoreError, UsageError
from proctor.local_person import local_person

__all__ = ["Tokens", "local_person"]

FILE, LOCAL, LOCK = "tokens.json", "token", "tokens.lock"
PREFIX = "proctor_"
BYTES = 32
LONGEST_NAME = 100
WRITABLE_BY_OTHERS = 0o022
Signature = tuple[int, int, int]


def digest(token: str) -> str:
    """Return what is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Tokens:
    """Whose token is whose, in one home."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.file = home / FILE
        self.path = str(self.file)
        self.own = home / LOCAL
        self.seen: Signature | None = None
        self.known: dict[str, str] = {}

    def person_of(self, token: object) -> str | None:
        """
        Return the person who has this token; None for anything else.

        What cannot be read knows nobody. A change of the file counts at once.
        """
        if not isinstance(token, str) or not token:
            return None
        try:
            known = self.current()
        except (OSError, StoreError):
            return None
        given, found = digest(token).encode(), None
        # Each one is compared, so that the time taken tells nothing.
        for person, kept in known.items():
            if hmac.compare_digest(given, kept.encode("utf-8", "surrogatepass")):
                found = person
        return found

    def current(self) -> dict[str, str]:
        """Return the digests by person; the file is read again only where it has changed."""
        try:
            now = os.stat(self.path)  # noqa: PTH116 - for every request, and Path is slow
        except FileNotFoundError:
            self.seen, self.known = None, {}
            return self.known
        signature = (now.st_mtime_ns, now.st_ino, now.st_size)
        if signature != self.seen:
            self.seen, self.known = None, {}
            self.known = read_digests(self.file)
            self.seen = signature
        return self.known

    def local_token(self) -> str:
        """Return the local user's token; it is made when it is first needed."""
        try:
            token = self.own.read_text(encoding="utf-8").strip()
        except (FileNotFoundError, UnicodeDecodeError):
            token = ""
        return token if self.person_of(token) == local_person() else self.new_token(local_person())

    def new_token(self, person: str) -> str:
        """
        Make a token for a person, in place of the one they had.

        Raises:
            UsageError: that is no name.
            StoreError: the tokens cannot be read.

        """
        check_name(person)
        token = PREFIX + secrets.token_urlsafe(BYTES)
        with self.alone():
            known = {**self.current(), person: digest(token)}
            # The digest comes first: a token without one is made anew, as if there were none.
            self.write(self.file, json.dumps(known, indent=2) + "\n")
            if person == local_person():
                self.write(self.own, token + "\n")
        return token

    def revoke(self, person: str) -> None:
        """
        Let a person's token count no more.

        Raises:
            NotFound: they have none.
            StoreError: the tokens cannot be read.

        """
        with self.alone():
            known = dict(self.current())
            if known.pop(person, None) is None:
                raise NotFound(f"`{person}` has no token", help="names are case-sensitive")
            self.write(self.file, json.dumps(known, indent=2) + "\n")
            if person == local_person():
                self.own.unlink(missing_ok=True)

    def write(self, path: Path, text: str) -> None:
        """Put a file in place in one step; nobody else can read it, not even while it is made."""
        handle, name = tempfile.mkstemp(dir=self.home, prefix=f".{path.name}.")
        try:
            with open(handle, "w", encoding="utf-8") as file:  # noqa: PTH123 - an open descriptor
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let no other process change tokens meanwhile."""
        self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(self.home / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def check_name(person: str) -> None:
    """
    Look whether a text can be a person's name.

    Raises:
        UsageError: it cannot.

    """
    if not person.strip() or not person.isprintable() or len(person) > LONGEST_NAME:
        raise UsageError(
            f"a person's name is printable text of 1 to {LONGEST_NAME} characters",
            help="for example: proctor token --person ada",
        )


def read_digests(path: Path) -> dict[str, str]:
    """
    Read the digests by person.

    Raises:
        StoreError: the file is damaged, or others may write it.

    """
    hint = f"remove {path} and give every person a new token: proctor token --new --person NAME"
    with path.open("rb") as file:
        found = os.fstat(file.fileno())
        if found.st_mode & WRITABLE_BY_OTHERS or found.st_uid != os.geteuid():
            raise StoreError(f"{path} can be written by others, and is not believed", help=hint)
        raw = file.read()
    try:
        known = json.loads(raw.decode())
    except (ValueError, RecursionError):
        known = None
    if not isinstance(known, dict) or not all(isinstance(kept, str) for kept in known.values()):
        raise StoreError(f"{path} is damaged", help=hint)
    return known

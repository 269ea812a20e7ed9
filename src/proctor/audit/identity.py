"""
Who writes here: the name of the machine, the name of this home, and its key.

`<home>/identity.json` is made once and never changes: the name of the home is
part of every chain's name, and the key is that of the digests of inputs.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from proctor.audit.quick_json import json_writer
from proctor.errors import StoreError

FILE = "identity.json"
BEGUN = "identity.json.new"
NAME_BYTES, KEY_BYTES, DIGEST_BYTES = 4, 32, 16
# More than this is not what was written.
MOST = 4096
CANONICAL = json_writer(default=repr, sort_keys=True)


class Identity(NamedTuple):
    """Where records are made: `host` and `home` name it, `key` is a secret."""

    host: str
    home: str
    key: bytes


def load_identity(home: Path, host: str = "") -> Identity:
    """
    Return who writes in a home; of several that come first at once, all get the same.

    Args:
        home: the folder; it is made if it is not there.
        host: the machine's name, if it shall be another than the machine says.

    Raises:
        StoreError: the folder cannot be read or written, or the file is damaged.

    """
    path = home / FILE
    try:
        text = content(path)
        if text is None:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone_in(home):
                text = content(path) or begin(home)
    except OSError as error:
        raise StoreError(
            f"`{path}` cannot be read or written: {error.strerror}",
            help="see to whom the folder belongs, and whether its disk is full",
        ) from error
    return read(text, path, host or os.uname().nodename)


def content(path: Path) -> bytes | None:
    """Return what is in a file, None if there is none."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        return os.read(file, MOST)
    finally:
        os.close(file)


@contextmanager
def alone_in(home: Path) -> Iterator[None]:
    """Be the only one who begins something in a folder; the lock is on the folder itself."""
    folder = os.open(home, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def begin(home: Path) -> bytes:
    """Make up a new identity and write it, whole or not at all."""
    made = {"home": os.urandom(NAME_BYTES).hex(), "key": os.urandom(KEY_BYTES).hex()}
    text = json.dumps(made).encode() + b"\n"
    begun = home / BEGUN
    with suppress(FileNotFoundError):
        begun.unlink()  # somebody was killed here
    file = os.open(begun, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.write(file, text)
        os.fsync(file)
    finally:
        os.close(file)
    begun.rename(home / FILE)
    return text


def read(text: bytes, path: Path, host: str) -> Identity:
    """Return the identity that a file holds."""
    try:
        said = json.loads(text)
        home, key = said["home"], bytes.fromhex(said["key"])
        whole = len(bytes.fromhex(home)) == NAME_BYTES and len(key) == KEY_BYTES
    except (ValueError, TypeError, KeyError, RecursionError):
        whole = False
    if not whole:
        raise StoreError(
            f"`{path}` is damaged",
            help="put a copy of yours in its place; or remove it, and new chains are begun",
        )
    return Identity(host, home, key)


def digest(key: bytes, value: object) -> str:
    """
    Return the digest of a tool's input, the same for the same input and key.

    It has a key because a plain hash of a short secret can be guessed. What has
    no form that could be compared gets a digest that it shares with nothing.
    """
    return digest_of(key, canonical(value))


def digest_of(key: bytes, text: str | None) -> str:
    """Return the digest of an input in its canonical form."""
    form = os.urandom(KEY_BYTES) if text is None else text.encode()
    return blake2b(form, key=key, digest_size=DIGEST_BYTES).hexdigest()


def canonical(value: object) -> str | None:
    """Return a value as JSON with sorted keys, None where it has no such form."""
    try:
        return CANONICAL(value)
    except Exception:  # noqa: BLE001 - deep, endless or odd: whatever an input is, it is no reason to fail
        return None

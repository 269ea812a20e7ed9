"""
Who writes here: the name of the machine, the name of this home, and its key.

`<home>/identity.json` is made once and never changes: the name of the home is
part of every chain's name, and the key is that of the digests of inputs.
"""

from __future__ import annotations

import fcntl
import json
import os

from proctor.audit.quick_json import json_writer
from proctor.quick_digest import blake2b
from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

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


def load_identity(home: Path | str, host: str = "") -> Identity:
    """
    Return who writes in a home; of several that come first at once, all get the same.

    Args:
        home: the folder; it is made if it is not there.
        host: the machine's name, if it shall be another than the machine says.

    Raises:
        StoreError: the folder cannot be read or written, or the file is damaged.

    """
    folder = os.fspath(home)
    path = f"{folder}/{FILE}"
    try:
        text = content(path)
        if text is None:
            text = begin(folder)
    except OSError as error:
        from proctor.errors import StoreError  # noqa: PLC0415 - every hook would pay for it

        raise StoreError(
            f"`{path}` cannot be read or written: {error.strerror}",
            help="see to whom the folder belongs, and whether its disk is full",
        ) from error
    return read(text, path, host or os.uname().nodename)


def content(path: str) -> bytes | None:
    """Return what is in a file, None if there is none."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        return os.read(file, MOST)
    finally:
        os.close(file)


def begin(home: str) -> bytes:
    """Return what the first who comes has written, the others waiting; the folder is locked."""
    os.makedirs(home, 0o700, exist_ok=True)  # noqa: PTH103 - pathlib is slow to import
    folder = os.open(home, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        return content(f"{home}/{FILE}") or make(home)
    finally:
        os.close(folder)


def make(home: str) -> bytes:
    """Make up a new identity and write it, whole or not at all."""
    made = {"home": os.urandom(NAME_BYTES).hex(), "key": os.urandom(KEY_BYTES).hex()}
    text = json.dumps(made).encode() + b"\n"
    begun = f"{home}/{BEGUN}"
    if os.path.lexists(begun):
        os.unlink(begun)  # noqa: PTH108 - somebody was killed here; and pathlib is slow to import
    file = os.open(begun, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.write(file, text)
        os.fsync(file)
    finally:
        os.close(file)
    os.rename(begun, f"{home}/{FILE}")  # noqa: PTH104 - see above
    return text


def read(text: bytes, path: str, host: str) -> Identity:
    """Return the identity that a file holds."""
    try:
        said = json.loads(text)
        home, key = said["home"], bytes.fromhex(said["key"])
        whole = len(bytes.fromhex(home)) == NAME_BYTES and len(key) == KEY_BYTES
    except (ValueError, TypeError, KeyError, RecursionError):
        whole = False
    if not whole:
        from proctor.errors import StoreError  # noqa: PLC0415 - see above

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

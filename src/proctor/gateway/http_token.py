"""The bearer token of gateways that are served by HTTP: made once, readable by its owner only."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from proctor.errors import ServerError

if TYPE_CHECKING:
    from pathlib import Path

FILE = "mcp-token"
PREFIX, BYTES = "proctor_mcp_", 32
LONGEST = 200
OTHERS = 0o077


def http_token(home: Path) -> str:
    """
    Return the token of a home, a new one if it has none.

    Raises:
        ServerError: it cannot be kept, or somebody else could read or write it.

    """
    path = home / FILE
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        return read_token(path) or make_token(path)
    except OSError as error:
        raise ServerError(f"{path} cannot be used: {error.strerror}") from error


def read_token(path: Path) -> str:
    """Return the token of a file; nothing where there is none."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return ""
    with os.fdopen(number, encoding="ascii", errors="replace") as file:
        found = os.fstat(number)
        if found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & OTHERS:
            message = f"{path} can be read or written by others"
            raise ServerError(message, help=f"remove it, and a new token is made: rm {path}")
        token = file.read(LONGEST).strip()
    if not token.startswith(PREFIX) or len(token) < BYTES:
        raise ServerError(f"{path} holds no token", help=f"remove it: rm {path}")
    return token


def make_token(path: Path) -> str:
    """Make a token; where somebody is faster, theirs counts."""
    token = PREFIX + secrets.token_urlsafe(BYTES)
    made = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    number = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(number, "w", encoding="ascii") as file:
            file.write(token + "\n")
        with suppress(FileExistsError):
            # Unlike a rename, this takes nothing away from whoever was there first.
            os.link(made, path)
    finally:
        made.unlink()
    return read_token(path)

"""A home whose server starts by itself, and is gone when the test is."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from proctor.audit.owner import owner_of
from proctor.errors import NoOwner, ServerError
from proctor.owner.client import Client
from proctor.server.tokens import Tokens
from tests.server.running import until


@contextmanager
def nobody_stays(home: Path) -> Iterator[None]:
    """End whatever server has started by itself."""
    try:
        yield
    finally:
        kill(home, signal.SIGTERM)


def kill(home: Path, number: int = signal.SIGKILL) -> None:
    """End the server of a home, as a crash would, and wait until it is gone."""
    owner = owner_of(home)
    if owner is not None:
        os.kill(owner["pid"], number)
        until(lambda: (owner_of(home) or {}).get("pid") != owner["pid"])


def pending(home: Path, **proof: Any) -> list[dict[str, Any]]:
    """
    Return the questions that wait at the server that runs now; none where none runs.

    `proof` is the `token` of somebody else than the local user.
    """
    try:
        with Client.connect(home) as client:
            return list(client.call("questions", status="pending", **proof))
    except (NoOwner, ServerError):
        return []


def answer(home: Path, number: int, word: str = "allow", **more: Any) -> dict[str, Any]:
    """Answer a question as the local person."""
    with Client.connect(home) as client:
        token = Tokens(home).local_token()
        return dict(client.call("answer", number=number, answer=word, token=token, **more))

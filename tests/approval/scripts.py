"""Programs that stand in for a reviewer, written for one test each."""

from __future__ import annotations

import asyncio
import os
import select
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import uvloop

T = TypeVar("T")
# Only ends a hang.
PATIENCE = 30.0
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


def script(path: Path, text: str) -> Path:
    """Write a program for the shell."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def run(loop: str, work: Coroutine[Any, Any, T]) -> T:
    """Run something on a kind of event loop: the server has the one, a hook the other."""
    limited = asyncio.wait_for(work, PATIENCE)
    return uvloop.run(limited) if loop == "uvloop" else asyncio.run(limited)


class Wire:
    """
    A pipe with a name, which programs of a test hold open while they live.

    So a test knows when they have begun, and when the last of them has ended.
    """

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self.end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        # Ours keeps it open until the first of them has begun.
        self.ours = os.open(path, os.O_WRONLY)

    def begun(self) -> None:
        """Wait until a program has said something, and let go of our own end."""
        assert select.select([self.end], [], [], PATIENCE)[0], "nothing began"
        os.read(self.end, 1_000)
        self.let_go()

    def let_go(self) -> None:
        """Let go of our own end."""
        os.close(self.ours)

    def ended(self) -> None:
        """Wait until nobody holds the pipe any more."""
        while True:
            assert select.select([self.end], [], [], PATIENCE)[0], "something still runs"
            if not os.read(self.end, 1_000):
                os.close(self.end)
                return

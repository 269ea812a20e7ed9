"""Run the command on a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

from tests.server.running import environment


def on_terminal(home: Path, *words: str, **more: str) -> str:
    """Return what a command prints on a terminal."""
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-m", "proctor", *words],
            env=environment(home, TERM="xterm", **more),
            stdin=subprocess.DEVNULL,
            stdout=theirs,
        )
        os.close(theirs)
        with process:
            return "".join(pieces(ours))
    finally:
        os.close(ours)


def pieces(terminal: int) -> list[str]:
    """Return what is written to a terminal until nobody has it open any more."""
    read: list[str] = []
    while True:
        try:
            piece = os.read(terminal, 65_536)
        except OSError:  # Linux says so that the other side is closed
            return read
        if not piece:
            return read
        read.append(piece.decode())


def typed(home: Path, keys: str, *words: str, **more: str) -> tuple[int, str]:
    """Run a command on a terminal where somebody types; return its status and what is seen."""
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-m", "proctor", *words],
            env=environment(home, TERM="xterm", NO_COLOR="1", **more),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        os.write(ours, keys.encode())
        with process:
            seen = "".join(pieces(ours))
        return process.returncode, seen.replace("\r\n", "\n")
    finally:
        os.close(ours)

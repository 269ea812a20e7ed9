"""
End what an agent has left running: else it would be nobody's, and taken for a person's.

On Linux whatever an agent's program detaches stays below its supervisor, so all of it is found.
The server is spared that one of its hooks may have started: it is not the agent's.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress

from proctor.agents.processes import PARENT, fields_of

# How long they may take to end by themselves, and how often those are ended that come anew.
SECONDS, POLL, ROUNDS = 1.0, 0.02, 200
ZOMBIES = ("Z", "X")


def end_left(home: str, supervisor: int) -> None:
    """End whatever is below a supervisor, but for the server of its home."""
    if not below(supervisor):
        return  # most leave nothing
    from pathlib import Path  # noqa: PLC0415 - the end of most agents shall be quick

    from proctor.owner.who import running_server  # noqa: PLC0415 - the same

    server = running_server(Path(home)) or {}
    end_below(supervisor, spared=int(server.get("pid", 0)))


def end_below(pid: int, spared: int = 0) -> None:
    """
    End everything below a process, gently and then at once.

    Args:
        pid: the process, which lives on.
        spared: one below it that lives on too, with all below it.

    """
    for one in below(pid, spared):
        send(one, signal.SIGTERM)
        send(one, signal.SIGCONT)
    deadline = time.monotonic() + SECONDS
    while below(pid, spared) and time.monotonic() < deadline:
        reap(pid)
        time.sleep(POLL)
    for _ in range(ROUNDS):
        left = below(pid, spared)
        reap(pid)
        if not left:
            return
        for one in left:
            send(one, signal.SIGKILL)
        time.sleep(POLL)


def below(pid: int, spared: int = 0) -> list[int]:
    """Return the processes below one that have not ended."""
    children: dict[int, list[int]] = {}
    for one, parent in processes():
        children.setdefault(parent, []).append(one)
    found, waiting = [], [pid]
    while waiting:
        for one in children.get(waiting.pop(), ()):
            if one != spared:
                found.append(one)
                waiting.append(one)
    return found


def processes() -> Iterator[tuple[int, int]]:
    """Return every process that has not ended, with its parent."""
    with suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208 - names
            fields = fields_of(int(name)) if name.isdigit() else []
            if len(fields) > PARENT and fields[0] not in ZOMBIES:
                yield int(name), int(fields[PARENT])


def send(pid: int, number: signal.Signals) -> None:
    """Send a signal to whoever is still there."""
    with suppress(OSError):
        os.kill(pid, number)


def reap(pid: int) -> None:
    """Let those be gone that have ended, where we are the one above them."""
    with suppress(ChildProcessError):
        while pid == os.getpid() and os.waitpid(-1, os.WNOHANG)[0]:
            pass

"""Whoever ends a hook gets no yes for it: an agent program takes a killed hook for one."""

from __future__ import annotations

import fcntl
import signal
import socket
import struct
import subprocess
import termios
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from tests.hook.rig import (
    ASKS,
    ATTENDED,
    DENIED,
    PRE,
    REQUEST,
    FakeServer,
    Request,
    Rig,
    Said,
    ended,
    says,
)
from tests.server.running import until

ENDINGS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
OUTSIDE = "Proctor: the hook was ended from outside"


def unread(process: subprocess.Popen[bytes]) -> int:
    """Return how much of what was written to a process it has not read."""
    assert process.stdin is not None
    raw = fcntl.ioctl(process.stdin.fileno(), termios.FIONREAD, b"\0" * 4)
    return int(struct.unpack("i", raw)[0])


@pytest.mark.parametrize("number", ENDINGS, ids=lambda number: number.name)
def test_while_it_reads(rig: Rig, number: int) -> None:
    """Half an event that nobody completes blocks."""
    with rig.started(None) as process:
        assert process.stdin is not None
        process.stdin.write(rig.event()[:40])
        process.stdin.flush()
        until(lambda: not unread(process))
        process.send_signal(number)

        assert Said(2, "", f"{OUTSIDE}\n") == ended(process)


@pytest.mark.parametrize("number", ENDINGS, ids=lambda number: number.name)
def test_while_it_waits_for_the_server(rig: Rig, number: int) -> None:
    """A call that the server has, and has not answered, blocks."""
    server = FakeServer(rig.home, says(""))
    server.play = server.hang
    with server, rig.started(rig.event()) as process:
        server.asked.wait(30)
        process.send_signal(number)

        assert Said(2, "", f"{OUTSIDE}\n") == ended(process)


@pytest.mark.parametrize(
    ("event", "env", "expected"),
    [(PRE, None, 2), (REQUEST, None, "deny"), (REQUEST, ATTENDED, "")],
    ids=["a call", "a request headless", "a request beside the dialog"],
)
def test_while_people_are_asked(
    rig: Rig, event: str, env: dict[str, str] | None, expected: int | str
) -> None:
    """A call blocks; a request is denied where no dialog is, and left to the dialog else."""
    rig.install(ask_holds=True)
    server = FakeServer(rig.home, says(""))

    def play(connected: socket.socket, request: Request) -> None:
        connected.sendall(f"{request['id']} wait\n".encode())
        server.hang()

    server.play = play
    with server, rig.started(rig.event(event, ASKS), env) as process:
        server.asked.wait(30)
        process.terminate()
        said = ended(process)

    assert expected == (said.status or said.decision)


def test_while_it_decides_alone(rig: Rig) -> None:
    """Also the slow way, where a server is being looked for, ends in a no."""
    server = FakeServer(rig.home, says(""))
    looked_for = []

    def play(connected: socket.socket, request: Request) -> None:
        if request["op"] == "hook":
            connected.sendall(f"{request['id']} cold\n".encode())
            return
        looked_for.append(request["op"])
        server.hang()

    server.play = play
    with server, rig.started(rig.event(command=ASKS)) as process:
        until(lambda: looked_for)
        process.terminate()

        assert Said(2, "", f"{OUTSIDE}\n") == ended(process)


def test_the_deadline_holds_also_where_everything_hangs(rig: Rig) -> None:
    """A hook that waits for a file of its spool answers before its own time is over."""
    rig.install(seconds=3.0)
    (rig.home / "spool").mkdir(mode=0o700)
    spool = rig.home / "spool" / "records.jsonl"
    with spool.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        said = rig.run(rig.event(command="touch a"))

    assert said.blocks


def test_other_events_end_in_silence(rig: Rig) -> None:
    """What needs no verdict gets none, also when it is ended."""
    server = FakeServer(rig.home, says(""))
    server.play = server.hang
    with server, rig.started(rig.event("Stop")) as process:
        server.asked.wait(30)
        process.terminate()

        assert Said(0, "") == ended(process)


@pytest.mark.parametrize("number", ENDINGS, ids=lambda number: number.name)
def test_from_the_first_moment(rig: Rig, number: int) -> None:
    """Where a shell starts it, it ends by no signal, not even before it has begun to run."""
    rig.install(by_shell=True)
    statuses = set()
    for pause in range(0, 40, 4):
        with rig.started(None) as process:
            # Wherever in its start this comes: each of these moments is another one.
            until(partial(shell_is_over_its_first_line, process.pid))
            time.sleep(pause / 1000)
            process.send_signal(number)
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                process.stdin.write(rig.event(command=DENIED))
                process.stdin.close()
            process.stdin = None
            said = ended(process)
            statuses.add(said.blocks)

    assert statuses == {True}


def shell_is_over_its_first_line(pid: int) -> bool:
    """Say whether a process ignores or takes SIGTERM by now."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return True
    lines = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
    taken = int(lines.get("SigIgn", "0"), 16) | int(lines.get("SigCgt", "0"), 16)
    return bool(taken & (1 << (signal.SIGTERM - 1)))

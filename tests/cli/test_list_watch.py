"""`proctor list --watch`: each change as it comes, and a page on a terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.cli.list_watch import BEGIN, END
from tests.agents.session_homes import begun, lives, over
from tests.server.running import COMMAND, PATIENCE, environment


class Page:
    """The command on a terminal, and what it has drawn there."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int, before: list[Any]) -> None:
        self.process = process
        self.terminal = terminal
        self.before = before
        self.drawn = ""

    def shows(self, words: str) -> None:
        """Wait until some words are drawn."""
        before, end = len(self.drawn), time.monotonic() + PATIENCE
        while words not in self.drawn[before:]:
            ready, _, _ = select.select([self.terminal], [], [], end - time.monotonic())
            assert ready, f"never came: {words}"
            self.drawn += os.read(self.terminal, 65_536).decode()

    def ends(self) -> None:
        """See it end well, and leave the terminal as it was."""
        assert self.process.wait(PATIENCE) == 0
        self.shows(END)
        assert termios.tcgetattr(self.terminal) == self.before


@contextmanager
def paged(home: Path, columns: int = 100, rows: int = 20) -> Iterator[Page]:
    """Watch on a terminal of some size."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    before = termios.tcgetattr(theirs)
    try:
        with subprocess.Popen(
            [*COMMAND, "list", "--watch"],
            env=environment(home, TERM="xterm", NO_COLOR="1"),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        ) as process:
            try:
                yield Page(process, ours, before)
            finally:
                process.kill()
    finally:
        os.close(theirs)
        os.close(ours)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with an agent that tells nothing."""
    folder = tmp_path / "home"
    lives(folder, begun(folder, program=""))
    return folder


@pytest.mark.parametrize("key", ["q", "Q", "\x1b", "\x04"])
def test_a_page_follows_the_agents_until_a_key(home: Path, key: str) -> None:
    """The terminal is left as it was, and the status is that of something done."""
    with paged(home) as page:
        page.shows("running")
        over(home, begun(home, program=""), 3)
        page.shows("exited (3)")
        os.write(page.terminal, key.encode())
        page.ends()

    assert page.drawn.startswith(BEGIN)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_as_it_was(home: Path, number: int) -> None:
    """Ctrl-C, and the end that others wish, are ends like any other."""
    with paged(home) as page:
        page.shows("running")
        page.process.send_signal(number)
        page.ends()


def test_an_arrow_key_is_no_escape(home: Path) -> None:
    """It begins with one, and ends nothing."""
    with paged(home) as page:
        page.shows("running")
        os.write(page.terminal, b"\x1b[A")
        page.shows("running")
        page.shows("running")
        assert page.process.poll() is None


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (2, 2), (40, 3)])
def test_a_small_terminal_gets_what_fits(home: Path, columns: int, rows: int) -> None:
    """Never a line or a row more: it would scroll."""
    for name in ("b", "c", "d", "e"):
        lives(home, begun(home, name, program=""))
    with paged(home, columns, rows) as page:
        page.shows("\x1b[J")
        page.shows("\x1b[J")
    drawn = page.drawn.split("\x1b[H")[1].split("\x1b[J")[0]
    lines = drawn.replace("\x1b[K", "").split("\r\n")

    assert (len(lines) <= rows, max(map(len, lines)) <= columns) == (True, True)


def test_elsewhere_each_change_is_one_line_of_json(home: Path) -> None:
    """Nothing is said while nothing changes, and Ctrl-C ends it."""
    with subprocess.Popen(
        [*COMMAND, "list", "--watch", "--json"],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        over(home, begun(home, program=""), 3)
        second = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()

    assert [each[0]["state"] for each in (first, second)] == ["running", "exited"]
    assert (process.returncode, rest) == (0, "")


def test_elsewhere_text_is_printed_again(home: Path) -> None:
    """All of it, with an empty line behind."""
    with subprocess.Popen(
        [sys.executable, "-I", "-m", "proctor", "ls", "-w"],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        lines = list(iter(process.stdout.readline, "\n"))
        process.send_signal(signal.SIGTERM)

    assert [line.split()[0] for line in lines] == ["name", "arch-1", "its", "no"]
    assert process.returncode == 0

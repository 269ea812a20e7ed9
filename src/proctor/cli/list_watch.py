"""
Watch the agents: on a terminal one page that is drawn anew, elsewhere each change as it comes.

Ctrl-C, q, Escape or the end of the terminal end it, and leave the terminal as it was.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from proctor.cli import render
from proctor.cli.agent_feed import Agents, look
from proctor.cli.list_page import Line, cut, lines_of
from proctor.errors import ProctorError
from proctor.terms.plain import plain

# Seconds between two looks.
EVERY = 0.5
KEYS = "q ends this"
NONE = "no agents"
# A screen of its own, without a cursor and without wrapped lines; and the end of that.
BEGIN, END = "\x1b[?1049h\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?25h\x1b[?1049l"
HOME, END_OF_LINE, END_OF_PAGE = "\x1b[H", "\x1b[K", "\x1b[J"
# What ends it, if it is the only thing that was typed: an arrow begins with an Escape too.
LEAVING = (b"q", b"Q", b"\x1b", b"\x03", b"\x04", b"")
LONGEST_KEY = 64


def watch(home: Path, *, every: bool, as_json: bool) -> None:
    """Show the agents, until whoever looks has seen enough."""
    with suppress(KeyboardInterrupt), ended_as_interrupted():
        if not as_json and sys.stdin.isatty() and sys.stdout.isatty():
            watch_page(home, every=every)
        else:
            watch_changes(home, every=every, as_json=as_json)


def watch_page(home: Path, *, every: bool) -> None:
    """Draw one page, again and again."""
    with own_screen():
        while True:
            draw(seen(home, every=every))
            if typed(EVERY) in LEAVING:
                return


def watch_changes(home: Path, *, every: bool, as_json: bool) -> None:
    """Print all of them whenever one has changed; as JSON, one line each time."""
    before: object = None
    while True:
        found = seen(home, every=every)
        now = [comparable(one.data()) for one in found.agents]
        if now != before:
            before = now
            if as_json:
                render.out_json([one.data() for one in found.agents], indent=None)
            else:
                for line in page(found, width=None):
                    render.out(*line)
                render.out("")
            sys.stdout.flush()
        time.sleep(EVERY)


def comparable(data: dict[str, Any]) -> dict[str, Any]:
    """Return what counts as a change: not that something was heard, and nothing else."""
    return {name: value for name, value in data.items() if name != "seen_at"}


def seen(home: Path, *, every: bool) -> Agents:
    """Return the agents; what goes wrong is told where they would be."""
    try:
        return look(home, every=every)
    except ProctorError as error:
        return Agents([], (error.message,))
    except OSError as error:
        return Agents([], (str(error.strerror),))


def page(found: Agents, *, width: int | None) -> list[Line]:
    """Return everything that is shown."""
    lines = lines_of(found.agents, width=width) if found.agents else [[(NONE, "dim")]]
    said: list[Line] = [[(plain(words), "yellow")] for words in found.trouble]
    return [cut(line, width) for line in (*lines, *said)]


def draw(found: Agents) -> None:
    """Draw the page, over what was there."""
    width, height = shutil.get_terminal_size()
    shown = page(found, width=width)
    room = max(height - 1, 1)
    if len(shown) > room:
        more = f"… {render.count(len(shown) - room + 1, 'line')} more"
        shown = [*shown[: room - 1], [(more[:width], "dim")]]
    if height > 1:
        shown.append([(KEYS[:width], "dim")])
    colours = render.coloured(sys.stdout)
    drawn = [f"{render.styled(*line, colours=colours)}{END_OF_LINE}" for line in shown]
    sys.stdout.write(HOME + "\n".join(drawn) + END_OF_PAGE)
    sys.stdout.flush()


def typed(seconds: float) -> bytes | None:
    """Return what is typed within a while; None where nothing is, and nothing at the end."""
    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    if not ready:
        return None
    try:
        return os.read(sys.stdin.fileno(), LONGEST_KEY)
    except OSError:
        return b""


@contextmanager
def own_screen() -> Iterator[None]:
    """Have a screen of our own for a while, and keys as they are typed."""
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard)
    sys.stdout.write(BEGIN)
    try:
        yield
    finally:
        with suppress(OSError, termios.error):
            sys.stdout.write(END)
            sys.stdout.flush()
            termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


@contextmanager
def ended_as_interrupted() -> Iterator[None]:
    """Let the end that others wish be the one of Ctrl-C, so that the terminal is put in order."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

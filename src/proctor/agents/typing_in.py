"""
Type a message into the terminal of a Claude Code.

    the box is empty ─► paste ─► the text stands in the box ─► Enter ─► it stands there no more

Each step is looked at before the next one. Enter is pressed only while the message is seen in
the program's input box, behind its prompt: so it is no shell command, no command of the
program and no answer to a dialog, whatever a person has typed or opened there meanwhile.
What cannot be seen is not done, and tried again later. What a person has left there stays.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from proctor.agents.engine import Engine
from proctor.agents.input_box import Box, read_box
from proctor.agents.messages import ENTERED, TYPING, WAITING, Message

ENTER = "\r"
# To the beginning of the line, and that into the line before: more lines than are ever shown.
CLEAR = "\x15\x7f" * 100 + "\x15"
# How often the screen is looked at, and how often at most Enter is pressed, in seconds.
POLL, AGAIN = 0.03, 0.6
# A text that was pasted is shown within so long; one that is shown otherwise than it was
# written has not changed for so long.
SHOWN, SETTLED = 1.0, 0.25

NO_BOX = "its input box cannot be seen"
OCCUPIED = "somebody has left something in its input box"
SHELL = "its input box is in shell mode"
NOT_SHOWN = "it does not show what was typed"
NOT_TAKEN = "it does not take what was typed"


class Terminal(Protocol):
    """What a message is typed into."""

    def look(self) -> Box | None:
        """Return the input box as it is now."""

    def paste(self, text: str) -> None:
        """Put a text there."""

    def enter(self) -> None:
        """Press Enter."""

    def clear(self) -> None:
        """Remove what stands in the box."""


class AgentTerminal:
    """The terminal of an agent."""

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self.name = name

    def look(self) -> Box | None:
        """Return the input box as it is now."""
        screen, _, row = self.engine.look(self.name)
        return read_box(screen, row)

    def paste(self, text: str) -> None:
        """Put a text there."""
        self.engine.paste(self.name, text)

    def enter(self) -> None:
        """Press Enter; also while somebody scrolls back, when keys would not reach the program."""
        self.engine.raw(self.name, ENTER)

    def clear(self) -> None:
        """Remove what stands in the box."""
        self.engine.raw(self.name, CLEAR)


class Window:
    """The time in which keys may be pressed, and whether the program has told of the message."""

    def __init__(self, seconds: float) -> None:
        self.until = time.monotonic() + seconds
        self.heard = threading.Event()

    @property
    def left(self) -> float:
        """Return how many seconds there are."""
        return max(self.until - time.monotonic(), 0.0)

    def close(self) -> None:
        """Let no more keys be pressed."""
        self.until = 0.0


class Typist:
    """
    Types one message.

    Args:
        terminal: where.
        message: what, and how far another server was with it.
        note: is told each step before it is done.
        window: until when; the thread of another may close it.

    """

    def __init__(
        self,
        terminal: Terminal,
        message: Message,
        *,
        note: Callable[[str], None],
        window: Window,
    ) -> None:
        self.terminal = terminal
        self.text = message.text
        self.stage = message.stage
        self.note = note
        self.window = window

    def type_in(self) -> str:
        """
        Type it; return nothing once it was taken, or else why it was not.

        Raises:
            EngineError: the terminal is not there.
            OSError: a step cannot be noted.

        """
        box = self.terminal.look()
        if box is None:
            return NO_BOX
        there = box.has(self.text) or box.resembles(self.text)
        if self.stage == ENTERED and not there:
            # It stood there when Enter was pressed.
            return ""
        if self.stage == WAITING or not there:
            if not box.empty or box.in_shell:
                return SHELL if box.in_shell else OCCUPIED
            self.note(TYPING)
            if why := self.put():
                return why
        if not self.window.left:
            return NOT_TAKEN
        self.note(ENTERED)
        return self.send()

    def put(self) -> str:
        """Paste the text, and see it there; return why not."""
        if self.stage == TYPING:
            # What was pasted before may only be late: it shall not come twice.
            self.terminal.clear()
        self.terminal.paste(self.text)
        end = time.monotonic() + SHOWN
        before: Box | None = None
        since = 0.0
        while self.window.left and time.monotonic() < end:
            box = self.terminal.look()
            if box is not None and box.has(self.text):
                return ""
            if box is None or box != before:
                before, since = box, time.monotonic()
            elif is_there(box, self.text) and time.monotonic() - since > SETTLED:
                # Some characters are shown otherwise; how it begins is what counts.
                return ""
            elif box.in_shell and not box.empty:
                # Somebody came in between, and must not run what was pasted.
                self.terminal.clear()
                return SHELL
            time.sleep(POLL)
        return NOT_SHOWN

    def send(self) -> str:
        """Press Enter until the text stands there no more; return why it still does."""
        pressed = 0.0
        while self.window.left:
            if pressed and self.window.heard.is_set():
                return ""
            box = self.terminal.look()
            if box is None:
                # It may have been taken, and something else is shown: later looks will tell.
                if not pressed:
                    return NO_BOX
            elif box.in_shell:
                return SHELL
            elif not is_there(box, self.text):
                return "" if pressed else NOT_SHOWN
            elif time.monotonic() - pressed > AGAIN:
                self.terminal.enter()
                pressed = time.monotonic()
            time.sleep(POLL)
        return NOT_TAKEN


def is_there(box: Box, text: str) -> bool:
    """Say whether a text that was just pasted into an empty box stands there."""
    return box.has(text) or box.begins_with(text) or box.is_pasted

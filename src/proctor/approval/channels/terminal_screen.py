"""
The terminal itself: its modes, and a block of lines at its end that is drawn anew.

Whatever happens, the terminal is left as it was found: at a stop, at the end of the
process, and when it is told to end. What was typed and not read is thrown away then.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import termios
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from proctor.approval.channels.terminal_page import Line, Size, cells
from proctor.errors import ChannelError

USUAL = Size(80, 24)
STYLES = {"bold": "\x1b[1m", "dim": "\x1b[2m", "chosen": "\x1b[7m"}
PLAIN = "\x1b[0m"
# A terminal that knows this tells what is pasted from what is typed.
TELL_PASTES, TELL_NO_PASTES = "\x1b[?2004h", "\x1b[?2004l"
ENDINGS = (signal.SIGTERM, signal.SIGHUP)
LOCAL = 3
CONTROLS = 6
# For how many seconds a terminal may take nothing before it counts as gone.
PATIENCE = 10.0
AT_ONCE = 1024


class Screen:
    """A terminal, for as long as it is open."""

    def __init__(self, into: int, out: int, environ: Mapping[str, str]) -> None:
        self.into = into
        self.out = out
        # A dumb one knows no sequences at all.
        self.dumb = environ.get("TERM", "dumb") in {"", "dumb"}
        self.colours = not self.dumb and not environ.get("NO_COLOR")
        self.before: list[Any] | None = None
        self.block: list[Line] = []
        self.name: object = None
        self.caught: list[signal.Signals] = []

    def open(self) -> None:
        """
        Take the terminal: keys come one by one, and are not echoed.

        Raises:
            ChannelError: there is none.

        """
        if not (os.isatty(self.into) and os.isatty(self.out)):
            raise ChannelError("there is no terminal here to ask in", help="proctor approvals")
        self.before = termios.tcgetattr(self.into)
        modes = termios.tcgetattr(self.into)
        modes[0] &= ~termios.IXON
        modes[LOCAL] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
        modes[CONTROLS][termios.VMIN], modes[CONTROLS][termios.VTIME] = 1, 0
        atexit.register(self.close)
        self.catch()
        self.set_modes(modes)
        self.write("" if self.dumb else TELL_PASTES)

    def catch(self) -> None:
        """Be told when the process shall end, where nobody else is."""
        if threading.current_thread() is not threading.main_thread():
            return
        for each in ENDINGS:
            if signal.getsignal(each) is signal.SIG_DFL:
                # Not through the loop, which may be what hangs.
                signal.signal(each, self.killed)
                self.caught.append(each)

    def killed(self, number: int, _: object) -> None:
        """Leave the terminal as it was, and end as if nothing had been caught."""
        self.close()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def close(self) -> None:
        """Leave the terminal as it was; once."""
        before, self.before = self.before, None
        if before is None:
            return
        atexit.unregister(self.close)
        with suppress(OSError, termios.error):
            self.erase()
            self.write("" if self.dumb else TELL_NO_PASTES)
        self.set_modes(before)
        caught, self.caught = self.caught, []
        for each in caught:
            if signal.getsignal(each) == self.killed:
                signal.signal(each, signal.SIG_DFL)

    def set_modes(self, modes: list[Any]) -> None:
        """Change how the terminal behaves; what was typed until then is about nothing seen."""
        with suppress(OSError, termios.error):
            # Not after what is still to be shown: a terminal may have stopped showing anything.
            termios.tcsetattr(self.into, termios.TCSANOW, modes)
            termios.tcflush(self.into, termios.TCIFLUSH)

    def size(self) -> Size:
        """Return how large the terminal is now."""
        try:
            found = Size(*os.get_terminal_size(self.out))
        except OSError:
            return USUAL
        return found if min(found) > 0 else USUAL

    def read(self) -> bytes | None:
        """Return what was typed; None for nothing, and no bytes where the terminal is gone."""
        try:
            # What was there a moment ago may have been thrown away since.
            there = select.select([self.into], [], [], 0)[0]
            return os.read(self.into, 4096) if there else None
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def forget_typed(self) -> None:
        """Throw away what was typed and not read."""
        with suppress(termios.error):
            termios.tcflush(self.into, termios.TCIFLUSH)

    def show(self, page: Sequence[Line], hint: Sequence[Line], name: object) -> None:
        """
        Draw the block anew, where it has changed.

        `name` says what it is about: a dumb terminal, where nothing can be taken back, gets
        the page once for each name, and only the hint again.
        """
        block = [*page, *hint]
        if self.before is None or block == self.block:
            return
        if self.dumb:
            hint_before = self.block[-len(hint) :]
            new = block if name != self.name else [] if list(hint) == hint_before else list(hint)
            self.write("".join(f"{line.text}\n" for line in new))
            self.block, self.name = block, name
            return
        self.write(self.erasing() + "\n".join(map(self.styled, block)))
        self.block, self.name = block, name

    def say(self, text: str) -> None:
        """Write a line that stays, above the block; the block is to be drawn anew."""
        if self.before is None:
            return
        self.erase()
        self.write(f"{text}\n")

    def erase(self) -> None:
        """Take the block off."""
        self.write(self.erasing())
        self.block, self.name = [], None

    def erasing(self) -> str:
        """Return what takes the block off, also where the terminal has become narrower."""
        if self.dumb or not self.block:
            return ""
        columns = self.size().columns
        rows = sum(max(1, -(-sum(map(cells, line.text)) // columns)) for line in self.block)
        up = f"\x1b[{rows - 1}A" if rows > 1 else ""
        return f"\r{up}\x1b[J"

    def styled(self, line: Line) -> str:
        """Return a line with its style, where there are colours."""
        style = STYLES.get(line.style, "") if self.colours else ""
        return f"{style}{line.text}{PLAIN}" if style else line.text

    def write(self, text: str) -> None:
        """
        Write everything, also where the terminal takes it bit by bit.

        Raises:
            OSError: it is gone.

        """
        data = text.encode("utf-8", "replace")
        while data:
            if not select.select([], [self.out], [], PATIENCE)[1]:
                raise TimeoutError("the terminal takes nothing")
            with suppress(BlockingIOError):
                data = data[os.write(self.out, data[:AT_ONCE]) :]

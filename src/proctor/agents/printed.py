"""What an agent has printed, from the files that its terminal writes: the end of it, and more."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from proctor.agents.drawn_text import DrawnText
from proctor.agents.output_log import BEFORE, NAME
from proctor.agents.output_text import OutputText, lines_of

# So much of the end is read to find the last lines.
MOST = 4 << 20
PIECE = 1 << 18
FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def last_lines(folder: Path, most: int, upto: int | None = None) -> list[str]:
    """
    Return the last lines that were printed, up to a place in the file; none where none were.

    Of a program that draws its screen they are those that a terminal would show.
    """
    data = (end_of(folder / BEFORE) + end_of(folder / NAME, upto))[-MOST:]
    drawn = DrawnText()
    drawn.read(data.decode(errors="replace"))
    lines = lines_of("\n".join(drawn.text()))
    while lines and not lines[-1]:
        lines.pop()
    return lines[-most:] if most else []


def end_of(path: Path, upto: int | None = None) -> bytes:
    """Return the end of a file of ours, up to a place in it; nothing where there is none."""
    file = file_of(path)
    if file is None:
        return b""
    with os.fdopen(file, "rb") as opened:
        size = os.fstat(file).st_size
        end = size if upto is None else min(upto, size)
        begin = max(end - MOST, 0)
        opened.seek(begin)
        return opened.read(end - begin)


def file_of(path: Path) -> int | None:
    """Open a file for looking; None where there is none, or something else by that name."""
    try:
        file = os.open(path, FLAGS)
    except OSError:
        return None
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)
    return None


class Following:
    """
    What is printed from now on, also after the file was put aside for a new one.

    Args:
        folder: the session's.

    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.text = OutputText()
        self.file: int | None = None
        self.begun = ""
        self.reopen()
        # Up to where it is the business of others to show what was printed before.
        self.place = os.lseek(self.file, 0, os.SEEK_END) if self.file is not None else 0

    def reopen(self) -> None:
        """Look for the file as it is now."""
        file = file_of(self.path)
        if file is not None:
            self.close()
            self.file = file

    def close(self) -> None:
        """Let the file go."""
        if self.file is not None:
            os.close(self.file)
            self.file = None

    def news(self) -> list[str]:
        """Return the whole lines that were printed since last time."""
        text = "".join(self.pieces())
        if self.is_put_aside():
            self.reopen()
            text += "".join(self.pieces())
        *whole, self.begun = (self.begun + text).split("\n")
        return [line.rstrip() for line in whole]

    def last(self) -> list[str]:
        """Return the line that was begun, and has no end."""
        text = (self.begun + self.text.read(b"", last=True)).rstrip()
        self.begun = ""
        return text.split("\n") if text else []

    def pieces(self) -> Iterator[str]:
        """Return what can be read now, piece by piece."""
        while self.file is not None and (piece := os.read(self.file, PIECE)):
            yield self.text.read(piece)

    def is_put_aside(self) -> bool:
        """Say whether there is another file by that name now."""
        try:
            there = self.path.lstat()
        except OSError:
            return False
        if self.file is None:
            return True
        mine = os.fstat(self.file)
        return (mine.st_dev, mine.st_ino) != (there.st_dev, there.st_ino)

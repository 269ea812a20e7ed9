"""
What a program has printed, as text to be read: no control sequence is left in it.

A terminal is told where to write; here there are only lines. So a move of the cursor to
another line begins a new one, a move to the right leaves room, and all else is taken out:
colours, titles, questions to the terminal and whatever else begins with an escape.
"""

from __future__ import annotations

import codecs
import re

# In one piece, so that the many letters between two sequences are passed over quickly.
# Each has a longest form, and no start of one is looked through twice: output is hostile.
SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)(?P<values>[0-?]{0,256})[ -/]{0,16}(?P<final>[@-~])"  # CSI
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]{0,4096}(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]{0,16}[0-Z\\^-~]"  # two characters, or three
    r"|\r\n|[\x00-\x08\x0b-\x1f\x7f-\x9f]"  # single ones
)
# What a sequence may look like whose end has not come yet.
OPEN = re.compile(
    r"(?:\x1b\[?|\x9b)[ -?]{0,272}\Z"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]{0,4096}\x1b?\Z"
    r"|\r\Z"
)
# A string that has no end in so many characters has none.
LONGEST_OPEN = 4096
LONGEST_MOVE = 200
ENDS_OF_LINE = frozenset({"\r\n", "\r", "\x0b", "\x0c", "\x85"})
# Moves to another line, and within one.
LINES, RIGHT, COLUMN = frozenset("ABEFHdf"), "C", "G"


class OutputText:
    """Reads what was printed, piece by piece."""

    def __init__(self) -> None:
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.rest = ""

    def read(self, piece: bytes, *, last: bool = False) -> str:
        """Return the text of one more piece; what may go on in the next is kept until then."""
        text = self.rest + self.decoder.decode(piece, final=last)
        self.rest = ""
        found = OPEN.search(text, max(len(text) - LONGEST_OPEN, 0))
        if found and not last:
            text, self.rest = text[: found.start()], text[found.start() :]
        return SEQUENCE.sub(replaced, text)


def replaced(found: re.Match[str]) -> str:
    """Return what stands for a sequence in lines of text."""
    whole = found.group()
    if whole in ENDS_OF_LINE:
        return "\n"
    final = found["final"]
    if final is None:
        return ""
    if final in LINES:
        return "\n"
    values = found["values"] or ""
    if final == RIGHT:
        return " " * min(int(values) if values.isascii() and values.isdigit() else 1, LONGEST_MOVE)
    return " " if final == COLUMN else ""


def lines_of(text: str) -> list[str]:
    """Return the lines of a text: without blanks at their ends, and no two empty ones together."""
    lines: list[str] = []
    for line in text.split("\n"):
        shown = line.rstrip()
        if shown or (lines and lines[-1]):
            lines.append(shown)
    return lines

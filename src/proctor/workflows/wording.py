"""
Texts and names that agents say, as a run may keep them.

They end in terminals, messages and prompts: no control characters, nothing invisible, not too
long.
"""

from __future__ import annotations

import unicodedata

from proctor.errors import MoveRefused

LONGEST_NAME = 200
LONGEST_TEXT = 2000


def one_line(text: str, most: int = 80) -> str:
    """Return a text on one line, without what cannot be seen, cut where it is long."""
    words = "".join(char if char.isprintable() else " " for char in text).split()
    line = " ".join(words)
    return line if len(line) <= most else line[: most - 1] + "…"


def short_text(text: str) -> str:
    """Return a text with its lines, without controls; a long one without its middle."""
    shown = "".join(char if char.isprintable() or char == "\n" else " " for char in text).strip()
    if len(shown) <= LONGEST_TEXT:
        return shown
    half = LONGEST_TEXT // 2
    return f"{shown[:half]}\n…\n{shown[-half:]}"


def named(by: str) -> str:
    """
    Return who does something.

    Raises:
        MoveRefused: there is no name, or one that could be taken for another's.

    """
    if not by or by != by.strip() or len(by) > LONGEST_NAME or not by.isprintable():
        raise MoveRefused("nobody knows who does this", help="give the agent a name")
    return by


def same_name(one: str, other: str) -> bool:
    """Say whether two names may be one: case, width and accents' spelling do not tell apart."""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """Return a name as it is compared."""
    return unicodedata.normalize("NFKC", name).casefold()

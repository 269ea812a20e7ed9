"""
Words of a text, made in one place so that every store finds the same.

A word is a run of letters and digits, in lower case. Everything else only stands
between words: quotes, stars and operators of a search language mean nothing. A
text without any word finds nothing.
"""

from __future__ import annotations

import re

WORD = re.compile(r"[^\W_]+")
# The same for ASCII, and several times quicker: what is no letter and no digit becomes a blank.
PLAIN = "".join(chr(at).lower() if chr(at).isalnum() else " " for at in range(128))
# Stands between action and detail, is no word itself, and keeps their words apart.
APART = "_"


def words_of(text: str) -> list[str]:
    """Return the words of a text, in their order."""
    if text.isascii():
        return text.translate(PLAIN).split()
    return WORD.findall(text.lower())


def findable(action: str, detail: str) -> str:
    """Return the words by which a record is found, as one text: those of one, `_`, the other's."""
    words = words_of(action)
    if detail and (more := words_of(detail)):
        words += (APART, *more)
    return " ".join(words)


def found_by(findable_text: str, words: list[str]) -> bool:
    """Say whether words follow each other in such a text; the last one may be only begun."""
    return bool(words) and f" {' '.join(words)}" in f" {findable_text}"

"""Text from elsewhere, made safe to be shown: nothing in it moves, hides or forges anything."""

from __future__ import annotations

import unicodedata

from proctor.terms.lookalikes import marked
from proctor.terms.unseen import formed

# Controls, formats (bidi overrides, zero width), surrogates, line separators, unassigned.
UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def plain(text: str) -> str:
    r"""Return the text with lookalikes marked and everything invisible spelled out: `\u202e`."""
    if text.isascii() and text.isprintable():
        return text
    return spelled(marked(formed(text)))


def spelled(text: str) -> str:
    r"""Return the text with controls and formats spelled out, as `\x1b` or `\u202e`."""
    return "".join(
        char.encode("unicode_escape").decode()
        if unicodedata.category(char) in UNPRINTABLE
        else char
        for char in text
    )

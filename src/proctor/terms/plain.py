"""Text from elsewhere, made safe to be shown: nothing in it moves, hides or forges anything."""

from __future__ import annotations

import unicodedata

from proctor.terms.unseen import formed

# Controls, formats (bidi overrides, zero width), surrogates, line separators, unassigned.
UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def plain(text: str) -> str:
    r"""Return the text with everything that is not visible spelled out, as `\x1b` or `\u202e`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char.encode("unicode_escape").decode()
        if unicodedata.category(char) in UNPRINTABLE
        else char
        for char in formed(text)
    )

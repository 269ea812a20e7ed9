"""Show what an upstream wrote: cut, with controls spelled out and lookalikes marked."""

from __future__ import annotations

from proctor.terms.lookalikes import marked
from proctor.terms.unseen import formed

MOST = 2000


def shown(text: object, most: int = MOST, *, lines: bool = False) -> str:
    """Return a text that can be put before a person or a model; `lines` keeps line breaks."""
    whole = str(text)
    cut = whole if len(whole) <= most else whole[: most - 1] + "…"
    return "".join(
        char if char.isprintable() or (lines and char == "\n") else ascii(char)[1:-1]
        for char in marked(formed(cut))
    )

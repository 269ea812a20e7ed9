"""Parts that stand for what could not be taken from a call."""

from __future__ import annotations

from proctor.terms.action import Does, Part
from proctor.terms.action_strings import string_name
from proctor.terms.catalogue import ToolInfo

TWO_WAYS = "it has characters or a form that programs read in different ways"


def malformed_part(info: ToolInfo, why: str) -> Part:
    """Make the part of a call whose field is missing or of the wrong type."""
    return Part(
        tool=info.name,
        kind=info.kind,
        text=why,
        strings=(f"tool:{string_name(info)}:",),
        targets=("",),
        does=Does.OTHER,
        unread=why,
        malformed=True,
    )


def broken_part(info: ToolInfo, text: str, why: str = TWO_WAYS) -> Part:
    """Make the part of a target that cannot be compared with anything."""
    shown_text = clean(text)
    return Part(
        tool=info.name,
        kind=info.kind,
        text=shown_text,
        strings=(f"tool:{string_name(info)}:{shown_text}",),
        targets=(shown_text,),
        does=Does.OTHER,
        unread=why,
        broken=shown_text != text,
    )


def clean(text: str) -> str:
    """Replace what no pattern can be tried on: null bytes and halves of characters."""
    if text.isascii() and "\0" not in text:
        return text
    return text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")

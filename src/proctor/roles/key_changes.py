"""Say in one line which keys a change of a role changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proctor.errors import ProctorError
from proctor.nodes import visible
from proctor.roles.history import Version
from proctor.roles.role_text import plain_of

# Of these the line says nothing: the store writes them.
TIMES = ("createdAt", "updatedAt")
# So many entries of a list are named.
NAMED = 3
LONGEST_VALUE = 40


def key_changes(version: Version) -> str:
    """Return the keys that are different, with what came and went; empty where nobody can tell."""
    if version.before is None or version.after is None:
        return ""
    try:
        was, now = (plain_of(text, version.file) for text in (version.before, version.after))
    except ProctorError:
        return ""
    if not (isinstance(was, dict) and isinstance(now, dict)):
        return ""
    return ", ".join(different(was, now)) or "only comments"


def different(was: dict[str, Any], now: dict[str, Any], above: str = "") -> Iterator[str]:
    """Return what to say of each key that is different, those of maps inside too."""
    for key in dict.fromkeys((*was, *now)):
        before, after = was.get(key), now.get(key)
        if before == after or (key in TIMES and not above):
            continue
        name = f"{above}{visible(key)}"
        if all(isinstance(value, dict | None) for value in (before, after)):
            yield from different(before or {}, after or {}, f"{name}.")
        else:
            yield f"{name}{said_of(before, after)}"


def said_of(before: object, after: object) -> str:
    """Return what came into a list and went from it, or the new value if it is a short word."""
    if all(isinstance(value, list | None) for value in (before, after)):
        old, new = listed(before), listed(after)
        moves = [f"+{each}" for each in new if each not in old]
        moves += [f"-{each}" for each in old if each not in new]
        more = [f"and {len(moves) - NAMED} more"] if len(moves) > NAMED else []
        shown = " ".join([*moves[:NAMED], *more])
        gone = " (gone)" if after is None else ""
        return f" {shown}{gone}" if moves else gone or " (order)"
    if after is None:
        return " (gone)"
    text = visible(str(after))
    short = isinstance(after, str | bool | int) and len(text) <= LONGEST_VALUE
    return f"={text}" if short else ""


def listed(value: object) -> list[str]:
    """Return the entries of a list as words."""
    return [visible(str(each)) for each in value] if isinstance(value, list) else []

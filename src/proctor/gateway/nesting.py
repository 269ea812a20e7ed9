"""
Say whether JSON is nested too deeply to be handed on.

Whoever writes it out again calls himself for each level, and a server that is not trusted
chooses how many there are.
"""

from __future__ import annotations

MOST_LEVELS = 100


def is_too_deep(value: object, most: int = MOST_LEVELS) -> bool:
    """Say whether a value has more than so many levels; this itself needs no depth."""
    level = [value]
    for _ in range(most):
        level = [inner for outer in level for inner in parts(outer)]
        if not level:
            return False
    return True


def parts(value: object) -> list[object]:
    """Return the lists and maps inside a list or map."""
    inside = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(inside, list):
        return []
    return [one for one in inside if isinstance(one, dict | list)]

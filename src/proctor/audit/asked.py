"""
Make a question fit to be kept and shown: redacted, and of a size.

A person must see what they are asked about, so more is kept of it than of a record.
But what an agent sends is read by the process that everybody waits for: a call of
some megabytes must not hold it up, nor may many of them fill its memory.
"""

from __future__ import annotations

from typing import Any

from proctor.audit.prepare import (
    READ,
    UNREADABLE,
    Cutting,
    Redacts,
    TooMuch,
    cut_before,
    summed_up,
)
from proctor.audit.rows import name_of, storable
from proctor.terms.question import Draft

# All texts of a body together, and all of its keys.
MOST_READ, MOST_KEYS = 3 * READ, 40


def fit(draft: Draft, redactor: Redacts) -> Draft:
    """Return a question as it is kept: nothing secret in it, and nothing too long."""
    return draft._replace(
        agent=name_of(draft.agent),
        session=name_of(draft.session),
        tool=name_of(draft.tool),
        action=storable(fit_text(draft.action, redactor)),
        body=fit_body({**draft.body, "input": draft.input}, redactor),
    )


def fit_text(text: str, redactor: Redacts) -> str:
    """Return a text without its secrets."""
    try:
        return redactor.text(cut_before(text))
    except Exception:  # noqa: BLE001 - never keep what was not redacted, whatever the reason
        return UNREADABLE


def fit_body(body: dict[str, Any], redactor: Redacts) -> dict[str, Any]:
    """Return a body; each key for itself, so that a large input does not hide the rest."""
    left = MOST_READ
    found: dict[str, Any] = {}
    for key in list(body)[:MOST_KEYS]:
        cutting = Cutting()
        cutting.characters = room = min(READ, left)
        found |= fit_value(key, body[key], redactor, cutting)
        left -= room - max(cutting.characters, 0)
    return found


def fit_value(key: str, value: object, redactor: Redacts, cutting: Cutting) -> dict[str, Any]:
    """Return what stands under a key; where that is too much, what it is made of."""
    try:
        clean = redactor.value({key: cutting.value(value, 1)})
    except TooMuch:
        return {name_of(key): summed_up(value, redactor)}
    except Exception:  # noqa: BLE001 - never keep what was not redacted, whatever the reason
        return {name_of(key): UNREADABLE}
    return clean if isinstance(clean, dict) else {}

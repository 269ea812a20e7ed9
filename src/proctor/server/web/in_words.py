"""
How pages say things: moments, numbers, and texts of which nothing is hidden.

Whatever comes out of here as Markup was escaped here; everything else is escaped by the
template that shows it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import UTC, datetime

from markupsafe import Markup

from proctor.terms.lookalikes import lookalikes, mark
from proctor.terms.unseen import UNSEEN

A_MINUTE, AN_HOUR, A_DAY = 60, 3600, 86_400
# From so many days on, the date says more than how long ago it was.
LONG_AGO = 30
SHORT = 60
TAG = Markup('<time datetime="{}" title="{}"{}>{}</time>')
MARK = Markup('<span class="unseen" title="{}">{}</span>')
# A page may have so many of them: the rest of a text made of nothing else stays without marks.
MOST_MARKS = 200
KEPT = "\n\t"
UNITS = ((A_DAY, "d"), (AN_HOUR, "h"), (A_MINUTE, "min"), (1, "s"))


def read_moment(text: object) -> datetime | None:
    """Return the moment that a text names; None if it names none."""
    try:
        found = datetime.fromisoformat(str(text))
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def moment(text: object) -> Markup | str:
    """Return a moment of a record for people, on this machine's clock: `16 Nov, 21:58:03`."""
    found = read_moment(text)
    if found is None:
        return shown(text)
    return TAG.format(found.isoformat(), full(found), "", f"{found.astimezone():%-d %b, %H:%M:%S}")


def ago(text: object, now: float | None = None) -> Markup | str:
    """Return how long ago a moment was: `3 min ago`; app.js keeps it true."""
    found = read_moment(text)
    if found is None:
        return shown(text)
    gone = (time.time() if now is None else now) - found.timestamp()
    return TAG.format(found.isoformat(), full(found), Markup(" data-ago"), since(gone, found))


def since(gone: float, found: datetime) -> str:
    """Return seconds as people say them; those to come, too."""
    passed = abs(int(gone))
    if passed < SHORT // 6:
        return "just now"
    if passed >= LONG_AGO * A_DAY:
        return f"{found.astimezone():%-d %b %Y}"
    span = lasting(passed)
    return f"{span} ago" if gone > 0 else f"in {span}"


def lasting(seconds: float) -> str:
    """Return a number of seconds in its largest unit: `3 min`."""
    size, unit = next(((size, unit) for size, unit in UNITS if seconds >= size), UNITS[-1])
    return f"{int(seconds // size)} {unit}"


def full(found: datetime) -> str:
    """Return a moment with everything, as it stands in records."""
    return f"{found:%Y-%m-%d %H:%M:%S} UTC"


def shown(text: object) -> Markup:
    """
    Return a text with everything invisible spelled out, lookalikes marked; line ends stay.

    The marks are elements: in an attribute, a title or an option `spelled` is used instead.

    INVARIANT: it is escaped here, every letter of it.
    """
    plain = str(text)
    if plain.isascii() and plain.isprintable():
        return Markup.escape(plain)
    return Markup("").join(pieces(plain))


def pieces(text: str) -> Iterable[Markup]:
    """Return a text in pieces, each escaped; unseen characters and lookalikes have a mark."""
    formless = frozenset(found.start() for found in UNSEEN.finditer(text))
    alike = dict(lookalikes(text))
    seen: list[str] = []
    marks = done = 0
    for place, char in enumerate(text):
        if place < done:
            continue
        done = alike.get(place, place + 1)
        if place not in alike and (char in KEPT or (char.isprintable() and place not in formless)):
            seen.append(char)
            continue
        spelled = mark(text[place:done]) if place in alike else ascii(char)[1:-1]
        marks += 1
        if marks > MOST_MARKS:
            seen.append(spelled)
            continue
        yield Markup.escape("".join(seen))
        seen.clear()
        yield MARK.format(f"U+{ord(char):04X}", spelled)
    yield Markup.escape("".join(seen))


def short(text: object, length: int = SHORT) -> str:
    """Return the beginning of a text, on one line."""
    # What is cut away need not be looked at: a text may be a megabyte.
    line = " ".join(str(text)[: length * 4].split())
    return (
        line if len(line) <= length and len(str(text)) <= length * 4 else line[: length - 1] + "…"
    )


def many(number: int, one: str, more: str = "") -> str:
    """Return a number with its word: `1 question`, `2 questions`."""
    return f"{grouped(number)} {one if number == 1 else more or one + 's'}"


def grouped(number: float) -> str:
    """Return a number that is read at a glance: `12 345`, with narrow blanks that do not break."""
    return f"{number:,}".replace(",", "\u202f")

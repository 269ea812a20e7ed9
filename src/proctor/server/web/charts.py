"""
Charts, drawn on the server: a picture for eyes, and the same as a table for everybody else.

Names in them come from agents: they are text, cut and escaped, and never part of a class or
an address. Sizes are attributes of shapes, so that no style is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import NamedTuple

from markupsafe import Markup

from proctor.server.web.render import words

# The picture is so large in its own measure; the page stretches it.
WIDTH, HEIGHT = 720.0, 120.0
GAP = 0.25
# Something that is there is seen, however little it is beside the rest.
LEAST = 1.5
# Of what a chart can be made of, in the order in which it is piled up.
SERIES = {"allow": "allowed", "ask": "asked", "deny": "denied"}
# A name is cut there, and so many of them are drawn.
LONGEST, MOST = 80, 20
NUMBERS = count(1)


class Bar(NamedTuple):
    """One bar: what stands under it, and how many of what are in it."""

    label: str
    parts: Mapping[str, int]

    @property
    def total(self) -> int:
        """Return how high it is."""
        return sum(self.parts.values())


class Piece(NamedTuple):
    """A rectangle of a bar."""

    name: str
    x: float
    y: float
    width: float
    height: float


class Named(NamedTuple):
    """One row of a chart by names: how many, how long its bar is, and where it leads."""

    name: str
    number: int
    share: float
    href: str = ""


def stacked_bars(bars: Sequence[Bar], *, title: str, labels: int = 6) -> Markup:
    """
    Return bars side by side, each piled up of allowed, asked and denied.

    Args:
        bars: from left to right.
        title: what the chart shows.
        labels: how many of the bars have their label under them.

    """
    highest = max((bar.total for bar in bars), default=0)
    every = max(-(-len(bars) // labels), 1)
    return Markup(  # noqa: S704 - a template has escaped it
        words(
            "charts/stacked.html",
            number=next(NUMBERS),
            title=title,
            bars=[
                (bar, said(bar), pieces(bar, place, len(bars), highest))
                for place, bar in enumerate(bars)
            ],
            marks=[bar.label for bar in bars[::every]],
            highest=highest,
            series=SERIES,
            sums={name: sum(bar.parts.get(name, 0) for bar in bars) for name in SERIES},
            width=WIDTH,
            height=HEIGHT,
        )
    )


def pieces(bar: Bar, place: int, bars: int, highest: int) -> list[Piece]:
    """Return the rectangles of a bar, from the ground up."""
    column = WIDTH / bars
    scale = HEIGHT / highest if highest else 0.0
    found, ground = [], HEIGHT
    for name in SERIES:
        number = bar.parts.get(name, 0)
        if number:
            height = max(number * scale, LEAST)
            ground -= height
            x = place * column + column * GAP / 2
            found.append(
                Piece(name, *(round(one, 2) for one in (x, ground, column * (1 - GAP), height)))
            )
    return found


def said(bar: Bar) -> str:
    """Return a bar in words."""
    counted = ", ".join(f"{bar.parts.get(name, 0)} {word}" for name, word in SERIES.items())
    return f"{bar.label}: {counted}"


def named_bars(
    rows: Sequence[tuple[str, int]], *, title: str, hrefs: Mapping[str, str] | None = None
) -> Markup:
    """
    Return bars under each other, longest first, each with its name and its number.

    Args:
        rows: names and numbers, in any order.
        title: what the chart shows.
        hrefs: where names lead; the address is ours, and only its values may be somebody's.

    """
    leads = hrefs or {}
    ordered = sorted(rows, key=lambda row: (-row[1], row[0]))
    longest = ordered[0][1] if ordered else 0
    shown = [
        Named(
            name, number, round(100 * number / longest, 2) if longest else 0.0, leads.get(name, "")
        )
        for name, number in ordered[:MOST]
    ]
    rest = ordered[MOST:]
    made = words(
        "charts/named.html",
        number=next(NUMBERS),
        title=title,
        rows=shown,
        others=len(rest),
        rest=sum(number for _, number in rest),
        longest=LONGEST,
    )
    return Markup(made)  # noqa: S704 - a template has escaped it


def local_hour(hour: str) -> str:
    """Return an hour of records (`2026-06-01T12`, in UTC) as this machine's clock shows it."""
    found = datetime.fromisoformat(f"{hour}:00").replace(tzinfo=UTC)
    return f"{found.astimezone():%H:%M}"

"""The charts of the record: over time, and by what the records are."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from markupsafe import Markup

from proctor.server.audit_stats import Column, Stats
from proctor.server.web.audit_filters import Asked
from proctor.server.web.audit_rows import outcome
from proctor.server.web.charts import Bar, named_bars, stacked_bars

# So many values are drawn; the others are counted together.
SHOWN = 8
NOTHING = "(none)"


class ByName(NamedTuple):
    """A chart by names, with how many values, of how many records, are not drawn."""

    title: str
    chart: Markup
    others: int
    rest: int


class Charts(NamedTuple):
    """What is drawn, and of how many records."""

    number: int
    cut: bool
    whole: bool
    window: str
    unit: str
    over_time: Markup
    by_name: list[ByName]


def charts_of(counted: Stats, asked: Asked, *, whole: bool) -> Charts:
    """Draw what was counted."""
    window = "the last 24 hours" if not ({"since", "until"} & set(asked.given)) else "this window"
    bars = [Bar(label(column, counted.unit), parts_of(column)) for column in counted.columns]
    return Charts(
        number=counted.number,
        cut=counted.cut,
        whole=whole,
        window=window,
        unit=counted.unit,
        over_time=stacked_bars(bars, title=f"Records by {counted.unit}"),
        by_name=[
            by_name("Decision", counted.decisions, asked, "decision"),
            by_name("Decided by", counted.deciders, asked),
            by_name("Tool", counted.tools, asked, "tool"),
            by_name("Role", counted.roles, asked, "role"),
        ],
    )


def by_name(title: str, rows: list[tuple[str, int]], asked: Asked, field: str = "") -> ByName:
    """Draw the most frequent values; each leads to its records where there is a filter for it."""
    named, hrefs = [], {}
    for value, number in rows[:SHOWN]:
        # What an agent chose as a name is a text here, and a value in an address of ours.
        word = (outcome(value)[0] if field == "decision" else value) or NOTHING
        named.append((word, number))
        if field and value:
            hrefs[word] = f"/audit?{asked.filters(**{field: value})}"
    rest = rows[SHOWN:]
    chart = named_bars(named, title=title, hrefs=hrefs)
    return ByName(title, chart, len(rest), sum(number for _, number in rest))


def parts_of(column: Column) -> dict[str, int]:
    """Return what a bar is piled up of; an alarm is drawn as a denial."""
    return {"allow": column.allow, "ask": column.ask, "deny": column.deny + column.other}


def label(column: Column, unit: str) -> str:
    """Return what stands under a bar: hours by this machine's clock, days and months in UTC."""
    try:
        if unit == "month":
            return f"{datetime.fromisoformat(f'{column.name}-01'):%b %Y}"
        if unit == "day":
            return f"{datetime.fromisoformat(column.name):%-d %b}"
        found = datetime.fromisoformat(f"{column.name}:00").replace(tzinfo=UTC)
        return f"{found.astimezone():%-d %b, %H:%M}"
    except (ValueError, OverflowError):
        return column.name

"""What `proctor audit` shows: a list, a record, a chart, and whether all is whole."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from shutil import get_terminal_size

from proctor.audit.as_json import kept_json
from proctor.audit.rows import Kept, compact
from proctor.audit.store import Count
from proctor.audit.verify import Verified
from proctor.cli import render
from proctor.cli.moments import local_time
from proctor.terms.plain import plain

STYLES = {
    "allow": "green",
    "ask_approved": "green",
    "dialog_approved": "green",
    "deny": "red",
    "ask_denied": "red",
    "ask_timeout": "red",
    "alarm": "bold red",
}
UNSURE = "yellow"
LONGEST_NAME, SHORTEST_ACTION = 24, 30
BARS = " ▁▂▃▄▅▆▇█"
WIDTH = 40
MOST_COLUMNS = 72
HOUR, DAY = 13, 10
SHOWN = 8
HANDED_IN = " (handed in)"


def style_of(decision: str) -> str:
    """Return the colour of a decision: green ran, red did not or should not, yellow is open."""
    return STYLES.get(decision, UNSURE)


def fit(text: object, width: int) -> str:
    """Return a text as it is shown, cut to a width."""
    shown = plain(str(text))
    return shown if len(shown) <= width else f"{shown[: width - 1]}…"


def show_list(records: Sequence[Kept]) -> None:
    """
    Print records, a line each, the newest last: that is where the eye is.

    On a terminal a line is as wide as that; else nobody counts, and it may be long.
    """
    rows = [kept_json(kept) for kept in reversed(records)]
    agents = [fit(row["agent_name"] or "-", LONGEST_NAME) for row in rows]
    decisions = [fit(row["decision"], LONGEST_NAME) for row in rows]
    number = max((len(str(row["n"])) for row in rows), default=1)
    agent, decision = (max(map(len, texts), default=1) for texts in (agents, decisions))
    for row, name, word in zip(rows, agents, decisions, strict=True):
        start = f"{row['n']:>{number}}  {local_time(str(row['timestamp']))}  "
        by = f"  by {fit(row['answered_by'], LONGEST_NAME)}" if row["answered_by"] else ""
        # Any process of the user could hand it in: then the name is only what it said.
        by += HANDED_IN if by and row["spooled"] else ""
        room = room_for_action(len(start) + agent + decision + 4 + len(by))
        render.out(
            (start, "dim"),
            f"{name:<{agent}}  ",
            (f"{word:<{decision}}  ", style_of(word)),
            fit(row["action_string"] or row["detail"], room),
            (by, "dim"),
        )


def room_for_action(taken: int) -> int:
    """Return how many characters of a line are left."""
    if not sys.stdout.isatty():
        return render.WIDEST
    return max(SHORTEST_ACTION, get_terminal_size().columns - taken)


def show_record(kept: Kept) -> None:
    """Print everything that is kept of one decision."""
    data = kept_json(kept)
    width = max(len(name) for name in data)
    for name, value in data.items():
        if value in ("", None, False):
            continue
        style = style_of(str(value)) if name == "decision" else ""
        text = value if isinstance(value, str) else compact(value)
        shown = f"{local_time(text)} ({text})" if name == "timestamp" else text
        render.out((f"{name:<{width}}  ", "dim"), (shown, style))


def show_verified(found: Verified) -> None:
    """Print whether everything is whole, or where not."""
    chains = render.count(len(found.heads), "chain")
    if not found.breaks:
        render.out(("whole", "green"), f": {render.count(found.records, 'record')} in {chains}")
        return
    places = render.count(len(found.breaks), "place")
    render.out(
        ("broken", "red"), f": {places}; {render.count(found.records, 'record')} in {chains}"
    )
    for one in found.breaks:
        host, _, agent = one.chain
        where = f"record {one.n}" if one.n else "the store"
        of = f" (number {one.seq} of `{agent}` on {host})" if one.seq else ""
        render.out(f"  {where}{of}: {one.what}")


def show_stats(counts: Sequence[Count]) -> None:
    """Print how many decisions there were: over time, and by what they were."""
    total = sum(count.number for count in counts)
    render.out((render.count(total, "record"), "bold"))
    if not total:
        return
    show_time(counts)
    for title, field in (
        ("decision", "decision"),
        ("decided by", "decider"),
        ("tool", "tool"),
        ("role", "role"),
    ):
        show_bars(title, ((getattr(count, field) or "-", count.number) for count in counts), total)


def show_time(counts: Sequence[Count]) -> None:
    """Print a chart of the hours or, where they are too many, of the days."""
    name, columns = "hour", filled(counts, HOUR, timedelta(hours=1))
    if len(columns) > MOST_COLUMNS:
        name, columns = "day", filled(counts, DAY, timedelta(days=1))
    # What is further back than that is counted below, and not drawn.
    columns = columns[-MOST_COLUMNS:]
    highest = max(number for _, number in columns)
    heights = (-(-number * (len(BARS) - 1) // highest) for _, number in columns)
    render.out("")
    render.out("".join(BARS[height] for height in heights))
    span = f"{columns[0][0]} to {columns[-1][0]}" if len(columns) > 1 else columns[0][0]
    render.out((f"by the {name}, {span} UTC, at most {highest:,}", "dim"))


def filled(counts: Sequence[Count], length: int, step: timedelta) -> list[tuple[str, int]]:
    """
    Return hours or days in their order, also those in which nothing happened.

    The last is the newest, and there are at most one more than can be drawn: a
    clock that was wrong once must not draw a line of a hundred years.
    """
    found: Counter[str] = Counter()
    for count in counts:
        found[str(count.hour)[:length]] += count.number
    names = sorted(found)
    columns: list[tuple[str, int]] = []
    try:
        first, moment = datetime.fromisoformat(names[0]), datetime.fromisoformat(names[-1])
        while moment >= first and len(columns) <= MOST_COLUMNS:
            name = moment.isoformat()[:length]
            columns.append((name, found[name]))
            moment -= step
    except (ValueError, OverflowError):
        return [(name, found[name]) for name in names]
    return columns[::-1]


def show_bars(title: str, numbers: Iterable[tuple[str, int]], total: int) -> None:
    """Print the most frequent values of one field, with bars."""
    found: Counter[str] = Counter()
    for value, number in numbers:
        found[fit(value, LONGEST_NAME)] += number
    most = found.most_common(SHOWN)
    name = max(len(value) for value, _ in most)
    digits = max(len(f"{number:,}") for _, number in most)
    render.out("")
    render.out((title, "bold"))
    for value, number in most:
        style = style_of(value) if title == "decision" else ""
        bar = "█" * max(1, round(WIDTH * number / most[0][1]))
        share = 100 * number / total
        render.out(f"  {value:<{name}}  {number:>{digits},}  {share:4.1f} %  ", (bar, style))
    if len(found) > SHOWN:
        render.out((f"  and {render.count(len(found) - SHOWN, 'more value')}", "dim"))

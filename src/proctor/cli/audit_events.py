"""`proctor audit events`: what happened beside the decisions, as whether a tool worked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Annotated, Any

import typer

from proctor.audit.rows import compact
from proctor.audit.store import Store
from proctor.cli import render
from proctor.cli.audit_filters import complete_agent
from proctor.cli.audit_pages import HANDED_IN, LONGEST_NAME, fit, room_for_action
from proctor.cli.json_option import JsonOption
from proctor.cli.moments import FORMS, local_time, read_moment
from proctor.errors import UsageError, did_you_mean
from proctor.home import proctor_home
from proctor.keepers import open_reader
from proctor.terms.event import Event

PAGE = 50
AT_ONCE = 1000
NO_EVENTS = "no event is kept yet"
NONE_LIKE_IT = "no event is like that"
EPILOG = """\b
Examples:
  proctor audit events --kind tool-ran --kind tool-refused
  proctor audit events --agent shop-1 --since today
"""


def events(
    *,
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", metavar="KIND", help="Of this kind, as tool-ran; again for more."),
    ] = None,
    agent: Annotated[
        str,
        typer.Option(
            "--agent", metavar="NAME", autocompletion=complete_agent, help="Of this agent only."
        ),
    ] = "",
    since: Annotated[
        str, typer.Option("--since", metavar="WHEN", help=f"Not before: {FORMS}.")
    ] = "",
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most so many.")
    ] = PAGE,
    as_json: JsonOption = False,
) -> None:
    """
    List what happened beside the decisions: the newest events, the last at the bottom.

    `tool-ran` says whether a tool of a toolbox worked, `tool-refused` why a call was refused
    before anybody decided; the others are what agent programs told.
    """
    start, kinds = read_moment(since), set[str]()
    found: deque[Event] = deque(maxlen=limit)
    with closing(open_reader(proctor_home())) as store:
        for event in every_event(store, agent):
            kinds.add(event.kind)
            if (not kind or event.kind in kind) and event.timestamp >= start:
                found.append(event)
    refuse_unknown(kind or (), kinds)
    if as_json:
        render.out_json([event._asdict() for event in reversed(found)])
        return
    show_events(found)
    if not found:
        render.out(NONE_LIKE_IT if kinds else NO_EVENTS, err=True)


def every_event(store: Store, agent: str) -> Iterator[Event]:
    """Yield all events, or those of an agent, oldest first."""
    after = 0
    while some := store.events(after=after, agent=agent, limit=AT_ONCE):
        yield from some
        after = some[-1].n


def refuse_unknown(wanted: Sequence[str], kinds: set[str]) -> None:
    """
    Refuse a kind that looks like a slip of one that is there.

    Raises:
        UsageError: it does.

    """
    for kind in wanted:
        hint = did_you_mean(kind, sorted(kinds)) if kind not in kinds else None
        if hint:
            raise UsageError(f"there is no event of the kind `{kind}`", help=hint)


def show_events(found: Sequence[Event] | deque[Event]) -> None:
    """Print events, a line each, the newest last."""
    names = [fit(event.agent or "-", LONGEST_NAME) for event in found]
    kinds = [fit(event.kind, LONGEST_NAME) for event in found]
    number = max((len(str(event.n)) for event in found), default=1)
    wide, long = (max(map(len, texts), default=1) for texts in (names, kinds))
    for event, name, kind in zip(found, names, kinds, strict=True):
        start = f"{event.n:>{number}}  {local_time(event.timestamp)}  "
        # Any process of the user could hand it in.
        by = HANDED_IN if event.spooled else ""
        room = room_for_action(len(start) + wide + long + 4 + len(by))
        said = fit(told(event.body), room)
        render.out((start, "dim"), f"{name:<{wide}}  {kind:<{long}}  ", said, (by, "dim"))


def told(body: dict[str, Any]) -> str:
    """Return what an event says, the tool first, without what is empty."""
    rest = {key: value for key, value in body.items() if key != "tool" and value not in ("", None)}
    words = [
        f"{key}={value if isinstance(value, str) else compact(value)}"
        for key, value in rest.items()
    ]
    return " ".join([*([str(body["tool"])] if body.get("tool") else []), *words])

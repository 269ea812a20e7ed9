"""Pin, unpin and forget the tools of upstream MCP servers, because a person wishes it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

from proctor.audit.handing_in import hand_in
from proctor.audit.ids import new_uid, timestamp
from proctor.keepers import keeping_of
from proctor.server.office import Office
from proctor.server.web.changes import note_change
from proctor.terms.event import Event
from proctor.tools.pin_file import tool_id
from proctor.tools.pins import Change, Keep, Pins
from proctor.tools.upstream_json import tool_json, upstream_json

PIN, UNPIN, FORGET = "pin", "unpin", "forget"


class Which(NamedTuple):
    """A tool of an upstream, and the digest of its text that a person was shown."""

    upstream: str
    tool: str = ""
    shown: str = ""


async def changed_pin(office: Office, person: str, what: str, which: Which) -> Change:
    """
    Do what a person wishes, on record before it counts.

    Args:
        office: whose home it is.
        person: who wishes it.
        what: pin, unpin or forget.
        which: the tool; without one, all of an upstream is forgotten.

    Raises:
        NotFound: there is no such tool, or it is not pinned.
        TooLate: its text is another by now.
        StoreError: what is kept of the upstream is damaged, or it cannot be put on record.

    """
    upstream, tool, shown = which
    pins, keep = Pins(office.home), on_record(office.home)
    if what == PIN:
        change = await asyncio.to_thread(pins.pin, upstream, tool, shown, person, keep=keep)
    elif what == UNPIN:
        change = await asyncio.to_thread(pins.unpin, upstream, tool, person, keep=keep)
    else:
        change = await asyncio.to_thread(pins.forget, upstream, tool, person, keep=keep)
    office.chores.look()
    await note_change(office, person, f"tool-{change.what}", upstream=upstream, tool=tool)
    return change


def on_record(home: Path) -> Keep:
    """Return what keeps a change as `proctor tools pin` does; else it does not happen."""

    def keep(change: Change) -> None:
        event = Event(
            uid=new_uid(),
            timestamp=timestamp(),
            host="",
            home="",
            kind=f"tool-{change.what}",
            body={
                "upstream": change.upstream,
                "tool": change.tool,
                "hash": change.hash,
                "by": change.by,
            },
        )
        hand_in(str(home), event, patterns=keeping_of(home).redact)

    return keep


def upstreams(home: Path) -> list[dict[str, Any]]:
    """Return every upstream that was seen, with its tools and their texts; held ones first."""
    pins = Pins(home)
    return [upstream_json(one, pins.texts(one.name)) for one in pins.all()]


def listed_upstreams(home: Path) -> list[dict[str, Any]]:
    """Return the same without the texts, of which there may be a lot."""
    return [upstream_json(one) for one in Pins(home).all()]


def seen_tool(home: Path, name: str) -> dict[str, Any] | None:
    """Return a tool of an upstream by its id, with its texts; None where it was never seen."""
    pins = Pins(home)
    for one in pins.all():
        for tool, entry in one.entries.items():
            if tool_id(one.name, tool) == name:
                found = tool_json(one.name, tool, entry, pins.texts(one.name))
                return {**found, "upstream": one.name}
    return None

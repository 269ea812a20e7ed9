"""The tools of upstreams as data, and what has changed in their texts, for whoever shows them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from typing import Any

from proctor.tools.meeting import Standing, State, standing_of
from proctor.tools.pin_file import Entry, tool_id
from proctor.tools.pinned_texts import Texts
from proctor.tools.pins import SeenUpstream


def held_first(upstream: SeenUpstream) -> list[tuple[str, Entry, Standing]]:
    """Return the tools of an upstream in the order in which they matter."""
    rows = [(name, entry, standing_of(entry)) for name, entry in upstream.entries.items()]
    return sorted(rows, key=lambda row: (row[2].state is not State.HELD, row[0]))


def marks(entry: Entry) -> list[str]:
    """Return what is believed of a tool."""
    return [mark for mark, on in entry.annotations._asdict().items() if on]


def upstream_json(upstream: SeenUpstream, texts: Texts | None = None) -> dict[str, Any]:
    """Return an upstream as data; with its texts, where they are asked for."""
    tools = [
        tool_json(upstream.name, name, entry, texts) for name, entry, _ in held_first(upstream)
    ]
    return {"upstream": upstream.name, "trouble": upstream.trouble, "tools": tools}


def tool_json(upstream: str, name: str, entry: Entry, texts: Texts | None = None) -> dict[str, Any]:
    """Return a tool of an upstream as data."""
    standing = standing_of(entry)
    data = {
        "id": tool_id(upstream, name),
        "tool": name,
        "state": standing.state.value,
        "why": standing.why,
        "changed": list(standing.changed),
        "hash": standing.hash,
        "first_seen": entry.seen.at,
        "pinned_by": entry.pinned_by,
        "pinned_at": entry.pinned_at,
        "gone": entry.gone,
        "believed": marks(entry),
    }
    if texts is None:
        return data
    before = texts.get(entry.seen.hash) if entry.changed else None
    return {**data, "text": texts.get(entry.latest.hash), "before": before}


def pretty(value: object) -> list[str]:
    """Return a value as JSON on several lines."""
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False).splitlines()


def diff(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Return the lines that a change took away and brought."""
    old, new = pretty(readable(before)), pretty(readable(now))
    return unified_diff(old, new, "as it was", "as it is now", lineterm="", n=2)


def readable(text: Mapping[str, Any]) -> dict[str, Any]:
    """Return a text whose description is a list of lines, so that one line more is one more."""
    return {**text, "description": str(text.get("description") or "").split("\n")}


def hints_text(hints: object) -> str:
    """Return what a server says of a tool's effects."""
    said = hints if isinstance(hints, dict) else {}
    words = [f"{name}: {str(on).lower()}" for name, on in said.items() if on is not None]
    return ", ".join(words) or "nothing: it may change anything"

"""
What becomes of the tools that an upstream lists, given what is kept of it.

A tool is taken as it is when it is first seen. One whose text is another later is held until
a person has looked; so is a new one that looks like one that is gone, or else a change of the
name would let every other change pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from proctor.terms.named_tuple import NamedTuple
from proctor.tools.pin_file import MOST_TOOLS, TOOL, Entries, Entry
from proctor.tools.tool_text import (
    TELLING,
    Look,
    TextError,
    changed_parts,
    hidden_text,
    look_at,
)
from proctor.tools.upstream_tool import UpstreamTool

HIDDEN = "its text has characters that nobody sees ({})"


class State(StrEnum):
    """How a tool stands."""

    NEW = "new"
    SEEN = "seen"
    PINNED = "pinned"
    HELD = "held"


class Standing(NamedTuple):
    """
    How a tool stands, and why it is held if it is.

    `hash` is of its text as it is now, `changed` which parts of that are not what they were,
    `first` when it was first seen, `pinned_by` and `pinned_at` whose pin it has or had.
    """

    state: State
    why: str = ""
    changed: tuple[str, ...] = ()
    hash: str = ""
    first: str = ""
    pinned_by: str = ""
    pinned_at: str = ""

    @property
    def is_offered(self) -> bool:
        """Say whether it may be listed and called at all; the rules decide the rest."""
        return self.state is not State.HELD

    @property
    def is_pinned(self) -> bool:
        """Say whether its hints are believed."""
        return self.state is State.PINNED


class Met(NamedTuple):
    """What is kept from now on, and how each listed tool stands."""

    entries: Entries
    standings: dict[str, Standing]


def held(why: str) -> Standing:
    """Return the standing of a tool of which nothing is kept."""
    return Standing(State.HELD, why)


def met(kept: Entries | None, tools: Sequence[UpstreamTool], now: str) -> Met:
    """
    Compare what an upstream lists with what is kept of it.

    Args:
        kept: None for an upstream that was never seen before.
        tools: all that it lists now.
        now: the time, as it is written down.

    """
    looks, standings = looked_at(tools, now)
    entries = dict(kept or {})
    named = {tool.name: tool for tool in tools}
    # One that is listed twice, or too large to be looked at, is not what it was either.
    missing = {name: entry for name, entry in entries.items() if name not in looks}
    for name, look in looks.items():
        entry = entries.get(name)
        if entry is None and len(entries) >= MOST_TOOLS:
            standings[name] = held(f"more than {MOST_TOOLS} tools of its server were seen")
            continue
        if entry is None:
            entries[name] = first_entry(named[name], look, {} if kept is None else missing)
        else:
            entries[name] = next_entry(entry, look)
        standings[name] = standing_of(entries[name], new=entry is None)
    for name, entry in missing.items():
        entries[name] = entry._replace(gone=entry.gone or now)
    return Met(entries, standings)


def looked_at(
    tools: Iterable[UpstreamTool], now: str
) -> tuple[dict[str, Look], dict[str, Standing]]:
    """Take down every listed tool; of those where that cannot be done, say why."""
    looks: dict[str, Look] = {}
    standings: dict[str, Standing] = {}
    listed = tuple(tools)
    times = Counter(tool.name for tool in listed)
    for tool in listed:
        if not TOOL.fullmatch(tool.name):
            standings[tool.name] = held("its name has letters that no rule can be sure of")
        elif times[tool.name] > 1:
            standings[tool.name] = held("its server lists two tools of this name")
        else:
            try:
                looks[tool.name] = look_at(tool, now)
            except TextError as error:
                standings[tool.name] = held(error.message)
    return looks, standings


def first_entry(tool: UpstreamTool, look: Look, missing: Entries) -> Entry:
    """Return what is kept of a tool that was never listed before."""
    if hidden := hidden_text(tool):
        return Entry(look, held=HIDDEN.format(hidden))
    like = next((name for name, gone in missing.items() if alike(look, gone)), "")
    return Entry(look, held=f"it is like `{like}`, which is gone" if like else "")


def next_entry(entry: Entry, look: Look) -> Entry:
    """Return what is kept of a known tool that is listed so now."""
    if look.hash == entry.seen.hash:
        return entry._replace(changed=None, gone="")
    again = entry.changed is not None and entry.changed.hash == look.hash
    return entry._replace(changed=entry.changed if again else look, gone="")


def alike(look: Look, gone: Entry) -> bool:
    """Say whether a new tool has the description or the parameters of one that is gone."""
    mine = told_by(look)
    return any(
        part and part == other
        for known in (gone.seen, gone.latest)
        for part, other in zip(mine, told_by(known), strict=True)
    )


def told_by(look: Look) -> tuple[str, ...]:
    """Return the digests by which a tool is known again: of all, and of the letters alone."""
    return (*(look.parts[part] for part in TELLING), *look.likeness)


def standing_of(entry: Entry, *, new: bool = False) -> Standing:
    """Return how a tool stands by what is kept of it."""
    changed = changed_parts(entry.seen, entry.changed) if entry.changed else ()
    if entry.is_held:
        state = State.HELD
    elif entry.is_pinned:
        state = State.PINNED
    else:
        state = State.NEW if new else State.SEEN
    return Standing(
        state,
        why_held(entry, changed),
        changed,
        entry.latest.hash,
        entry.seen.at,
        entry.pinned_by,
        entry.pinned_at,
    )


def why_held(entry: Entry, changed: Sequence[str]) -> str:
    """Return why a tool is held, empty where it is not."""
    if entry.changed is None:
        return entry.held
    since = "it was pinned" if entry.pinned_at else "it was first seen"
    what = " and ".join((", ".join(changed[:-1]), changed[-1]) if changed[1:] else changed)
    return f"its {what} changed since {since}"


def standings_of(entries: Entries) -> Mapping[str, Standing]:
    """Return how all tools stand that were ever seen of an upstream."""
    return {name: standing_of(entry) for name, entry in entries.items()}

"""The tools of upstreams as lists show them, with as much of their text as may be shown there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proctor.terms.catalogue import ToolInfo
from proctor.terms.named_tuple import NamedTuple
from proctor.tools.meeting import standing_of
from proctor.tools.pin_file import Entry, tool_id
from proctor.tools.pins import Pins
from proctor.tools.upstream_catalogue import info_of


class SeenTool(NamedTuple):
    """
    One tool of an upstream.

    INVARIANT: of a tool that is held its text is empty. Agents may list tools, and would
    read there what a person has not looked at yet.
    """

    upstream: str
    name: str
    entry: Entry
    text: Mapping[str, Any]

    @property
    def info(self) -> ToolInfo:
        """Return the tool as policies see it, unless a person has written otherwise."""
        return info_of(self.upstream, self.name, self.entry)

    @property
    def description(self) -> str:
        """Return what it is for, on one line."""
        said = self.text.get("description")
        return " ".join(said.split()) if isinstance(said, str) else ""

    @property
    def parameters(self) -> Mapping[str, Any] | None:
        """Return what it takes, if that may be shown."""
        said = self.text.get("inputSchema")
        return said if isinstance(said, dict) else None

    @property
    def origin(self) -> str:
        """Return where it is from, and how it stands."""
        standing = standing_of(self.entry)
        state = f"held: {standing.why}" if standing.why else standing.state.value
        state += ", not listed any more" if self.entry.gone else ""
        return f"upstream {self.upstream} ({state})"


def seen_tools(home: Path) -> dict[str, SeenTool]:
    """Return every tool that was ever seen of an upstream, by its id."""
    pins = Pins(home)
    found = {}
    for upstream in pins.all():
        texts = pins.texts(upstream.name)
        for name, entry in upstream.entries.items():
            text = {} if entry.is_held else texts.get(entry.seen.hash, {})
            found[tool_id(upstream.name, name)] = SeenTool(upstream.name, name, entry, text)
    return found

"""
Read the tools that an upstream lists.

What cannot be offered safely is left out, alone, and a remark says why: a name that no rule
could tell from another, a schema that is none, two tools of one name, and more than anybody
could look at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from proctor.gateway.schema_shape import wrong_in
from proctor.gateway.shown_text import shown
from proctor.tools.upstream_tool import Hints, UpstreamTool

MOST_TOOLS = 1000
MOST_REMARKS = 20
LONGEST_TITLE, LONGEST_DESCRIPTION = 1000, 32_000
# No colon: `tool:mcp__x__get:.*` must not speak of a tool that is called `get:other`.
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]{0,127}")
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


class Listing(NamedTuple):
    """The tools of an upstream, in its order, and what was left out."""

    tools: tuple[UpstreamTool, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return a text that is another one whenever anything in it is."""
        return json.dumps([self.tools, self.remarks], sort_keys=True)


def read_listing(entries: Sequence[object], *, more: bool = False) -> Listing:
    """Read the entries of all pages; `more` says that there were more pages."""
    remarks: list[str] = []
    if more or len(entries) > MOST_TOOLS:
        read = min(len(entries), MOST_TOOLS)
        remarks.append(f"only the first {read:,} of its tools are read")
    found: dict[str, dict[str, UpstreamTool]] = {}
    for entry in entries[:MOST_TOOLS]:
        tool = read_tool(entry)
        if isinstance(tool, str):
            remarks.append(tool)
        else:
            # Compared as JSON: to Python, true and 1 are the same.
            found.setdefault(tool.name, {})[json.dumps(tool, sort_keys=True)] = tool
    for name, same in found.items():
        if len(same) > 1:
            remarks.append(f"the tool `{name}` is left out: it is there more than once")
    if len(remarks) > MOST_REMARKS:
        rest = len(remarks) - MOST_REMARKS
        remarks = [*remarks[:MOST_REMARKS], f"and {rest:,} more of its tools are left out"]
    single = (same for same in found.values() if len(same) == 1)
    return Listing(tuple(tool for same in single for tool in same.values()), tuple(remarks))


def read_tool(entry: object) -> UpstreamTool | str:
    """Return a tool as it is described, or why it is left out."""
    if not isinstance(entry, dict):
        return "a tool is left out: it is no object"
    name = entry.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        return f"the tool `{shown(name, 60)}` is left out: that is no name of a tool"
    out = f"the tool `{name}` is left out"
    said, output = entry.get("inputSchema"), entry.get("outputSchema")
    if (wrong := wrong_in(said)) or not isinstance(said, dict):
        return f"{out}: its input schema is wrong: {wrong}"
    if output is not None and (wrong := wrong_in(output)):
        return f"{out}: its output schema is wrong: {wrong}"
    marks = entry.get("annotations")
    marks = marks if isinstance(marks, dict) else {}
    title = entry.get("title") or marks.get("title") or ""
    description = entry.get("description") or ""
    if not isinstance(title, str) or len(title) > LONGEST_TITLE:
        return f"{out}: its title is no text of up to {LONGEST_TITLE:,} characters"
    if not isinstance(description, str) or len(description) > LONGEST_DESCRIPTION:
        return f"{out}: its description is no text of up to {LONGEST_DESCRIPTION:,} characters"
    return UpstreamTool(
        name=name,
        title=title,
        description=description,
        input_schema=said,
        output_schema=output,
        hints=read_hints(marks),
    )


def read_hints(marks: dict[str, Any]) -> Hints:
    """Read what a server says of its tool; what is neither true nor false is not said."""
    return Hints(*(said if isinstance(said := marks.get(key), bool) else None for key in HINTS))

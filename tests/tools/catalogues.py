"""Tools and catalogue files, made by hand, for the tests of the catalogue."""

from __future__ import annotations

from typing import Any

from proctor.terms.catalogue import Annotations
from proctor.tools.definition import ToolDefinition, humanised
from proctor.tools.index_file import Index, hash_of, text_of

PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {"target": {"type": "string", "description": "Where to: staging or live"}},
    "required": ["target"],
    "additionalProperties": False,
}


def defined(name: str, *marks: str, **more: Any) -> ToolDefinition:
    """Return a tool with these annotations."""
    said = {"description": "Put the shop online", "category": "release", "parameters": PARAMETERS}
    return ToolDefinition(
        id=name,
        name=humanised(name),
        mutates="read_only" not in marks,
        annotations=Annotations(**dict.fromkeys(marks, True)),
        **{**said, **more},
    )


def index_text(*tools: ToolDefinition, **more: Any) -> str:
    """Return the text of a catalogue file that has these tools."""
    index = Index(
        tools=tools, generated_at="2026-06-01T12:00:00Z", source_hash=hash_of(tools), **more
    )
    return text_of(index)

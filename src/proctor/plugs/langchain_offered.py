"""
langchain: which of the tools that a model is offered run here, and which at its provider.

Every provider has its own way to write down a tool of its own. So only what is known to be a
tool of the program's counts as one; whatever else is offered runs where nobody decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from langchain_core.tools import BaseTool

from proctor.nodes import visible

# What a description of a tool of the program's own says of its type, if it says one.
OWN_TYPES = frozenset({"function", "custom", "object"})
# The fields of such a description, as the makers of models and JSON schemas have them.
OWN_FIELDS = frozenset({
    "$defs", "$schema", "additionalProperties", "allowed_callers", "cache_control", "defer_loading",
    "definitions", "description", "eager_input_streaming", "format", "function",
    "functionDeclarations", "function_declarations", "input_examples", "input_schema", "name",
    "parameters", "properties", "required", "strict", "title", "toolSpec", "type",
})  # fmt: skip
# One of them says what is to be called.
NAMING = (
    "name", "title", "function", "toolSpec", "function_declarations", "functionDeclarations",
)  # fmt: skip
TYPE, TOOLS = "type", "tools"
# Where settings of a model may say more of what is sent.
INNER = ("extra_body", "model_kwargs")


def offered_by(request: Any) -> Iterator[object]:
    """Give the tools that a model is offered, those in its settings too."""
    yield from request.tools
    settings = getattr(request, "model_settings", None) or {}
    for place in (settings, *(settings.get(name) for name in INNER)):
        found = place.get(TOOLS) if isinstance(place, dict) else None
        yield from found if isinstance(found, list | tuple) else [found] if found else ()


def hosted_in(tool: object) -> list[str]:
    """Return what runs at the provider, by the names that `hosted` takes; nothing if it is ours."""
    if isinstance(tool, BaseTool) or callable(tool):
        return []
    if type(tool) is not dict:
        return [type(tool).__name__]
    kind = tool.get(TYPE, "function")
    if kind not in OWN_TYPES if isinstance(kind, str) else True:
        return [kind if isinstance(kind, str) else visible(kind)]
    others = [str(field) for field in tool if field not in OWN_FIELDS]
    return others or ([] if any(tool.get(field) for field in NAMING) else [str(kind)])

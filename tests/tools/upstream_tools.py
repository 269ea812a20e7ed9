"""Tools as an upstream lists them, for the tests of what becomes of them."""

from __future__ import annotations

from typing import Any

from proctor.tools.upstream_tool import Hints, UpstreamTool


def listed(name: str, description: str = "", **more: Any) -> UpstreamTool:
    """Return a tool whose one parameter has its name, unless another schema is given."""
    hints = Hints(**{key: more.pop(key) for key in Hints._fields if key in more})
    schema = more.pop("schema", {"type": "object", "properties": {name: {"type": "string"}}})
    return UpstreamTool(
        name=name,
        title=more.pop("title", ""),
        description=description or f"This is {name}",
        input_schema=schema,
        output_schema=more.pop("output", None),
        hints=hints,
    )


def nested(levels: int) -> dict[str, Any]:
    """Return a schema inside a schema inside a schema."""
    schema: dict[str, Any] = {}
    for _ in range(levels):
        schema = {"properties": {"x": schema}}
    return schema

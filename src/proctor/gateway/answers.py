"""What a client is answered to a call: the upstream's own blocks, or a text of ours."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp import types
from pydantic import ValidationError

from proctor.gateway.upstream_result import UpstreamResult

if TYPE_CHECKING:
    from proctor.tools.result import ToolResult

# Of a tool of our own, as JSON in bytes; an upstream has a limit in its settings. Clients read
# no event of more than 1 MiB.
LARGEST = 900_000
# As JSON, no character has more bytes than these.
MOST_OF_ONE = 6
CUT = "\n[… {more:,} more characters are left out]"
NOT_MCP = "The tool ran, but what it returned is nothing that MCP can carry."


def answered(result: ToolResult) -> types.CallToolResult:
    """Return the answer to a call that came to an end."""
    if isinstance(result.value, UpstreamResult):
        return passed_on(result.value)
    return text_answer(result.text, error=not result.ok)


def passed_on(result: UpstreamResult) -> types.CallToolResult:
    """Return an upstream's result as it is."""
    content: list[dict[str, Any]] = result.content
    fields = {"content": content, "isError": result.is_error}
    if result.structured is not None:
        fields["structuredContent"] = result.structured
    try:
        return types.CallToolResult.model_validate(fields, by_name=False)
    except ValidationError:
        # Its own words may be anything, so they are not told.
        return text_answer(NOT_MCP, error=True)


def text_answer(text: str, *, error: bool) -> types.CallToolResult:
    """Return a text of limited size as an answer."""
    # Half of a character cannot be sent to anybody.
    whole = cut(text.encode("utf-8", "backslashreplace").decode())
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=whole)], is_error=error
    )


def cut(text: str) -> str:
    """Return a text that is not too large, with a remark in place of the rest."""
    kept = text
    while len(kept) * MOST_OF_ONE > LARGEST:
        size = len(json.dumps(kept, ensure_ascii=False).encode())
        if size <= LARGEST:
            break
        # A little less than its share, so that this comes to an end.
        kept = kept[: len(kept) * LARGEST // size - 1]
    return kept if kept == text else kept + CUT.format(more=len(text) - len(kept))

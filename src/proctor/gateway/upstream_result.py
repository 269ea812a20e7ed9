"""Read the result of a call to an upstream: blocks of content as MCP knows them, or an error."""

from __future__ import annotations

from typing import Any, NamedTuple

from proctor.gateway.nesting import is_too_deep
from proctor.gateway.shown_text import shown

# The fields that a block of each type must have, each a text.
BLOCKS: dict[str, tuple[str, ...]] = {
    "text": ("text",),
    "image": ("data", "mimeType"),
    "audio": ("data", "mimeType"),
    "resource_link": ("uri", "name"),
    "resource": (),
}
MOST_BLOCKS = 10_000
# An upstream could fail with words that we use; clients may show the first block alone.
OF_UPSTREAM = "The MCP server `{name}` says that the call failed: "


class UpstreamResult(NamedTuple):
    """What an upstream returned: blocks of content as plain JSON, and structured content."""

    content: list[dict[str, Any]]
    structured: dict[str, Any] | None = None
    is_error: bool = False

    @property
    def text(self) -> str:
        """Return the texts of the content."""
        texts = (block["text"] for block in self.content if block["type"] == "text")
        return "\n".join(texts)

    def said_by(self, name: str) -> UpstreamResult:
        """Return the same, and where it is an error, with words before it that say whose."""
        if not self.is_error:
            return self
        mark, first = OF_UPSTREAM.format(name=name), self.content[:1]
        if first and first[0]["type"] == "text":
            marked = {**first[0], "text": mark + first[0]["text"]}
            return self._replace(content=[marked, *self.content[1:]])
        return self._replace(content=[{"type": "text", "text": mark}, *self.content])


def read_result(said: object) -> UpstreamResult | str:
    """Return a result, or what is wrong with it."""
    if not isinstance(said, dict):
        return "it is no object"
    if is_too_deep(said):
        return "it is nested too deeply"
    content, structured = said.get("content"), said.get("structuredContent")
    if content is None and structured is not None:
        content = []
    if not isinstance(content, list):
        return "it has no content"
    if len(content) > MOST_BLOCKS:
        return f"it has more than {MOST_BLOCKS:,} blocks of content"
    if structured is not None and not isinstance(structured, dict):
        return "its structured content is no object"
    blocks = [read_block(block) for block in content]
    if wrong := next((block for block in blocks if isinstance(block, str)), ""):
        return wrong
    # Only a clear no is no error.
    failed = said.get("isError") not in {None, False} if is_plain(said.get("isError")) else True
    return UpstreamResult([b for b in blocks if isinstance(b, dict)], structured, failed)


def is_plain(value: object) -> bool:
    """Say whether a value is null, true or false."""
    return value is None or isinstance(value, bool)


def read_block(block: object) -> dict[str, Any] | str:
    """Return one block as it is, a remark in place of one of a new type, or what is wrong."""
    kind = block.get("type") if isinstance(block, dict) else None
    if not isinstance(block, dict) or not isinstance(kind, str):
        return "a block of its content has no type"
    if kind not in BLOCKS:
        return {"type": "text", "text": f"[a block of type `{shown(kind, 40)}` is not passed on]"}
    if not all(isinstance(block.get(field), str) for field in BLOCKS[kind]):
        return f"a block of type `{kind}` lacks {' or '.join(BLOCKS[kind])}"
    if kind == "resource" and not is_resource(block.get("resource")):
        return "a block of type `resource` has none"
    return block


def is_resource(value: object) -> bool:
    """Say whether a value is an embedded resource, of text or of bytes."""
    if not isinstance(value, dict) or not isinstance(value.get("uri"), str):
        return False
    return isinstance(value.get("text"), str) or isinstance(value.get("blob"), str)

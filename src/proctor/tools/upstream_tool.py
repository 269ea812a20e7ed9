"""A tool as an upstream MCP server describes it. None of it is believed, all of it is shown."""

from __future__ import annotations

from typing import Any, NamedTuple


class Hints(NamedTuple):
    """What a server says of its tool; None is what it does not say."""

    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


class UpstreamTool(NamedTuple):
    """
    One tool of one upstream, as it was last listed.

    Its name is one that rules and pages can show; title, description and schemas are the
    server's own words, of limited size and shape, and may say anything.
    """

    name: str
    title: str = ""
    description: str = ""
    input_schema: dict[str, Any] = {}  # noqa: RUF012 - a field, and nobody changes it
    output_schema: dict[str, Any] | None = None
    hints: Hints = Hints()

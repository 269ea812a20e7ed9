"""
What a gateway lists for its clients now, and when that has become something else.

Only what some call of could pass is listed. Of what a tool says about itself only that goes out
which we believe.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, NamedTuple

from mcp import types
from mcp_types.methods import serialize_server_result

from proctor.errors import NoStageRole, ProctorError
from proctor.gateway.upstream_tools import Calls
from proctor.nodes import visible
from proctor.tools.calling import is_offered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proctor.gateway.outside_names import OutsideNames
    from proctor.tools.definition import ToolDefinition
    from proctor.tools.offered import AtWork
    from proctor.tools.toolbox import Toolbox

LOG = logging.getLogger("proctor.gateway")
# Later versions take whatever this one takes.
STRICTEST = "2025-11-25"


class Listed(NamedTuple):
    """What is listed, and from what it was made."""

    at_work: AtWork | None
    tools: Sequence[ToolDefinition]
    listed: tuple[types.Tool, ...]


class Listing:
    """The tools that clients see."""

    def __init__(self, toolbox: Toolbox, names: OutsideNames) -> None:
        self.toolbox = toolbox
        self.names = names
        self.last: Listed | None = None
        self.trouble = ""

    async def now(self) -> tuple[types.Tool, ...]:
        """Return what is listed now; nothing where no role says what may be."""
        at_work = await asyncio.to_thread(self.at_work)
        tools, last = self.names.now().tools, self.last
        if last is not None and last.at_work is at_work and last.tools is tools:
            return last.listed
        every = self.names.all() if at_work is not None else ()
        listed = [
            listed_tool(self.names.of(one), one)
            for one in every
            if at_work is not None and is_offered(one, at_work)
        ]
        self.last = Listed(at_work, tools, tuple(one for one in listed if one is not None))
        return self.last.listed

    def at_work(self) -> AtWork | None:
        """Return the role that counts now; None where there is none."""
        try:
            _, at_work = self.toolbox.offered.now()
        except NoStageRole:
            return None
        except ProctorError as error:
            if error.message != self.trouble:
                LOG.warning("nothing is offered: %s", error.message)
            self.trouble = error.message
            return None
        self.trouble = ""
        return at_work


def listed_tool(name: str, definition: ToolDefinition) -> types.Tool | None:
    """Return a tool as a client sees it; None for one that would spoil the list of all others."""
    function = definition.function
    tool = types.Tool(
        name=name,
        title=definition.name,
        description=definition.description,
        input_schema=definition.parameters,
        output_schema=function.tool.output_schema if isinstance(function, Calls) else None,
        annotations=hints_of(definition),
    )
    for one in (tool, tool.model_copy(update={"output_schema": None})):
        if can_be_sent(one):
            return one
    LOG.warning("`%s` is left out: it cannot be described in MCP", visible(definition.id))
    return None


def can_be_sent(tool: types.Tool) -> bool:
    """Say whether every client can read a tool."""
    alone = types.ListToolsResult(tools=[tool]).model_dump(by_alias=True, exclude_none=True)
    try:
        serialize_server_result("tools/list", STRICTEST, alone)
        json.dumps(alone, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True


def hints_of(definition: ToolDefinition) -> types.ToolAnnotations:
    """Return what is believed of a tool; what is not said is left to the client's caution."""
    said = definition.annotations
    return types.ToolAnnotations(
        read_only_hint=said.read_only or None,
        destructive_hint=said.destructive or None,
        idempotent_hint=said.idempotent or None,
        open_world_hint=said.open_world or None,
    )

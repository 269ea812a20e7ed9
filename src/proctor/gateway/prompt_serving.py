"""A server of one tool, which says whether a call may run: see `prompt_tool.py`."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from mcp import types

from proctor.errors import ProctorError
from proctor.gateway.answers import text_answer
from proctor.gateway.client_calls import ClientCall
from proctor.gateway.gateway import UNKNOWN, ToolServer
from proctor.gateway.progress import WAITING
from proctor.gateway.prompt_tool import NAME, TOOL, approve, deny
from proctor.nodes import visible
from proctor.tools.waiting import telling

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

    from proctor.gateway.gateway import GatewaySetting
    from proctor.tools.judging import Judge
    from proctor.tools.offered import Offered, OfManager
    from proctor.tools.waiting import OnWait


class PromptTool:
    """Lists the one tool, and answers it."""

    def __init__(self, setting: GatewaySetting, judge: Judge, offered: Offered | OfManager) -> None:
        self.setting = setting
        self.judge = judge
        self.offered = offered

    async def list_tools(
        self,
        ctx: ServerRequestContext[Any, Any],  # noqa: ARG002 - the library gives it
        params: types.PaginatedRequestParams | None,  # noqa: ARG002 - the same
    ) -> types.ListToolsResult:
        """List it."""
        return types.ListToolsResult(tools=[types.Tool.model_validate(TOOL, by_name=False)])

    async def call_tool(
        self, ctx: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Answer it, as long as somebody waits for that."""
        call = ClientCall.of(ctx, params)
        if call.tool != NAME:
            words = UNKNOWN.format(name=visible(call.tool), near="")
            return text_answer(words, error=True)

        async def wait(seconds: float) -> None:
            await ctx.session.report_progress(seconds, None, WAITING)

        return await call.while_there(self.asked(call, wait))

    async def asked(self, call: ClientCall, wait: OnWait) -> types.CallToolResult:
        """Ask the judge."""
        try:
            chain = await asyncio.to_thread(self.offered.chain)
        except ProctorError as error:
            return text_answer(deny(error.message), error=False)
        async with telling(wait if call.wants_progress else None):
            answer = await approve(
                self.judge,
                call.arguments,
                role=chain,
                project=str(self.setting.workspace),
                agent=self.setting.agent,
                meta=call.meta,
            )
        return text_answer(answer, error=False)


def prompt_server(
    setting: GatewaySetting, judge: Judge, offered: Offered | OfManager
) -> ToolServer:
    """Return a server for Claude Code's `--permission-prompt-tool`."""
    tool = PromptTool(setting, judge, offered)
    server = ToolServer(
        setting.name,
        version=version("proctor-gate"),
        on_list_tools=tool.list_tools,
        on_call_tool=tool.call_tool,
    )
    server.middleware.clear()
    return server

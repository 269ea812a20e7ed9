"""One connection to an upstream, from the handshake to the end: what MCP says over JSON-RPC."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from proctor.errors import UpstreamError
from proctor.gateway.listed_tools import MOST_TOOLS, Listing, read_listing
from proctor.gateway.shown_text import shown
from proctor.gateway.upstream_environment import environment_of, headers_of
from proctor.gateway.upstream_peer import (
    AROUND,
    WITHOUT_HANDSHAKE,
    Peer,
    Progress,
    ServerRefusal,
    Wire,
)
from proctor.gateway.upstream_process import started
from proctor.gateway.upstream_result import UpstreamResult, read_result
from proctor.terms.upstream import UpstreamSetting

# The versions of MCP that begin with a handshake, the newest first.
VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
OTHER_VERSION = "speaks a version of MCP that is not known here"
# What a server answers to a handshake that knows none: no such version, no such method.
NO_HANDSHAKE = frozenset({-32022, -32601})
META = "io.modelcontextprotocol"
# A list of tools may be longer than a result.
LARGEST_LIST = 8 << 20
MOST_PAGES = 100
# How long a sign of life may take.
PING_SECONDS = 5.0
# How long a line that is too long may go on.
OVERLONG_SECONDS = 5.0
UNSURE = "whether it was done is not known"


def client_info() -> dict[str, str]:
    """Return what a server is told of us."""
    return {"name": "proctor", "version": version("proctor-gate")}


class Session:
    """A connection that is open; `peer` knows when it has ended."""

    def __init__(self, setting: UpstreamSetting, peer: Peer, wire: Wire) -> None:
        self.setting = setting
        self.peer = peer
        self.wire = peer.wire = wire

    async def shake_hands(self) -> None:
        """
        Agree with the server on a version of MCP; it is told that we offer nothing.

        Raises:
            UpstreamError: it is no MCP server, or of a version that is not spoken here.

        """
        try:
            said = await self.peer.ask(
                "initialize",
                {"protocolVersion": VERSIONS[0], "capabilities": {}, "clientInfo": client_info()},
                what="the handshake",
                seconds=self.setting.start_timeout,
                largest=LARGEST_LIST,
            )
        except ServerRefusal as refusal:
            if refusal.number not in NO_HANDSHAKE:
                raise
            await self.discover()
            return
        spoken = said.get("protocolVersion") if isinstance(said, dict) else None
        if spoken not in VERSIONS:
            raise self.peer.wrong(f"{OTHER_VERSION}: {shown(spoken, 40)}", code="not-mcp")
        self.wire.speak(spoken)
        self.peer.tell("notifications/initialized")

    async def discover(self) -> None:
        """
        Begin with a server that shakes no hands: every request says who sends it.

        Raises:
            UpstreamError: it does not speak the version in which that is so.

        """
        self.peer.stamp = {
            f"{META}/protocolVersion": WITHOUT_HANDSHAKE,
            f"{META}/clientInfo": client_info(),
            f"{META}/clientCapabilities": {},
        }
        self.wire.speak(WITHOUT_HANDSHAKE)
        said = await self.peer.ask(
            "server/discover",
            {},
            what="which versions it speaks",
            seconds=self.setting.start_timeout,
            largest=LARGEST_LIST,
        )
        spoken = said.get("supportedVersions") if isinstance(said, dict) else None
        if not isinstance(spoken, list) or WITHOUT_HANDSHAKE not in spoken:
            raise self.peer.wrong(f"{OTHER_VERSION}: {shown(spoken, 80)}", code="not-mcp")

    async def listing(self) -> Listing:
        """
        List the tools, page by page.

        Raises:
            UpstreamError: it does not say which tools it has.

        """
        entries: list[object] = []
        cursor: str | None = None
        ends = asyncio.get_running_loop().time() + self.setting.start_timeout
        for _ in range(MOST_PAGES):
            said = await self.page(cursor, ends)
            entries += said["tools"]
            cursor = said.get("nextCursor")
            if not isinstance(cursor, str) or not cursor or len(entries) > MOST_TOOLS:
                break
        return read_listing(entries, more=isinstance(cursor, str) and bool(cursor))

    async def page(self, cursor: str | None, ends: float) -> dict[str, Any]:
        """Return one page of the list; all pages share one time."""
        said = await self.peer.ask(
            "tools/list",
            {} if cursor is None else {"cursor": cursor},
            what="which tools it has",
            seconds=max(0.0, ends - asyncio.get_running_loop().time()),
            largest=LARGEST_LIST,
        )
        if not isinstance(said, dict) or not isinstance(said.get("tools"), list):
            raise self.peer.wrong("does not say which tools it has", code="not-mcp")
        return said

    async def call(
        self, tool: str, arguments: Mapping[str, Any], progress: Progress | None
    ) -> UpstreamResult:
        """
        Call a tool.

        Raises:
            UpstreamError: there is no result.

        """
        said = await self.peer.ask(
            "tools/call",
            {"name": tool, "arguments": dict(arguments)},
            what=f"the call of `{tool}`",
            seconds=self.setting.timeout,
            largest=self.setting.largest,
            help=f"{UNSURE}; `timeout` of the upstream says how long it may take",
            progress=progress,
        )
        result = read_result(said)
        if isinstance(result, str):
            what = f"returned no result of `{tool}` that could be passed on: {result}"
            raise self.peer.wrong(what, code="not-mcp")
        return result

    async def lives(self) -> bool:
        """Say whether the server shows any sign of life."""
        heard = self.peer.heard
        try:
            seconds = min(PING_SECONDS, self.setting.timeout)
            await self.peer.ask("ping", {}, what="", seconds=seconds, largest=LARGEST_LIST)
        except UpstreamError:
            return self.peer.heard > heard
        return True

    async def close(self) -> None:
        """End the connection, and the process if it is ours."""
        self.peer.lost(self.peer.wrong("was stopped", code="down"))
        await self.wire.close()


async def opened(
    setting: UpstreamSetting,
    workspace: Path,
    variables: Mapping[str, str],
    listed: Callable[[], None],
) -> Session:
    """
    Start or reach an upstream, and shake hands with it.

    Raises:
        UpstreamError: that fails; nothing is left of it.

    """
    peer = Peer(setting.name, listed)
    session = Session(setting, peer, await connected(setting, workspace, variables, peer))
    try:
        await session.shake_hands()
    except UpstreamError as error:
        words = session.wire.last_words() if error.code == "timeout" else ""
        await session.close()
        raise UpstreamError(f"{error.message}{words}", code=error.code, help=error.help) from error
    except BaseException:
        await session.close()
        raise
    return session


async def connected(
    setting: UpstreamSetting, workspace: Path, variables: Mapping[str, str], peer: Peer
) -> Wire:
    """Return a wire to an upstream."""
    longest = max(setting.largest + AROUND, LARGEST_LIST)
    if setting.url:
        from proctor.gateway.upstream_http import reached  # noqa: PLC0415 - an extra, and slow

        return reached(peer, setting.url, headers_of(setting, variables), longest)
    return await started(
        peer,
        setting.command,
        cwd=folder_of(setting, workspace),
        env=environment_of(setting, variables),
        longest=longest,
        patience=min(OVERLONG_SECONDS, setting.timeout),
    )


def folder_of(setting: UpstreamSetting, workspace: Path) -> Path:
    """Return the folder in which an upstream is started."""
    return workspace / Path(setting.cwd).expanduser()

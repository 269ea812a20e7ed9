"""The gateway of the double: hello, identify, heartbeats, events, and resuming."""

from __future__ import annotations

import asyncio
import json
import zlib
from contextlib import suppress
from typing import Any

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from tests.doubles.discord_shapes import BOT, GUILD, TOKEN, bot_user

DISPATCH, BEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, BEAT_BACK = 0, 1, 2, 6, 7, 9, 10, 11
GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = 1 << 9, 1 << 12, 1 << 15
GUILD_REACTIONS, DIRECT_REACTIONS = 1 << 10, 1 << 13
UNKNOWN_OP, DECODE, NOT_IDENTIFIED, BAD_TOKEN, TWICE, NOT_PERMITTED = (
    4001, 4002, 4003, 4004, 4005, 4014,
)  # fmt: skip


class Session:
    """What survives a connection: its events, to be resumed from."""

    def __init__(self, name: str, intents: int) -> None:
        self.name = name
        self.intents = intents
        self.events: list[tuple[str, Any]] = []
        self.line: Line | None = None

    async def dispatch(self, name: str, data: Any) -> None:
        """Send an event, now or once it is resumed."""
        self.events.append((name, data))
        if self.line is not None:
            with suppress(OSError):
                await self.line.say(DISPATCH, data, name, len(self.events))


class Line:
    """One connection."""

    def __init__(self, ws: web.WebSocketResponse, *, compress: bool) -> None:
        self.ws = ws
        self.squeeze = zlib.compressobj() if compress else None
        self.session: Session | None = None
        self.transport: asyncio.Transport | None = None

    async def say(self, op: int, data: Any, name: str | None = None, at: int | None = None) -> None:
        """Send something."""
        text = json.dumps({"op": op, "d": data, "t": name, "s": at})
        await self.say_raw(text)

    async def say_raw(self, text: str) -> None:
        """Send a text, whatever it is."""
        if self.squeeze is None:
            await self.ws.send_str(text)
            return
        squeezed = self.squeeze.compress(text.encode()) + self.squeeze.flush(zlib.Z_SYNC_FLUSH)
        await self.ws.send_bytes(squeezed)


class Gateway:
    """All connections of all bots with the token."""

    def __init__(self) -> None:
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.lines: set[Line] = set()
        self.interval = 41_250
        # Whether the bot may read messages, and whether heartbeats are answered.
        self.may_read, self.beats_back = True, True
        # The next connections are closed so as soon as the bot says who it is.
        self.turned_away: list[int] = []
        # Whether it says nothing any more `before hello` or `before ready`.
        self.mute = ""
        self.identified: list[int] = []
        self.resumed = 0
        self.beats = 0

    @property
    def listeners(self) -> int:
        """Say how many listen now."""
        return sum(1 for each in self.lines if each.session is not None)

    async def dispatch(self, name: str, data: Any, intent: int = 0) -> None:
        """Tell every bot of something that it wants to know, as it may know it."""
        for session in list(self.sessions.values()):
            if not intent or session.intents & intent:
                is_message = intent and name == "MESSAGE_CREATE"
                await session.dispatch(name, seen_by(session, data) if is_message else data)

    async def hang_up(self, *, code: int = WSCloseCode.GOING_AWAY) -> None:
        """Close all connections, as a server does that is going to restart."""
        for line in list(self.lines):
            await line.ws.close(code=code)

    async def cut(self) -> None:
        """Lose all connections without a word."""
        for line in list(self.lines):
            self.leave(line)
            if line.transport is not None:
                line.transport.abort()

    def leave(self, line: Line) -> None:
        """Forget a connection; its session can be resumed."""
        self.lines.discard(line)
        if line.session is not None and line.session.line is line:
            line.session.line = None

    def forget(self) -> None:
        """Forget all sessions: none can be resumed."""
        self.sessions.clear()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection."""
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        if request.query.get("v") != "10" or request.query.get("encoding") != "json":
            await ws.close(code=4012)
            return ws
        line = Line(ws, compress=request.query.get("compress") == "zlib-stream")
        line.transport = request.transport
        self.lines.add(line)
        try:
            if self.mute != "before hello":
                await line.say(HELLO, {"heartbeat_interval": self.interval})
            async for message in ws:
                if code := await self.take(line, message):
                    await ws.close(code=code)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self.leave(line)
        return ws

    async def take(self, line: Line, message: WSMessage) -> int:
        """Take what a bot says; return the code to close with, or 0."""
        if message.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
            return DECODE
        said = json.loads(message.data)
        op, data = said["op"], said["d"]
        if op == BEAT:
            self.beats += 1
            if self.beats_back:
                await line.say(BEAT_BACK, None)
            return 0
        if op == IDENTIFY:
            return await self.identify(line, data)
        if op == RESUME:
            return await self.resume(line, data)
        return UNKNOWN_OP if line.session else NOT_IDENTIFIED

    async def identify(self, line: Line, data: dict[str, Any]) -> int:
        """Begin a session."""
        if line.session is not None:
            return TWICE
        if data["token"] != TOKEN:
            return BAD_TOKEN
        self.identified.append(data["intents"])
        if self.turned_away:
            return self.turned_away.pop(0)
        if self.mute == "before ready":
            return 0
        if data["intents"] & CONTENT and not self.may_read:
            return NOT_PERMITTED
        session = Session(f"session{len(self.identified)}", data["intents"])
        session.line, line.session = line, session
        self.sessions[session.name] = session
        ready = {
            "v": 10, "user": bot_user(), "guilds": [{"id": str(GUILD), "unavailable": True}],
            "session_id": session.name, "session_type": "normal", "resume_gateway_url": self.url,
            "shard": data["shard"], "application": {"id": str(BOT), "flags": 0},
            "private_channels": [], "relationships": [], "_trace": [],
        }  # fmt: skip
        await session.dispatch("READY", ready)
        return 0

    async def resume(self, line: Line, data: dict[str, Any]) -> int:
        """Go on with a session: what was missed comes again."""
        if data["token"] != TOKEN:
            return BAD_TOKEN
        session = self.sessions.get(data["session_id"])
        if session is None or not 0 < data["seq"] <= len(session.events):
            await line.say(INVALID, data=False)
            return 0
        session.line, line.session = line, session
        self.resumed += 1
        for at, (name, event) in enumerate(session.events[data["seq"] :], data["seq"] + 1):
            await line.say(DISPATCH, event, name, at)
        await session.dispatch("RESUMED", {"_trace": []})
        return 0


def seen_by(session: Session, message: dict[str, Any]) -> dict[str, Any]:
    """Return a message as a bot sees it: without its text, unless it may or is meant."""
    meant = any(each["id"] == str(BOT) for each in message["mentions"])
    private = "guild_id" not in message
    own = message["author"]["id"] == str(BOT)
    if session.intents & CONTENT or meant or own or private:
        return message
    return {**message, "content": "", "components": []}

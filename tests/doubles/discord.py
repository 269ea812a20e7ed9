"""
A double of Discord: its REST API and its gateway, on loopback, as strict as the real one.

It refuses unknown fields and any message that could mention somebody, which the real
one does not: a slip shall be seen.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple, Self

from aiohttp import web

from tests.doubles.discord_faults import Fault
from tests.doubles.discord_gateway import (
    DIRECT_MESSAGES,
    DIRECT_REACTIONS,
    GUILD_MESSAGES,
    GUILD_REACTIONS,
    Gateway,
)
from tests.doubles.discord_shapes import (
    BOT,
    CHANNEL,
    DIRECT,
    EDIT,
    GUILD,
    NO_PREVIEWS,
    ONLY_FOR_THEM,
    OTHER_CHANNEL,
    RESPOND,
    SEND,
    TOKEN,
    Refused,
    answer,
    bad,
    bot_user,
    channel_of,
    check_message,
    member_of,
    message_of,
    numbered,
    role_of,
    user_of,
)
from tests.doubles.wire import stop_accepting

API = "/api/v10"
UPDATE, DEFER, WHISPER = 7, 6, 4
# When Discord began to count, in milliseconds.
EPOCH = 1_420_070_400_000
# Kinds of faults: where each request is answered with something else.
ROUTES = {
    "me": ("GET", r"/users/@me"),
    "gateway": ("GET", r"/gateway/bot"),
    "channel": ("GET", r"/channels/(\d+)"),
    "roles": ("GET", r"/guilds/(\d+)/roles"),
    "member": ("GET", r"/guilds/(\d+)/members/(\d+)"),
    "history": ("GET", r"/channels/(\d+)/messages"),
    "message": ("GET", r"/channels/(\d+)/messages/(\d+)"),
    "reactions": ("GET", r"/channels/(\d+)/messages/(\d+)/reactions/([^/]+)"),
    "send": ("POST", r"/channels/(\d+)/messages"),
    "edit": ("PATCH", r"/channels/(\d+)/messages/(\d+)"),
    "respond": ("POST", r"/interactions/(\d+)/([^/]+)/callback"),
    "follow": ("POST", r"/webhooks/(\d+)/([^/]+)"),
}


class Interaction:
    """A press: by whom, on which message, and whether it was answered."""

    def __init__(self, user: int, message: int) -> None:
        self.user = user
        self.message = message
        self.at = time.monotonic()
        self.answered = 0


class Whisper(NamedTuple):
    """What only one user was told."""

    user: int
    text: str


class Discord:
    """One bot, in one server with two channels, and in a conversation."""

    def __init__(self) -> None:
        self.gateway = Gateway()
        self.ids = snowflakes()
        self.messages: dict[int, dict[str, Any]] = {}
        self.nonces: dict[str, int] = {}
        # Who reacted to a message with which emoji.
        self.reactions: dict[tuple[int, str], list[int]] = defaultdict(list)
        self.channels = {CHANNEL, OTHER_CHANNEL, DIRECT}
        self.roles: dict[int, str] = {GUILD: "@everyone"}
        self.members: dict[int, list[int]] = {}
        self.interactions: dict[str, Interaction] = {}
        self.whispers: list[Whisper] = []
        self.calls: list[str] = []
        self.faults: dict[str, list[Fault]] = defaultdict(list)
        self.down: Fault | None = None
        # Presses are answered within so many seconds, or never.
        self.patience = 3.0
        # So many messages in so many seconds.
        self.limit: tuple[int, float] = (1000, 1.0)
        self.sent: list[float] = []
        self.refusals: list[str] = []
        self.sessions_left = 999
        self.port = 0
        self.runner: web.AppRunner | None = None
        self.listener: socket.socket

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Begin to listen, on the same port as before where there was one."""
        app = web.Application()
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_route("*", API + "/{rest:.*}", self.serve)
        self.runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await self.runner.setup()
        self.listener = socket.create_server(("127.0.0.1", self.port))
        await web.SockSite(self.runner, self.listener).start()
        self.port = self.listener.getsockname()[1]
        self.gateway.url = f"ws://127.0.0.1:{self.port}/gateway/"

    async def close(self) -> None:
        """Be gone: no connection lives on, and none can be made."""
        runner, self.runner = self.runner, None
        if runner is not None:
            await self.gateway.hang_up()
            await stop_accepting(self.listener)
            await runner.cleanup()

    @property
    def url(self) -> str:
        """Return the address of the API."""
        return f"http://127.0.0.1:{self.port}{API}"

    # What people do

    async def press(self, message: int, data: str, user: int, /, **changes: Any) -> str:
        """Press a button of a message, or send any data in its name; return the press's token."""
        token, number = f"press{next(self.ids)}", next(self.ids)
        self.interactions[token] = Interaction(user, message)
        there = self.messages.get(message) or message_of(message, CHANNEL, bot_user(), "gone")
        place = int(there["channel_id"])
        whose: dict[str, Any] = {"user": user_of(user)}
        if place != DIRECT:
            member = {**member_of(self.members.get(user, [])), **whose, "permissions": "0"}
            whose = {"member": member, "guild_id": str(GUILD), "guild_locale": "en-US"}
        event = {
            "id": str(number), "application_id": str(BOT), "type": 3, "token": token,
            "version": 1, "channel_id": str(place), "channel": channel_of(place),
            "message": there, "data": {"component_type": 2, "custom_id": data, "id": 2},
            "locale": "en-US", "app_permissions": "0", "entitlements": [],
            "authorizing_integration_owners": {"0": str(GUILD)}, "context": 0,
            "attachment_size_limit": 10_485_760, **whose,
        }  # fmt: skip
        await self.gateway.dispatch("INTERACTION_CREATE", copied({**event, **changes}))
        return token

    async def say(
        self, text: str, user: int, /, *, channel: int = CHANNEL, reply_to: int = 0, **more: Any
    ) -> int:
        """Write a message."""
        message = message_of(next(self.ids), channel, user_of(user), text)
        self.messages[int(message["id"])] = message
        mentions = [user_of(int(each)) for each in re.findall(r"<@!?(\d+)>", text)]
        if reply_to:
            where = {"message_id": str(reply_to), "channel_id": str(channel), "type": 0}
            message |= {"type": 19, "message_reference": where}
            message["referenced_message"] = self.messages.get(reply_to)
            mentions.append(bot_user())
        message["mentions"] = mentions
        await self.tell_bots({**message, **more})
        return int(message["id"])

    async def react(self, message: int, emoji: str, user: int, /, **changes: Any) -> None:
        """React to a message with an emoji that everybody has."""
        there = self.messages[message]
        self.reactions[message, emoji].append(user)
        event: dict[str, Any] = {
            "user_id": str(user), "channel_id": there["channel_id"], "message_id": str(message),
            "message_author_id": there["author"]["id"], "emoji": {"id": None, "name": emoji},
            "burst": False, "type": 0,
        }  # fmt: skip
        intent = DIRECT_REACTIONS
        if int(there["channel_id"]) != DIRECT:
            who = user_of(user) if user != BOT else bot_user()
            member = {**member_of(self.members.get(user, [])), "user": who}
            event |= {"guild_id": str(GUILD), "member": member}
            intent = GUILD_REACTIONS
        await self.gateway.dispatch("MESSAGE_REACTION_ADD", copied({**event, **changes}), intent)

    async def tell_bots(self, message: dict[str, Any]) -> None:
        """Tell the bots of a message."""
        message = copied(message)
        if int(message["channel_id"]) == DIRECT:
            await self.gateway.dispatch("MESSAGE_CREATE", message, DIRECT_MESSAGES)
            return
        roles = self.members.get(int(message["author"]["id"]), [])
        whose = {"guild_id": str(GUILD), "member": member_of(roles)}
        message = {**whose, **message}
        await self.gateway.dispatch("MESSAGE_CREATE", message, GUILD_MESSAGES)

    # What the bot does

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer a request, or do not."""
        path = request.path.removeprefix(API)
        kind, found = next(
            (kind, found)
            for kind, (method, pattern) in ROUTES.items()
            if method == request.method and (found := re.fullmatch(pattern, path))
        )
        self.calls.append(kind)
        told = request.headers.get("Authorization")
        if kind not in {"respond", "follow"} and told != f"Bot {TOKEN}":
            return answer({"message": "401: Unauthorized", "code": 0}, 401)
        body = await request.json() if request.can_read_body else dict(request.query)
        fault = self.down or (self.faults[kind].pop(0) if self.faults[kind] else None)
        done: web.StreamResponse | None = None
        if fault is None or fault.late:
            done = await self.do(kind, [*map(str, found.groups())], body)
        if fault is None:
            assert done is not None
            return done
        if fault.drop:
            assert request.transport is not None
            request.transport.abort()
        if fault.hang:
            await asyncio.Event().wait()
        return web.Response(body=fault.body, status=fault.status, headers=dict(fault.headers))

    async def do(self, kind: str, parts: list[str], body: Any) -> web.StreamResponse:
        """Do what is asked."""
        headers: dict[str, str] = {}
        try:
            if kind == "send":
                headers = self.counted()
                if "Retry-After" in headers:
                    told = {"message": "You are being rate limited.", "global": False}
                    after = float(headers["Retry-After"])
                    return answer({**told, "retry_after": after}, 429, headers)
            result = await getattr(self, f"_{kind}")(*parts, body)
        except Refused as error:
            self.refusals.append(str(error))
            return answer(error.body, error.status)
        return answer(result, headers=headers)

    def counted(self) -> dict[str, str]:
        """Count a message, and return what Discord says about how many there may be."""
        most, seconds = self.limit
        now = time.monotonic()
        self.sent = [each for each in self.sent if now - each < seconds]
        left = most - len(self.sent)
        after = seconds - (now - self.sent[0]) if self.sent else seconds
        headers = {
            "X-RateLimit-Bucket": "messages", "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(max(left - 1, 0)),
            "X-RateLimit-Reset": str(time.time() + after),
            "X-RateLimit-Reset-After": f"{after:.3f}",
        }  # fmt: skip
        if left <= 0:
            self.calls.append("limited")
            return {**headers, "Retry-After": f"{after:.3f}", "X-RateLimit-Scope": "user"}
        self.sent.append(now)
        return headers

    async def _me(self, _: Any) -> Any:
        return bot_user()

    async def _gateway(self, _: Any) -> Any:
        left = self.sessions_left
        limit = {"total": 1000, "remaining": left, "reset_after": 1, "max_concurrency": 1}
        return {"url": self.gateway.url, "shards": 1, "session_start_limit": limit}

    async def _channel(self, channel: str, _: Any) -> Any:
        self.known(channel)
        return channel_of(int(channel))

    async def _roles(self, guild: str, _: Any) -> Any:
        if int(guild) != GUILD:
            raise Refused(404, 10004, "Unknown Guild")
        return [role_of(number, name) for number, name in self.roles.items()]

    async def _member(self, guild: str, user: str, _: Any) -> Any:
        if int(guild) != GUILD or int(user) not in self.members:
            raise Refused(404, 10007, "Unknown Member")
        return {**member_of(self.members[int(user)]), "user": user_of(int(user))}

    async def _history(self, channel: str, query: Any) -> Any:
        self.known(channel)
        after, most = int(query["after"]), int(query["limit"])
        if not 1 <= most <= 100:
            raise bad("limit: between 1 and 100")
        there = [each for each in self.messages.values() if each["channel_id"] == channel]
        found = sorted(
            (each for each in there if int(each["id"]) > after), key=lambda each: int(each["id"])
        )
        # The newest first, as it is shown.
        return found[:most][::-1]

    async def _message(self, channel: str, number: str, _: Any) -> Any:
        self.known(channel)
        found = self.messages.get(int(number))
        if found is None or found["channel_id"] != channel:
            raise Refused(404, 10008, "Unknown Message")
        return found

    async def _reactions(self, channel: str, number: str, emoji: str, query: Any) -> Any:
        await self._message(channel, number, query)
        after, most = int(query.get("after", 0)), int(query.get("limit", 25))
        if not 1 <= most <= 100:
            raise bad("limit: between 1 and 100")
        there = sorted(each for each in self.reactions[int(number), emoji] if each > after)
        return [user_of(each) if each != BOT else bot_user() for each in there[:most]]

    async def _send(self, channel: str, body: Any) -> Any:
        self.known(channel)
        check_message(body, SEND, NO_PREVIEWS)
        if (nonce := body.get("nonce")) and body.get("enforce_nonce"):
            if nonce in self.nonces:
                return self.messages[self.nonces[nonce]]
            self.nonces[nonce] = 0
        message = message_of(next(self.ids), int(channel), bot_user(), body["content"])
        message["components"] = numbered(body.get("components") or [])
        if reference := body.get("message_reference"):
            where = {**reference, "type": 0, "channel_id": channel}
            message |= {"type": 19, "message_reference": where}
        number = int(message["id"])
        self.messages[number] = message
        if nonce:
            self.nonces[nonce] = number
        await self.tell_bots(message)
        return {**message, "nonce": nonce}

    async def _edit(self, channel: str, number: str, body: Any) -> Any:
        self.known(channel)
        check_message(body, EDIT, NO_PREVIEWS)
        message = self.messages.get(int(number))
        if message is None or message["channel_id"] != channel:
            raise Refused(404, 10008, "Unknown Message")
        if message["author"]["id"] != str(BOT):
            raise Refused(403, 50005, "Cannot edit a message authored by another user")
        return self.changed(message, body)

    def changed(self, message: dict[str, Any], body: Any) -> dict[str, Any]:
        """Change a message."""
        message["content"] = body["content"]
        if "components" in body:
            message["components"] = numbered(body["components"] or [])
        message["edited_timestamp"] = datetime.now(UTC).isoformat()
        return message

    async def _respond(self, number: str, token: str, body: Any) -> Any:
        press = self.interactions.get(token)
        if press is None or time.monotonic() - press.at > self.patience:
            raise Refused(404, 10062, "Unknown interaction")
        if press.answered:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        kind, data = body["type"], body.get("data") or {}
        if kind not in {UPDATE, DEFER, WHISPER}:
            raise bad("type: not for a button")
        if kind != DEFER:
            check_message(data, RESPOND, ONLY_FOR_THEM)
        press.answered = kind
        callback: dict[str, Any] = {"id": number, "type": 3}
        resource: dict[str, Any] = {"type": kind}
        if kind == UPDATE:
            resource["message"] = self.changed(self.messages[press.message], data)
        if kind == WHISPER:
            resource["message"] = self.whispered(press, data)
        return {"interaction": callback, "resource": resource}

    async def _follow(self, application: str, token: str, body: Any) -> Any:
        press = self.interactions.get(token)
        if press is None or not press.answered or int(application) != BOT:
            raise Refused(404, 10015, "Unknown Webhook")
        check_message(body, RESPOND, ONLY_FOR_THEM)
        return self.whispered(press, body)

    def whispered(self, press: Interaction, body: Any) -> dict[str, Any]:
        """Tell whoever pressed something."""
        if body.get("flags") != ONLY_FOR_THEM:
            raise bad("flags: this double wants words that only one can see")
        self.whispers.append(Whisper(press.user, body["content"]))
        return message_of(next(self.ids), CHANNEL, bot_user(), body["content"])

    def known(self, channel: str) -> None:
        """Refuse a channel that the bot does not know."""
        if int(channel) not in self.channels:
            raise Refused(404, 10003, "Unknown Channel")


def snowflakes() -> Iterator[int]:
    """Return ids that tell the time, each larger than the one before."""
    last = 0
    while True:
        last = max(last + 1, (int(time.time() * 1000) - EPOCH) << 22)
        yield last


def copied(value: Any) -> Any:
    """Return a copy, as it goes over the wire."""
    return json.loads(json.dumps(value))

"""
What is called at Discord, through hikari.

INVARIANT: no error and no repr names the bot's token, nor that of a press; the address
of a call, which can hold one, is never repeated.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from proctor.approval.channels.discord_settings import COPY_ID, COPY_TOKEN, bot_of
from proctor.approval.channels.discord_text import Button, said
from proctor.errors import ChannelError, MissingExtra
from proctor.terms.plain import plain

if TYPE_CHECKING:
    import hikari

LOG = logging.getLogger("proctor.discord")
Result = TypeVar("Result")

LOOPBACK = ("127.0.0.1", "::1", "localhost")
# Seconds for one request, and for an acknowledgement, which Discord takes for 3 s only.
REQUEST, ACKNOWLEDGE = 20.0, 2.5
# Whoever shall wait longer than this is told at once.
LONGEST_WAIT = 60.0
LONGEST_DESCRIPTION = 200
MOST_MESSAGES, MOST_REACTIONS = 200, 100
UNAUTHORISED, FORBIDDEN, NOT_FOUND, TIMED_OUT, TOO_MANY, SERVER_FAULT = 401, 403, 404, 408, 429, 500
# Flags of a message, as Discord numbers them.
NO_PREVIEWS, ONLY_FOR_THEM = 1 << 2, 1 << 6
QUIET: dict[str, Any] = {
    "mentions_everyone": False,
    "user_mentions": False,
    "role_mentions": False,
}


class DiscordError(ChannelError):
    """
    A call that did not work.

    `passing` says that the same may work in a moment, `retry_after` when, `status` is
    Discord's, or 0 where it did not answer.
    """

    def __init__(
        self, message: str, *, status: int = 0, passing: bool = True, retry_after: float = 0
    ) -> None:
        super().__init__(message)
        self.status = status
        self.passing = passing
        self.retry_after = retry_after


def load() -> Any:
    """
    Return hikari, with its own log silent: what matters of it is in ours.

    Raises:
        MissingExtra: it is not installed.

    """
    try:
        import hikari  # noqa: PLC0415 - an extra, and slow to import
    except ImportError as error:
        raise MissingExtra(
            "the channel discord needs the package hikari",
            help="pip install 'proctor-gate[discord]'",
        ) from error
    logger = logging.getLogger("hikari")
    if logger.level == logging.NOTSET:
        logger.setLevel(logging.CRITICAL + 1)
    return hikari


class DiscordApi:
    """One bot, without its ears: those are in `discord_gateway.py`."""

    def __init__(self, token: str, url: str = "") -> None:
        if not bot_of(token):
            raise ChannelError("the bot token of Discord is not one", help=COPY_TOKEN)
        parts = urlsplit(url or "https://discord.com")
        if parts.scheme != "https" and parts.hostname not in LOOPBACK:
            raise ChannelError(
                "the address of Discord's API must begin with https://",
                help="whoever reads what is sent there has the bot's token",
            )
        self._token = token
        self._url = url
        # Why the last call failed that may work in a moment.
        self.trouble = ""
        self._app: hikari.RESTApp | None = None
        self._rest: hikari.impl.RESTClientImpl | None = None

    def __repr__(self) -> str:
        return "DiscordApi()"

    async def open(self) -> hikari.impl.RESTClientImpl:
        """Return the client, made when it is first needed."""
        if self._rest is not None:
            return self._rest
        hikari = await asyncio.to_thread(load)
        if self._rest is None:
            self._app = hikari.RESTApp(
                url=self._url or None,
                max_retries=0,
                max_rate_limit=LONGEST_WAIT,
                http_settings=http_settings(hikari),
            )
            # Neither of these lets anybody else in between.
            await self._app.start()
            self._rest = self._app.acquire(self._token, hikari.TokenType.BOT)
            self._rest.start()
        return self._rest

    async def close(self) -> None:
        """Let go of all connections."""
        rest, app, self._rest, self._app = self._rest, self._app, None, None
        if rest is not None and app is not None:
            await rest.close()
            await app.close()

    async def check(self) -> None:
        """Ask who the bot is: whether its token is known."""
        rest = await self.open()
        await self.call(rest.fetch_my_user())

    async def send(
        self, channel: int, text: str, buttons: Sequence[Sequence[Button]], nonce: str
    ) -> int:
        """Send a question, and return the id of its message; twice, it is still one message."""
        rest = await self.open()
        sending = rest.create_message(
            channel, text, components=rows(rest, buttons), nonce=nonce, flags=NO_PREVIEWS, **QUIET
        )
        return int((await self.call(sending)).id)

    async def say(self, channel: int, words: str) -> None:
        """Send a sentence that is no question."""
        rest = await self.open()
        await self.call(rest.create_message(channel, said(words), flags=NO_PREVIEWS, **QUIET))

    async def edit(self, channel: int, message: int, text: str) -> float:
        """Change a message, which then has no buttons; return when, by Discord's clock."""
        rest = await self.open()
        edited = await self.call(rest.edit_message(channel, message, text, components=[], **QUIET))
        return edited.edited_timestamp.timestamp() if edited.edited_timestamp else time.time()

    async def reply(
        self,
        channel: int,
        message: int,
        words: str,
        buttons: Sequence[Sequence[Button]] = (),
    ) -> None:
        """Answer a message with words, or with a text that has buttons."""
        rest = await self.open()
        more: dict[str, Any] = {"components": rows(rest, buttons)} if buttons else {}
        sending = rest.create_message(
            channel,
            words if buttons else said(words),
            **more,
            reply=message,
            reply_must_exist=False,
            mentions_reply=False,
            flags=NO_PREVIEWS,
            **QUIET,
        )
        await self.call(sending)

    async def update(self, press: int, token: str, text: str) -> None:
        """Acknowledge a press by changing its message, which then has no buttons."""
        rest = await self.open()
        kind = load().ResponseType.MESSAGE_UPDATE
        responding = rest.create_interaction_response(
            press, token, kind, text, components=[], **QUIET
        )
        await self.call(responding, ACKNOWLEDGE)

    async def defer(self, press: int, token: str) -> None:
        """Acknowledge a press by nothing that is seen."""
        rest = await self.open()
        kind = load().ResponseType.DEFERRED_MESSAGE_UPDATE
        await self.call(rest.create_interaction_response(press, token, kind), ACKNOWLEDGE)

    async def whisper(self, press: int, token: str, words: str) -> None:
        """Acknowledge a press by words that only whoever pressed can see."""
        rest = await self.open()
        kind = load().ResponseType.MESSAGE_CREATE
        responding = rest.create_interaction_response(
            press, token, kind, said(words), flags=ONLY_FOR_THEM, **QUIET
        )
        await self.call(responding, ACKNOWLEDGE)

    async def whisper_later(self, application: int, token: str, words: str) -> None:
        """Tell whoever pressed something once the press has been acknowledged."""
        rest = await self.open()
        sending = rest.execute_webhook(
            application, token, said(words), flags=ONLY_FOR_THEM, **QUIET
        )
        await self.call(sending)

    async def messages(self, channel: int, after: datetime) -> list[Any]:
        """Return the messages that were written since a moment, the oldest first."""
        rest = await self.open()

        async def collect() -> list[Any]:
            found = rest.fetch_messages(channel, after=after).limit(MOST_MESSAGES)
            return [message async for message in found]

        return await self.call(collect())

    async def message(self, channel: int, message: int) -> Any:
        """Return a message as it is now."""
        rest = await self.open()
        return await self.call(rest.fetch_message(channel, message))

    async def reacted(self, channel: int, message: int, emoji: str) -> list[Any]:
        """Return the users who reacted to a message with an emoji."""
        rest = await self.open()

        async def collect() -> list[Any]:
            found = rest.fetch_reactions_for_emoji(channel, message, emoji).limit(MOST_REACTIONS)
            return [user async for user in found]

        return await self.call(collect())

    async def guild_of(self, channel: int) -> int:
        """Return the server that a channel is in; 0 for one that is in none."""
        rest = await self.open()
        return int(getattr(await self.call(rest.fetch_channel(channel)), "guild_id", None) or 0)

    async def roles_in(self, guild: int) -> list[tuple[int, str]]:
        """Return the roles that a server has: their ids and names."""
        rest = await self.open()
        return [(int(each.id), each.name) for each in await self.call(rest.fetch_roles(guild))]

    async def roles_of(self, guild: int, user: int) -> frozenset[int]:
        """Return the roles that somebody has in a server."""
        rest = await self.open()
        member = await self.call(rest.fetch_member(guild, user))
        return frozenset(int(each) for each in member.role_ids)

    async def call(self, work: Awaitable[Result], seconds: float | None = None) -> Result:
        """Await a call, for so many seconds at most; all that goes wrong is a DiscordError."""
        try:
            async with asyncio.timeout(seconds):
                result = await work
        except Exception as error:  # noqa: BLE001 - rubbish can raise anything, and is no answer
            failed = self.failed(error)
            self.trouble = failed.message if failed.passing else ""
            raise failed from None
        self.trouble = ""
        return result

    def failed(self, error: Exception) -> DiscordError:
        """Return what went wrong, without what nobody else shall know."""
        hikari = load()
        if isinstance(error, hikari.RateLimitTooLongError):
            seconds = float(error.retry_after)
            return DiscordError("Discord asks us to wait", status=TOO_MANY, retry_after=seconds)
        if isinstance(error, hikari.HTTPResponseError):
            status = int(error.status)
            words = plain(str(error.message).replace(self._token, "…"))[:LONGEST_DESCRIPTION]
            passing = status >= SERVER_FAULT or status in {TIMED_OUT, TOO_MANY}
            text = f"Discord says {status}" + (f": {words}" if words else "")
            return DiscordError(text, status=status, passing=passing)
        if isinstance(error, TimeoutError):
            return DiscordError("Discord did not answer in time")
        if isinstance(error, hikari.HTTPError):
            return DiscordError("Discord cannot be reached")
        return DiscordError(f"Discord answered what cannot be read ({type(error).__name__})")


def http_settings(hikari: Any) -> Any:
    """Return how calls are made: each within a time, and to no other address."""
    times = hikari.impl.HTTPTimeoutSettings(total=REQUEST)
    return hikari.impl.HTTPSettings(timeouts=times, max_redirects=None)


def rows(rest: Any, buttons: Sequence[Sequence[Button]]) -> list[Any]:
    """Return buttons as hikari builds them."""
    styles = load().ButtonStyle
    colours = {"good": styles.SUCCESS, "bad": styles.DANGER}
    built = []
    for row in buttons:
        made = rest.build_message_action_row()
        for each in row:
            colour = colours.get(each.colour, styles.SECONDARY)
            made.add_interactive_button(colour, each.data, label=each.label)
        built.append(made)
    return built


def unreachable(error: BaseException) -> ChannelError:
    """Return what whoever asks is told, in words that help."""
    message = error.message if isinstance(error, ChannelError) else type(error).__name__
    status = error.status if isinstance(error, DiscordError) else 0
    if status == UNAUTHORISED:
        return ChannelError("Discord does not know this bot token", help=COPY_TOKEN)
    hints = {
        NOT_FOUND: f"look at `channel` under `channels: discord`: {COPY_ID}",
        FORBIDDEN: "let the bot see the channel, read its history and send messages there",
    }
    return ChannelError(message, help=hints.get(status, "proctor channel test discord"))

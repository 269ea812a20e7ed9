"""
Listen for what people do: one listener for each bot, on all machines together.

hikari keeps the connection: heartbeats, resuming after a loss, starting anew. What is
here begins it, ends it, and begins it again where hikari gives up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from proctor.approval.channels.discord_api import http_settings, load
from proctor.approval.channels.one_listener import Exclusive, listen_alone
from proctor.approval.channels.pauses import Pauses

LOG = logging.getLogger("proctor.discord")

EVENTS = ("INTERACTION_CREATE", "MESSAGE_CREATE", "MESSAGE_REACTION_ADD")
# Discord's reasons to close a connection for good.
BAD_TOKEN, NOT_PERMITTED = 4004, 4014
# How many times longer than usual is waited where only a person can help.
NEEDS_A_PERSON = 10
# For how many seconds a connection that is being made is waited for, then for an orderly end,
# and until what is left is ended again.
MADE, CLOSING, AGAIN = 2.0, 10.0, 1.0
NO_CONTENT = (
    "Discord does not let the bot read messages: answers in words count only as a reply "
    "that mentions it, or where they begin with its name. To change that, switch on Message "
    "Content Intent on the page Bot of your application, and restart Proctor"
)


class Listener:
    """
    Hands each event to `take` while nobody else does.

    Calls `began` when it begins anew, so that what happened before was not heard.
    """

    def __init__(  # noqa: PLR0913 - each of them is one thing it needs
        self,
        token: str,
        url: str,
        take: Callable[[str, Any], None],
        began: Callable[[], None],
        *,
        exclusive: Exclusive,
        lock: str,
        pauses: Pauses,
    ) -> None:
        self._token = token
        self._url = url
        self.take = take
        self.began = began
        self.exclusive = exclusive
        self.lock = lock
        self.pauses = pauses
        self.reads_messages = True
        self.connected = asyncio.Event()

    def __repr__(self) -> str:
        return f"Listener(connected={self.connected.is_set()})"

    async def run(self) -> None:
        """Listen until cancelled; while another process does, only try again now and then."""
        await listen_alone(self.listen, self.exclusive, self.lock, self.pauses.lock, LOG)

    async def listen(self) -> None:
        """Listen, again and again."""
        faults = 0
        while True:
            try:
                await self.connect()
                pause, faults = self.pauses.after(1), 0
            except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
                faults += 1
                pause = self.pause_after(error, faults)
            await asyncio.sleep(pause)

    def pause_after(self, error: Exception, faults: int) -> float:
        """Say what is wrong, and return how long to wait until the next attempt."""
        code = getattr(error, "code", 0)
        if code == NOT_PERMITTED and self.reads_messages:
            LOG.warning(NO_CONTENT)
            self.reads_messages = False
            return self.pauses.after(1)
        if code == BAD_TOKEN or isinstance(error, load().UnauthorizedError):
            LOG.warning("Discord does not know the bot's token any more")
            return self.pauses.longest * NEEDS_A_PERSON
        if faults == 1:
            # Its text may name an address.
            LOG.warning("cannot listen to Discord: %s %s", type(error).__name__, code or "")
        return self.pauses.after(faults)

    async def connect(self) -> None:
        """Listen until the connection ends for good."""
        bot = self.bot()
        # A task of its own: hikari can swallow that whoever waits for it is cancelled.
        serving = asyncio.create_task(serve(bot))
        try:
            await asyncio.wait({serving})
            serving.result()
        finally:
            await asyncio.shield(asyncio.ensure_future(self.close(bot, serving)))

    async def close(self, bot: Any, serving: asyncio.Task[None]) -> None:
        """End a bot, also one that was still beginning."""
        # hikari leaves a connection open that is given up while it is being made.
        made = asyncio.create_task(self.connected.wait())
        await asyncio.wait({made, serving}, timeout=MADE, return_when=asyncio.FIRST_COMPLETED)
        made.cancel()
        self.connected.clear()
        if bot.is_alive:
            await end([asyncio.create_task(bot.close())], CLOSING)
        while left := [task for task in {serving, *left_behind(bot)} if not task.done()]:
            for task in left:
                task.cancel()
            await end(left, AGAIN)

    def bot(self) -> Any:
        """Return a bot that has not begun yet."""
        hikari = load()
        intents = hikari.Intents
        wanted = intents.GUILD_MESSAGES | intents.DM_MESSAGES
        wanted |= intents.GUILD_MESSAGE_REACTIONS | intents.DM_MESSAGE_REACTIONS
        if self.reads_messages:
            wanted |= intents.MESSAGE_CONTENT
        bot = hikari.GatewayBot(
            self._token,
            rest_url=self._url or None,
            intents=wanted,
            banner=None,
            logs=None,
            suppress_optimization_warning=True,
            auto_chunk_members=False,
            max_retries=0,
            http_settings=http_settings(hikari),
            cache_settings=hikari.impl.CacheSettings(components=hikari.api.CacheComponents.NONE),
        )

        async def heard(event: Any) -> None:
            if event.name in EVENTS:
                self.take(event.name, dict(event.payload))

        async def up(_: Any) -> None:
            if not self.connected.is_set():
                LOG.info("listening to Discord")
            self.connected.set()

        async def anew(_: Any) -> None:
            self.began()

        async def down(_: Any) -> None:
            if self.connected.is_set():
                LOG.info("the connection to Discord was lost; it is made again")
            self.connected.clear()

        bot.subscribe(hikari.ShardPayloadEvent, heard)
        bot.subscribe(hikari.ShardReadyEvent, up)
        bot.subscribe(hikari.ShardReadyEvent, anew)
        bot.subscribe(hikari.ShardResumedEvent, up)
        bot.subscribe(hikari.ShardDisconnectedEvent, down)
        return bot


async def serve(bot: Any) -> None:
    """Begin a bot, and wait for its end."""
    await bot.start(check_for_updates=False)
    await bot.join()


async def end(tasks: Sequence[asyncio.Task[Any]], seconds: float) -> None:
    """Wait for the end of tasks, whatever it is, for so many seconds at most."""
    done, _ = await asyncio.wait(tasks, timeout=seconds)
    for task in done:
        if not task.cancelled() and (error := task.exception()):
            LOG.info("a connection to Discord did not end well: %s", type(error).__name__)


def left_behind(bot: Any) -> Iterator[asyncio.Task[Any]]:
    """
    Return the tasks of a bot that it has lost sight of.

    hikari does so with a connection that ends while it is being made: it would be
    made again, for ever, and go on listening.
    """
    for task in asyncio.all_tasks():
        frame = getattr(task.get_coro(), "cr_frame", None)
        owner = frame.f_locals.get("self") if frame is not None else None
        if getattr(owner, "_event_manager", None) is bot.event_manager:
            yield task

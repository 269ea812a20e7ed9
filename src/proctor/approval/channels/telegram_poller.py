"""
Listen for what people do: one listener for each bot, on all machines together.

An update is acknowledged by asking for the one behind it, and only once it has been
dealt with: whoever is killed in between leaves it to the next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from proctor.approval.channels.one_listener import Exclusive, listen_alone
from proctor.approval.channels.pauses import Pauses
from proctor.approval.channels.telegram_api import (
    BRIEF,
    CONFLICT,
    UNAUTHORISED,
    BotApi,
    TelegramError,
    as_object,
)

LOG = logging.getLogger("proctor.telegram")

# Nothing before so many seconds is not what a long poll gives.
AT_ONCE = 0.1


class Poller:
    """Hands each update to `take`, one after the other, while nobody else does."""

    def __init__(  # noqa: PLR0913 - each of them is one thing it needs
        self,
        api: BotApi,
        take: Callable[[Any], Awaitable[None]],
        *,
        exclusive: Exclusive,
        lock: str,
        poll: float,
        pauses: Pauses,
    ) -> None:
        self.api = api
        self.take = take
        self.exclusive = exclusive
        self.lock = lock
        self.poll = poll
        self.pauses = pauses
        self.offset: int | None = None
        self.acknowledged: int | None = None
        self.faults = 0

    async def run(self) -> None:
        """Listen until cancelled; while another process does, only try again now and then."""
        await listen_alone(self.listen, self.exclusive, self.lock, self.pauses.lock, LOG)

    async def listen(self) -> None:
        """Listen until somebody else does."""
        self.offset = self.acknowledged = None
        clock = asyncio.get_running_loop().time
        before: list[int] = []
        try:
            while True:
                began = clock()
                try:
                    updates = await self.api.updates(self.offset, self.poll)
                except TelegramError as error:
                    if await self.is_lost(error):
                        # To acknowledge would take it from the other one.
                        self.offset = None
                        return
                    continue
                if self.faults:
                    LOG.warning("Telegram answers again")
                self.faults, self.acknowledged = 0, self.offset
                numbers = [number_of(update) for update in updates]
                for update, number in zip(updates, numbers, strict=True):
                    await self.deal_with(update)
                    self.offset = number + 1 if number else self.offset
                if numbers == before and (numbers or clock() - began < AT_ONCE):
                    # The same again, or nothing at once: so does Telegram not behave.
                    await asyncio.sleep(self.pauses.after(1))
                before = numbers
        finally:
            await self.acknowledge()

    async def deal_with(self, update: Any) -> None:
        """Hand an update on; one that nobody can deal with does not stop the rest."""
        try:
            await self.take(update)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next answer must be heard
            LOG.warning("an update of Telegram was left out: %s: %s", type(error).__name__, error)

    async def is_lost(self, error: TelegramError) -> bool:
        """Wait as long as a fault needs; say whether somebody else listens now."""
        self.faults += 1
        if self.faults == 1 or error.number in UNAUTHORISED:
            LOG.warning("cannot listen to Telegram: %s", error.message)
        if error.number == CONFLICT:
            if "webhook" not in error.message:
                return True
            try:
                await self.api.delete_webhook()
                LOG.warning("the bot had a webhook, which excludes asking for updates; removed")
            except TelegramError as again:
                LOG.warning("cannot remove the bot's webhook: %s", again.message)
        pause = self.pauses.after(self.faults) if error.passing else self.pauses.longest
        await asyncio.sleep(error.retry_after or pause)
        return False

    async def acknowledge(self) -> None:
        """Acknowledge the last update, so that the next listener does not get it again."""
        if self.offset in {None, self.acknowledged}:
            return
        try:
            async with asyncio.timeout(BRIEF):
                await self.api.updates(self.offset, 0, limit=1)
            self.acknowledged = self.offset
        except (TelegramError, TimeoutError) as error:
            LOG.info("the last update is not acknowledged, and comes again: %s", error)


def number_of(update: Any) -> int:
    """Return the number of an update; 0 for what has none."""
    number = as_object(update).get("update_id")
    return number if type(number) is int and number > 0 else 0

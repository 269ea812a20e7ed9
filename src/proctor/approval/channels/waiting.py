"""Whoever waits in this process for the answer to a question, and how it reaches them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from proctor.errors import ChannelError
from proctor.terms.reply import Reply


class Answered:
    """One who waits: for the answer that counts, or for the end of the channel."""

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.future: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()

    async def reply(self) -> Reply:
        """
        Wait for the answer.

        Raises:
            ChannelError: the channel was stopped before.

        """
        reply = await self.future
        if reply is None:
            raise self.stopped()
        return reply

    async def once_sent(
        self, sending: asyncio.Task[None], failed: Callable[[BaseException], ChannelError]
    ) -> Reply:
        """
        Wait for the answer to what is being sent.

        Raises:
            ChannelError: it could not be sent, or the channel was stopped before.

        """
        both: set[asyncio.Future[Any]] = {sending, self.future}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if not self.future.done():
            if sending.cancelled():
                raise self.stopped()
            if error := sending.exception():
                raise failed(error) from None
        return await self.reply()

    def stopped(self) -> ChannelError:
        """Return what whoever waits is told when the channel ends."""
        return ChannelError(f"the channel {self.channel} was stopped")


class Waiting:
    """All who wait for answers from one channel; several may wait for the same."""

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.open: dict[int, set[Answered]] = {}

    def __contains__(self, number: int) -> bool:
        return number in self.open

    @contextmanager
    def answered(self, number: int) -> Iterator[Answered]:
        """Wait for a question's answer, as long as this is open."""
        mine = Answered(self.channel)
        self.open.setdefault(number, set()).add(mine)
        try:
            yield mine
        finally:
            there = self.open.get(number, set())
            there.discard(mine)
            if not there:
                self.open.pop(number, None)

    def settle(self, number: int, reply: Reply) -> None:
        """Let all who wait for a question have an answer that counts."""
        for each in self.open.get(number, ()):
            if not each.future.done():
                each.future.set_result(reply._replace(question=number))

    def stop(self) -> None:
        """Let everybody know that no answer will come."""
        for each in [one for those in self.open.values() for one in those]:
            if not each.future.done():
                each.future.set_result(None)

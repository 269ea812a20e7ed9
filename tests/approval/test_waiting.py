"""Whoever waits for an answer gets the one to their question, or hears that none will come."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from proctor.approval.channels.waiting import Waiting
from proctor.errors import ChannelError
from proctor.terms.reply import Answer, Reply

YES, NO = Reply(Answer.ALLOW, by="ada"), Reply(Answer.DENY, by="bob")
# Only ends a hang.
PATIENCE = 30


def run(work: Coroutine[Any, Any, None]) -> None:
    """Do something asynchronous."""
    asyncio.run(asyncio.wait_for(work, PATIENCE))


def failed(error: BaseException) -> ChannelError:
    """Return what whoever waits is told of a message that was not sent."""
    return ChannelError(f"not sent: {error}")


def test_an_answer_reaches_all_who_wait_for_it_and_nobody_else() -> None:
    """With the number of their question; the first one counts."""

    async def work() -> None:
        waiting = Waiting("phone")
        with waiting.answered(1) as one, waiting.answered(1) as two, waiting.answered(2) as other:
            waiting.settle(1, YES)
            waiting.settle(1, NO)
            waiting.settle(3, NO)
            assert await one.reply() == await two.reply() == YES._replace(question=1)
            assert not other.future.done()
            waiting.settle(2, NO)
            assert await other.reply() == NO._replace(question=2)

    run(work())


def test_nobody_is_remembered_who_does_not_wait_any_more() -> None:
    """One who goes takes nothing from the others."""

    async def work() -> None:
        waiting = Waiting("phone")
        with waiting.answered(1):
            with waiting.answered(1):
                assert 1 in waiting
            assert 1 in waiting
        assert (1 in waiting, waiting.open) == (False, {})

    run(work())


def test_the_end_of_the_channel_is_no_answer() -> None:
    """Whoever waits hears of it; an answer that came before stays one."""

    async def work() -> None:
        waiting = Waiting("phone")
        with waiting.answered(1) as one, waiting.answered(2) as two:
            waiting.settle(1, YES)
            waiting.stop()
            waiting.settle(2, YES)
            assert (await one.reply()).answer is Answer.ALLOW
            with pytest.raises(ChannelError, match="the channel phone was stopped"):
                await two.reply()

    run(work())


def test_what_cannot_be_sent_is_told() -> None:
    """And one whose sending was ended hears that the channel was."""

    async def breaks() -> None:
        message = "no network"
        raise OSError(message)

    async def work() -> None:
        waiting = Waiting("phone")
        with waiting.answered(1) as one:
            with pytest.raises(ChannelError, match="not sent: no network"):
                await one.once_sent(asyncio.create_task(breaks()), failed)
            hangs = asyncio.create_task(asyncio.sleep(PATIENCE * 2))
            hangs.cancel()
            with pytest.raises(ChannelError, match="stopped"):
                await one.once_sent(hangs, failed)

    run(work())


def test_an_answer_counts_also_where_sending_is_not_over() -> None:
    """Somebody may be quicker than the service says that it has sent; and sent is not answered."""

    async def work() -> None:
        waiting = Waiting("phone")
        slow = asyncio.create_task(asyncio.sleep(PATIENCE * 2))
        sent = asyncio.create_task(asyncio.sleep(0))
        with waiting.answered(1) as one, waiting.answered(2) as two:
            waiting.settle(1, YES)
            assert (await one.once_sent(slow, failed)).by == "ada"
            later = asyncio.create_task(two.once_sent(sent, failed))
            await sent
            assert not later.done()
            waiting.settle(2, NO)
            assert (await later).by == "bob"
        slow.cancel()

    run(work())

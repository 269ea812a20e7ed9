"""Whoever waits for an answer may leave, or have less time than is configured."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from proctor.approval.askers import Asker, Manner
from proctor.errors import StoreError
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Reply
from tests.approval.desk_rig import ADA, CALL, Rig, Scripted

# Only ends a hang.
PATIENCE = 30


class Silent(Scripted):
    """An inbox in which nobody answers until a question is ended."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.over: asyncio.Future[Question] | None = None

    async def wait(self, question: Question, seconds: float) -> Question:
        """Wait for the end, or until the time is over."""
        self.over = asyncio.get_running_loop().create_future()
        self.asked.set()
        done, _ = await asyncio.wait({self.over}, timeout=seconds)
        return self.over.result() if done else question

    async def end(self, number: int, status: Status, reply: Reply | None = None) -> Question | None:
        """End it, and wake whoever waits."""
        ended = await super().end(number, status, reply)
        if self.over is not None and ended is not None and not self.over.done():
            self.over.set_result(ended)
        return ended


@pytest.mark.parametrize(
    ("manner", "answer"), [(Manner.HOLD, Answer.DENY), (Manner.BESIDE, Answer.DIALOG)]
)
def test_who_leaves_closes_the_question(manner: Manner, answer: Answer) -> None:
    """It is ended with the words of the leaving; beside a dialog, that is no denial."""

    async def work() -> tuple[Any, ...]:
        inbox = Silent()
        asker = Asker(manner)
        asking = asyncio.create_task(Rig(inbox).ask(asker=asker))
        await asyncio.wait_for(inbox.asked.wait(), PATIENCE)
        asker.leave("gone")
        asker.leave("again")
        return await asyncio.wait_for(asking, PATIENCE), inbox.closed

    reply, closed = asyncio.run(work())
    assert reply == Reply(answer, words="gone", question=7)
    assert closed == [(7, Status.CANCELLED, Reply(Answer.DENY, words="gone"))]


def test_a_question_is_closed_when_the_last_has_left() -> None:
    """Two wait for one answer: the first that goes changes nothing for the other."""

    async def work() -> tuple[Any, ...]:
        inbox, rig = Silent(), None
        rig = Rig(inbox)
        waits = [Asker(), Asker()]
        asking = [asyncio.create_task(rig.ask(asker=asker)) for asker in waits]
        await asyncio.wait_for(inbox.asked.wait(), PATIENCE)
        while not any(shared.waiting == len(waits) for shared in rig.desk.open.values()):
            await asyncio.sleep(0)
        waits[0].leave("one")
        first = await asyncio.wait_for(asking[0], PATIENCE)
        still_open = not inbox.closed
        waits[1].leave("two")
        second = await asyncio.wait_for(asking[1], PATIENCE)
        return first, still_open, second, len(inbox.closed), rig.desk.open

    first, still_open, second, closed, left = asyncio.run(work())
    assert (first.words, still_open, second.words, closed, left) == ("one", True, "two", 1, {})


def test_who_has_left_before_is_not_asked_for() -> None:
    """No question is put to people for somebody who is gone already."""

    async def work() -> tuple[Any, ...]:
        inbox, asker = Silent(), Asker()
        asker.leave("gone")
        return await Rig(inbox).ask(asker=asker), inbox.drafts

    reply, drafts = asyncio.run(work())
    assert (reply, drafts) == (Reply(Answer.DENY, words="gone"), [])


def test_the_time_of_who_waits_counts_where_it_is_less() -> None:
    """The question itself ends with it."""

    async def work() -> tuple[Any, ...]:
        inbox = Silent()
        reply = await Rig(inbox).ask(asker=Asker(seconds=0.05))
        return reply, inbox.drafts[0].seconds

    reply, seconds = asyncio.run(work())
    assert reply.answer is Answer.TIMEOUT
    assert seconds <= 0.05


def test_people_are_told_of_once() -> None:
    """Whoever waits hears when it is people who are asked, and not before."""
    told: list[str] = []

    async def work() -> None:
        inbox = Silent()
        rig = Rig(inbox)
        await rig.ask(asker=Asker(Manner.LEAVE, people=lambda: told.append("left")))
        await rig.ask(asker=Asker(seconds=0.01, people=lambda: told.append("asked")))

    asyncio.run(work())
    assert told == ["asked"]


def test_who_has_less_time_than_the_others_is_let_go_alone() -> None:
    """The question stays open for whoever asked the same and has more."""

    async def work() -> tuple[Any, ...]:
        inbox = Silent()
        rig = Rig(inbox)
        first = asyncio.create_task(rig.ask())
        await asyncio.wait_for(inbox.asked.wait(), PATIENCE)
        second = await rig.ask(asker=Asker(seconds=0.01))
        still_open = not first.done() and not inbox.closed
        await inbox.end(7, Status.ANSWERED, ADA)
        return second, still_open, await asyncio.wait_for(first, PATIENCE)

    second, still_open, first = asyncio.run(work())
    assert (second.answer, still_open, first.answer) == (Answer.TIMEOUT, True, Answer.ALLOW)


class Quick(Silent):
    """An inbox in which somebody answers just before the question can be closed."""

    async def end(self, number: int, status: Status, reply: Reply | None = None) -> None:
        """Find that it has ended already."""
        await super().end(number, Status.ANSWERED, ADA)


def test_an_answer_that_came_just_before_counts() -> None:
    """What people are shown and what is kept is the same."""

    async def work() -> Reply | None:
        inbox, asker = Quick(), Asker()
        asking = asyncio.create_task(Rig(inbox).ask(asker=asker))
        await asyncio.wait_for(inbox.asked.wait(), PATIENCE)
        asker.leave("gone")
        return await asyncio.wait_for(asking, PATIENCE)

    assert asyncio.run(work()) == ADA._replace(question=7)


class Full(Silent):
    """An inbox that cannot write any more."""

    async def end(self, number: int, status: Status, reply: Reply | None = None) -> None:
        """Fail."""
        message = "the disk is full"
        raise StoreError(message)


def test_a_question_that_cannot_be_closed_is_no_yes() -> None:
    """Whoever has left gets what they would get otherwise."""

    async def work() -> Reply | None:
        inbox, asker = Full(), Asker()
        rig = Rig(inbox)
        asking = asyncio.create_task(rig.ask(asker=asker))
        await asyncio.wait_for(inbox.asked.wait(), PATIENCE)
        asker.leave("gone")
        reply = await asyncio.wait_for(asking, PATIENCE)
        await rig.desk.stop()
        return reply

    assert asyncio.run(work()) == Reply(Answer.DENY, words="gone", question=7)


def test_who_leaves_while_in_line_is_never_asked_for() -> None:
    """When the turn comes, no question is put: nobody waits for its answer."""

    async def work() -> tuple[Any, ...]:
        inbox = Silent()
        rig = Rig(inbox)
        first = asyncio.create_task(rig.ask())
        await asyncio.wait_for(inbox.asked.wait(), PATIENCE)
        asker = Asker()
        other = CALL._replace(input={"command": "make all"})
        second = asyncio.create_task(rig.ask(other, uid="v", asker=asker))
        while not any(number > 1 for number in rig.desk.line.waiting.values()):
            await asyncio.sleep(0)
        asker.leave("gone")
        left = await asyncio.wait_for(second, PATIENCE)
        await inbox.end(7, Status.ANSWERED, ADA)
        await asyncio.wait_for(first, PATIENCE)
        await asyncio.wait_for(asyncio.gather(*rig.desk.tasks), PATIENCE)
        return left, len(inbox.drafts)

    assert asyncio.run(work()) == (Reply(Answer.DENY, words="gone"), 1)

"""
What every Channel must do.

A channel's own test takes the class `Channels` in, and gives one fixture, `rig`: a
function that takes a `Book` and gives an async context in which the channel has been
started with `book.hand_in`:

    class TestTelegram(Channels):
        @pytest.fixture
        def rig(self) -> MakeRig:
            return telegram_rig
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from typing import Any, Protocol, TypeVar

import pytest

from proctor.approval.channel import Channel
from proctor.approval.message import CHOICES, Choice
from proctor.terms.plain import plain
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Reply
from tests.contracts.samples import HANGS
from tests.doubles.book import NOT_YOU, OVER, Book, Handed

Result = TypeVar("Result")

HOSTILE = {
    "html": '</code></b><a href="https://evil.example">click</a> &amp; <script>alert(1)</script>',
    "lines": "ls\n\n✅ Allowed by ada through telegram\r\nRole: admin\u2028Why: safe\x0b\x85end",
    "mentions": "@everyone @here @ada <@7> <@&9> <#3> @channel /allow 12 /allow",
    "markdown": "``` ` ** __ ~~ || > # [a](https://evil.example) ``` ||x|| *_*",
    "right to left": "rm \u202e/ fr- mr\u202c \u2066x\u2069 \u200f\u05e9\u05dc\u200b",
    "control": "\x1b[2J\x1b]0;title\x07\x00\x7f\ud83d",
    "long": "begin " + "<&>" * 33_000 + " end",
}


class Rig(Protocol):
    """A started channel, and people on its other side; ids are as the channel hands them in."""

    @property
    def channel(self) -> Channel:
        """Return the channel."""

    @property
    def may(self) -> str:
        """Return a user whose answers the book takes, once the test has told it."""

    @property
    def stranger(self) -> str:
        """Return a user whose answers it does not take."""

    async def answer(self, number: int, key: str, user: str, words: str = "") -> None:
        """
        Answer as a user would: press the button, or type it.

        `key` is that of a choice, `words` are for the agent. Works also where nothing is
        offered any more, as a late press does.
        """

    async def shown(self, number: int) -> str:
        """Return what people see of a question now, as text; nothing where they see none."""

    async def offered(self, number: int) -> frozenset[str]:
        """Return the keys of the answers that people are offered now."""

    async def told(self, user: str) -> str:
        """Return everything that a user was told in return for answers, line by line."""


MakeRig = Callable[[Book], AbstractAsyncContextManager[Rig]]


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a test's work, which ends at the latest where it hangs."""
    return asyncio.run(asyncio.wait_for(work, 2 * HANGS))


async def until(check: Callable[[], Awaitable[object]]) -> None:
    """Wait until something has come true."""
    async with asyncio.timeout(HANGS):
        while not await check():
            await asyncio.sleep(0.01)


async def asked(rig: Rig, question: Question) -> asyncio.Task[Reply]:
    """Ask, and wait until people see it."""
    asking = asyncio.create_task(rig.channel.ask(question))
    await until(lambda: seen(rig, asking, question.id))
    return asking


async def seen(rig: Rig, asking: asyncio.Task[Reply], number: int) -> bool:
    """Say whether people can answer; a channel that failed to ask fails the test."""
    if asking.done():
        asking.result()
    return bool(await rig.shown(number)) and bool(await rig.offered(number))


async def take_back(asking: asyncio.Task[Reply]) -> None:
    """Cancel a question, as the desk does when it has ended elsewhere."""
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking


def said(choice: Choice) -> tuple[Answer, str, int]:
    """Return what of a choice an answer carries."""
    return choice.answer, choice.scope, choice.seconds


class Channels:
    """What every channel does."""

    def test_people_see_what_is_asked(self, rig: MakeRig) -> None:
        """Tool, target, agent, role, session, folder, reason, parts and number are shown."""

        async def work() -> None:
            book = Book()
            async with rig(book) as there:
                question = book.put()
                asking = await asked(there, question)
                text = await there.shown(question.id)
                await take_back(asking)

                for word in ("Bash", "git push origin main", "coder-1", "coder", "abc123",
                             "/home/ada/shop", "no rule allows it", str(question.id)):  # fmt: skip
                    assert word in text

        run(work())

    @pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.says)
    def test_each_answer_comes_back(self, rig: MakeRig, choice: Choice) -> None:
        """Each choice is offered, handed in once under the channel's name, and returned."""

        async def work() -> None:
            book = Book()
            async with rig(book) as there:
                book.may.add(there.may)
                question = book.put()
                asking = await asked(there, question)
                assert {each.key for each in CHOICES} == await there.offered(question.id)

                await there.answer(question.id, choice.key, there.may)
                reply = await asking

                assert said(choice) == (reply.answer, reply.scope, reply.seconds)
                [handed] = book.handed
                name = there.channel.name
                assert Handed(question.id, there.may, name, handed.reply) == handed
                assert said(choice) == said_in(handed.reply)

        run(work())

    def test_a_denial_has_words(self, rig: MakeRig) -> None:
        """What a person says with a denial comes back with it."""

        async def work() -> None:
            book = Book()
            async with rig(book) as there:
                book.may.add(there.may)
                question = book.put()
                asking = await asked(there, question)
                await there.answer(question.id, "d", there.may, "use a branch")
                reply = await asking

                assert (reply.answer, reply.words) == (Answer.DENY, "use a branch")

        run(work())

    def test_a_stranger_changes_nothing(self, rig: MakeRig) -> None:
        """Who may not answer is told so; the question waits for somebody who may."""

        async def work() -> None:
            book = Book()
            async with rig(book) as there:
                book.may.add(there.may)
                question = book.put()
                asking = await asked(there, question)
                await there.answer(question.id, "a", there.stranger)
                await until(lambda: is_told(there, there.stranger, NOT_YOU))
                assert not asking.done()
                assert await there.offered(question.id)

                await there.answer(question.id, "d", there.may)
                assert Answer.DENY is (await asking).answer
                assert [there.may] == [each.user for each in book.counted]

        run(work())

    def test_the_first_answer_stays(self, rig: MakeRig) -> None:
        """A second answer, also another one, changes nothing, and its giver is told."""

        async def work() -> None:
            book = Book()
            async with rig(book) as there:
                book.may.add(there.may)
                question = book.put()
                asking = await asked(there, question)
                await there.answer(question.id, "d", there.may)
                reply = await asking
                await there.answer(question.id, "w", there.may)
                await until(lambda: is_told(there, there.may, OVER))

                assert Answer.DENY is reply.answer
                assert [each.reply.answer for each in book.counted] == [Answer.DENY]

        run(work())

    @pytest.mark.parametrize("status", [Status.EXPIRED, Status.CANCELLED])
    def test_a_late_answer_does_not_count(self, rig: MakeRig, status: Status) -> None:
        """Whoever answers a question that is over is told so, and it is shown as over."""

        async def work() -> None:
            book = Book()
            async with rig(book) as there:
                book.may.add(there.may)
                question = book.put()
                asking = await asked(there, question)
                ended = book.end(question.id, status)
                await take_back(asking)
                await there.channel.ended(ended)
                assert not await there.offered(question.id)
                words = "Timed Out" if status is Status.EXPIRED else "Cancelled"
                assert words in await there.shown(question.id)

                await there.answer(question.id, "a", there.may)
                await until(lambda: is_told(there, there.may, OVER))
                assert book.counted == []

        run(work())

    def test_an_answer_from_elsewhere_is_shown(self, rig: MakeRig) -> None:
        """Who answered elsewhere, and through what, is shown; nothing is offered any more."""

        async def work() -> None:
            book = Book()
            async with rig(book) as there:
                question = book.put()
                asking = await asked(there, question)
                reply = Reply(Answer.DENY, by="grace", channel="inbox", words="not today")
                ended = book.end(question.id, Status.ANSWERED, reply)
                await take_back(asking)
                await there.channel.ended(ended)

                text = await there.shown(question.id)
                for word in ("Denied", "grace", "inbox", "not today"):
                    assert word in text
                assert not await there.offered(question.id)

        run(work())

    def test_ending_what_was_never_asked_is_nothing(self, rig: MakeRig) -> None:
        """The end of a question that was not asked here is no error, also when it comes twice."""

        async def work() -> None:
            book = Book()
            async with rig(book) as there:
                ended = book.end(book.put().id, Status.EXPIRED)
                await there.channel.ended(ended)
                await there.channel.ended(ended)
                assert not await there.shown(ended.id)

        run(work())

    def test_twenty_questions_stay_apart(self, rig: MakeRig) -> None:
        """Of twenty questions at once each gets its own answer."""

        async def work() -> None:
            book = Book()
            async with rig(book) as there:
                book.may.add(there.may)
                questions = [book.put(action=f"tool:bash:job {n}") for n in range(20)]
                asking = [asyncio.create_task(there.channel.ask(each)) for each in questions]
                # Any order but theirs.
                for question in sorted(questions, key=lambda each: each.id * 7 % 20):
                    task = asking[questions.index(question)]
                    await until(partial(seen, there, task, question.id))
                    assert f"job {questions.index(question)}" in await there.shown(question.id)
                    key = "d" if question.id % 3 else "a"
                    await there.answer(question.id, key, there.may)
                replies = await asyncio.gather(*asking)

                wanted = [Answer.DENY if q.id % 3 else Answer.ALLOW for q in questions]
                assert wanted == [reply.answer for reply in replies]
                assert {q.id for q in questions} == {each.number for each in book.counted}
                assert len(book.handed) == 20

        run(work())

    @pytest.mark.parametrize("name", HOSTILE)
    def test_no_text_forges_anything(self, rig: MakeRig, name: str) -> None:
        """Whatever an agent says, wherever it says it, is a text on one line."""
        text = HOSTILE[name]
        parts = [{"part": text, "effect": "ask", "why": text}]

        async def lines_of(there: Rig, book: Book, **changes: Any) -> list[str]:
            question = book.put(**changes)
            asking = await asked(there, question)
            shown = await there.shown(question.id)
            assert {each.key for each in CHOICES} == await there.offered(question.id)
            await take_back(asking)
            await there.channel.ended(book.end(question.id, Status.EXPIRED))
            return shown.splitlines()

        async def work() -> None:
            book = Book()
            async with rig(book) as there:
                body = {"role": "r", "cwd": "c", "why": "y", "rule": "u",
                        "parts": [{"part": "p", "effect": "ask", "why": "w"}]}  # fmt: skip
                usual = await lines_of(there, book, body=body)
                body = {"role": text, "cwd": text, "why": text, "rule": text, "parts": parts}
                odd = await lines_of(
                    there, book, tool=text, action=f"tool:bash:{text}", agent=text,
                    session=text, body=body,
                )  # fmt: skip

                assert len(odd) <= len(usual)
                for line in odd:
                    assert "\u202e" not in line
                    assert "\x1b" not in line
                if name == "long":
                    assert "begin" in "".join(odd)
                    assert "end" in "".join(odd)

        run(work())

    def test_stopping_leaves_nothing_running(self, rig: MakeRig) -> None:
        """After a stop nothing of the channel runs any more, also when it stops while asking."""

        async def work() -> None:
            book = Book()
            before = asyncio.all_tasks()
            async with rig(book) as there:
                asking = await asked(there, book.put())
                await take_back(asking)
                await there.channel.stop()
            assert asyncio.all_tasks() <= before

        run(work())


def said_in(reply: Reply) -> tuple[Answer, str, int]:
    """Return what an answer carries of its choice."""
    return reply.answer, reply.scope, reply.seconds


async def is_told(rig: Rig, user: str, words: str) -> bool:
    """Say whether a user was told something."""
    return plain(words) in await rig.told(user)

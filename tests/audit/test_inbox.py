"""Questions of one owner: when they end, whatever the clocks and the store do."""

from __future__ import annotations

import asyncio
import time

import pytest

from proctor.audit.identity import Identity
from proctor.audit.ids import timestamp
from proctor.audit.inbox import GRACE, Inbox
from proctor.audit.redaction.redact import Redactor
from proctor.audit.store import Store
from proctor.audit.stores.memory import MemoryStore
from proctor.errors import StoreError
from proctor.terms.question import Draft, Question, Status
from proctor.terms.reply import Answer, Reply

HOUR = 3600.0


class Clocks:
    """The two clocks of a machine, that go only when they are told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.steady = time.time(), 1000.0
        monkeypatch.setattr("proctor.audit.inbox.time.time", lambda: self.wall)
        monkeypatch.setattr("proctor.audit.inbox.time.monotonic", lambda: self.steady)

    def go(self, seconds: float) -> None:
        """Let time pass."""
        self.wall += seconds
        self.steady += seconds

    def jump(self, seconds: float) -> None:
        """Set the clock that people see."""
        self.wall += seconds


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """Stop the clocks."""
    return Clocks(monkeypatch)


def inbox(store: Store, home: str = "0a0b0c0d") -> Inbox:
    """Return the inbox of a home."""
    return Inbox(store, Identity("anvil", home, b"k" * 32), Redactor(()))


def draft(uid: str = "q-1", seconds: float = 60.0) -> Draft:
    """Return a question about a command."""
    return Draft(uid, "arch-1", "", "Bash", "tool:bash:make", {"command": "make"}, {}, seconds)


def statuses(store: Store) -> list[Status]:
    """Return how the questions stand."""
    return [question.status for question in store.questions()]


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_of_the_clock_changes_no_questions_time(clocks: Clocks, jump: float) -> None:
    """It waits for its own seconds, not less and not more, wherever the clock is set to."""
    store = MemoryStore()

    async def work() -> None:
        here = inbox(store)
        assert await here.put(draft())
        clocks.go(30)
        clocks.jump(jump)
        await here.tidy()
        await here.tidy_after_others()
        assert statuses(store) == [Status.PENDING]
        clocks.go(29.9)
        await here.tidy()
        assert statuses(store) == [Status.PENDING]
        clocks.go(0.2)
        await here.tidy()
        assert statuses(store) == [Status.EXPIRED]

    asyncio.run(work())


@pytest.mark.parametrize(("jump", "longest"), [(HOUR, 0.0), (-HOUR, 60.0), (0.0, 30.0)])
def test_a_jump_while_nobody_owns_the_home_is_survived(
    clocks: Clocks, jump: float, longest: float
) -> None:
    """The next owner waits for no longer than the question ever had to wait."""
    store = MemoryStore()

    async def work() -> None:
        assert await inbox(store).put(draft())
        clocks.go(30)
        clocks.jump(jump)
        here = inbox(store)
        await here.start()
        clocks.go(longest + 0.1)
        await here.tidy()
        assert statuses(store) == [Status.EXPIRED]

    asyncio.run(work())


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 0.0])
def test_another_machine_ends_no_question_early(clocks: Clocks, jump: float) -> None:
    """Its clock may be wrong: it ends only what it has seen wait for longer than it can."""
    store = MemoryStore()

    async def work() -> None:
        assert await inbox(store).put(draft())
        clocks.jump(jump)
        there = inbox(store, "0e0f0a0b")
        await there.start()
        await there.tidy()
        await there.tidy_after_others()
        clocks.go(60 + GRACE)
        await there.tidy_after_others()
        assert statuses(store) == [Status.PENDING]
        clocks.go(1)
        await there.tidy_after_others()
        assert statuses(store) == [Status.EXPIRED]

    asyncio.run(work())


class Away(MemoryStore):
    """A store that is out of reach while somebody says so."""

    away = False

    def close_question(
        self, number: int, status: Status, *, at: str, reply: Reply | None = None
    ) -> Question | None:
        """End a question, or fail."""
        if self.away:
            raise StoreError("it is not there")
        return super().close_question(number, status, at=at, reply=reply)

    def question(self, number: int) -> Question | None:
        """Return a question, or fail."""
        if self.away:
            raise StoreError("it is not there")
        return super().question(number)


def test_a_question_that_cannot_be_ended_is_no_yes(clocks: Clocks) -> None:
    """Where the store is away when the time is over, whoever waits gets the question as it was."""
    store = Away()

    async def work() -> None:
        here = inbox(store)
        asked = await here.put(draft())
        assert asked is not None
        store.away = True
        assert await here.expire(asked) == asked
        assert await here.wait(asked, 0) == asked
        store.away = False
        clocks.go(61)
        await here.tidy()
        assert statuses(store) == [Status.EXPIRED]

    asyncio.run(work())


def test_more_questions_than_a_page_are_taken_up(clocks: Clocks) -> None:
    """After a restart each of many ends in its time, also those that nobody asks again."""
    store = MemoryStore()
    number = 1500

    async def work() -> None:
        before = inbox(store)
        for each in range(number):
            assert await before.put(draft(f"q-{each}"))
        here = inbox(store)
        await here.start()
        assert len(here.ends) == number
        clocks.go(61)
        await here.tidy()
        assert store.questions(Status.PENDING) == []

    asyncio.run(work())


def test_an_old_answer_is_for_nobody(clocks: Clocks) -> None:
    """Who asks under the same name long after its answer is asked anew by nobody, and gets no."""
    store = MemoryStore()

    async def work() -> None:
        here = inbox(store)
        asked = await here.put(draft())
        assert asked is not None
        reply = Reply(Answer.ALLOW, "ada", "inbox", at=timestamp(clocks.wall))
        ended = await here.end(asked.id, Status.ANSWERED, reply)
        assert (await here.put(draft()), await here.wait(asked, 0)) == (ended, ended)
        clocks.go(GRACE + 1)
        assert await here.put(draft()) is None

    asyncio.run(work())

"""Questions of one owner: when they end, whatever the clocks and the store do."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from threading import Event as Flag

import pytest

from proctor.audit.identity import Identity
from proctor.audit.ids import timestamp
from proctor.audit.inbox import GRACE, MOST_HANDED_IN, MOST_OF_ONE, Inbox
from proctor.audit.redaction.redact import Redactor
from proctor.audit.store import Change, Store
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


def draft(
    uid: str = "q-1", seconds: float = 60.0, *, agent: str = "arch-1", session: str = ""
) -> Draft:
    """Return a question about a command."""
    return Draft(uid, agent, session, "Bash", "tool:bash:make", {"command": "make"}, {}, seconds)


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
            assert await before.put(draft(f"q-{each}", agent=f"arch-{each % 50}"))
        here = inbox(store)
        await here.start()
        assert len(here.ends) == number
        clocks.go(61)
        await here.tidy()
        assert store.questions(Status.PENDING) == []

    asyncio.run(work())


def test_one_agent_does_not_fill_the_inbox(clocks: Clocks) -> None:
    """Whoever asks too much is refused, others are not; what has ended makes room again."""
    store = MemoryStore()

    async def work() -> None:
        before = inbox(store)
        asked = [await before.put(draft(f"q-{each}")) for each in range(MOST_OF_ONE + 1)]
        assert [question is None for question in asked] == [False] * MOST_OF_ONE + [True]
        # After a restart it is the same.
        here = inbox(store)
        await here.start()
        assert await here.put(draft("q-more")) is None
        assert await here.put(draft("q-0")) == asked[0]
        assert await here.put(draft("q-else", agent="arch-2"))
        assert await here.put(draft("q-other", session="s-2"))
        first = asked[0]
        assert first is not None
        assert await here.end(first.id, Status.CANCELLED)
        assert await here.put(draft("q-more"))
        assert await here.put(draft("q-much")) is None
        clocks.go(61)
        await here.tidy()
        assert (here.ends, here.askers, here.open_of) == ({}, {}, {})

    asyncio.run(work())


def test_many_agents_fill_the_inbox(clocks: Clocks, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where too many wait in all, nobody may ask more, but anybody the same again."""
    monkeypatch.setattr("proctor.audit.inbox.MOST_OPEN", 2)

    async def work() -> None:
        here = inbox(MemoryStore())
        asked = [await here.put(draft(name, agent=name)) for name in ("a", "b", "c")]
        assert asked[2] is None
        assert await here.put(draft("b", agent="b")) == asked[1]
        clocks.go(61)
        await here.tidy()
        assert await here.put(draft("c", agent="c"))

    asyncio.run(work())


def handed_in(uid: str, agent: str = "arch-1") -> Draft:
    """Return a question that a process hands in."""
    return draft(uid, agent=agent)._replace(body={"handed_in": True})


def test_what_is_handed_in_has_a_room_of_its_own(
    clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whatever names: it fills up by itself, others ask on, and so it is after a restart."""
    monkeypatch.setattr("proctor.audit.inbox.MOST_OPEN", 1)
    store = MemoryStore()

    async def work() -> None:
        before = inbox(store)
        names = [f"h-{each}" for each in range(MOST_HANDED_IN + 1)]
        asked = [await before.put(handed_in(name, agent=name)) for name in names]
        assert [question is None for question in asked] == [False] * MOST_HANDED_IN + [True]
        here = inbox(store)
        await here.start()
        assert await here.put(handed_in("h-more")) is None
        assert await here.put(handed_in("h-0", agent="h-0")) == asked[0]
        assert await here.put(draft("q-1", agent="h-0"))
        assert await here.put(draft("q-2", agent="h-0")) is None
        first = asked[0]
        assert first is not None
        assert await here.end(first.id, Status.CANCELLED)
        assert await here.put(handed_in("h-more"))
        clocks.go(61)
        await here.tidy()
        assert (here.ends, here.askers, here.open_of, here.coming) == ({}, {}, {}, {})

    asyncio.run(work())


def test_what_is_on_its_way_counts() -> None:
    """Many that are handed in at once, to a store that takes its time, are no more than one can."""

    async def work() -> list[int]:
        here = inbox(MemoryStore())
        here.thread = True
        asking = [here.put(handed_in(f"h-{each}")) for each in range(2 * MOST_HANDED_IN)]
        found = await asyncio.gather(*asking, here.put(draft("q-1")))
        return [sum(each is not None for each in found[:-1]), len(here.open_of), len(here.coming)]

    assert asyncio.run(work()) == [MOST_HANDED_IN, 2, 0]


def test_a_store_that_hangs_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each further call fails at once, and takes no thread that would hang as well."""
    monkeypatch.setattr("proctor.audit.inbox.LONGEST_CALL", 0.01)
    goes_on = Flag()
    calls: list[str] = []

    async def work() -> None:
        here = inbox(MemoryStore())
        here.thread = True
        try:
            for call in (goes_on.wait, partial(calls.append, "asked")):
                with pytest.raises(StoreError):
                    await here.run(call)
        finally:
            goes_on.set()

    asyncio.run(work())
    assert calls == []


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


class Counted(MemoryStore):
    """A store that counts how often somebody looks at a question."""

    looks = 0

    def question(self, number: int) -> Question | None:
        """Return a question."""
        self.looks += 1
        return super().question(number)


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "elsewhere"])
def test_who_waits_is_woken_and_does_not_look(elsewhere: bool) -> None:
    """The store is looked at before the wait, and once more only when it tells of a change."""
    store = Counted()

    async def work() -> None:
        here, there = inbox(store), inbox(store, "0e0f0a0b")
        asked = await here.put(draft())
        assert asked is not None
        waiting = asyncio.create_task(here.wait(asked, HOUR))
        for _ in range(100):
            await asyncio.sleep(0)
        assert (list(here.waiting), store.looks) == ([asked.id], 1)
        reply = Reply(Answer.ALLOW, "ada", "inbox", at=timestamp())
        ended = await (there if elsewhere else here).end(asked.id, Status.ANSWERED, reply)
        if elsewhere:
            assert not waiting.done()
            await here.heard([Change("question", asked.id)])

        assert await waiting == ended
        assert store.looks == 1 + elsewhere

    asyncio.run(work())

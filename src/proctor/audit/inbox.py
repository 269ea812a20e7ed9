"""
Questions of one owner: kept in the store, with somebody waiting for each.

A question outlives the process that asked and the one that keeps it. Whoever
answers, on whatever machine, the waiter wakes: through this object if the
answer comes in here, through the store's changes if it comes from elsewhere.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from proctor.audit.asked import fit
from proctor.audit.identity import Identity, digest
from proctor.audit.ids import seconds as moment
from proctor.audit.ids import timestamp
from proctor.audit.redaction.redact import Redactor
from proctor.audit.rows import name_of
from proctor.audit.store import Change, Store
from proctor.errors import StoreError
from proctor.terms.question import Draft, Question, Status
from proctor.terms.reply import Reply

Result = TypeVar("Result")
# An agent, and which session of it; None for all that is handed in, by whatever name.
Asker = tuple[str, str] | None
HANDED_IN: Asker = None
# After this long, any owner ends the question of another one that is gone.
GRACE = 60.0
RETRIES, PAUSE = 20, 0.25
# A store elsewhere may hang without an error. Nobody waits for it longer than that.
LONGEST_CALL = 10.0
# And for a while after one that was not heard of nobody waits at all: each would hold a thread.
RESTS = 5.0
# The fields that say who asks about what: uid, host, home, agent, tool and action.
BOUND = Question._fields.index("asked_at")
# So many questions are told of once only, although the store tells of them again.
REMEMBERED = 10_000
# More than people can answer: whoever asks for more is told that nobody can be asked.
MOST_OPEN = 5_000
# So many of one session of an agent, so that none takes the room of all the others.
MOST_OF_ONE = 100
# So many that processes hand in, by any name: they take no room of those that we ask.
MOST_HANDED_IN = 50
# More than ever wait at once: all of them are looked at.
ALL = 1_000_000


class Inbox:
    """
    Questions that wait.

    `run` carries out a call of the store: at once for a file on this machine,
    in a thread for a database elsewhere. `told` hears of every question that
    is new or has changed.
    """

    def __init__(
        self,
        store: Store,
        identity: Identity,
        redactor: Redactor,
        *,
        thread: bool = False,
        told: Callable[[Question], None] | None = None,
    ) -> None:
        self.store = store
        self.identity = identity
        self.redactor = redactor
        self.thread = thread
        self.told = told or silently
        self.waiting: dict[int, set[asyncio.Future[Question]]] = {}
        # By the clock that does not jump: when a question of this home ends.
        self.ends: dict[int, float] = {}
        # Who asked each of them, under which name; and of each agent's session those names.
        self.askers: dict[int, tuple[Asker, str]] = {}
        self.open_of: dict[Asker, set[str]] = {}
        # How many of each are on their way into the store, which may take a while.
        self.coming: Counter[Asker] = Counter()
        # By the same clock: when we first saw that one of another owner waits.
        self.seen: dict[int, float] = {}
        self.last: dict[int, Status] = {}
        # By the loop's clock: until then a store that was not heard of is not asked.
        self.rests_until = 0.0

    async def start(self) -> list[Question]:
        """Take up the questions that were open when the last owner of this home ended."""
        open_now = await self.run(self.store.questions, Status.PENDING, limit=ALL)
        owner = (self.identity.host, self.identity.home)
        ours = [question for question in open_now if (question.host, question.home) == owner]
        for question in ours:
            self.remember(question)
        return ours

    async def run(self, function: Callable[..., Result], *values: Any, **named: Any) -> Result:
        """
        Carry out a call of the store.

        Raises:
            StoreError: it cannot be done, or nothing is heard of it.

        """
        if not self.thread:
            return function(*values, **named)
        loop = asyncio.get_running_loop()
        if loop.time() < self.rests_until:
            raise silent()
        try:
            async with asyncio.timeout(LONGEST_CALL):
                return await loop.run_in_executor(None, partial(function, *values, **named))
        except TimeoutError:
            self.rests_until = loop.time() + RESTS
            raise silent() from None

    async def put(self, draft: Draft) -> Question | None:
        """
        Keep a question; a store that is out of reach for a moment is tried again.

        INVARIANT: an answer counts for the exact input that it was given for, and
        not for another that comes under the same name.
        """
        if self.too_many(draft):
            return None
        asker = asker_of(draft)
        fresh = draft.uid not in self.open_of.get(asker, ())
        self.coming[asker] += fresh
        try:
            return await self.put_in(draft)
        finally:
            self.coming[asker] -= fresh
            if not self.coming[asker]:
                del self.coming[asker]

    async def put_in(self, draft: Draft) -> Question | None:
        """Keep a question for which there is room."""
        now = time.time()
        shown = fit(draft, self.redactor)
        question = Question(
            uid=draft.uid,
            host=self.identity.host,
            home=self.identity.home,
            agent=shown.agent,
            session=shown.session,
            tool=shown.tool,
            action=shown.action,
            asked_at=timestamp(now),
            expires_at=timestamp(now + draft.seconds),
            digest=digest(self.identity.key, draft.input),
            body=shown.body,
        )
        try:
            kept = await self.patiently(self.store.ask, question)
        except StoreError:
            return None
        if not same(kept, question) or long_over(kept):
            return None
        self.remember(kept)
        self.changed(kept)
        return kept

    def too_many(self, draft: Draft) -> bool:
        """
        Say whether enough questions wait; one that waits already may be asked again.

        INVARIANT: what is handed in takes no room of what the desk asks: anybody can hand
        in, in anybody's name.
        """
        asker = asker_of(draft)
        asked = self.open_of.get(asker, ())
        of_one = len(asked) + self.coming[asker]
        if asker is HANDED_IN:
            full = of_one >= MOST_HANDED_IN
        else:
            handed_in = len(self.open_of.get(HANDED_IN, ())) + self.coming[HANDED_IN]
            in_all = len(self.ends) + self.coming.total() - handed_in
            full = of_one >= MOST_OF_ONE or in_all >= MOST_OPEN
        return full and draft.uid not in asked

    async def patiently(
        self, function: Callable[..., Result], *values: Any, **named: Any
    ) -> Result:
        """
        Carry out a call of the store, again while it is only locked or restarting.

        Raises:
            StoreError: it is still not possible.

        """
        for _ in range(RETRIES):
            try:
                return await self.run(function, *values, **named)
            except StoreError as error:
                if not error.passing:
                    raise
                await asyncio.sleep(PAUSE)
        return await self.run(function, *values, **named)

    def remember(self, question: Question) -> None:
        """Note when a question of this home ends."""
        if question.status is Status.PENDING and question.id not in self.ends:
            left = min(moment(question.expires_at) - time.time(), whole_time(question))
            self.ends[question.id] = time.monotonic() + max(left, 0)
            asker = asker_of(question)
            self.askers[question.id] = (asker, question.uid)
            self.open_of.setdefault(asker, set()).add(question.uid)

    def forget(self, number: int) -> None:
        """Note that a question of this home does not wait any more."""
        self.ends.pop(number, None)
        known = self.askers.pop(number, None)
        if known is not None:
            asker, uid = known
            left = self.open_of[asker]
            left.discard(uid)
            if not left:
                del self.open_of[asker]

    async def wait(self, question: Question, seconds: float) -> Question:
        """Return a question as soon as it has ended, or as it is when the time is over."""
        future: asyncio.Future[Question] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(question.id, set()).add(future)
        try:
            # It may have ended before anybody listened.
            now = await self.look(question)
            if now.status is not Status.PENDING:
                return now
            done, _ = await asyncio.wait({future}, timeout=seconds)
            return future.result() if done else await self.look(question)
        finally:
            waiters = self.waiting.get(question.id, set())
            waiters.discard(future)
            if not waiters:
                self.waiting.pop(question.id, None)

    async def look(self, question: Question) -> Question:
        """Return a question as it stands now; as it was, where the store cannot be reached."""
        try:
            return await self.run(self.store.question, question.id) or question
        except StoreError:
            return question

    async def expire(self, question: Question) -> Question:
        """
        End a question that nobody answered; an answer that came just before it counts.

        Where the store cannot be reached it is as it was, and whoever waits gets no yes.
        """
        try:
            return await self.end(question.id, Status.EXPIRED) or await self.look(question)
        except StoreError:
            return question

    async def end(self, number: int, status: Status, reply: Reply | None = None) -> Question | None:
        """
        End a question; None if it had ended already or is not there.

        Raises:
            StoreError: it cannot be written.

        """
        ended = await self.patiently(
            self.store.close_question, number, status, at=timestamp(), reply=reply
        )
        if ended is not None:
            self.changed(ended)
        return ended

    def changed(self, question: Question) -> None:
        """Wake whoever waits for a question that has ended, and tell of it."""
        if question.status is not Status.PENDING:
            self.forget(question.id)
            for future in self.waiting.get(question.id, ()):
                if not future.done():
                    future.set_result(question)
        if self.last.get(question.id) is not question.status:
            self.last[question.id] = question.status
            if len(self.last) > REMEMBERED:
                self.last.pop(next(iter(self.last)))
            self.told(question)

    async def heard(self, changes: Sequence[Change]) -> None:
        """Look at what others have changed."""
        numbers = {change.id for change in changes if change.kind == "question"}
        for number in self.waiting.keys() | self.ends.keys() if 0 in numbers else numbers:
            try:
                question = await self.run(self.store.question, number)
            except StoreError:
                continue
            if question is not None:
                self.changed(question)

    async def tidy(self) -> None:
        """End what nobody answered in time: our own by our clock, those of the gone by theirs."""
        now = time.monotonic()
        for number in [number for number, end in self.ends.items() if end <= now]:
            if await self.end(number, Status.EXPIRED) is None:
                self.forget(number)  # somebody else has ended it

    async def tidy_after_others(self) -> None:
        """
        End the questions of owners that are gone, long after their time.

        The clocks of two machines differ, and each may jump. So one of another owner ends
        only after we have seen it wait for all of its time and more, by our own clock.
        """
        now = time.monotonic()
        waiting = await self.run(self.store.questions, Status.PENDING, limit=ALL)
        others = [question for question in waiting if question.id not in self.ends]
        self.seen = {question.id: self.seen.get(question.id, now) for question in others}
        for question in others:
            if now - self.seen[question.id] > whole_time(question) + GRACE:
                await self.end(question.id, Status.EXPIRED)


def asker_of(asked: Draft | Question) -> Asker:
    """Return in whose name a question is counted; that of a kept one is found after a restart."""
    if asked.body.get("handed_in"):
        return HANDED_IN
    return name_of(asked.agent), name_of(asked.session)


def whole_time(question: Question) -> float:
    """Return for how many seconds a question waits in all."""
    return max(moment(question.expires_at) - moment(question.asked_at), 0)


def same(kept: Question, asked: Question) -> bool:
    """Say whether the question that is kept under a name is the one that is asked."""
    return kept[:BOUND] == asked[:BOUND] and (kept.session, kept.digest) == (
        asked.session, asked.digest,
    )  # fmt: skip


def long_over(question: Question) -> bool:
    """Say whether a question ended so long ago that nobody can still be waiting for it."""
    ended = question.closed_at
    return bool(ended) and moment(ended) < time.time() - GRACE


def silently(_: Question) -> None:
    """Tell nobody."""


def silent() -> StoreError:
    """Say that a store is not heard of."""
    return StoreError(
        f"the store did not answer in {LONGEST_CALL:.0f} s",
        help="see whether its server runs and can be reached",
    )

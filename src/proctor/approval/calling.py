"""
Call people: put every open question into every channel, and take it back when it ends.

Nobody waits for a channel. Whoever answers first, through whatever, ends the question in
the inbox; all channels then show who it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from proctor.approval.channel import Channel, HandIn
from proctor.errors import ProctorError
from proctor.terms.inbox_lines import MOST_OF_A_SESSION, asker_of
from proctor.terms.question import Question, Status

LOG = logging.getLogger("proctor.channels")
# How long channels may take to begin before the server goes on without them, in seconds.
FIRST_WORDS = 2.0
# How long the last words of a channel, and its end, may each take when the server ends.
LAST_WORDS = 0.4
# A channel that is let go has connections to close, on a busy machine too.
LETTING_GO = 3.0
NOT_YET = "it is still being started"
NOTHING: Mapping[str, str] = {}
# Is told of a question that no channel could put before anybody, and why.
Unreached = Callable[[Question, str], Awaitable[None]]


class Asked(NamedTuple):
    """A question that waits, and who asks it."""

    question: Question
    tasks: list[asyncio.Task[None]]


class Calling:
    """The channels of one server, by which it reaches people."""

    def __init__(
        self,
        channels: Sequence[Channel],
        trouble: Mapping[str, str] = NOTHING,
        unreached: Unreached | None = None,
    ) -> None:
        self.channels = channels
        self.unreached = unreached
        # Those that work, and what is wrong with others: also with some that could not be built.
        self.open: list[Channel] = []
        self.trouble = dict(trouble)
        self.starting: dict[asyncio.Task[None], Channel] = {}
        self.asking: dict[int, Asked] = {}
        self.ending: set[asyncio.Task[None]] = set()
        # Questions of sessions that have enough of theirs before people already.
        self.held: dict[int, Question] = {}

    async def start(self, hand_in: HandIn) -> None:
        """
        Begin to listen in all channels; one that cannot says so, and the others go on.

        One that takes long is not waited for: it asks what is open once it is there.
        """
        for channel in self.channels:
            self.starting[asyncio.create_task(self.begin(channel, hand_in))] = channel
        if self.starting:
            await asyncio.wait(tuple(self.starting), timeout=FIRST_WORDS)
        for task, channel in self.starting.items():
            if not task.done():
                self.trouble[channel.name] = NOT_YET

    async def begin(self, channel: Channel, hand_in: HandIn) -> None:
        """Begin to listen in one channel."""
        try:
            await channel.start(hand_in)
        except Exception as error:  # noqa: BLE001 - one channel must not harm the others
            self.trouble[channel.name] = said(error)
            LOG.error("the channel %s cannot be used: %s", channel.name, said(error))  # noqa: TRY400 - its words say it
            return
        self.trouble.pop(channel.name, None)
        self.open.append(channel)
        for asked in self.asking.values():
            asked.tasks.append(asyncio.create_task(self.ask(channel, asked.question)))

    async def stop(self) -> None:
        """Stop listening; questions stay open, and messages as they are."""
        late = {task: channel for task, channel in self.starting.items() if not task.done()}
        asking = [task for asked in self.asking.values() for task in asked.tasks]
        self.asking = {}
        await ended([*late, *asking], 0)
        await ended(self.ending, LAST_WORDS)
        stopping = [asyncio.create_task(stop(each)) for each in (*self.open, *late.values())]
        await ended(stopping, LETTING_GO)
        self.open = []

    def told(self, question: Question) -> None:
        """Hear of a question that is new, or has ended."""
        if question.status is Status.PENDING:
            if question.id not in self.asking:
                self.held[question.id] = question
                self.ask_next()
            return
        self.held.pop(question.id, None)
        asked = self.asking.pop(question.id, None)
        if asked is None:
            return
        self.ask_next()
        for task in asked.tasks:
            task.cancel()
        for channel in self.open:
            self.begin_last(self.end(channel, question))

    def notify(self, text: str) -> None:
        """Begin to show a sentence that needs no answer, in every channel."""
        for channel in self.open:
            self.begin_last(self.show(channel, text))

    def begin_last(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that nobody waits for; `stop` gives it a moment."""
        task = asyncio.create_task(work)
        self.ending.add(task)
        task.add_done_callback(self.ending.discard)

    def ask_next(self) -> None:
        """Ask what is held back, as far as its session has its turn: no flood of messages."""
        before = Counter(asker_of(asked.question) for asked in self.asking.values())
        for question in list(self.held.values()):
            asker = asker_of(question)
            if before[asker] < MOST_OF_A_SESSION:
                before[asker] += 1
                del self.held[question.id]
                tasks = [asyncio.create_task(self.ask(each, question)) for each in self.open]
                self.asking[question.id] = Asked(question, tasks)

    async def ask(self, channel: Channel, question: Question) -> None:
        """Ask in one channel; what comes of it is handed in, and so heard of elsewhere."""
        self.trouble.pop(channel.name, None)
        try:
            await channel.ask(question)
        except ProctorError as error:
            self.trouble[channel.name] = error.message
            LOG.warning("question %d: %s: %s", question.id, channel.name, error.message)
            await self.lost(question, f"{channel.name}: {error.message}")
        except Exception as error:
            LOG.exception("question %d failed in %s", question.id, channel.name)
            await self.lost(question, f"{channel.name}: {type(error).__name__}")

    async def lost(self, question: Question, why: str) -> None:
        """See to a question that failed in a channel; where no other asks it, nobody answers."""
        asked = self.asking.get(question.id)
        if asked is None or self.unreached is None:
            return
        this = asyncio.current_task()
        coming = [*(task for task in asked.tasks if task is not this), *self.starting]
        if all(task.done() for task in coming):
            await self.unreached(question, why)

    async def end(self, channel: Channel, question: Question) -> None:
        """Show in one channel how a question ended."""
        try:
            await channel.ended(question)
        except Exception:
            LOG.exception("the end of question %d was not shown in %s", question.id, channel.name)

    async def show(self, channel: Channel, text: str) -> None:
        """Show a sentence in one channel."""
        try:
            await channel.notify(text)
        except ProctorError as error:
            LOG.warning("a notice was not shown in %s: %s", channel.name, error.message)
        except Exception:
            LOG.exception("a notice was not shown in %s", channel.name)

    def told_of(self) -> list[dict[str, str | None]]:
        """Say of every channel whether it works."""
        names = {channel.name: channel.trouble for channel in self.open}
        every = dict.fromkeys([*(channel.name for channel in self.channels), *self.trouble])
        return [
            {
                "name": name,
                "state": "on" if name in names else "off",
                "trouble": self.trouble.get(name) or names.get(name) or None,
            }
            for name in every
        ]

    def unreachable(self) -> str:
        """Return what is wrong with the channels that cannot reach anybody now, by their names."""
        told = self.told_of()
        return "; ".join(f"{each['name']}: {each['trouble']}" for each in told if each["trouble"])


async def stop(channel: Channel) -> None:
    """Stop listening in one channel."""
    try:
        await channel.stop()
    except Exception:
        LOG.exception("the channel %s did not stop as it should", channel.name)


async def ended(tasks: Iterable[asyncio.Task[None]], seconds: float) -> None:
    """Let tasks end by themselves for a while, then by force, and wait for none that will not."""
    for timeout in (seconds, LAST_WORDS):
        left = {task for task in tasks if not task.done()}
        if left and timeout:
            await asyncio.wait(left, timeout=timeout)
        for task in left:
            task.cancel()


def said(error: Exception) -> str:
    """Return what an error says; of one that is not ours only its name, which is no secret."""
    if isinstance(error, ProctorError):
        return f"{error.message}{f' ({error.help})' if error.help else ''}"
    return type(error).__name__

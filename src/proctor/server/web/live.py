"""
The stream that keeps open pages true: what happens, as pieces of pages.

A page names its topics; for each happening every topic is rendered once, however many
pages are open. What comes out of it is

* a piece of a page (`<hx-partial hx-target="#x">…`), which htmx puts where it says itself, or
* nothing but the topic's name, an event in the page (`hx-trigger="agents from:body"`).

A page that has missed something, because it was away, too slow, or slower to connect than
things were to happen, hears `missed` and fetches its lists again. A piece that adds a row
removes the row of the same id first: then it does no harm where it comes twice.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import re
import secrets
from collections import Counter, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass

from proctor.errors import UsageError, did_you_mean
from proctor.server.bus import Happening
from proctor.server.office import Office
from proctor.server.stream import HEARTBEAT

Rendered = str | None
Render = Callable[[Office, Happening], Rendered | Awaitable[Rendered]]
# A page that has so many messages before it gets none of them: it fetches its lists again.
FURTHEST_BEHIND = 200
NAME = re.compile(r"[a-z][a-z-]{0,30}")
LINE_ENDS = re.compile("\r\n|\r|\n")
LOG = logging.getLogger("proctor.server")


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that pages listen to, and how a happening becomes what they hear of it."""

    name: str
    kinds: frozenset[str]
    render: Render | None
    every: float


TOPICS: dict[str, Topic] = {}


def topic(
    name: str, *, of: str | Collection[str], render: Render | None = None, every: float = 0.0
) -> None:
    """
    Let pages listen to something; called where a page's file is loaded.

    Args:
        name: as pages name it.
        of: the kinds of happenings that concern it, as the office tells them.
        render: gives the piece of a page for a happening; "" for the bare name, None for
            nothing. It may be a coroutine. Without it, pages hear the bare name.
        every: how many seconds there are at least between two of them; of all that happens
            in between, the last one counts.

    """
    if NAME.fullmatch(name) is None:
        raise ValueError(f"`{name}` is no name of a topic")
    kinds = frozenset({of} if isinstance(of, str) else of)
    TOPICS[name] = Topic(name, kinds, render, every)


def wanted(names: str) -> tuple[str, ...]:
    """
    Return the topics that a page names.

    Raises:
        UsageError: there is no such topic.

    """
    found = tuple(dict.fromkeys(filter(None, names.split(",")))) if len(names) < 1 << 10 else ()
    if not found:
        raise UsageError("name what to listen to: `topics=approvals`")
    for name in found:
        if name not in TOPICS:
            short = name[:40]
            raise UsageError(
                f"there is no topic `{short}`", help=did_you_mean(short, tuple(TOPICS))
            )
    return found


def message(name: str, data: str = "") -> bytes:
    r"""
    Return an event as it is sent.

    INVARIANT: whatever is in the data, it stays inside of its event: each of its lines, by
    whichever of `\n`, `\r` and `\r\n` it ends, has the field's name before it.
    """
    lines = "".join(f"data: {line}\n" for line in LINE_ENDS.split(data))
    # Half a character is what an agent said, and no reason to end everybody's stream.
    return f"event: {name}\n{lines}\n".encode(errors="replace")


MISSED = message("missed")


class Listener:
    """One open page: what it has to hear, in a queue that has an end."""

    def __init__(self, topics: Collection[str]) -> None:
        self.topics = frozenset(topics)
        self.waiting: deque[bytes] = deque()
        self.something = asyncio.Event()
        self.over = False

    def put(self, told: bytes, *, bare: bool) -> None:
        """Let the page hear something; the same name twice says no more than once."""
        if bare and told in self.waiting:
            return
        if len(self.waiting) >= FURTHEST_BEHIND:
            self.waiting.clear()
            self.waiting.append(MISSED)
        self.waiting.append(told)
        self.something.set()

    def end(self) -> None:
        """Let the page go."""
        self.over = True
        self.something.set()

    async def take(self, seconds: float) -> bytes:
        """Return everything that there is to hear, as soon as there is something."""
        if not self.something.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.something.wait()
        if not self.over:
            self.something.clear()
        taken = b"".join(self.waiting)
        self.waiting.clear()
        return taken


class Marks:
    """How much had happened when a page was made; it knows what it missed by that."""

    def __init__(self, epoch: str, counts: Mapping[str, int]) -> None:
        self.epoch = epoch
        self.counts = counts

    def of(self, names: Collection[str]) -> str:
        """Return the mark of some topics."""
        kinds = frozenset[str]().union(*(TOPICS[name].kinds for name in names))
        return f"{self.epoch}.{sum(self.counts.get(kind, 0) for kind in kinds)}"

    def address(self, names: Collection[str]) -> str:
        """Return where a page that is made now listens to its topics."""
        return f"/live?topics={','.join(names)}&since={self.of(names)}"


class Live:
    """Everybody who listens; it listens itself only while somebody does."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.listeners: set[Listener] = set()
        # Another run of the server counts anew, and is told from this one.
        self.epoch = secrets.token_hex(4)
        self.counts: Counter[str] = Counter()
        self.following: asyncio.Task[None] | None = None
        # The topics that were told of just now, and what has happened to them since.
        self.resting: dict[str, Happening | None] = {}
        self.rests: set[asyncio.Task[None]] = set()
        office.bus.hearers.append(self.hear)

    def hear(self, kind: str) -> None:
        """Note that something of a kind has happened."""
        self.counts[kind] += 1

    def marks(self) -> Marks:
        """Return how much has happened until now."""
        return Marks(self.epoch, dict(self.counts))

    async def stream(
        self,
        names: Collection[str],
        since: str,
        still_in: Callable[[], bool],
        *,
        every: float = HEARTBEAT,
    ) -> AsyncGenerator[bytes]:
        """
        Return what a page hears, as the lines of an event stream.

        Whoever may not listen any more hears nothing that happens from then on, and the
        stream ends, at the next heartbeat at the latest.
        """
        listener = self.join(names)
        try:
            if since != self.marks().of(names):
                listener.put(MISSED, bare=True)
            yield b": listening\n\n"
            while True:
                taken = await listener.take(every)
                if not still_in():
                    return
                if taken or not listener.over:
                    yield taken or b": still here\n\n"
                if listener.over:
                    return
        finally:
            self.leave(listener)

    def join(self, names: Collection[str]) -> Listener:
        """Let somebody listen."""
        listener = Listener(names)
        self.listeners.add(listener)
        if self.office.bus.closed:
            listener.end()
        elif self.following is None or self.following.done():
            # Its place on the bus is taken here, and not when the task comes to run.
            queue: asyncio.Queue[Happening | None] = asyncio.Queue()
            self.office.bus.listeners.add(queue)
            self.following = asyncio.create_task(self.follow(queue))
        return listener

    def leave(self, listener: Listener) -> None:
        """Let somebody go; the last one ends the listening."""
        self.listeners.discard(listener)
        if not self.listeners and self.following is not None:
            self.following.cancel()
            self.following = None

    async def follow(self, queue: asyncio.Queue[Happening | None]) -> None:
        """Hand on what happens, until the office closes."""
        bus = self.office.bus
        try:
            while (happening := await bus.next_of(queue)) is not None:
                await self.heard(happening)
        finally:
            bus.listeners.discard(queue)
        for listener in tuple(self.listeners):
            listener.end()

    async def heard(self, happening: Happening) -> None:
        """Let everybody hear of what has happened."""
        kind = happening["kind"]
        if kind == "missed":
            self.give(MISSED, None, bare=True)
            return
        for one in tuple(TOPICS.values()):
            if kind not in one.kinds or not any(one.name in who.topics for who in self.listeners):
                continue
            if one.name in self.resting:
                self.resting[one.name] = happening
                continue
            await self.tell(one, happening)
            if one.every:
                self.resting[one.name] = None
                rest = asyncio.create_task(self.rest(one))
                self.rests.add(rest)
                rest.add_done_callback(self.rests.discard)

    async def rest(self, one: Topic) -> None:
        """After a while, tell of what has happened to a topic meanwhile; and again."""
        try:
            while True:
                await asyncio.sleep(one.every)
                last = self.resting[one.name]
                if last is None or not self.listeners:
                    return
                self.resting[one.name] = None
                await self.tell(one, last)
        finally:
            del self.resting[one.name]

    async def tell(self, one: Topic, happening: Happening) -> None:
        """Render a topic, once, and hand it to all who listen to it."""
        try:
            made = one.render(self.office, happening) if one.render else ""
            data = await made if inspect.isawaitable(made) else made
        except Exception:
            # Whatever a page cannot be told, it is to fetch: there it hears what is wrong.
            LOG.exception("the topic %s could not be told", one.name)
            self.give(MISSED, one.name, bare=True)
            return
        if data is not None:
            self.give(message(one.name, data), one.name, bare=not data)

    def give(self, told: bytes, name: str | None, *, bare: bool) -> None:
        """Put a message before all who listen to a topic, or to anything."""
        for listener in self.listeners:
            if name is None or name in listener.topics:
                listener.put(told, bare=bare)

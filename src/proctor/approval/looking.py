"""
Looks at files for answers, in threads of their own and in turns.

A look takes a while: it would keep the server waiting. In the threads that everything else shares,
a session with many calls would keep all others waiting. Here each session has one look at a time.
Of those that wait, the agent with the fewest looks under way comes first, and agents with as many
take turns, as the sessions of one agent do.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar

# More would take the time of the thread that answers everybody.
MOST_AT_ONCE = 2

Found = TypeVar("Found")
Ticket = asyncio.Future[None]


class Looker(NamedTuple):
    """Whose call a look is for."""

    agent: str
    session: str


class Looking:
    """The looks at files that are under way, and those that wait; used by one event loop."""

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self.pool = ThreadPoolExecutor(most, thread_name_prefix="proctor-look")
        self.free = most
        self.busy: set[Looker] = set()
        self.waiting: dict[str, dict[Looker, deque[Ticket]]] = {}

    async def run(self, looker: Looker, look: Callable[[], Found]) -> Found:
        """Look at files in a thread when it is one's turn, and return what was found."""
        loop = asyncio.get_running_loop()
        ticket: Ticket = loop.create_future()
        sessions = self.waiting.setdefault(looker.agent, {})
        sessions.setdefault(looker, deque()).append(ticket)
        self.next()
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.cancelled():
                self.leave(looker, ticket)
            else:
                self.done(looker)
            raise
        # The turn ends with the thread, also where nobody waits for it any more.
        under_way = self.pool.submit(look)
        under_way.add_done_callback(partial(self.ended, loop, looker))
        return await asyncio.wrap_future(under_way)

    def next(self) -> None:
        """Let those begin whose turn it is."""
        while self.free and (found := self.chosen()) is not None:
            looker, ticket = found
            self.leave(looker, ticket)
            self.free -= 1
            self.busy.add(looker)
            ticket.set_result(None)

    def chosen(self) -> tuple[Looker, Ticket] | None:
        """Return who is next; None if all who wait have a look under way."""
        under_way = Counter(looker.agent for looker in self.busy)
        for agent in sorted(self.waiting, key=under_way.__getitem__):
            for looker, tickets in self.waiting[agent].items():
                if looker not in self.busy:
                    return looker, tickets[0]
        return None

    def leave(self, looker: Looker, ticket: Ticket) -> None:
        """Take one out of those that wait; its agent and its session come last from now on."""
        sessions = self.waiting.pop(looker.agent)
        tickets = sessions.pop(looker)
        tickets.remove(ticket)
        if tickets:
            sessions[looker] = tickets
        if sessions:
            self.waiting[looker.agent] = sessions

    def done(self, looker: Looker) -> None:
        """Let the next one begin where a look has ended."""
        self.free += 1
        self.busy.discard(looker)
        self.next()

    def ended(self, loop: asyncio.AbstractEventLoop, looker: Looker, _: object) -> None:
        """Say that a look has ended; called in its thread."""
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(self.done, looker)

    def close(self) -> None:
        """Begin no look any more."""
        self.pool.shutdown(wait=False, cancel_futures=True)

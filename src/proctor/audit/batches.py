"""What waits to be kept, and who waits for it."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import NamedTuple

from proctor.audit.spool import event_line, record_line
from proctor.terms.event import Event
from proctor.terms.record import Record


class Waiting(NamedTuple):
    """A record or an event, and whoever waits for it, if anybody does."""

    row: Record | Event
    done: asyncio.Future[bool] | None


class Flight(NamedTuple):
    """A batch that the thread is writing, how long that may take, and whoever waits for its end."""

    batch: list[Waiting]
    job: Future[bool]
    patience: asyncio.TimerHandle
    over: asyncio.Future[None]

    @property
    def rows(self) -> list[Record | Event]:
        """Return what is written."""
        return [waiting.row for waiting in self.batch]


class Pace:
    """
    When the next batch to a store that is near may begin: after another it waits for more.

    Whoever waits for an answer hands in nothing else meanwhile: so where the last batch had
    one agent in it, what comes from the same is alone too, and nothing would be gathered.
    """

    def __init__(self, gathers: float) -> None:
        self.gathers = gathers
        self.not_before = 0.0
        self.agents: set[str] = set()

    def begins(self, row: Record, now: float) -> float:
        """Return the moment at which a batch that begins with this row may be written."""
        alone = self.agents == {row.agent_name}
        return now if alone else max(now, self.not_before)

    def wrote(self, batch: list[Waiting], now: float) -> None:
        """Note that a batch was written."""
        self.not_before = now + self.gathers
        self.agents = {agent_of(waiting.row) for waiting in batch}


def agent_of(row: Record | Event) -> str:
    """Return the agent that a row is about."""
    return row.agent_name if isinstance(row, Record) else row.agent


def tell(batch: list[Waiting], *, kept: bool) -> None:
    """Tell those who wait; not those who were cancelled meanwhile."""
    for waiting in batch:
        if waiting.done is not None and not waiting.done.done():
            waiting.done.set_result(kept)


def line_of(row: Record | Event) -> bytes:
    """Return the spool's line for a row."""
    return record_line(row) if isinstance(row, Record) else event_line(row)

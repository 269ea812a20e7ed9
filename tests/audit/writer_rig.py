"""Writers for tests, over a store that fails or waits when it is told to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from proctor.audit.spool import Spool
from proctor.audit.store import Link
from proctor.audit.stores.memory import MemoryStore
from proctor.audit.writer import Writer
from tests.audit.homes import trail_over
from tests.postgres_server import HANGS


class Watched(MemoryStore):
    """A store that can be made to fail or to wait, and remembers how it was used."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[int] = []
        self.threads: set[int] = set()
        self.fault: Exception | None = None
        self.begun = threading.Event()
        self.open = threading.Event()
        self.open.set()

    def insert(self, links: Sequence[Link]) -> None:
        """Keep rows, or fail."""
        self.threads.add(threading.get_ident())
        self.begun.set()
        assert self.open.wait(HANGS)
        if self.fault:
            raise self.fault
        super().insert(links)
        self.batches.append(len(links))


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine, unless it hangs."""
    asyncio.run(asyncio.wait_for(coroutine, HANGS))


def writer_over(store: MemoryStore, home: Path, *, thread: bool = False) -> Writer:
    """Return a writer of a home."""
    return Writer(trail_over(store, home), Spool(home), thread=thread)


def no_pause(writer: Writer) -> None:
    """Let the time pass for which a failing store is left alone."""
    writer._store_rests.until = writer._intake_rests.until = 0.0

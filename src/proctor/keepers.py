"""Build what keeps records: the store that `config.yaml` names, and everything around it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from proctor.audit.identity import Identity, load_identity
from proctor.audit.ids import timestamp
from proctor.audit.owner import OwnerLock
from proctor.audit.redaction.redact import Redactor
from proctor.audit.retention import retain
from proctor.audit.spool import DAMAGED, Spool
from proctor.audit.store import Store
from proctor.audit.stores.memory import MemoryStore
from proctor.audit.trail import Trail
from proctor.audit.writer import Writer
from proctor.config import load_config
from proctor.errors import ProctorError, UsageError
from proctor.terms.keeping import MEMORY, POSTGRES, Keeping

FILE = "proctor.db"
VARIABLE = "PROCTOR_STORE"
DAY = 86_400
# So long whoever only looks waits for the owner.
PATIENCE = 2.0


class Keepers(NamedTuple):
    """
    Everything that the owner of a home keeps with.

    `reader` is for looking while `store` is at work. `shared` says that others
    write to the store too, on machines of their own: then a call of it may take
    a while, and goes to a thread.
    """

    keeping: Keeping
    identity: Identity
    redactor: Redactor
    store: Store
    reader: Store
    trail: Trail
    spool: Spool
    writer: Writer
    shared: bool
    shown: str

    async def retain(self) -> None:
        """Remove what is older or more than shall be kept, in small pieces."""
        days, most = self.keeping.keep_days, self.keeping.keep_bytes
        if days is None and most is None:
            return
        oldest = timestamp(time.time() - days * DAY) if days is not None else None
        steps = retain(self.store, self.trail, older_than=oldest, larger_than=most, now=timestamp())
        more: object = self
        while more is not None:
            more = await self.writer.run(lambda: next(steps, None))
            await asyncio.sleep(0)

    def close(self) -> None:
        """Let go of the store."""
        self.reader.close()
        self.store.close()


def open_keepers(home: Path, env: Mapping[str, str] = os.environ) -> Keepers:
    """
    Open everything for the owner of a home.

    Raises:
        ConfigProblems: config.yaml has an error.
        StoreError: the store cannot be opened.

    """
    keeping = keeping_of(home, env)
    identity = load_identity(home, host=keeping.host)
    redactor = Redactor(keeping.redact)
    shared = keeping.store.startswith(POSTGRES)
    store = open_store(home, keeping)
    reader = store if keeping.store == MEMORY else open_store(home, keeping, reads=True)
    trail = Trail(store, identity, redactor)
    spool = Spool(home)
    writer = Writer(trail, spool, thread=shared)
    shown = shown_store(home, keeping)
    return Keepers(keeping, identity, redactor, store, reader, trail, spool, writer, shared, shown)


def open_reader(home: Path, *, takes_in: bool = True) -> Store:
    """
    Open the store of a home for looking; what was spooled is taken in before, if it may be meant.

    Where no owner runs, this is one for that moment; the one that runs is asked to. Where
    nothing was ever kept, the store is an empty one.

    Raises:
        StoreError: it cannot be opened.

    """
    keeping = keeping_of(home)
    lock = OwnerLock(home)
    # What goes into memory is gone when we have looked: the spool must not be emptied for that.
    if takes_in and keeping.store != MEMORY and spooled(home):
        if lock.try_take():
            try:
                keepers = open_keepers(home)
                try:
                    asyncio.run(keepers.writer.take_in())
                finally:
                    keepers.close()
            finally:
                lock.release()
        else:
            ask_to_take_in(home)
    if not keeping.store and not (home / FILE).exists():
        return MemoryStore()
    return open_store(home, keeping, reads=True)


def ask_to_take_in(home: Path) -> None:
    """Let the owner take in what was spooled now; one that does not answer does so later."""
    from proctor.owner.client import Client  # noqa: PLC0415 - seldom asked

    with suppress(ProctorError), Client.connect(home, PATIENCE) as client:
        client.call("keep", lines=[])


def spooled(home: Path) -> int:
    """Return how many bytes wait to be taken in."""
    found = 0
    for path in (home / "spool").glob("*.jsonl"):
        if path.name != DAMAGED:
            with suppress(OSError):
                found += path.stat().st_size
    return found


def keeping_of(home: Path, env: Mapping[str, str] = os.environ) -> Keeping:
    """Return how things are kept here: as the home's config says, or the environment."""
    keeping = load_config(home, None).keeping
    named = env.get(VARIABLE)
    return keeping._replace(store=named) if named else keeping


def open_store(home: Path, keeping: Keeping, *, reads: bool = False) -> Store:
    """
    Open the store of a home; with `reads`, one that only looks.

    Raises:
        StoreError: it cannot be opened.
        UsageError: there is no such kind of store.

    """
    address = keeping.store
    if not address:
        from proctor.audit.stores.sqlite import open_sqlite  # noqa: PLC0415 - only what is used is loaded

        return open_sqlite(home / FILE, read_only=reads)
    if address.startswith(POSTGRES):
        from proctor.audit.stores.postgres import open_postgres  # noqa: PLC0415 - likewise

        return open_postgres(address, read_only=reads)
    if address == MEMORY:
        return MemoryStore()
    raise UsageError(
        "the store is `postgresql://…`, `memory`, or not named at all",
        help="without one, everything is kept in a file in Proctor's home",
    )


def shown_store(home: Path, keeping: Keeping) -> str:
    """Return where things are kept, without a password."""
    if keeping.store.startswith(POSTGRES):
        from proctor.audit.stores.postgres_connection import shown_conninfo  # noqa: PLC0415 - only what is used

        return shown_conninfo(keeping.store)
    return keeping.store or str(home / FILE)

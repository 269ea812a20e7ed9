"""Build what keeps records: the store that `config.yaml` names, and everything around it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from proctor.audit.chain import Chain, Head
from proctor.audit.identity import Identity, load_identity
from proctor.audit.ids import new_uid, timestamp
from proctor.audit.kept_heads import KeptHeads, kept_heads
from proctor.audit.owner import OwnerLock
from proctor.audit.redaction.redact import Redactor
from proctor.audit.retention import retain
from proctor.audit.spool import DAMAGED, Spool
from proctor.audit.store import Store
from proctor.audit.stores.memory import MemoryStore
from proctor.audit.trail import Trail
from proctor.audit.writer import Writer
from proctor.config import load_config
from proctor.errors import DamagedStore, ProctorError, UsageError
from proctor.terms.keeping import MEMORY, POSTGRES, Keeping
from proctor.terms.record import Outcome, Record

if TYPE_CHECKING:
    from proctor.audit.stores.set_aside import Damage, SetAside

LOG = logging.getLogger("proctor.store")

FILE = "proctor.db"
VARIABLE = "PROCTOR_STORE"
DAY = 86_400
# So long whoever only looks waits for the owner.
PATIENCE = 2.0
# In whose chain the owner writes about itself.
OURSELVES = "proctor"
LOST = (
    "Remembered answers, open questions, workflow runs and agents of before are gone, so more is "
    "asked"
)
REPLACED = (
    "`{path}` was damaged or removed. A new one was started, and the old one is {files}. "
    f"{LOST}. Look at it "
    "with `proctor audit verify --file {file}`, then move it away to clear this message"
)
GONE = f"`{{path}}` was removed, and nothing is left of it. A new one was started. {LOST}"


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
    heads: KeptHeads
    # The damaged or lost file that the store replaces, if it was just begun.
    aside: SetAside | None = None

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

    def keep_heads(self) -> None:
        """Keep the heads of the chains beside a store in a file; not if that cannot be done."""
        if not self.keeping.store:
            with suppress(OSError):
                self.heads.keep(self.trail.last_known())

    def close(self) -> None:
        """Let go of the store."""
        self.keep_heads()
        self.reader.close()
        self.store.close()


def open_keepers(
    home: Path,
    env: Mapping[str, str] = os.environ,
    *,
    replaces: bool = False,
    damage: Damage | None = None,
) -> Keepers:
    """
    Open everything for the owner of a home.

    Args:
        home: Proctor's home.
        env: the environment that counts.
        replaces: whether a damaged file is set aside and a new one started.
        damage: what is known to be wrong with the file, so that it is not opened again.

    Raises:
        ConfigProblems: config.yaml has an error.
        StoreError: the store cannot be opened, or a damaged file cannot be set aside.

    """
    keeping = keeping_of(home, env)
    identity = load_identity(home, host=keeping.host)
    redactor = Redactor(keeping.redact)
    shared = keeping.store.startswith(POSTGRES)
    aside = None
    if replaces and not keeping.store:
        store, aside = open_or_replace(home, damage)
    else:
        store = open_store(home, keeping)
    reader = store if keeping.store == MEMORY else open_store(home, keeping, reads=True)
    trail = Trail(store, identity, redactor)
    if aside is not None:
        trail.keep([notice_of(aside, trail)])
    spool = Spool(home)
    writer = Writer(trail, spool, thread=shared)
    keepers = Keepers(
        keeping,
        identity,
        redactor,
        store,
        reader,
        trail,
        spool,
        writer,
        shared,
        shown_store(home, keeping),
        KeptHeads(home, trail.identity),
        aside,
    )
    if aside is not None:
        keepers.keep_heads()
    return keepers


def open_or_replace(home: Path, damage: Damage | None) -> tuple[Store, SetAside | None]:
    """
    Open the store in a file; one that is damaged or gone is set aside, and a new one is started.

    Raises:
        StoreError: neither is possible.

    """
    from proctor.audit.stores.set_aside import (  # noqa: PLC0415 - only what is used is loaded
        Damage,
        go_on_counting,
        lost,
        set_aside,
    )
    from proctor.audit.stores.sqlite import open_sqlite  # noqa: PLC0415 - likewise

    path = home / FILE
    damage = damage or lost(path, {agent: head for (*_, agent), head in kept_heads(home).items()})
    if damage is None:
        try:
            return open_sqlite(path), None
        except DamagedStore as error:
            damage = Damage(error.message)
    aside = set_aside(path, damage)
    LOG.error("%s: %s, and a new one is started", damage.why, whereabouts(aside))
    store = open_sqlite(path)
    go_on_counting(store, aside.now)
    return store, aside


def whereabouts(aside: SetAside) -> str:
    """Say where a file is now that was set aside."""
    return f"it was set aside as `{aside.now}`" if aside.now else "nothing is left of it"


def notice_of(aside: SetAside, trail: Trail) -> Record:
    """Return the record with which a new store begins: which file it replaces, and its heads."""
    from proctor.audit.stores.set_aside import last_heads  # noqa: PLC0415 - seldom needed

    host, home = trail.identity.host, trail.identity.home
    heads = last_heads(aside, host, home)
    told = [{"agent": agent, "seq": head.seq, "hash": head.hash} for agent, head in heads.items()]
    return Record(
        uid=new_uid(),
        timestamp=timestamp(),
        agent_name=OURSELVES,
        action_string="",
        decision=Outcome.STORE_REPLACED.value,
        decider="store",
        why=f"{aside.damage.why}; {whereabouts(aside)}",
        detail=json.dumps({"file": str(aside.now or ""), "heads": told}),
    )


def trouble_aside(home: Path, keeping: Keeping) -> str:
    """Return what to say of files that were set aside and lie there still; "" if none do."""
    if keeping.store:
        return ""
    from proctor.audit.stores.set_aside import files_aside  # noqa: PLC0415 - only what is used

    files = files_aside(home / FILE)
    names = ", ".join(f"`{file}`" for file in files)
    return REPLACED.format(path=home / FILE, files=names, file=files[-1]) if files else ""


def known_heads(home: Path) -> dict[Chain, Head]:
    """Return the heads that the store of a home must have; none where it is not in a file of it."""
    return {} if keeping_of(home).store else kept_heads(home)


def watch_damage(keepers: Keepers, tell: Callable[[DamagedStore], None]) -> None:
    """Let somebody hear of damage to the file of a store, in whatever thread it is met."""
    for store in (keepers.store, keepers.reader):
        database = getattr(store, "database", None)
        if database is not None and hasattr(database, "tell_damage"):
            database.tell_damage = tell


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
    if not keeping.store and not (home / FILE).exists() and not kept_heads(home):
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

        refuse_lost(home)
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


def refuse_lost(home: Path) -> None:
    """
    See that there is a file where records were kept before.

    Raises:
        DamagedStore: it is gone.

    """
    if not (home / FILE).exists() and kept_heads(home):
        from proctor.audit.stores.set_aside import WITHOUT_ALL  # noqa: PLC0415 - seldom needed
        from proctor.audit.stores.sqlite_errors import SET_ASIDE  # noqa: PLC0415 - likewise

        raise DamagedStore(WITHOUT_ALL.format(path=home / FILE), help=SET_ASIDE)


def shown_store(home: Path, keeping: Keeping) -> str:
    """Return where things are kept, without a password."""
    if keeping.store.startswith(POSTGRES):
        from proctor.audit.stores.postgres_connection import shown_conninfo  # noqa: PLC0415 - only what is used

        return shown_conninfo(keeping.store)
    return keeping.store or str(home / FILE)

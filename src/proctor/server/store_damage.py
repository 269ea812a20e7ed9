"""
Notice damage to the store's file while the server runs, and let it start again without it.

A file that was removed is still open here: what is in it is copied beside it before the server
starts again, so that nothing is lost that was told as kept.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from proctor.audit.stores.set_aside import Damage, cannot, copy_moved, may_set_aside
from proctor.audit.stores.sqlite import SqliteDatabase
from proctor.audit.stores.sqlite_watch import MovedStore
from proctor.errors import DamagedStore, StoreError
from proctor.keepers import FILE, GONE, Keepers, trouble_aside, watch_damage

# So often the files are looked at where nothing is written.
LOOK_AT_FILES = 1.0


class DamageWatch:
    """
    Waits for the first sign of damage.

    `gives_way` is set when the server should end, so that the next one sets the file aside.
    Where the folder cannot be written the server goes on: records go to the spool, and
    `trouble` says what to do.
    """

    def __init__(self, home: Path, keepers: Keepers) -> None:
        self.home = home
        self.keepers = keepers
        self.loop = asyncio.get_running_loop()
        self.found: Damage | None = None
        self.gives_way = asyncio.Event()
        self.stuck = ""
        self.copying: asyncio.Task[None] | None = None
        watch_damage(keepers, self.heard)

    def heard(self, error: DamagedStore) -> None:
        """Hear of damage, in any thread."""
        with suppress(RuntimeError):  # the server has ended meanwhile
            self.loop.call_soon_threadsafe(self.note, error)

    def note(self, error: DamagedStore) -> None:
        """Remember the first damage, and end the server where the file can be set aside."""
        if self.found is not None:
            return
        path = self.home / FILE
        self.found = Damage(error.message, self.keepers.trail.last_known())
        if not may_set_aside(path):
            stuck = cannot(path, "its folder cannot be written")
            self.stuck = f"{stuck.message}: {stuck.help}"
        elif isinstance(error, MovedStore):
            self.copying = asyncio.create_task(self.copy(self.found))
        else:
            self.gives_way.set()

    async def copy(self, found: Damage) -> None:
        """Save what was in a file that was removed, then end the server."""
        try:
            # The reader's: calls wait for the other one.
            database = getattr(self.keepers.reader, "database", None)
            if isinstance(database, SqliteDatabase):
                copy = await asyncio.to_thread(copy_moved, database, self.home / FILE)
                self.found = found._replace(copy=copy)
        finally:
            self.gives_way.set()

    async def look_at_files(self) -> None:
        """Look at the files, and keep the heads of their chains beside them."""
        self.look()
        self.keepers.keep_heads()

    def look(self) -> None:
        """
        Look whether the store's files are still those that are open.

        Raises:
            StoreError: they are not, or nobody can say.

        """
        database = getattr(self.keepers.store, "database", None)
        if isinstance(database, SqliteDatabase):
            database.check_files()

    def trouble(self) -> str:
        """Return what to say of damage, of now or of before; "" if there is none."""
        return self.stuck or self.told_now() or trouble_aside(self.home, self.keepers.keeping)

    def told_now(self) -> str:
        """Return what is wrong with the files now, or that this store has replaced nothing left."""
        try:
            self.look()
        except StoreError as error:
            return error.message
        aside = self.keepers.aside
        return GONE.format(path=aside.path) if aside is not None and aside.now is None else ""

"""Notice damage to the store's file while the server runs, and let it start again without it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from proctor.audit.stores.set_aside import Damage, cannot, may_set_aside
from proctor.errors import DamagedStore
from proctor.keepers import FILE, Keepers, trouble_aside, watch_damage


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
        if may_set_aside(path):
            self.gives_way.set()
        else:
            stuck = cannot(path, "its folder cannot be written")
            self.stuck = f"{stuck.message}: {stuck.help}"

    def trouble(self) -> str:
        """Return what to say of damage, of now or of before; "" if there is none."""
        return self.stuck or trouble_aside(self.home, self.keepers.keeping)

"""
What sessions leave behind: their folders, also of earlier ones of the same name.

Only what is over can be removed. Its name is held meanwhile, so that nobody starts an agent
in a folder that goes. What is in a folder may be an agent's, and of any kind: it is never
followed out of there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from proctor.agents.engine import Engine
from proctor.agents.listing import is_there
from proctor.agents.name_locks import hold_name
from proctor.agents.session_build import NEW, PAST, end_overrides
from proctor.agents.session_files import (
    AGENT,
    ENDED,
    RUNNING,
    ended_of,
    life_of,
    names,
    read_json,
    read_session,
    running_of,
)
from proctor.agents.session_folder import FOLDER, is_name, session_folder
from proctor.audit.ids import timestamp
from proctor.errors import NotFound, UsageError

GOING = ".gone-"
LIVE = ("starting", "running")
# A start that was not finished within so many seconds never will be.
UNFINISHED_AFTER = 3600.0
PATIENCE = 60.0


class Left(NamedTuple):
    """
    One folder that a session has, or has left behind.

    `state` is how it stands: `starting`, `running`, `exited`, `lost`; `past` for an earlier one
    of that name, `unfinished` for one whose start or removal was broken off. `at` is when it
    ended, or was last changed.
    """

    name: str
    folder: Path
    state: str
    at: str
    size: int

    @property
    def is_live(self) -> bool:
        """Say whether it may be in use."""
        return self.state in LIVE


def left_behind(home: Path, in_use: Collection[str] = ()) -> list[Left]:
    """
    Return every folder of a session, by name.

    Args:
        home: Proctor's own folder.
        in_use: names whose terminal has a program in it, whatever the files say.

    """
    found = [of_name(home, name, in_use) for name in names(home)]
    return [*found, *of_past(home), *unfinished(home)]


def of_name(home: Path, name: str, in_use: Collection[str] = ()) -> Left:
    """Return the folder that a name has now."""
    folder = Path(session_folder(str(home), name))
    try:
        state = life_of(home, read_session(home, name)).state
    except NotFound:
        running = running_of(read_json(folder / RUNNING))
        state = "running" if running is not None and is_there(running) else "lost"
    if name in in_use and state not in LIVE:
        state = "running"
    return Left(name, folder, state, ended_at(folder), size_of(folder))


def of_past(home: Path) -> Iterator[Left]:
    """Return the folders of earlier sessions whose names others have now."""
    for folder in folders(home / FOLDER / PAST):
        said = (read_json(folder / AGENT) or {}).get("name")
        name = said if isinstance(said, str) and is_name(said) else folder.name
        yield Left(name, folder, "past", ended_at(folder), size_of(folder))


def unfinished(home: Path) -> Iterator[Left]:
    """Return the folders of starts and removals that were broken off."""
    for folder in folders(home / FOLDER):
        begun = folder.name.startswith(NEW) and age_of(folder) > UNFINISHED_AFTER
        if begun or folder.name.startswith(GOING):
            at = ended_at(folder)
            yield Left(folder.name, folder, "unfinished", at, size_of(folder))


def folders(place: Path) -> list[Path]:
    """Return the folders in a place, by name; no links."""
    try:
        with os.scandir(place) as found:
            return sorted(Path(one.path) for one in found if one.is_dir(follow_symlinks=False))
    except OSError:
        return []


def age_of(folder: Path) -> float:
    """Return how many seconds ago a folder was changed."""
    try:
        return time.time() - folder.lstat().st_mtime
    except OSError:
        return 0.0


def ended_at(folder: Path) -> str:
    """Return when a session ended, as it says itself; else when its folder was last changed."""
    ended = ended_of(read_json(folder / ENDED))
    if ended is not None and ended.at:
        return ended.at
    return timestamp(time.time() - age_of(folder))


def size_of(folder: Path) -> int:
    """Return how many bytes are in a folder; what cannot be looked at does not count."""
    size = 0
    with suppress(RecursionError):
        for place, _, files in os.walk(folder):
            for name in files:
                with suppress(OSError):
                    size += os.lstat(os.path.join(place, name)).st_size  # noqa: PTH118 - many
    return size


def in_use(engine: Engine) -> set[str]:
    """
    Return the names whose terminal has a program in it.

    Raises:
        EngineError: nobody can say.

    """
    return {pane.name for pane in engine.panes().values() if not pane.dead}


def remove(engine: Engine, left: Left) -> None:
    """
    Remove a folder that a session has left behind, and what its terminal still shows.

    Raises:
        UsageError: it is in use, or the name is being started or stopped.
        EngineError: nobody can say whether its terminal is in use.
        OSError: it cannot be removed.

    """
    if left.state in ("past", "unfinished"):
        delete(left.folder)
        return
    home = engine.home
    with hold_name(home, left.name):
        if of_name(home, left.name, in_use(engine)).is_live:
            raise UsageError(f"`{left.name}` runs by now", help=f"proctor stop {left.name}")
        engine.end(left.name)
        end_overrides(left.folder)
        # From here on nobody sees it, and what cannot be removed is found the next time.
        going = home / FOLDER / f"{GOING}{left.name}-{os.urandom(4).hex()}"
        left.folder.rename(going)
    delete(going)


def delete(folder: Path) -> None:
    """
    Delete a folder and all that is in it.

    Raises:
        OSError: something is still there.

    """
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        # Folders that may not be written, or are too deep for us.
        for words in (["/bin/chmod", "-R", "u+rwX"], ["/bin/rm", "-rf"]):
            subprocess.run(  # noqa: S603 - our own words, and a folder of ours
                [*words, "--", str(folder)],
                capture_output=True,
                check=False,
                timeout=PATIENCE,
            )
        if folder.exists():
            raise

"""Which Claude Code is installed, and its proof, with a clock for people while that takes long."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from proctor.adapters.claude_versions import PROVEN
from proctor.cli import render
from proctor.errors import NotFound
from proctor.installing.settings_places import SettingsPlace
from proctor.proving.claude_program import claude_version, find_claude, spoken
from proctor.proving.known_claude import Claude, Proven, proven_in

__all__ = ["Claude", "Proven", "installed_claude", "proven", "ticking"]

TICK = 0.2
PROVING = "s: Claude Code runs against a scripted model, to see that a hook blocks"


def installed_claude(named: str | None, *, force: bool) -> Claude:
    """
    Find Claude Code and ask it for its version.

    Raises:
        NotFound: there is none, and nobody insists.

    """
    try:
        path = find_claude(named)
        return Claude(path, claude_version(path))
    except NotFound as missing:
        if force:
            return Claude(None, PROVEN)
        known = spoken(PROVEN)
        missing.help = f"{missing.help or 'is it Claude Code?'}; --force writes for {known} anyway"
        raise


def proven(claude: Claude, place: SettingsPlace, *, wanted: bool) -> Proven:
    """
    Return what was proven of this binary, once: that PreToolUse fires and blocks.

    Raises:
        InstallError: it does not.

    """
    return proven_in(
        claude, place.state, shared=place.shared, wanted=wanted, meanwhile=ticking(PROVING)
    )


@contextmanager
def ticking(words: str) -> Iterator[render.Progress]:
    """Count the seconds on a terminal while something takes long; what is counted may change."""
    over, begin = threading.Event(), time.monotonic()

    def tick() -> None:
        while not over.wait(TICK):
            progress.at(int(time.monotonic() - begin))

    with render.Progress(words) as progress:
        thread = threading.Thread(target=tick, daemon=True)
        thread.start()
        try:
            yield progress
        finally:
            over.set()
            thread.join()

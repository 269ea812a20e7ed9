"""Which Claude Code is installed, and the proof that a hook of ours blocks there."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from proctor.adapters.claude_versions import PROVEN, Version
from proctor.cli import render
from proctor.errors import NotFound
from proctor.installing.proof_memory import proof_of, recall, remember
from proctor.installing.refusals import InstallError
from proctor.installing.settings_places import SettingsPlace
from proctor.proving.claude_program import claude_version, find_claude, spoken

TICK = 0.2


class Claude(NamedTuple):
    """A Claude Code: where it is, if it is, and its version, or the one that we write for."""

    path: Path | None
    version: Version

    @property
    def spoken(self) -> str:
        """Return the version as people write it."""
        return spoken(self.version)


class Proven(NamedTuple):
    """What is known of a Claude Code; `words` are for people."""

    ask_holds: bool
    words: str


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
    if claude.path is None:
        return Proven(ask_holds=False, words="not proven: there is no Claude Code here")
    if kept := recall(place.state, claude.path, claude.spoken):
        return Proven(kept.ask_holds, f"proven before: {kept.words}")
    if not wanted:
        return Proven(ask_holds=False, words="not proven: --no-proof")
    from proctor.proving.proof import prove_blocking  # noqa: PLC0415 - slow, and once a version

    with ticking("s: Claude Code runs against a scripted model, to see that a hook blocks"):
        proof = prove_blocking(str(claude.path), claude.version)
    if not (proof.fired and proof.blocked):
        did = "did not block" if proof.fired else "did not run"
        raise InstallError(
            f"a PreToolUse hook {did} on Claude Code {claude.spoken}: {proof.words}",
            help="nothing was changed; --no-proof installs all the same",
        )
    kept = proof_of(claude.path, claude.spoken, ask_holds=proof.ask_holds, words=proof.words)
    remember(place.state, kept, shared=place.shared)
    return Proven(proof.ask_holds, proof.words)


@contextmanager
def ticking(words: str) -> Iterator[None]:
    """Count the seconds on a terminal while something takes long."""
    over, begin = threading.Event(), time.monotonic()

    def tick() -> None:
        while not over.wait(TICK):
            progress.at(int(time.monotonic() - begin))

    with render.Progress(words) as progress:
        thread = threading.Thread(target=tick, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

"""Which Claude Code is meant, and the proof, once for each binary, that a hook of ours blocks."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

from proctor.installing.proof_memory import proof_of, recall, remember
from proctor.installing.refusals import InstallError
from proctor.proving.claude_program import Version, spoken

NO_PROGRAM = "not proven: there is no Claude Code here"
INSISTING = "nothing was changed; --no-proof installs all the same"


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


def proven_in(  # noqa: PLR0913 - keyword only
    claude: Claude,
    state: Path,
    *,
    shared: bool = False,
    wanted: bool = True,
    meanwhile: AbstractContextManager[object] | None = None,
    help: str = INSISTING,  # noqa: A002 - the user's word
) -> Proven:
    """
    Return what was proven of this binary, once: that PreToolUse fires and blocks.

    Args:
        claude: the program.
        state: the folder in which proofs are kept.
        shared: everybody may read it.
        wanted: prove it where that was not done before.
        meanwhile: is entered while it is proven, which takes some seconds.
        help: what to do where it does not block.

    Raises:
        InstallError: it does not.

    """
    if claude.path is None:
        return Proven(ask_holds=False, words=NO_PROGRAM)
    if kept := recall(state, claude.path, claude.spoken):
        return Proven(kept.ask_holds, f"proven before: {kept.words}")
    if not wanted:
        return Proven(ask_holds=False, words="not proven: --no-proof")
    from proctor.proving.proof import prove_blocking  # noqa: PLC0415 - slow, and once a version

    with meanwhile or nullcontext():
        proof = prove_blocking(str(claude.path), claude.version)
    if not (proof.fired and proof.blocked):
        did = "did not block" if proof.fired else "did not run"
        raise InstallError(
            f"a PreToolUse hook {did} on Claude Code {claude.spoken}: {proof.words}", help=help
        )
    kept = proof_of(claude.path, claude.spoken, ask_holds=proof.ask_holds, words=proof.words)
    remember(state, kept, shared=shared)
    return Proven(proof.ask_holds, proof.words)

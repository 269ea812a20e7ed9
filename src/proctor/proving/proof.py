"""
Prove that an installed Claude Code heeds a hook: that it starts one, and that a deny blocks.

What is tried is a Bash call that a rule of the user's would let run: only the hook stands
in its way. Whether an `ask` holds such a call where nobody attends is tried beside it.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from proctor.proving.claude_program import Version, spoken
from proctor.proving.claude_run import PrivatePlace
from proctor.proving.trial_hooks import REASON, pre_tool_use, saying, write_hook
from proctor.proving.trials import SECONDS, Seen, Trial, run_trials

DENY, ASK = "deny", "ask"


class Proof(NamedTuple):
    """
    What was seen of a version.

    `fired`: the program started the hook. `blocked`: the hook's deny kept the call from
    running, and the reason reached the model. `ask_holds`: so did its ask. `took` is how many
    seconds it needed, `words` what to tell a person.
    """

    fired: bool
    blocked: bool
    ask_holds: bool
    took: float
    words: str


def prove_blocking(claude: str, version: Version, *, seconds: float = SECONDS) -> Proof:
    """Run the program twice, at once: under a hook that denies, and under one that asks."""
    return proof_of(run_trials(claude, version, proof_trials(), seconds=seconds), version)


def proof_trials() -> tuple[Trial, Trial]:
    """Return the two trials that a proof rests on."""
    return (Trial(DENY, deny_hook), Trial(ASK, ask_hook))


def deny_hook(place: PrivatePlace, _: ExitStack) -> Path:
    """Write a hook that denies."""
    return write_hook(place.folder / "hook", saying(pre_tool_use("deny")))


def ask_hook(place: PrivatePlace, _: ExitStack) -> Path:
    """Write a hook that asks."""
    return write_hook(place.folder / "hook", saying(pre_tool_use("ask")))


def proof_of(seen: dict[str, Seen], version: Version) -> Proof:
    """Say what the two trials show."""
    denied, asked = seen[DENY], seen[ASK]
    blocked = held(denied)
    return Proof(
        fired=denied.started,
        blocked=blocked,
        ask_holds=blocked and held(asked),
        took=max(denied.run.seconds, asked.run.seconds),
        words=words_on(denied, spoken(version)),
    )


def held(seen: Seen) -> bool:
    """Say whether it was the hook that held a call: what stopped it otherwise proves nothing."""
    return seen.started and seen.told(REASON) and not seen.run.ran


def words_on(denied: Seen, version: str) -> str:
    """Return what to tell a person of the trial with a hook that denies."""
    run = denied.run
    if held(denied):
        return f"Claude Code {version} starts the hook, and its deny blocks"
    if run.status is None:
        return f"Claude Code {version} did not end in time: nothing is proven"
    if not run.tools:
        said = run.words.splitlines() or ["it said nothing"]
        return f"Claude Code {version} did not run: {said[0]}"
    if run.ran:
        heeded = "did not heed the hook" if denied.started else "did not start the hook"
        return f"Claude Code {version} {heeded}: a call ran that it denied"
    return f"Claude Code {version} did not run the call, but not because of the hook"

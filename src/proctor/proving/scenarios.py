"""
What `doctor` tries with the installed program, and what each outcome means.

First our own hook, as it would be installed: it lets run what the role allows, refuses what
the role denies, and decides by itself where the server hangs. Then hooks that are broken on
purpose, each beside a rule that would let the call run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from proctor.proving.claude_program import Version, spoken
from proctor.proving.claude_run import MARKER, PrivatePlace
from proctor.proving.finding import Finding, ok, problem, warning
from proctor.proving.proof import ASK, DENY, held, proof_of, proof_trials
from proctor.proving.trial_hooks import (
    BROKEN,
    MISSING,
    PLAINEST,
    REASON,
    permission_request,
    saying,
    write_hook,
)
from proctor.proving.trials import TOUCH, Seen, Trial

AREA = "proof"
PRE, REQUEST = "PreToolUse", "PermissionRequest"
BOTH = (PRE, REQUEST)
ALLOWED, DENIED, SLOW = "our hook allows", "our hook denies", "our hook beside a hung server"
REQUESTED, REQUEST_BROKEN = "a request is denied", "a request's hook is broken"
# The role of the trials allows the one and denies the other; both leave the marker.
ALLOWED_COMMAND, DENIED_COMMAND = TOUCH, f"cp /dev/null {MARKER}"
ROLE = f"""\
description: The role of a trial
permissions:
  otherwise: deny
  allow: [Bash(touch *)]
  deny:
    - rule: Bash(cp *)
      why: {REASON}
"""
SHORT = 2
UPDATE = "update Claude Code to 2.1.295 or later"
REPORT = "do not rely on this version; tell us with `proctor doctor --json`"

MakeHook = Callable[[PrivatePlace, ExitStack], Path]


def our_trials(ours: MakeHook, hung: MakeHook, *, on_failure: bool) -> list[Trial]:
    """Return the trials of our own hook; `hung` writes one whose server never answers."""
    return [
        Trial(SLOW, hung, BOTH, DENIED_COMMAND, on_failure=on_failure),
        Trial(ALLOWED, ours, BOTH, ALLOWED_COMMAND, allow=(), on_failure=on_failure),
        Trial(DENIED, ours, BOTH, DENIED_COMMAND, on_failure=on_failure),
    ]


def quick_trials(ours: MakeHook, *, on_failure: bool) -> list[Trial]:
    """Return the two that tell the most."""
    return [trial for trial in our_trials(ours, ours, on_failure=on_failure) if trial.name != SLOW]


def broken_trials(*, on_failure: bool) -> list[Trial]:
    """
    Return the trials of hooks that are broken, each beside a rule that allows the call.

    Where the version cannot be told to block, two of them show it, and more would only take
    longer.
    """
    trials = [
        Trial(name, partial(broken_hook, line), on_failure=on_failure, timeout=SHORT)
        for name, line in BROKEN.items()
        if on_failure or name == PLAINEST
    ]
    return [*trials, Trial(MISSING, missing_hook, on_failure=on_failure), *proof_trials()]


def request_trials(*, on_failure: bool) -> list[Trial]:
    """Return the trials of PermissionRequest, where no rule allows the call."""
    return [
        Trial(REQUESTED, deny_request, (REQUEST,), allow=(), on_failure=on_failure),
        Trial(
            REQUEST_BROKEN,
            partial(broken_hook, "exit 1"),
            (REQUEST,),
            allow=(),
            on_failure=on_failure,
        ),
    ]


def broken_hook(line: str, place: PrivatePlace, _: ExitStack) -> Path:
    """Write a hook that breaks in one way."""
    return write_hook(place.folder / "hook", line)


def missing_hook(place: PrivatePlace, _: ExitStack) -> Path:
    """Return where a hook would be, and write none."""
    return place.folder / "hook"


def deny_request(place: PrivatePlace, _: ExitStack) -> Path:
    """Write a hook that denies what would be asked."""
    return write_hook(place.folder / "hook", saying(permission_request("deny")))


def judge(seen: dict[str, Seen], version: Version) -> Iterator[Finding]:
    """Return what the trials show, in the order in which people want to know it."""
    named = f"Claude Code {spoken(version)}"
    if not any(each.tried for each in seen.values()):
        words = next((each.run.words for each in seen.values()), "").strip().splitlines()
        why = words[0] if words else "it said nothing"
        yield problem(AREA, f"{named} could not be run for a proof: {why}", "start it by hand")
        return
    yield from judge_ours(seen)
    broken = [seen[name] for name in (*BROKEN, MISSING) if name in seen]
    if broken:
        yield judge_broken(broken, named)
    if DENY in seen and ASK in seen:
        yield from judge_ask(seen, version)
    if REQUESTED in seen:
        yield from judge_request(seen[REQUESTED], seen[REQUEST_BROKEN], named)


def judge_ours(seen: dict[str, Seen]) -> Iterator[Finding]:
    """Return whether our hook does what it is for."""
    if allowed := seen.get(ALLOWED):
        if allowed.run.ran:
            yield ok(AREA, "our hook works: what the role allows runs")
        else:
            what = f"what the role allows did not run: {first_line(allowed)}"
            yield problem(AREA, what, "proctor status; proctor check")
    if denied := seen.get(DENIED):
        yield judge_refusal(denied, "what the role denies does not run, and the model reads why")
    if slow := seen.get(SLOW):
        words = f"a server that hangs: our hook decides by itself, after {slow.run.seconds:.0f} s"
        yield judge_refusal(slow, words)


def judge_refusal(seen: Seen, words: str) -> Finding:
    """Say whether a call that the role denies was refused, with our reason."""
    if seen.run.ran:
        return problem(AREA, f"{seen.trial.name}: the call ran all the same", REPORT)
    if not seen.told(REASON):
        what = f"{seen.trial.name}: it did not run, but the model read: {first_line(seen)}"
        return problem(AREA, what, "proctor status; proctor check")
    return ok(AREA, words)


def judge_broken(broken: list[Seen], named: str) -> Finding:
    """Say whether a hook that is broken lets a call run that a rule allows."""
    ran = [each.trial.name for each in broken if each.run.ran]
    if ran:
        what = f"{named} runs an allowed tool unchecked when a hook {', '.join(ran)}"
        return problem(AREA, what, UPDATE)
    untried = [each.trial.name for each in broken if not each.tried]
    if untried:
        what = f"not proven where a hook {', '.join(untried)}: the program did not come to an end"
        return warning(AREA, what, "run it again")
    names = ", ".join(each.trial.name for each in broken)
    return ok(AREA, f"broken on purpose, nothing ran: a hook that {names}")


def judge_ask(seen: dict[str, Seen], version: Version) -> Iterator[Finding]:
    """Say whether an `ask` holds a call that a rule allows, where nobody attends."""
    proof = proof_of(seen, version)
    if not proof.blocked:
        yield problem(AREA, proof.words, REPORT)
    elif proof.ask_holds:
        yield ok(AREA, "a hook's `ask` holds a call also where nobody attends")
    else:
        what = "a hook's `ask` does not hold here with -p: an allowed tool runs"
        yield warning(AREA, what, f"Proctor holds such calls itself; better, {UPDATE}")


def judge_request(denied: Seen, broken: Seen, named: str) -> Iterator[Finding]:
    """Say what PermissionRequest does where nobody attends."""
    if denied.run.ran or broken.run.ran:
        yield problem(AREA, f"{named} ran a call that no rule allows and a hook refused", REPORT)
    elif not denied.started:
        what = f"{named} starts no PermissionRequest hook with -p"
        yield warning(AREA, what, "PreToolUse decides there, so nothing is lost")
    elif held(denied):
        yield ok(AREA, "PermissionRequest: a deny reaches the model; broken, nothing runs")
    else:
        yield warning(AREA, "PermissionRequest: the reason of a deny does not reach the model")


def first_line(seen: Seen) -> str:
    """Return the beginning of what the model, or nobody, was told."""
    lines = seen.run.words.strip().splitlines()
    return lines[0] if lines else "nothing"

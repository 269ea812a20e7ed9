"""
Trials of a hook: one call under one hook each, and whether it ran.

Several go on at once. A call that does not run proves something only where the program
started the hook, or where the hook could not be started at all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from proctor.proving.claude_program import Version
from proctor.proving.claude_run import MARKER, ClaudeRun, PrivatePlace, Running, private_place
from proctor.proving.scripted_model import ScriptedModel, bash, say
from proctor.proving.trial_hooks import settings_with, started

AT_ONCE = 3
SECONDS = 60.0
TOUCH = f"touch {MARKER}"


class Trial(NamedTuple):
    """
    One call under one hook.

    `name` tells it from the others. `hook` writes the hook into a place and returns it; what
    it needs open for longer goes onto the stack. `command` makes the marker if it runs,
    `allow` are the rules that would let it run. `settings` writes others than the usual ones.
    """

    name: str
    hook: Callable[[PrivatePlace, ExitStack], Path]
    events: tuple[str, ...] = ("PreToolUse",)
    command: str = TOUCH
    allow: tuple[str, ...] = ("Bash",)
    on_failure: bool = False
    timeout: int = 60
    settings: Callable[[PrivatePlace, Path], None] | None = None

    def write_settings(self, place: PrivatePlace, hook: Path) -> None:
        """Write the settings under which the program runs."""
        if self.settings:
            self.settings(place, hook)
            return
        place.write_settings(
            settings_with(
                hook,
                *self.events,
                on_failure=self.on_failure,
                allow=self.allow,
                timeout=self.timeout,
            )
        )


class Seen(NamedTuple):
    """What became of a trial: whether its hook left its mark, and the run."""

    trial: Trial
    started: bool
    run: ClaudeRun

    def told(self, words: str) -> bool:
        """Say whether the model was refused with these words."""
        return any(result.error and words in result.text for result in self.run.results)

    @property
    def tried(self) -> bool:
        """Say whether the program ran at all, and the call came to an end."""
        return self.run.status is not None and bool(self.run.results)


class _Open(NamedTuple):
    trial: Trial
    hook: Path
    running: Running
    stack: ExitStack


def run_trials(
    claude: str,
    version: Version,
    trials: Sequence[Trial],
    *,
    seconds: float = SECONDS,
    tell: Callable[[int], None] = lambda _: None,
) -> dict[str, Seen]:
    """Run trials, a few at once, and return what became of each; `tell` hears how many are done."""
    found: dict[str, Seen] = {}
    with ExitStack() as whole:
        begun: deque[_Open] = deque()

        def finish() -> None:
            done = begun.popleft()
            run = done.running.finish()
            found[done.trial.name] = Seen(done.trial, started(done.hook).exists(), run)
            done.stack.close()
            tell(len(found))

        for trial in trials:
            if len(begun) == AT_ONCE:
                finish()
            stack = whole.enter_context(ExitStack())
            begun.append(begin(claude, version, trial, stack, seconds=seconds))
        while begun:
            finish()
    return found


def begin(
    claude: str, version: Version, trial: Trial, stack: ExitStack, *, seconds: float
) -> _Open:
    """Start a trial in a place of its own."""
    place = stack.enter_context(private_place())
    hook = trial.hook(place, stack)
    trial.write_settings(place, hook)
    model = stack.enter_context(ScriptedModel([bash(trial.command), say("done")]))
    running = Running(claude, place, model, version=version, seconds=seconds)
    stack.enter_context(running)
    running.start()
    return _Open(trial, hook, running, stack)

"""
The trial of the settings that apply here: do they let our hook be started?

Only what bears on that is copied into the private place: who switches hooks off, and our
own entries of PreToolUse, with a hook in the place of ours that denies. Nobody else's hook is
started, and no variable but the one that silences hooks is set. Managed settings apply to
every run by themselves.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from proctor.proving.claude_run import PrivatePlace
from proctor.proving.examine_settings import OFF, SIMPLE
from proctor.proving.finding import Finding, ok, problem, warning
from proctor.proving.proof import deny_hook, held
from proctor.proving.scenarios import PRE
from proctor.proving.scene import Scene
from proctor.proving.settings_seen import LOCAL, MANAGED_SCOPE, PROJECT, USER, hook_entries
from proctor.proving.trials import Seen, Trial

NAME = "the settings of this folder"
AREA = "proof"


def own_trials(scene: Scene) -> list[Trial]:
    """Return the trial of the settings that apply here; none where they have no hook of ours."""
    if not any(entry.file.scope != MANAGED_SCOPE for _, entry in scene.our_hooks()):
        return []
    return [Trial(NAME, deny_hook, settings=partial(write_copies, scene))]


def write_copies(scene: Scene, place: PrivatePlace, hook: Path) -> None:
    """Write what bears on our hook, file for file, into a place."""
    for scope in (USER, PROJECT, LOCAL):
        copy = copy_of(scene, scope, hook)
        if scope == USER:
            copy["permissions"] = {"allow": ["Bash"]}
        if copy:
            place.write_settings(copy, scope)


def copy_of(scene: Scene, scope: str, hook: Path) -> dict[str, Any]:
    """Return what the files of a scope say that bears on our hook."""
    copy: dict[str, Any] = {}
    ours = [entry for _, entry in scene.our_hooks()]
    for file in (file for file in reversed(scene.files) if file.scope == scope):
        if OFF in file.data:
            copy[OFF] = file.data[OFF]
        if SIMPLE in file.part("env"):
            copy["env"] = {SIMPLE: file.part("env")[SIMPLE]}
        for entry in hook_entries([file]):
            if entry in ours and entry.event == PRE:
                # With `args` there is no shell that would want it quoted.
                command = str(hook) if "args" in entry.entry else shlex.quote(str(hook))
                group = {"matcher": entry.matcher, "hooks": [{**entry.entry, "command": command}]}
                copy.setdefault("hooks", {}).setdefault(entry.event, []).append(group)
    return copy


def judge_own(seen: dict[str, Seen]) -> Iterator[Finding]:
    """Return whether our hook is started with the settings that apply here."""
    if not (found := seen.get(NAME)):
        return
    if not found.tried:
        yield warning(AREA, f"not proven with {NAME}: no call was made", "run it again")
    elif held(found):
        yield ok(AREA, f"with {NAME} a hook in the place of ours is started, and decides")
    else:
        heeded = "does not heed" if found.started else "does not start"
        what = f"with {NAME} Claude Code {heeded} our hook"
        yield problem(AREA, what, "see `switches` and `hooks` above")

"""Whether our hooks are in the settings that apply, whole, and lead to a file of ours."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from proctor.answering_hooks import own_definitions_answer
from proctor.proving.finding import Finding, Fix, ok, problem, warning
from proctor.proving.hook_file import gone, looks_like_ours, open_to_others, our_file
from proctor.proving.scene import Scene
from proctor.proving.settings_seen import (
    FILE,
    FOLDER,
    LOCAL,
    LOCAL_FILE,
    MANAGED_SCOPE,
    PROJECT,
    USER,
    HookEntry,
    config_folder,
    git_root,
    hook_entries,
    read_settings,
)

AREA = "hooks"
DECIDING = ("PreToolUse", "PermissionRequest")
EVERYTHING = ("", "*")
TIMEOUT = 600
INSTALL = "proctor install claude-code"
AGAIN = {
    MANAGED_SCOPE: f"{INSTALL} --managed",
    LOCAL: f"{INSTALL} --project",
    PROJECT: f"{INSTALL} --project",
    USER: INSTALL,
}
# Our commands, which take home and role from the environment.
BY_HAND = re.compile(r"\bproctor\s+(hook|permission-request)\b")
# What makes an entry serve less than every call, or not decide.
NARROWING = {"if": "only some calls", "async": "nothing: it is not waited for"}


def examine_hooks(scene: Scene) -> Iterator[Finding]:
    """Return what is found of our hooks."""
    yield from look_alikes(scene)
    yield from answering(scene)
    found = scene.our_hooks()
    if not found:
        yield not_installed(scene)
        return
    by_file: dict[tuple[Path, str], list[HookEntry]] = {}
    for path, entry in found:
        by_file.setdefault((path, entry.file.scope), []).append(entry)
    for (path, scope), entries in by_file.items():
        yield from examine_installation(scene, path, scope, entries)


def look_alikes(scene: Scene) -> Iterator[Finding]:
    """Return what passes itself off as our hook: of another home, or a repository's own."""
    for entry in hook_entries(scene.files):
        path = looks_like_ours(entry.command, home=scene.home, managed=scene.managed)
        if path is not None and entry.event == DECIDING[0]:
            what = f"{entry.file.path} starts {path}, which looks like our hook and is not the one"
            yield problem(AREA, what, f"take it out, or set PROCTOR_HOME as it was: {INSTALL}")
        elif BY_HAND.search(entry.command) and entry.event == DECIDING[0]:
            what = f"{entry.file.path} starts `{entry.command}`: a repository can set its role"
            yield problem(AREA, what, INSTALL)


def answering(scene: Scene) -> Iterator[Finding]:
    """Return the hooks that could answer for a person in the dialog: the call is held for them."""
    event = DECIDING[1]
    hooks = [
        f"{entry.file.path}: `{entry.command or entry.entry.get('type')}`"
        for entry in hook_entries(scene.files)
        if entry.event == event
        and our_file(entry.command, home=scene.home, managed=scene.managed) is None
    ]
    if user := scene.environ.get("HOME"):
        config = config_folder(scene.environ, Path(user))
        hooks += own_definitions_answer(user, [str(config)])
    for hook in hooks:
        what = f"a hook for {event} could answer for you, so questions open no dialog: {hook}"
        yield warning(AREA, what, "answer in Proctor: proctor approvals; or take the hook out")


def not_installed(scene: Scene) -> Finding:
    """Say that nothing of ours applies, and where something is that does not count here."""
    root = git_root(scene.folder)
    if root is not None and root != scene.folder:
        paths = (root / FOLDER / name for name in (FILE, LOCAL_FILE))
        files = [file for path in paths if (file := read_settings(PROJECT, path))]
        for entry in hook_entries(files):
            if our_file(entry.command, home=scene.home, managed=scene.managed):
                what = f"our hooks in {entry.file.path} do not count in a subfolder"
                return problem(AREA, what, f"start Claude Code in {root}, or: {INSTALL}")
    return problem(AREA, "our hooks are in none of these settings", INSTALL)


def examine_installation(
    scene: Scene, path: Path, scope: str, entries: list[HookEntry]
) -> Iterator[Finding]:
    """Return what is found of one installation: its entries, then its file."""
    fix = Fix("reinstall", str(path), scope)
    wrong = [*wrong_entries(scene, entries)]
    yield from (problem(AREA, f"{scope} settings: {what}", AGAIN[scope], fix) for what in wrong)
    served = {entry.event for entry in entries}
    lost = [event for event in scene.ours if event not in served and event not in DECIDING]
    if lost:
        yield warning(AREA, f"{scope} settings: nobody hears {', '.join(lost)}", AGAIN[scope])
    trouble = [*examine_file(path, scope)]
    yield from trouble
    if not wrong and not trouble:
        what = f"{scope} settings: our hook serves {len(served)} events; {path} is ours alone"
        yield ok(AREA, what)


def wrong_entries(scene: Scene, entries: list[HookEntry]) -> Iterator[str]:
    """Return what is wrong with the entries of an installation."""
    for event in (event for event in DECIDING if event in scene.ours):
        serving = [entry for entry in entries if entry.event == event]
        if not serving:
            yield f"our hook is not asked at {event}"
        elif not any(whole(scene, entry) for entry in serving):
            yield from why_not_whole(scene, serving[0])
    unknown = sorted({entry.event for entry in entries} - set(scene.events))
    if unknown:
        yield f"this version drops the whole file: it does not know {', '.join(unknown)}"


def whole(scene: Scene, entry: HookEntry) -> bool:
    """Say whether an entry decides every call, also when it breaks."""
    return not [*why_not_whole(scene, entry)]


def why_not_whole(scene: Scene, entry: HookEntry) -> Iterator[str]:
    """Return why an entry does not decide every call."""
    event, values = entry.event, entry.entry
    if values.get("type") != "command":
        yield f"the type of our hook at {event} is not `command`"
    if entry.matcher not in EVERYTHING:
        yield f"our hook at {event} is asked about `{entry.matcher}` only"
    for key, meaning in NARROWING.items():
        if values.get(key):
            yield f"our hook at {event} has `{key}`: it decides {meaning}"
    if scene.on_failure and values.get("onFailure") != "block":
        yield f'our hook at {event} lacks onFailure "block": broken, it would let calls run'
    timeout = values.get("timeout", TIMEOUT)
    if not isinstance(timeout, int | float) or timeout < TIMEOUT:
        yield f"our hook at {event} has a timeout of {timeout}: people have {TIMEOUT} s to answer"


def examine_file(path: Path, scope: str) -> Iterator[Finding]:
    """Return what is wrong with the file that our hooks start."""
    again, fix = AGAIN[scope], Fix("reinstall", str(path), scope)
    if not path.is_file():
        yield problem(AREA, f"{path} is not there: the hook cannot start", again, fix)
        return
    if not os.access(path, os.X_OK):
        yield problem(AREA, f"{path} may not be run", f"chmod 700 {path}", Fix("close", str(path)))
    try:
        lost, changed_by_others = gone(path), open_to_others(path)
    except OSError as error:
        yield problem(AREA, f"{path} cannot be read: {error.strerror}", again, fix)
        return
    if lost:
        yield problem(AREA, f"{path} is stale: {lost} is not there any more", again, fix)
    if changed_by_others is not None:
        what = f"others can change {changed_by_others}, and so what our hook does"
        own = Fix("close", str(changed_by_others)) if changed_by_others == path else None
        yield problem(AREA, what, f"chmod go-w {changed_by_others}", own)

"""
What else the settings say that a person should know beside our hooks.

It only tells: nothing here keeps anybody from installing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from proctor.installing.refusals import InstallError
from proctor.installing.settings_places import DROP_INS, FILE, FOLDER, LOCAL_FILE
from proctor.installing.settings_shape import HOOKS, MARK, SWITCH
from proctor.installing.settings_text import runs
from proctor.installing.whole_files import current

GATE, SIMPLE = "PreToolUse", "CLAUDE_CODE_SIMPLE"
LONGEST = 80


def settings_files(user: Path, root: Path, managed: Path) -> list[Path]:
    """Return every settings file that counts in a project, the strongest first."""
    drop_ins = managed / DROP_INS
    try:
        extra = sorted(drop_ins.glob("*.json"))
    except OSError:
        extra = []
    project = [root / FOLDER / LOCAL_FILE, root / FOLDER / FILE]
    files = [managed / "managed-settings.json", *extra, *project, user]
    return list(dict.fromkeys(files))


def notes_on(files: Iterable[Path], programs: frozenset[str], *, blocks: bool) -> list[str]:
    """Return what to know of the settings around; `blocks` says that a broken hook blocks."""
    return [note for file in files for note in notes_of(file, programs, blocks=blocks)]


def notes_of(file: Path, programs: frozenset[str], *, blocks: bool) -> Iterator[str]:
    """Return what to know of one file."""
    try:
        text = (current(file.resolve()) or b"").decode().removeprefix(MARK).strip()
        data = json.loads(text or "{}")
    except (ValueError, OSError, InstallError, RecursionError):
        yield f"{file} cannot be read: Claude Code may skip all of it"
        return
    if not isinstance(data, dict):
        yield f"{file} is not an object: Claude Code may skip all of it"
        return
    if data.get(SWITCH) is True:
        yield f"{file} switches hooks off: where it counts, ours do not run"
    if data.get("allowManagedHooksOnly") is True:
        yield f"{file} lets only managed hooks run: ours need --managed"
    if isinstance(env := data.get("env"), dict) and SIMPLE in env:
        yield f"{file} sets {SIMPLE}: with it Claude Code runs no hooks"
    if others := other_gates(data, programs):
        yield (
            f"{file} has {counted(len(others), 'other PreToolUse hook')} ({said(others)}): "
            "they run beside ours, and any deny wins"
        )
    if asks := rules_in(data, "ask"):
        yield (
            f"{file} has {counted(len(asks), 'ask rule')} ({said(asks)}): "
            "Claude Code asks there even where Proctor allows"
        )
    if (allows := rules_in(data, "allow")) and not blocks:
        yield (
            f"{file} has {counted(len(allows), 'allow rule')} ({said(allows)}): "
            "on this version they would run a tool if the hook broke"
        )


def other_gates(data: dict[str, Any], programs: frozenset[str]) -> list[str]:
    """Return the commands of other people's PreToolUse hooks."""
    hooks = data.get(HOOKS)
    groups = hooks.get(GATE) if isinstance(hooks, dict) else None
    found = []
    for group in groups if isinstance(groups, list) else []:
        handlers = group.get(HOOKS) if isinstance(group, dict) else None
        for one in handlers if isinstance(handlers, list) else []:
            if isinstance(one, dict) and not runs(one.get("command"), programs):
                words = [one.get(name) for name in ("command", "url", "server", "type")]
                found.append(next((word for word in words if isinstance(word, str)), "?"))
    return found


def rules_in(data: dict[str, Any], effect: str) -> list[str]:
    """Return the rules of one list of the program's own permissions."""
    permissions = data.get("permissions")
    rules = permissions.get(effect) if isinstance(permissions, dict) else None
    return [rule for rule in rules if isinstance(rule, str)] if isinstance(rules, list) else []


def said(texts: list[str]) -> str:
    """Return the first of some texts, short, and that there are more."""
    first = texts[0] if len(texts[0]) <= LONGEST else f"{texts[0][:LONGEST]}…"
    return f"`{first}`" + (", …" if len(texts) > 1 else "")


def counted(number: int, noun: str) -> str:
    """Return `1 rule` or `2 rules`."""
    return f"{number} {noun}" + ("" if number == 1 else "s")

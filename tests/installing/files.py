"""Settings files, hooks and places for the tests of installing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from proctor.installing.putting_in import Wish
from proctor.installing.settings_env import NONE
from proctor.installing.settings_places import SettingsPlace, managed_place, user_place
from proctor.installing.settings_text import Groups

EXECUTABLE = "/home/ada/.proctor/hooks/claude-code"
BLOCKS = "#!/bin/sh\necho 'refused' >&2\nexit 2\n"


def groups_for(command: str, *events: str) -> dict[str, Groups]:
    """Return an entry of ours for each event."""
    hook = {"type": "command", "command": command, "timeout": 600, "onFailure": "block"}
    return {
        event: [{"matcher": "*", "hooks": [hook]} if "Tool" in event else {"hooks": [hook]}]
        for event in events or ("PreToolUse", "PermissionRequest", "Stop")
    }


def place_in(folder: Path) -> SettingsPlace:
    """Return a user's settings in a folder of the test."""
    return user_place(folder / ".proctor", folder, {})


def managed_in(folder: Path) -> SettingsPlace:
    """Return managed settings in a folder of the test, for whoever runs it."""
    return managed_place(folder, owner=os.geteuid())


def wish_for(
    place: SettingsPlace,
    *events: str,
    program: str = BLOCKS,
    role: str = "guarded",
    env: Mapping[str, str] = NONE,
) -> Wish:
    """Return what to install there; the hook is one that blocks."""
    groups = groups_for(str(place.executable), *events)
    return Wish(groups, f"{program}# {role}\n", role, "/usr/local/bin/claude", "2.1.325", env)


def write(place: SettingsPlace, text: str | bytes) -> bytes:
    """Put a settings file in its place."""
    data = text.encode() if isinstance(text, str) else text
    place.file.parent.mkdir(parents=True, exist_ok=True)
    place.file.write_bytes(data)
    return data


def tree(folder: Path) -> dict[str, bytes | None]:
    """Return every file of a folder with its bytes, and every folder in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }

"""Scenes to examine: settings of our making, and a hook of ours that is as it should be."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proctor.adapters.claude_versions import facts, our_events
from proctor.hook.executable import hook_text, package_folder, write_hook
from proctor.hook.identity import Identity
from proctor.proving.scene import Scene
from proctor.proving.settings_seen import SettingsFile

NEW, OLD = (2, 1, 325), (2, 0, 77)


def our_hook(home: Path) -> Path:
    """Write our hook into a home, as it is installed."""
    path = home / "hooks" / "claude-code"
    identity = Identity(program="claude-code", home=str(home), role="guarded")
    write_hook(path, hook_text(identity, python="/bin/sh", package=package_folder()))
    return path


def installed(hook: Path, version: tuple[int, int, int] = NEW, **more: object) -> dict[str, Any]:
    """Return settings with our hooks, as they are installed."""
    entry: dict[str, object] = {"type": "command", "command": str(hook), "timeout": 600}
    if facts(version).on_failure:
        entry["onFailure"] = "block"
    group = {"matcher": "", "hooks": [{**entry, **more}]}
    return {"disableAllHooks": False, "hooks": {event: [group] for event in our_events(version)}}


def scene(
    home: Path,
    files: Mapping[str, Mapping[str, Any]],
    *,
    version: tuple[int, int, int] = NEW,
    environ: Mapping[str, str] | None = None,
) -> Scene:
    """Return a scene with these files: a scope and what it says, strongest first."""
    seen = [SettingsFile(scope, home / f"{scope}.json", data) for scope, data in files.items()]
    return Scene(
        claude=Path("/usr/bin/claude"),
        version=version,
        events=facts(version).events,
        ours=our_events(version),
        on_failure=facts(version).on_failure,
        files=tuple(seen),
        folder=home,
        home=home,
        managed=home / "etc",
        environ=environ or {},
    )

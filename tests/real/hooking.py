"""Our hook in the settings of Claude Code, and others in its place."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proctor.adapters.claude_settings import (
    hook_entries,
    role_settings,
    settings_text,
)
from proctor.adapters.claude_versions import parse_version
from proctor.hook.executable import hook_text, package_folder, write_hook
from proctor.hook.identity import DIALOG_SECONDS, Identity
from proctor.roles.find import RoleShelf
from tests.real.place import Place
from tests.real.programs import NEW


def hook_of(
    place: Place,
    role: str,
    *,
    name: str = "hook",
    package: str = "",
    home: Path | None = None,
    **more: Any,
) -> Path:
    """Write the executable of a role, as an installation does; `home` is another than the usual."""
    names = {"role": role, "dialog_seconds": DIALOG_SECONDS, **more}
    identity = Identity("claude-code", str(home or place.home), **names)
    path = (home or place.home) / "hooks" / name
    folder = package or package_folder()
    write_hook(path, hook_text(identity, python=sys.executable, package=folder))
    return path


def entry(command: Path | str, version: str = NEW, **more: Any) -> list[dict[str, Any]]:
    """Return what stands behind an event, for one command."""
    [made] = hook_entries(str(command), parse_version(version))["PreToolUse"]
    hooks: Any = made["hooks"]
    return [{**made, "hooks": [{**hook, **more} for hook in hooks]}]


def settings_with(
    place: Place,
    hook: Path,
    *,
    version: str = NEW,
    name: str = "settings.json",
    hooks: Mapping[str, Any] | None = None,
    **more: Any,
) -> Path:
    """Write settings that name a hook for all events; `hooks` are others in its place."""
    ours = hook_entries(str(hook), parse_version(version))
    return written(place, name, {"disableAllHooks": False, "hooks": ours}, hooks, **more)


def under(
    place: Place,
    role: str,
    text: str = "",
    *,
    version: str = NEW,
    ask_holds: bool = False,
    agent: str = "",
    name: str = "hook",
    hooks: Mapping[str, Any] | None = None,
    **more: Any,
) -> Path:
    """Write a role, its hook and the settings of both; return those."""
    if text:
        place.write_role(role, text)
    hook = hook_of(place, role, name=name, ask_holds=ask_holds, agent=agent)
    made: dict[str, Any] = role_settings(
        RoleShelf(place.home, place.shop).load(role),
        hook=str(hook),
        version=parse_version(version),
        home=str(place.user),
        root=str(place.shop),
    )
    return written(place, f"{name}.json", made, hooks, **more)


def written(
    place: Place, name: str, made: Mapping[str, Any], hooks: Mapping[str, Any] | None, **more: Any
) -> Path:
    """Write settings, with other hooks in the place of some and more keys."""
    path = place.root / name
    path.write_text(settings_text({**made, "hooks": {**made["hooks"], **(hooks or {})}, **more}))
    return path


def installed(place: Place, role: str, text: str = "", **more: Any) -> None:
    """Put the hook of a role into the user's own settings, so that every program has it."""
    path = under(place, role, text, **more)
    (place.private.config / "settings.json").write_bytes(path.read_bytes())

"""
Which settings files of Claude Code apply in a folder, strongest first, and what they say.

They are only read. Measured: a project's `settings.json` counts only in the folder in which
the program is started, while the `settings.local.json` of the repository's root counts in
its subfolders too (2.1.325; with 2.0.77 neither does, and 2.1.211 is said to be the first).
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from proctor.proving.claude_program import Version

MANAGED = {
    "darwin": "/Library/Application Support/ClaudeCode",
    "linux": "/etc/claude-code",
}
LARGEST = 2 * 1024 * 1024
FOLDER, FILE, LOCAL_FILE = ".claude", "settings.json", "settings.local.json"
ROOT_COUNTS_SINCE: Version = (2, 1, 211)
MANAGED_SCOPE, LOCAL, PROJECT, USER = "managed", "local", "project", "user"


class SettingsFile(NamedTuple):
    """A file that applies; `data` is empty and `trouble` says why where it cannot be read."""

    scope: str
    path: Path
    data: Mapping[str, Any]
    trouble: str = ""

    def part(self, name: str) -> Mapping[str, Any]:
        """Return an object of it; nothing where there is none of that name."""
        found = self.data.get(name)
        return found if isinstance(found, dict) else {}

    def rules(self, effect: str) -> list[str]:
        """Return its permission rules: allow, ask or deny."""
        found = self.part("permissions").get(effect)
        return [rule for rule in found if isinstance(rule, str)] if isinstance(found, list) else []


class HookEntry(NamedTuple):
    """One hook of a file."""

    file: SettingsFile
    event: str
    matcher: str
    entry: Mapping[str, Any]

    @property
    def command(self) -> str:
        """Return the command line of it, empty where it has none."""
        found, arguments = self.entry.get("command"), self.entry.get("args")
        if not isinstance(found, str):
            return ""
        # With `args` it is a path, and no shell reads it.
        return found if arguments is None else shlex.quote(found)


def managed_folder() -> Path:
    """Return where this system keeps the settings that nobody else can overrule."""
    return Path(MANAGED.get(sys.platform, MANAGED["linux"]))


def config_folder(environ: Mapping[str, str], user: Path) -> Path:
    """Return the folder of a user's settings."""
    named = environ.get("CLAUDE_CONFIG_DIR")
    return Path(named).expanduser() if named else user / FOLDER


def settings_files(
    folder: Path, *, version: Version, config: Path, managed: Path
) -> tuple[SettingsFile, ...]:
    """Return the files that are there and apply to a run in a folder, strongest first."""
    found: dict[Path, SettingsFile] = {}
    for scope, path in places(folder, version=version, config=config, managed=managed):
        read = read_settings(scope, path)
        if read is not None:
            found.setdefault(path.resolve(), read)
    return tuple(found.values())


def places(
    folder: Path, *, version: Version, config: Path, managed: Path
) -> Iterator[tuple[str, Path]]:
    """Return where settings can be, strongest first."""
    extra = managed / "managed-settings.d"
    try:
        # Later names overrule earlier ones.
        names = sorted((path for path in extra.glob("*.json")), reverse=True)
    except OSError:
        names = []
    yield from ((MANAGED_SCOPE, path) for path in names)
    yield MANAGED_SCOPE, managed / "managed-settings.json"
    yield LOCAL, folder / FOLDER / LOCAL_FILE
    root = git_root(folder)
    if root is not None and version >= ROOT_COUNTS_SINCE:
        yield LOCAL, root / FOLDER / LOCAL_FILE
    # In the user's own home both are one file, and it is the user's.
    if (folder / FOLDER / FILE).resolve() != (config / FILE).resolve():
        yield PROJECT, folder / FOLDER / FILE
    yield USER, config / FILE


def git_root(folder: Path) -> Path | None:
    """Return the root of the repository that a folder is in, if it is in one."""
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), None)


def read_settings(scope: str, path: Path) -> SettingsFile | None:
    """Read a file as far as it can be read; None where there is none."""
    try:
        if path.stat().st_size > LARGEST:
            return SettingsFile(scope, path, {}, "is larger than Claude Code takes")
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        return SettingsFile(scope, path, {}, f"cannot be read: {error.strerror}")
    except (ValueError, RecursionError) as error:
        return SettingsFile(scope, path, {}, f"is not JSON: {error}")
    if not isinstance(data, dict):
        return SettingsFile(scope, path, {}, "is not an object of JSON")
    return SettingsFile(scope, path, data)


def hook_entries(files: Sequence[SettingsFile]) -> Iterator[HookEntry]:
    """Return every hook of these files."""
    for file in files:
        for event, groups in file.part("hooks").items():
            for group in groups if isinstance(groups, list) else ():
                entries = group.get("hooks") if isinstance(group, dict) else None
                matcher = group.get("matcher", "") if isinstance(group, dict) else ""
                for entry in entries if isinstance(entries, list) else ():
                    if isinstance(entry, dict):
                        yield HookEntry(file, str(event), str(matcher), entry)


def who_says(files: Sequence[SettingsFile], key: str) -> SettingsFile | None:
    """Return the strongest file that says something of a key."""
    return next((file for file in files if key in file.data), None)

"""What an examination looks at: the program, the settings that apply, and where we are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from proctor.proving.claude_program import Version
from proctor.proving.hook_file import our_file
from proctor.proving.settings_seen import PROJECT, HookEntry, SettingsFile, hook_entries


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """
    Everything that is seen before anything is run.

    `events` are those that the version takes, `ours` those that we want to serve with it,
    `on_failure` says whether it can be told to block where a hook breaks.
    """

    claude: Path
    version: Version
    events: Collection[str]
    ours: Collection[str]
    on_failure: bool
    files: tuple[SettingsFile, ...]
    folder: Path
    home: Path
    managed: Path
    environ: Mapping[str, str]

    def our_hooks(self) -> list[tuple[Path, HookEntry]]:
        """
        Return the hooks of ours that apply, each with its file.

        What stands in a project's own settings came with the repository, and we never write there.
        """
        entries = (entry for entry in hook_entries(self.files) if entry.file.scope != PROJECT)
        found = (
            (our_file(entry.command, home=self.home, managed=self.managed), entry)
            for entry in entries
        )
        return [(path, entry) for path, entry in found if path is not None]

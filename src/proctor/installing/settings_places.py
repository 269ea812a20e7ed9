"""
Where Claude Code has its settings, and where what we add and remember for them lies.

Each place has an executable of its own, so that the role of one never becomes that of
another.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from proctor.errors import UsageError

PROGRAM = "claude-code"
SCOPES = ("user", "project", "managed")
FOLDER, FILE, LOCAL_FILE = ".claude", "settings.json", "settings.local.json"
DROP_INS, OWN_FILE, OWN_HOOK = "managed-settings.d", "50-proctor.json", "proctor-hook"
KEPT, HOOKS, PROOFS = "installed", "hooks", "proofs"
# Whoever may write there rules every user of the machine.
ROOT = 0


class SettingsPlace(NamedTuple):
    """
    One settings file, and what belongs to it.

    `state` is where we remember what we did. A link may lead out of `within`
    only where that is nothing. `owner` is who must be running, and own the files.
    """

    scope: str
    file: Path
    executable: Path
    state: Path
    name: str
    within: Path | None = None
    owner: int | None = None

    @property
    def receipt(self) -> Path:
        """Return where we keep what we did."""
        return self.state / KEPT / f"{self.name}.json"

    @property
    def copy(self) -> Path:
        """Return where the file as it was lies, for people without us."""
        return self.state / KEPT / f"{self.name}.before"

    @property
    def shared(self) -> bool:
        """Say whether everybody on this machine must be able to read it."""
        return self.owner is not None


def user_place(home: Path, user: Path, environment: Mapping[str, str]) -> SettingsPlace:
    """Return the user's own settings: CLAUDE_CONFIG_DIR, or `~/.claude`."""
    named = environment.get("CLAUDE_CONFIG_DIR")
    folder = Path(named).absolute() if named else user / FOLDER
    other = f"-{mark(folder)}" if folder != user / FOLDER else ""
    name = f"{PROGRAM}{other}"
    return SettingsPlace("user", folder / FILE, home / HOOKS / name, home, f"{PROGRAM}-user{other}")


def project_place(home: Path, user: Path, root: Path) -> SettingsPlace:
    """
    Return a project's settings of this machine, which are not shared by git.

    Raises:
        UsageError: this is no project.

    """
    # Settings above the home would count in all that its user does, and perhaps others.
    if user.resolve().is_relative_to(root.resolve()):
        raise UsageError(f"`{root}` is not a project", help="run it in a project's folder")
    own = mark(root)
    return SettingsPlace(
        "project",
        root / FOLDER / LOCAL_FILE,
        home / HOOKS / f"{PROGRAM}-{own}",
        home,
        f"{PROGRAM}-project-{own}",
        within=root,
    )


def managed_folder() -> Path:
    """Return where this system has the settings that nobody overrules."""
    if sys.platform == "darwin":
        return Path("/Library/Application Support/ClaudeCode")
    return Path("/etc/claude-code")


def managed_place(folder: Path, owner: int = ROOT) -> SettingsPlace:
    """Return a file of our own among the managed settings."""
    return SettingsPlace(
        "managed",
        folder / DROP_INS / OWN_FILE,
        folder / OWN_HOOK,
        folder / "proctor",
        f"{PROGRAM}-managed",
        within=folder,
        owner=owner,
    )


def mark(folder: Path) -> str:
    """Return a short name of a folder, the same under every name that it has."""
    return sha256(str(folder.resolve()).encode(errors="surrogateescape")).hexdigest()[:12]

"""
A folder of its own for an agent's Claude Code, which then starts without dialogs.

The program asks a new user for a theme, whether a key may be used, and whether a folder is
trusted. What stands there already stays: the program writes in it too.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proctor.agents.session_files import read_json, write_json
from proctor.proving.settings_seen import git_root

STATE, SETTINGS = ".claude.json", "settings.json"
KEY = "ANTHROPIC_API_KEY"
# The program knows a key that was agreed to by its end.
KEY_END = 20
TRUSTED = "hasTrustDialogAccepted"
THEME = "dark"
# What the `.git` of a worktree says; before that stands the main checkout.
WORKTREE = re.compile(r"gitdir: (.*)/\.git/worktrees/[^/\n]+\n?")
LONGEST_LINK = 5000
LARGEST = 32 << 20

Json = dict[str, Any]


def seed_config(  # noqa: PLR0913 - keyword only
    folder: Path,
    *,
    version: str,
    cwd: str,
    environ: Mapping[str, str],
    user: Path,
    bypass: bool = False,
) -> None:
    """
    Make a folder in which the program finds everything answered; what is there stays.

    Args:
        folder: CLAUDE_CONFIG_DIR of the agent.
        version: that of the program.
        cwd: where the agent works.
        environ: its environment.
        user: the folder in which its person's own `.claude.json` lies.
        bypass: its role says `bypassPermissions`, about which the program asks too.

    Raises:
        OSError: it cannot be written.

    """
    folder.mkdir(mode=0o700, exist_ok=True)
    own = state_of(folder, follow=False)
    theme = state_of(user).get("theme")
    said: Json = {
        "hasCompletedOnboarding": True,
        "lastOnboardingVersion": version,
        "theme": theme if isinstance(theme, str) else THEME,
        "numStartups": 1,
        # An offer that it puts over the screen in the middle of a turn.
        "hasSeenAutoDefaultNudge": True,
    }
    if bypass:
        said["bypassPermissionsModeAccepted"] = True
    merged = {**said, **own}
    merged["projects"] = with_trust(own.get("projects"), cwd)
    if key := environ.get(KEY):
        merged["customApiKeyResponses"] = with_key(own.get("customApiKeyResponses"), key)
    write_json(folder / STATE, merged)
    if bypass:
        settings = read_json(folder / SETTINGS) or {}
        write_json(folder / SETTINGS, {"skipDangerousModePermissionPrompt": True, **settings})


def with_trust(projects: object, cwd: str) -> Json:
    """Return what is known of folders, with the agent's trusted: its own, and the repository's."""
    known: Json = dict(projects) if isinstance(projects, dict) else {}
    for folder in dict.fromkeys((cwd, repository_of(cwd) or cwd)):
        before = known.get(folder)
        known[folder] = {**(before if isinstance(before, dict) else {}), TRUSTED: True}
    return known


def repository_of(cwd: str) -> str:
    """
    Return the folder by which the program knows a repository; empty where there is none.

    Of a worktree that is the main checkout.
    """
    root = git_root(Path(cwd))
    if root is None:
        return ""
    try:
        found = WORKTREE.fullmatch((root / ".git").read_text(errors="replace")[:LONGEST_LINK])
    except OSError:
        return str(root)
    main = (root / found[1]).resolve() if found else root
    return str(main)


def with_key(responses: object, key: str) -> Json:
    """Return which keys were agreed to, with this one."""
    known: Json = dict(responses) if isinstance(responses, dict) else {}
    approved = known.get("approved")
    before = approved if isinstance(approved, list) else []
    return {"rejected": [], **known, "approved": list(dict.fromkeys([*before, key[-KEY_END:]]))}


def is_trusted(folder: Path, cwd: str) -> bool:
    """
    Say whether a folder counts as trusted in somebody's own Claude Code.

    Args:
        folder: where their `.claude.json` lies.
        cwd: the folder in question.

    """
    projects = state_of(folder).get("projects")
    if not isinstance(projects, dict):
        return False
    root, here = repository_of(cwd), Path(cwd)
    # Measured: in a repository its root alone counts, elsewhere every folder above.
    candidates = [root] if root else [str(one) for one in (here, *here.parents)]
    found = (projects.get(one) for one in candidates)
    return any(isinstance(one, dict) and one.get(TRUSTED) is True for one in found)


def state_of(folder: Path, *, follow: bool = True) -> Json:
    """
    Return what a Claude Code knows; nothing where that cannot be read.

    An agent writes into a folder of its own: there no link is followed, and nothing waited for.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    try:
        with os.fdopen(os.open(folder / STATE, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return {}
            said = json.loads(file.read(LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}

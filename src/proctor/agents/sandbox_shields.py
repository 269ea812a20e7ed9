"""
What an agent in a sandbox may not write in a folder that it may write otherwise.

Each of these makes a program outside do something: the settings and hooks of agent programs,
our own rules, git's hooks and its configuration. Somebody will work in the project later, in
no sandbox.
"""

from __future__ import annotations

import os
from pathlib import Path

from proctor.agents.sandbox_view import Kind, Mount, View
from proctor.errors import UsageError

# One that is not there yet is held by an empty one, of which git takes no notice.
HELD = (".claude",)
# Those that the guard knows, too.
SHIELDED = (
    ".proctor", ".mcp.json", ".codex", ".gemini", ".cursor", ".opencode", ".copilot", ".husky",
    ".github/hooks", "opencode.json", "opencode.jsonc",
)  # fmt: skip
WORKTREES = ".claude/worktrees"
GIT, HOOKS = ".git", "hooks"
OF_GIT = ("config", "config.worktree", "commondir", "gitdir", HOOKS)
# Repositories inside a repository, and where none is looked for.
INNER, CONTENTS = ("worktrees", "modules"), frozenset({"objects", "refs", "logs", "hooks"})
MOST_INNER = 1000
LONGEST = 4096


def shield(view: View, folder: str, empty: str = "") -> None:
    """
    Let what makes others do something be read and not written, in one folder.

    Args:
        view: what the agent sees.
        folder: one that it may write.
        empty: an empty folder of ours, to hold the place of what is not there yet.

    Raises:
        UsageError: something there is a link, which could be replaced.

    """
    for name in (*HELD, *SHIELDED):
        path = f"{folder}/{name}"
        refuse_link(path)
        if os.path.lexists(path):
            view.read(path)
        elif name in HELD and empty:
            view.read(path, empty)
    worktrees = f"{folder}/{WORKTREES}"
    if os.path.isdir(worktrees) and not os.path.islink(worktrees):  # noqa: PTH112, PTH114 - texts
        view.mounts[worktrees] = Mount(Kind.WRITE, worktrees)
    shield_git(view, f"{folder}/{GIT}", empty)


def shield_git(view: View, git: str, empty: str) -> None:
    """
    Shield a repository's hooks and its configuration.

    Raises:
        UsageError: something there is a link, which could be replaced.

    """
    refuse_link(git)
    if os.path.isdir(git):  # noqa: PTH112 - a text
        shield_repository(view, git, empty)
    elif os.path.lexists(git):
        view.read(git)
        shared = shared_repository(Path(git))
        if shared and view.kind_at(shared) is not Kind.WRITE:
            view.write(shared)
        if shared:
            shield_repository(view, shared, empty)


def shield_repository(view: View, git: str, empty: str) -> None:
    """
    Hold a repository in its place, with its hooks and its configuration.

    Raises:
        UsageError: something there is a link, which could be replaced.

    """
    view.mounts.setdefault(git, Mount(Kind.WRITE, git))
    hooks = f"{git}/{HOOKS}"
    refuse_link(hooks)
    if empty or os.path.lexists(hooks):
        view.read(hooks, "" if os.path.lexists(hooks) else empty)
    for path in [f"{place}/{name}" for place in (git, *inner(git)) for name in OF_GIT]:
        refuse_link(path)
        if os.path.lexists(path):
            view.read(path)


def inner(git: str) -> list[str]:
    """Return the folders in a repository that have a configuration of their own."""
    found: list[str] = []
    for name in INNER:
        for place, folders, files in os.walk(f"{git}/{name}"):
            folders[:] = sorted(set(folders) - CONTENTS)
            if "HEAD" in files and len(found) < MOST_INNER:
                found.append(place)
    return found


def shared_repository(file: Path) -> str:
    """
    Return the repository of which a folder is a worktree; nothing where that is not certain.

    INVARIANT: it counts only if that repository says so too. Otherwise an agent could
    write such a file, and have any folder opened for its next start.
    """
    try:
        said = file.read_bytes()[:LONGEST].decode().strip()
        own = Path(os.path.realpath(file.parent / said.removeprefix("gitdir:").strip()))
        back = (own / "gitdir").read_bytes()[:LONGEST].decode().strip()
        shared = Path(os.path.realpath(own / (own / "commondir").read_text()[:LONGEST].strip()))
    except (OSError, ValueError):
        return ""
    points_back = os.path.realpath(back) == os.path.realpath(file)
    is_one = own.parent == shared / "worktrees" and (shared / "HEAD").is_file()
    return str(shared) if said.startswith("gitdir:") and points_back and is_one else ""


def refuse_link(path: str) -> None:
    """
    Refuse a link where something has to be held: it can be replaced whatever it leads to.

    Raises:
        UsageError: there is one, or one on the way.

    """
    if os.path.realpath(path) != path:
        raise UsageError(
            f"{path} is a link: in a sandbox it could be replaced, and others would follow it",
            help="put the folder or file itself there, or start the agent elsewhere",
        )

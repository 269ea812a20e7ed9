"""
Say which project a folder is, so that trust is bound to it.

A repository is its common git folder, and its worktrees are the same project;
a project in a sub-folder is named by its way from the top. Outside git a
project is its real path. A folder that only claims to be a worktree, by a
pointer that nothing points back to, is a project of its own.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

LONGEST_POINTER = 4096


def identity(root: Path) -> str:
    """Return what a project is known by, the same in all worktrees of a repository."""
    real = Path(os.path.realpath(root))
    for top in (real, *real.parents):
        marker = top / ".git"
        if os.path.lexists(marker):
            common = common_folder(marker)
            if common is None:
                break
            return f"git {common} {real.relative_to(top).as_posix()}"
    return f"folder {real}"


def key(root: Path) -> str:
    """Return the name of the folder in which the trusted copy is kept."""
    return hashlib.sha256(os.fsencode(identity(root))).hexdigest()[:32]


def common_folder(marker: Path) -> str | None:
    """Return the common git folder behind a `.git`, or None where it cannot be relied on."""
    if marker.is_symlink():
        return None
    if marker.is_dir():
        return os.path.realpath(marker)
    pointer = pointed(marker, "gitdir:")
    if pointer is None:
        return None
    folder = Path(os.path.realpath(marker.parent / pointer))
    back = pointed(folder / "gitdir")
    shared = pointed(folder / "commondir")
    if back is None or shared is None:
        return None
    common = Path(os.path.realpath(folder / shared))
    genuine = os.path.realpath(folder / back) == os.path.realpath(marker)
    return str(common) if genuine and folder.parent == common / "worktrees" else None


def pointed(file: Path, prefix: str = "") -> str | None:
    """Read a one-line file of git's that names a path."""
    try:
        if not file.is_file():
            return None
        with file.open(encoding="utf-8") as lines:
            line = lines.read(LONGEST_POINTER).strip()
    except (OSError, UnicodeDecodeError):
        return None
    path = line.removeprefix(prefix).strip()
    return path if line.startswith(prefix) and path and "\0" not in path else None

"""
Say which project a folder is, so that trust is bound to it.

A repository is its common git folder, and its worktrees are the same project;
a project in a sub-folder is named by its way from the top. Outside git a
project is its real path. A folder that only claims to be a worktree, by a
pointer that nothing points back to, is a project of its own.

A hook asks this too, so it imports almost nothing.
"""

# pathlib is slow to import:
# ruff: noqa: PTH112, PTH113, PTH114, PTH118, PTH120, PTH123
from __future__ import annotations

import os
from os.path import dirname, isdir, isfile, islink, join, lexists, realpath

from proctor.quick_digest import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

LONGEST_POINTER = 4096


def identity(root: Path | str) -> str:
    """Return what a project is known by, the same in all worktrees of a repository."""
    real = top = realpath(root)
    while True:
        marker = join(top, ".git")
        if lexists(marker):
            common = common_folder(marker)
            if common is None:
                break
            return f"git {common} {real[len(top) :].lstrip('/') or '.'}"
        if top == dirname(top):
            break
        top = dirname(top)
    return f"folder {real}"


def key(root: Path | str) -> str:
    """Return the name of the folder in which the trusted copy is kept."""
    return sha256(os.fsencode(identity(root))).hexdigest()[:32]


def common_folder(marker: Path | str) -> str | None:
    """Return the common git folder behind a `.git`, or None where it cannot be relied on."""
    if islink(marker):
        return None
    if isdir(marker):
        return realpath(marker)
    pointer = pointed(marker, "gitdir:")
    if pointer is None:
        return None
    folder = realpath(join(dirname(marker), pointer))
    back = pointed(join(folder, "gitdir"))
    shared = pointed(join(folder, "commondir"))
    if back is None or shared is None:
        return None
    common = realpath(join(folder, shared))
    genuine = realpath(join(folder, back)) == realpath(marker)
    return common if genuine and dirname(folder) == join(common, "worktrees") else None


def pointed(file: Path | str, prefix: str = "") -> str | None:
    """Read a one-line file of git's that names a path."""
    try:
        if not isfile(file):
            return None
        with open(file, encoding="utf-8") as lines:
            line = lines.read(LONGEST_POINTER).strip()
    except (OSError, UnicodeDecodeError):
        return None
    path = line.removeprefix(prefix).strip()
    return path if line.startswith(prefix) and path and "\0" not in path else None

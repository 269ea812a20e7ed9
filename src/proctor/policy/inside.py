"""Where a path lies, seen from a folder; only the text counts."""

from __future__ import annotations


def relative(path: str, folder: str) -> str | None:
    """Return a path relative to a folder; None if it is not inside."""
    if not path.startswith(folder):
        return None
    rest = path[len(folder) :]
    if rest[:1] == "/":
        return rest[1:]
    return rest if not rest or folder.endswith("/") else None


def parent(folder: str, up: int) -> str:
    """Return the folder `up` steps above; the root is its own parent."""
    for _ in range(up):
        folder = folder.rpartition("/")[0] or "/"
    return folder

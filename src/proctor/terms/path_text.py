"""Paths as text: what both stages that read paths must do alike."""

from __future__ import annotations

# No file system takes a longer path, and following one would take long.
LONGEST_PATH = 4096


def tidy(path: str) -> str:
    """Resolve `.`, `..` and repeated slashes in an absolute path, by its text alone."""
    if "//" not in path and "/." not in path and path[-1:] != "/":
        return path  # most paths are tidy
    segments: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            del segments[-1:]
        elif segment not in ("", "."):
            segments.append(segment)
    return "/" + "/".join(segments)

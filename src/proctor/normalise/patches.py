"""Which files a patch changes, in the form that Codex and OpenCode send."""

from __future__ import annotations

import re

FILE = re.compile(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$", re.MULTILINE)
DIFF = re.compile(r"^(?:\+\+\+|---) (?:[ab]/)?([^\t\n]+)", re.MULTILINE)


def patched_files(patch: str) -> list[str]:
    """Return the files that a patch adds, changes, deletes or moves; none if it has no headers."""
    found = FILE.findall(patch) or [name for name in DIFF.findall(patch) if name != "/dev/null"]
    return list(dict.fromkeys(name.strip() for name in found))

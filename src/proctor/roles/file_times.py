"""
Which files a role may be made of, and when they were changed last.

Quicker than their contents, for a process that looks again and again; `content_key.py` is
for one that has never seen them.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from proctor.roles.files import MAX_FILES, MAX_FOLDERS_DEEP, PARTS
from proctor.roles.identity import key
from proctor.roles.trust import FOLDER

HOME_PARTS = ("config.yaml", "roles", "tools")
MOST_FILES, DEEPEST = 3 * MAX_FILES, MAX_FOLDERS_DEEP + 1
Signature = tuple[tuple[str, int, int, int], ...]


def signed(home: Path, root: str) -> Signature:
    """Return what tells whether a file has changed that a role may be made of."""
    places = [
        *(str(home / part) for part in HOME_PARTS),
        str(home / "trust" / key(Path(root))),
        *(f"{root}/{FOLDER}/{part}" for part in PARTS),
    ]
    found = (entry for place in places for entry in stats(place, DEEPEST))
    return tuple(sorted(islice(found, MOST_FILES)))


def stats(place: str, deeper: int) -> Iterator[tuple[str, int, int, int]]:
    """Return time, size and number of a file, or of all files in a folder."""
    try:
        found = os.stat(place)  # noqa: PTH116 - often called, and Path is slow
        yield (place, found.st_mtime_ns, found.st_size, found.st_ino)
        if deeper and stat.S_ISDIR(found.st_mode):
            for name in os.listdir(place):  # noqa: PTH208 - often called, and Path is slow
                yield from stats(f"{place}/{name}", deeper - 1)
    except OSError:
        return

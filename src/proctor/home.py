"""Where Proctor and the project are: what every command asks first, with nothing else loaded."""

from __future__ import annotations

import os
from pathlib import Path


def proctor_home() -> Path:
    """Return Proctor's own folder: PROCTOR_HOME, or `~/.proctor`."""
    named = os.environ.get("PROCTOR_HOME")
    return Path(named).expanduser().absolute() if named else Path.home() / ".proctor"


def project_root(start: Path, home: Path) -> Path:
    """
    Return the nearest folder upward with `.proctor/` or `.git`, else `start`.

    The user's home, `/` and the parent of Proctor's home are never a root: a
    `.proctor` there is Proctor's own, and a `.git` there would make everything
    one project. That holds under any name: a link to one of them is none either.
    """
    start = start.absolute()
    never = {os.path.realpath(folder) for folder in (Path.home(), "/", home.parent)}
    for folder in (start, *start.parents):
        marked = (folder / ".proctor").is_dir() or (folder / ".git").exists()
        if marked and os.path.realpath(folder) not in never:
            return folder
    return start

"""Whether the file of a hook can be started, still leads to us, and is nobody else's to change."""

from __future__ import annotations

import ast
import os
import re
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER, NAME, MANAGED_NAME = "hooks", "claude-code", "proctor-hook"
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
ROOT = 0
ENOUGH = 64 * 1024
# Where a generated file has its identity, and the folder of the package.
IDENTITY = re.compile(
    r"^ *from proctor\.hook\.client import main\n *main\((\(.*\))\)$", re.MULTILINE
)
PACKAGE = re.compile(r"""sys\.path\.append\(("[^"\n]*"|'[^'\n]*')\)$""")


def our_file(command: str, *, home: Path, managed: Path) -> Path | None:
    """
    Return the file of ours that a hook's command line starts; None where it is another's.

    Only its place counts: whoever can write a file can make it look like our hook.
    """
    path = started_by(command)
    places = {str(home / FOLDER), os.path.realpath(home / FOLDER)}
    named = str(path.parent) in places and path.name.startswith(NAME)
    return path if named or path == managed / MANAGED_NAME else None


def looks_like_ours(command: str, *, home: Path, managed: Path) -> Path | None:
    """Return the file that a command line starts, if it seems to be our hook and is not."""
    path = started_by(command)
    ours = our_file(command, home=home, managed=managed) is not None
    return None if ours or identity_in(path) is None else path


def started_by(command: str) -> Path:
    """Return the program that a command line starts."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    return Path(words[0]) if words else Path()


def identity_in(path: Path) -> tuple[Any, ...] | None:
    """Return what a generated hook says of itself; None where a file is none."""
    if not path.is_absolute() or not path.is_file():
        return None
    try:
        found = IDENTITY.search(beginning(path))
        values = ast.literal_eval(found[1]) if found else None
    except (OSError, ValueError, SyntaxError):
        return None
    return values if isinstance(values, tuple) else None


def beginning(path: Path) -> str:
    """Return as much of a file as a generated hook is long."""
    with path.open("rb") as file:
        return file.read(ENOUGH).decode(errors="replace")


def open_to_others(path: Path) -> Path | None:
    """Return what somebody else could change: the file, or a folder on the way to it."""
    real = Path(os.path.realpath(path))
    for each in (real, *real.parents):
        found = each.stat()
        sticky = stat.S_ISDIR(found.st_mode) and found.st_mode & stat.S_ISVTX
        foreign = found.st_uid not in {ROOT, os.geteuid()}
        if foreign or (found.st_mode & OTHERS_WRITE and not sticky):
            return each
    return None


def gone(path: Path) -> str:
    """Return a file or folder that a generated hook needs and that is not there; else nothing."""
    return next((each for each in needed(beginning(path)) if not Path(each).exists()), "")


def needed(text: str) -> Iterator[str]:
    """Return what a generated hook needs: its interpreter, and the folder of the package."""
    first, _, rest = text.partition("\n")
    if first.startswith("#!"):
        yield first[2:].split(" ")[0]
    for line in rest.splitlines():
        if line.startswith("exec "):
            yield shlex.split(line)[1]
        elif found := PACKAGE.match(line):
            yield str(ast.literal_eval(found[1]))

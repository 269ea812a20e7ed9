"""
Where an agent's session lies, by its name.

    <home>/sessions/<name>/
        permission-reviewer.md    what its reviewer is told, where it has one
"""

from __future__ import annotations

import os
import re
import stat

from proctor.errors import UsageError

FOLDER = "sessions"
REVIEWER = "permission-reviewer.md"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
LONGEST_REVIEWER = 64 << 10
WRITABLE_BY_OTHERS = 0o022
FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def is_name(name: str) -> bool:
    """Say whether an agent may have a name: one that is a file's and nothing else."""
    return NAME.fullmatch(name) is not None


def checked_name(name: str) -> str:
    """
    Return a name that an agent may have.

    Raises:
        UsageError: it is none.

    """
    if not is_name(name):
        shown = ascii(name[:64])
        raise UsageError(
            f"{shown} is no name for an agent",
            help="letters, digits, `-` and `_`, at most 64, a letter or a digit first",
        )
    return name


def session_folder(home: str, name: str) -> str:
    """
    Return the folder of an agent's session, whether it is there or not.

    Raises:
        UsageError: the name is none.

    """
    return f"{home}/{FOLDER}/{checked_name(name)}"


def reviewer_instructions(home: str, name: str) -> str:
    """Return what an agent's reviewer is told; nothing where no file of ours says it."""
    if not is_name(name):
        return ""
    try:
        place = os.open(session_folder(home, name), FLAGS | os.O_DIRECTORY)
        try:
            file = os.open(REVIEWER, FLAGS, dir_fd=place)
        finally:
            os.close(place)
        with os.fdopen(file, "rb") as opened:
            found = os.fstat(file)
            ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
            if not ours or found.st_mode & WRITABLE_BY_OTHERS:
                return ""
            text = opened.read(LONGEST_REVIEWER + 1)
        return text.decode().strip() if len(text) <= LONGEST_REVIEWER else ""
    except (OSError, UnicodeDecodeError):
        return ""

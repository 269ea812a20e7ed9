"""
What a hook for everybody on a machine needs: a program that all can read and only root changes.

Otherwise one user's file would run as every other user, or nobody else's agent could run at
all.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from proctor.installing.refusals import InstallError

HELP = "install Proctor for the whole machine, as root, then run this again"


def check_for_everybody(paths: Iterable[Path], owner: int) -> None:
    """
    Refuse files that not everybody can read, or that somebody but the owner can change.

    Raises:
        InstallError: one of them, or a folder above it, is not so.

    """
    for path in paths:
        for each in chain_of(path):
            about = each.stat()
            needed = stat.S_IXOTH if stat.S_ISDIR(about.st_mode) else stat.S_IROTH
            if not about.st_mode & needed:
                raise InstallError(f"{each} is not open to every user", help=HELP)
            if about.st_uid not in {owner, 0} or writable_by_others(about):
                raise InstallError(f"{each} can be changed by somebody but root", help=HELP)


def chain_of(path: Path) -> list[Path]:
    """Return a path and every folder above it, under the names that were used and the real ones."""
    named, real = Path(os.path.abspath(path)), path.resolve()  # noqa: PTH100 - links stay
    return list(dict.fromkeys([named, *named.parents, real, *real.parents]))


def writable_by_others(about: os.stat_result) -> bool:
    """Say whether group or others may change it; in a sticky folder they may not."""
    open_to_others = about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    sticky = stat.S_ISDIR(about.st_mode) and about.st_mode & stat.S_ISVTX
    return bool(open_to_others and not sticky)

"""What the system says of a file; what cannot be known is an error, never a no."""

from __future__ import annotations

import errno
import os
import stat

# What the system says of a path that is not there, or that no file could have.
NOT_THERE = (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP)


def status(path: str) -> os.stat_result | None:
    """
    Return what the system says of a file, links followed; None if it is not there.

    Raises:
        OSError: it cannot be known, as in a folder that is closed to us.

    """
    try:
        return os.stat(path)  # noqa: PTH116 - to make a Path takes longer than to look
    except ValueError:
        return None
    except OSError as error:
        if error.errno in NOT_THERE:
            return None
        raise


def is_file(path: str) -> bool:
    """Say whether a path is a plain file; a pipe would wait for ever."""
    found = status(path)
    return found is not None and stat.S_ISREG(found.st_mode)


def is_folder(path: str) -> bool:
    """Say whether a path is a folder."""
    found = status(path)
    return found is not None and stat.S_ISDIR(found.st_mode)

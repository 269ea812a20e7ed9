"""
Keep what a terminal prints: the newest in `output.log`, the part before it in `output.log.1`.

It is started for every terminal, as `python -IS output_log.py FOLDER`, reads what comes on
stdin, and imports nothing that Python has not loaded already. It reads on, whatever happens:
a full disk loses what was printed meanwhile, and never holds up whoever prints.
"""

import posix
import sys

LARGEST = 10 << 20
PIECE = 1 << 16
FLAGS = posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND | posix.O_NOFOLLOW | posix.O_CLOEXEC
NAME, BEFORE = "output.log", "output.log.1"


def keep(folder: str, source: int, largest: int = LARGEST) -> None:
    """Write everything that can be read, until its end."""
    file = None
    while piece := posix.read(source, PIECE):
        try:
            file = opened(folder, file, largest)
            posix.write(file, piece)
        except OSError:
            continue
    if file is not None:
        posix.close(file)


def opened(folder: str, file: int | None, largest: int) -> int:
    """
    Return a file that takes more; one that is large enough is put aside.

    Raises:
        OSError: there is none.

    """
    path = f"{folder}/{NAME}"
    if file is None:
        return posix.open(path, FLAGS, 0o600)
    if posix.fstat(file).st_size < largest:
        return file
    posix.rename(path, f"{folder}/{BEFORE}")
    renewed = posix.open(path, FLAGS, 0o600)
    posix.dup2(renewed, file, inheritable=False)
    posix.close(renewed)
    return file


if __name__ == "__main__":
    keep(sys.argv[1], 0)

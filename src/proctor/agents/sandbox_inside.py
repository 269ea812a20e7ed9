"""
The last step before an agent's program, inside its sandbox.

It is run as `python -IS <this file> WORDS…`, and imports nothing of ours. Keys that end a
program count again. Where the kernel can (Linux 6.12), sockets without a file, which no
namespace of files hides, are shut off: those of a desktop take keys for every window.
"""

import ctypes
import os
import select
import signal
import sys
import time

CREATE, RESTRICT = 444, 446
# Which version of Landlock knows of them, and its flags for them.
KNOWS, VERSION, WITHOUT_FILE = 6, 1, 1
NO_NEW_RIGHTS = 38
NOT_EXECUTABLE, NOT_THERE = 126, 127
# A pipe that whoever started the sandbox holds open: see sandbox_start.py.
ALIVE = 99
# How long bubblewrap's first process may take to be complete, and the time between two looks.
COMPLETE_WITHIN, PAUSE = 60.0, 0.002


class Rules(ctypes.Structure):
    """What a set of rules is about: files, network, and what is kept inside."""

    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("kept_inside", ctypes.c_uint64),
    )


def shut_off() -> bool:
    """Shut off the sockets without a file that others listen to; False where that cannot be."""
    system = ctypes.CDLL(None, use_errno=True)
    if system.syscall(CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION)) < KNOWS:
        return False
    rules = Rules(0, 0, WITHOUT_FILE)
    size = ctypes.c_size_t(ctypes.sizeof(rules))
    made = system.syscall(CREATE, ctypes.byref(rules), size, ctypes.c_uint32(0))
    if made < 0:
        return False
    system.prctl(NO_NEW_RIGHTS, 1, 0, 0, 0)
    done = system.syscall(RESTRICT, ctypes.c_int(made), ctypes.c_uint32(0))
    os.close(made)
    return bool(done == 0)


def is_complete() -> bool:
    """
    Wait until bubblewrap's first process dies with what is outside; return False if it does not.

    It asks the kernel for that only after it has started us, and installs its filter next.
    Before that, the death of what is outside would go unnoticed, and we would run on.
    """
    end = time.monotonic() + COMPLETE_WITHIN
    while filters_of("1") != filters_of("self"):
        if time.monotonic() > end:
            return False
        time.sleep(PAUSE)
    return True


def filters_of(process: str) -> list[bytes]:
    """Return what the kernel tells about the filters of a process: their mode and number."""
    with open(f"/proc/{process}/status", "rb") as file:  # noqa: PTH123 - without pathlib
        return [line for line in file if line.startswith(b"Seccomp")]


def is_watched() -> bool:
    """Say whether somebody stands outside who will end us; one that was killed has let go."""
    watch = select.poll()
    watch.register(ALIVE, select.POLLIN)
    try:
        return not watch.poll(0)
    finally:
        os.closerange(3, ALIVE + 1)


def main(words: list[str]) -> int:
    """Become the program; return only if that cannot be."""
    # In this order: an earlier death outside is seen by the second, a later one ends us.
    if not is_complete() or not is_watched():
        return NOT_EXECUTABLE
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    shut_off()
    try:
        os.execvp(words[0], words)  # noqa: S606 - the words of the role, without a shell
    except FileNotFoundError:
        print(f"proctor: {words[0]} is not there", file=sys.stderr)  # noqa: T201 - for the terminal
        return NOT_THERE
    except OSError as error:
        print(f"proctor: {words[0]}: {error.strerror}", file=sys.stderr)  # noqa: T201 - the same
        return NOT_EXECUTABLE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""
What a sandboxed program may not ask of the kernel, as a filter that the kernel runs.

    TIOCSTI, TIOCLINUX      type into the terminal, as if a person had
    sockets to the host     where this is a virtual machine, whatever listens there
    a namespace of users    rights inside it, and with them more of the kernel to try
    keys of the kernel      they belong to the user, and no namespace hides them
    io_uring, bpf, …        much of the kernel, seldom needed

The filter is a classic BPF program of 8 bytes an instruction, written here by hand: that of
libseccomp would be one more thing to install. It is not what keeps files and processes apart;
that the namespaces do.
"""

from __future__ import annotations

import platform
import struct
from typing import NamedTuple

# Instructions: load a word of what is asked; compare; return.
LOAD, EQUAL, FROM, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOWED, KILLED, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
NOT_PERMITTED, NOT_THERE = ERROR | 1, ERROR | 38
# Where it stands: the number of the call, the machine, and the low half of each argument.
NUMBER, MACHINE, ARGUMENTS, SIZE = 0, 4, 16, 8
# Calls of x86_64 with short pointers have the numbers from here on.
SHORT_POINTERS = 0x40000000
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
NEW_USERS = 0x10000000
TO_THE_HOST = 40
# On all machines the same.
MODERN = {"io_uring_setup": 425, "clone3": 435}


class Machine(NamedTuple):
    """The numbers that calls have on one kind of machine; `code` is its own."""

    code: int
    ioctl: int
    clone: int
    unshare: int
    socket: int
    refused: tuple[int, ...]
    short_pointers: bool = False


# add_key, request_key, keyctl, perf_event_open, bpf, userfaultfd, mount, umount2, pivot_root,
# setns.
MACHINES = {
    "x86_64": Machine(
        0xC000003E, 16, 56, 272, 41, (248, 249, 250, 298, 321, 323, 165, 166, 155, 308), True
    ),
    "aarch64": Machine(
        0xC00000B7, 29, 220, 97, 198, (217, 218, 219, 241, 280, 282, 40, 39, 41, 268)
    ),
}
# open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr; everywhere the same.
NEW_MOUNTS = (428, 429, 430, 431, 432, 433, 442)


def machine_of() -> str:
    """Return the kind of machine that this is."""
    return platform.machine()


def filter_of(machine: str) -> bytes | None:
    """Return the filter of a machine; None where its numbers are not known."""
    known = MACHINES.get(machine)
    if known is None:
        return None
    # Whoever speaks as another machine has other numbers, and nothing to look for here.
    lines = [load(MACHINE), *otherwise(EQUAL, known.code, KILLED), load(NUMBER)]
    if known.short_pointers:
        lines += where(FROM, SHORT_POINTERS, NOT_THERE)
    # Programs then take the older call, whose flags stand where they can be seen.
    for number in MODERN.values():
        lines += where(EQUAL, number, NOT_THERE)
    for number in (*known.refused, *NEW_MOUNTS):
        lines += where(EQUAL, number, NOT_PERMITTED)
    for number in (known.clone, known.unshare):
        lines += if_argument(number, 0, where(ANY_BIT, NEW_USERS, NOT_PERMITTED))
    lines += if_argument(known.socket, 0, where(EQUAL, TO_THE_HOST, NOT_PERMITTED))
    asked = where(EQUAL, TIOCSTI, NOT_PERMITTED) + where(EQUAL, TIOCLINUX, NOT_PERMITTED)
    lines += if_argument(known.ioctl, 1, asked)
    return b"".join([*lines, line(RETURN, ALLOWED)])


def line(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    """Return one instruction; `then` and `otherwise` say how many are left out."""
    return struct.pack("=HBBI", code, then, otherwise, value)


def load(offset: int) -> bytes:
    """Load a word of what is asked."""
    return line(LOAD, offset)


def where(test: int, value: int, answer: int) -> list[bytes]:
    """Answer, where the loaded word passes a test."""
    return [line(test, value, 0, 1), line(RETURN, answer)]


def otherwise(test: int, value: int, answer: int) -> list[bytes]:
    """Answer, where the loaded word does not pass a test."""
    return [line(test, value, 1, 0), line(RETURN, answer)]


def if_argument(number: int, which: int, then: list[bytes]) -> list[bytes]:
    """
    Look at the argument of one call; the number of the call is loaded before and after.

    Of an argument the low half counts, as it does in the kernel for these.
    """
    inside = [load(ARGUMENTS + SIZE * which), *then, load(NUMBER)]
    return [line(EQUAL, number, 0, len(inside)), *inside]

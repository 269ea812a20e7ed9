"""The filter for the kernel, run here as the kernel runs it, for each kind of machine."""

from __future__ import annotations

import struct

import pytest

from proctor.agents.seccomp import (
    ALLOWED,
    KILLED,
    MACHINES,
    NOT_PERMITTED,
    NOT_THERE,
    TIOCLINUX,
    TIOCSTI,
    filter_of,
)
from tests.tables import each_row

LOAD, EQUAL, FROM, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NEW_USERS, NEW_FILES = 0x10000000, 0x20000
TCGETS = 0x5401
X86, ARM = "x86_64", "aarch64"


def answer(machine: str, number: int, *arguments: int, code: int | None = None) -> int:
    """Return what the filter of a machine says to a call."""
    filtering = filter_of(machine)
    assert filtering is not None
    code = MACHINES[machine].code if code is None else code
    words = (*arguments, *([0] * (6 - len(arguments))))
    said = struct.pack("=IIQ6Q", number, code, 0, *words)
    lines = list(struct.iter_unpack("=HBBI", filtering))
    loaded, at = 0, 0
    while True:
        kind, then, otherwise, value = lines[at]
        at += 1
        if kind == RETURN:
            return int(value)
        if kind == LOAD:
            (loaded,) = struct.unpack_from("=I", said, value)
            continue
        passed = {
            EQUAL: loaded == value,
            FROM: loaded >= value,
            ANY_BIT: bool(loaded & value),
        }[kind]
        at += then if passed else otherwise


@pytest.mark.parametrize("machine", MACHINES)
def test_what_programs_need_is_allowed(machine: str) -> None:
    """Every call that is not named is let through, whatever its words."""
    known = MACHINES[machine]
    refused = {
        *known.refused,
        known.ioctl,
        known.socket,
        known.clone,
        known.unshare,
        425,
        435,
        *range(428, 443),
    }

    assert {ALLOWED} == {
        answer(machine, number, TIOCSTI, TIOCSTI) for number in range(600) if number not in refused
    }
    assert answer(machine, known.ioctl, 0, TCGETS) == ALLOWED
    assert answer(machine, known.clone, 17) == ALLOWED
    assert {answer(machine, known.socket, family) for family in range(40)} == {ALLOWED}
    assert answer(machine, known.unshare, NEW_FILES) == ALLOWED


@each_row("machine", MACHINES)
@each_row("high", [0, 1 << 32, 0xFFFFFFFF << 32])
@each_row("asked", [TIOCSTI, TIOCLINUX])
def test_nobody_types_into_a_terminal(machine: str, high: int, asked: int) -> None:
    """The kernel looks at the low half of the word, and so does the filter."""
    assert answer(machine, MACHINES[machine].ioctl, 0, asked | high) == NOT_PERMITTED


@pytest.mark.parametrize("machine", MACHINES)
def test_nobody_gets_a_namespace_of_users(machine: str) -> None:
    """Neither alone nor with others, nor by the call whose words cannot be seen."""
    known = MACHINES[machine]
    for number in (known.clone, known.unshare):
        assert answer(machine, number, NEW_USERS | NEW_FILES | 17) == NOT_PERMITTED
    assert answer(machine, 435) == NOT_THERE


@pytest.mark.parametrize("machine", MACHINES)
def test_mounts_and_keys_are_refused(machine: str) -> None:
    """All calls that are named are refused, the new ones for mounts too."""
    numbers = (*MACHINES[machine].refused, *range(428, 434), 442)

    assert {NOT_PERMITTED} == {answer(machine, number) for number in numbers}


@pytest.mark.parametrize("machine", MACHINES)
def test_nobody_speaks_to_the_host_of_a_virtual_machine(machine: str) -> None:
    """No namespace holds such sockets, and what listens there believes its guests."""
    assert answer(machine, MACHINES[machine].socket, 40, 1) == NOT_PERMITTED


@pytest.mark.parametrize(("machine", "other"), [(X86, ARM), (ARM, X86)])
def test_who_speaks_as_another_machine_is_ended(machine: str, other: str) -> None:
    """Another machine has other numbers: none of its calls is let through."""
    code = MACHINES[other].code

    assert {KILLED} == {answer(machine, number, code=code) for number in range(600)}
    assert answer(machine, 1, code=0x40000003) == KILLED


def test_calls_with_short_pointers_are_not_there() -> None:
    """On x86_64 the same calls have a second set of numbers."""
    assert answer(X86, 0x40000000 + 514, 0, TIOCSTI) == NOT_THERE
    assert answer(X86, 0xFFFFFFFF) == NOT_THERE


def test_an_unknown_machine_has_no_filter() -> None:
    """Where the numbers are not known there is no filter, and so no sandbox."""
    assert filter_of("riscv64") is None

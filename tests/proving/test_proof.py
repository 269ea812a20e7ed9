"""The proof that an installed Claude Code heeds a hook."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.proving.proof import Proof, prove_blocking
from tests.real.programs import NEW, OLD, program_of


@pytest.mark.parametrize(
    ("version", "numbers", "holds"),
    [
        (NEW, (2, 1, 325), True),
        pytest.param(OLD, (2, 0, 77), False, marks=pytest.mark.full),
    ],
)
def test_both_versions_block_and_only_one_holds_an_ask(
    version: str, numbers: tuple[int, int, int], *, holds: bool
) -> None:
    """A deny blocks on both; an ask beside an allow rule holds only on today's."""
    proof = prove_blocking(str(program_of(version)), numbers)

    assert proof._replace(took=0.0) == Proof(
        fired=True,
        blocked=True,
        ask_holds=holds,
        took=0.0,
        words=f"Claude Code {version} starts the hook, and its deny blocks",
    )


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo 'no licence' >&2; exit 1", "Claude Code 9.9.9 did not run: no licence"),
        ("exit 0", "Claude Code 9.9.9 did not run: it said nothing"),
        ("exec sleep 600", "Claude Code 9.9.9 did not end in time: nothing is proven"),
    ],
)
def test_what_does_not_run_proves_nothing(tmp_path: Path, script: str, words: str) -> None:
    """A program that fails, does nothing or hangs is not taken for one that blocks."""
    other = tmp_path / "claude"
    other.write_text(f"#!/bin/sh\n{script}\n")
    other.chmod(0o700)
    proof = prove_blocking(str(other), (9, 9, 9), seconds=2)

    assert proof._replace(took=0.0) == Proof(
        fired=False, blocked=False, ask_holds=False, took=0.0, words=words
    )

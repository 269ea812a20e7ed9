"""What is known of a Claude Code: proven once, remembered for that binary, and not made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.installing.proof_memory import proof_of, recall, remember
from proctor.installing.refusals import InstallError
from proctor.proving.known_claude import NO_PROGRAM, Claude, Proven, proven_in

VERSION = (2, 1, 325)


def program(folder: Path, text: str = "exit 0") -> Path:
    """Write a program that is called `claude`."""
    path = folder / "claude"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_without_a_program_nothing_is_proven(tmp_path: Path) -> None:
    """And nothing is claimed of it."""
    assert Proven(ask_holds=False, words=NO_PROGRAM) == proven_in(Claude(None, VERSION), tmp_path)


def test_what_was_proven_is_remembered_for_that_binary(tmp_path: Path) -> None:
    """Another file in its place must be proven anew."""
    path = program(tmp_path)
    remember(tmp_path, proof_of(path, "2.1.325", ask_holds=True, words="it blocked"))
    claude = Claude(path, VERSION)
    before = proven_in(claude, tmp_path, wanted=False)
    program(tmp_path, "exit 1 # another")
    after = proven_in(claude, tmp_path, wanted=False)

    assert [
        before, after,
    ] == [(True, "proven before: it blocked"), (False, "not proven: --no-proof")]  # fmt: skip
    assert Claude(path, VERSION).spoken == "2.1.325"


def test_a_program_in_which_no_hook_runs_is_refused(tmp_path: Path) -> None:
    """With the help of whoever wanted to know, and nothing is remembered."""
    path = program(tmp_path)
    with pytest.raises(InstallError, match="a PreToolUse hook did not run") as caught:
        proven_in(Claude(path, VERSION), tmp_path, help="nothing was started")

    assert caught.value.help == "nothing was started"
    assert recall(tmp_path, path, "2.1.325") is None

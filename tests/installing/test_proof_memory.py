"""What was proven is remembered for one binary of one version, and no other."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor.installing.proof_memory import file_of, proof_of, recall, remember


@pytest.fixture
def claude(tmp_path: Path) -> Path:
    """Give a program, behind a link as installers make them."""
    real = tmp_path / "versions" / "2.1.325"
    real.parent.mkdir()
    real.write_text("#!/bin/sh\n")
    link = tmp_path / "claude"
    link.symlink_to(real)
    return link


def test_it_is_remembered_once_for_a_binary(tmp_path: Path, claude: Path) -> None:
    """The same file is known, also by its own name; a second proof replaces the first."""
    for words in ("first", "second"):
        proof = proof_of(claude, "2.1.325", ask_holds=True, words=words)
        remember(tmp_path, proof)

    assert recall(tmp_path, claude, "2.1.325") == proof
    assert recall(tmp_path, claude.resolve(), "2.1.325") == proof
    assert file_of(tmp_path).read_text().count('"version"') == 1
    assert file_of(tmp_path).stat().st_mode & 0o777 == 0o600


def test_another_version_or_binary_is_not_proven(tmp_path: Path, claude: Path) -> None:
    """An update is proven anew, also where only the time of the file tells."""
    remember(tmp_path, proof_of(claude, "2.1.325", ask_holds=True, words="x"))
    other_version = recall(tmp_path, claude, "2.1.326")
    os.utime(claude.resolve(), ns=(1, 1))

    assert (other_version, recall(tmp_path, claude, "2.1.325")) == (None, None)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"proofs": 1}', '{"proofs": [1]}', '{"proofs": [{"claude": "x"}]}']
)
def test_what_is_damaged_proves_nothing(tmp_path: Path, claude: Path, text: str) -> None:
    """A half-written file is no proof, and no error."""
    remember(tmp_path, proof_of(claude, "2.1.325", ask_holds=True, words="x"))
    file_of(tmp_path).write_text(text)

    assert recall(tmp_path, claude, "2.1.325") is None

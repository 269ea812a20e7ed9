"""Where sessions lie, and what their reviewers are told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor.agents.session_folder import checked_name, reviewer_instructions, session_folder
from proctor.errors import UsageError
from tests.tables import each_row

BAD = [
    "",
    ".",
    "a.b",
    "a:b",
    ".a",
    "..",
    "~",
    "a/b",
    "../a",
    "a..b",
    "-a",
    "a\n",
    "a b",
    "ä",
    "a" * 65,
    "a\0",
]


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """Return the file that tells the reviewer of `arch-1`."""
    file = tmp_path / "sessions" / "arch-1" / "permission-reviewer.md"
    file.parent.mkdir(parents=True)
    file.write_text("Allow reading.\n")
    file.chmod(0o600)
    return file


@pytest.mark.parametrize("name", BAD)
def test_a_name_is_a_files_and_nothing_else(tmp_path: Path, told: Path, name: str) -> None:
    """No name leads out of the folder of sessions, or to none."""
    with pytest.raises(UsageError, match="no name for an agent"):
        checked_name(name)
    with pytest.raises(UsageError):
        session_folder(str(tmp_path), name)
    assert reviewer_instructions(str(tmp_path), name) == ""


@each_row("name", ["arch-1", "a", "Coder-2", "x_y", "7"])
def test_a_usual_name_is_one(name: str) -> None:
    """Letters, digits, dashes and underscores: what tmux takes as it is."""
    assert session_folder("/srv/home", name) == f"/srv/home/sessions/{name}"


def test_a_reviewer_is_told_what_its_file_says(tmp_path: Path, told: Path) -> None:
    """Of the agent of that name, and of no other."""
    assert reviewer_instructions(str(tmp_path), "arch-1") == "Allow reading."
    assert reviewer_instructions(str(tmp_path), "arch-2") == ""


@pytest.mark.parametrize("wrong", ["link", "writable", "large", "binary", "folder", "pipe"])
def test_a_file_that_may_be_somebody_elses_tells_nothing(
    tmp_path: Path, told: Path, wrong: str
) -> None:
    """A link, one that others can write, one without end, or none at all."""
    if wrong == "writable":
        told.chmod(0o666)
    elif wrong == "large":
        told.write_text("x" * (1 << 17))
    elif wrong == "binary":
        told.write_bytes(b"\xff\xfe")
    else:
        told.unlink()
    if wrong == "link":
        elsewhere = tmp_path / "elsewhere"
        elsewhere.write_text("Allow everything.")
        told.symlink_to(elsewhere)
    elif wrong == "folder":
        told.mkdir()
    elif wrong == "pipe":
        os.mkfifo(told)

    assert reviewer_instructions(str(tmp_path), "arch-1") == ""


def test_a_session_that_is_a_link_tells_nothing(tmp_path: Path, told: Path) -> None:
    """The folder of another cannot be given a name of its own."""
    (tmp_path / "sessions" / "arch-2").symlink_to(told.parent)

    assert reviewer_instructions(str(tmp_path), "arch-2") == ""

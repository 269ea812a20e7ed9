"""What the system says of a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor.file_status import is_file, is_folder, status


def test_files_and_folders_are_told_apart(tmp_path: Path) -> None:
    """A link is what it leads to; what is not there, or cannot be, is neither."""
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")

    names = ("", "file", "link", "loop", "pipe", "none", "file/below", "a\0b")
    paths = [f"{tmp_path}/{name}" for name in names]
    assert [is_file(path) for path in paths] == [name == "file" for name in names]
    assert [is_folder(path) for path in paths] == [name in ("", "link") for name in names]
    assert status(f"{tmp_path}/none") is None


def test_what_cannot_be_known_is_an_error(tmp_path: Path) -> None:
    """A name that the system does not even look up is not one that is not there."""
    with pytest.raises(OSError, match="too long"):
        status(f"{tmp_path}/{'x' * 300}")

"""Files that are replaced whole, and only if they are as they were read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor.installing.refusals import InstallError
from proctor.installing.whole_files import (
    check_writable,
    look,
    make_folders,
    remove_folders,
    replace_file,
)
from tests.installing.files import place_in, write


def test_a_file_is_replaced_with_its_mode(tmp_path: Path) -> None:
    """The new one has the mode that was asked for, whatever the mask; nothing else is left."""
    file = tmp_path / "settings.json"
    file.write_text("old")
    mask = os.umask(0o077)
    replace_file(file, b"new", 0o664, expected=b"old")
    os.umask(mask)

    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o664)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("expected", [None, b"older"])
def test_what_somebody_else_wrote_meanwhile_is_kept(tmp_path: Path, expected: bytes | None) -> None:
    """Nobody's change is lost: it is a sentence, and no file is left beside."""
    file = tmp_path / "settings.json"
    file.write_text("theirs")

    with pytest.raises(InstallError, match="has just been changed by somebody else"):
        replace_file(file, b"ours", 0o600, expected=expected)

    assert (file.read_text(), list(tmp_path.iterdir())) == ("theirs", [file])


def test_only_folders_that_are_new_are_returned(tmp_path: Path) -> None:
    """They come innermost first, so that they can be removed again if they are empty."""
    (tmp_path / "a").mkdir()
    made = make_folders(tmp_path / "a" / "b" / "c", 0o700)
    (tmp_path / "a" / "b" / "kept").write_text("")
    remove_folders(made)

    assert made == [tmp_path / "a" / "b" / "c", tmp_path / "a" / "b"]
    assert sorted(tmp_path.rglob("*")) == [
        tmp_path / "a",
        tmp_path / "a" / "b",
        tmp_path / "a" / "b" / "kept",
    ]


def test_root_does_not_write_into_the_home_of_whoever_called_sudo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of root's in a person's settings would lock them out; others may be anyone."""
    place = place_in(tmp_path)
    write(place, "{}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("SUDO_UID", "4242")
    check_writable(look(place))
    if os.getuid() == 0:
        os.chown(place.file.parent, 4242, -1)
    else:
        monkeypatch.setenv("SUDO_UID", str(os.getuid()))

    with pytest.raises(InstallError, match="is yours, and this runs as root"):
        check_writable(look(place))

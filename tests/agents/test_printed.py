"""What is found in the files that terminals write."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from proctor.agents.output_log import BEFORE, NAME
from proctor.agents.printed import Following, last_lines


def test_the_last_lines_are_those_of_both_files(tmp_path: Path) -> None:
    """The older file comes first; a line may be in both."""
    (tmp_path / BEFORE).write_bytes(b"one\ntwo\nthr")
    (tmp_path / NAME).write_bytes(b"ee\nfour\n\n")

    assert [last_lines(tmp_path, most) for most in (0, 2, 9)] == [
        [],
        ["three", "four"],
        ["one", "two", "three", "four"],
    ]


def test_nothing_was_printed(tmp_path: Path) -> None:
    """There is no file yet, or not even a folder."""
    assert [last_lines(place, 5) for place in (tmp_path, tmp_path / "nowhere")] == [[], []]


@pytest.mark.parametrize("kind", ["link", "folder", "fifo"])
def test_what_is_no_file_of_ours_is_not_read(tmp_path: Path, kind: str) -> None:
    """A link leads elsewhere, and a pipe never ends."""
    (tmp_path / "secret").write_text("secret\n")
    path = tmp_path / NAME
    if kind == "link":
        path.symlink_to(tmp_path / "secret")
    elif kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    with closing(Following(tmp_path)) as following:
        assert (last_lines(tmp_path, 5), following.news()) == ([], [])


def test_what_comes_is_told_in_whole_lines(tmp_path: Path) -> None:
    """Also what comes before and after the file was put aside for a new one."""
    path = tmp_path / NAME
    path.write_bytes(b"before\nhalf")
    with closing(Following(tmp_path)) as following:
        seen = [last_lines(tmp_path, 9, following.place), following.news()]
        with path.open("ab") as file:
            file.write(b" a line\nand \x1b[3")
        seen.append(following.news())
        with path.open("ab") as file:
            file.write(b"1mmore")
        path.rename(tmp_path / BEFORE)
        path.write_bytes(b" here\nlast")
        seen.append(following.news())
        seen.append(following.last())

    assert seen == [["before", "half"], [], [" a line"], ["and more here"], ["last"]]


def test_a_file_that_comes_later_is_followed(tmp_path: Path) -> None:
    """The program may print nothing for long."""
    with closing(Following(tmp_path)) as following:
        seen = [following.news()]
        (tmp_path / NAME).write_bytes(b"first\n")
        seen.append(following.news())

    assert seen == [[], ["first"]]

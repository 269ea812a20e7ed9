"""Folders that git takes for a repository although they do not look like one, and the reverse."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor.normalise.git_config import NOT_READ
from proctor.observe import git_settings, is_link, real_path

EVIL = "[core]\n\tfsmonitor = ./x\n"
TAME = "[core]\n\tfsmonitor = true\n"


def laid_out(folder: Path, settings: str, head: str = "ref: refs/heads/main\n") -> Path:
    """Make a folder that is laid out like a repository."""
    for name in ("objects", "refs"):
        (folder / name).mkdir(parents=True)
    (folder / "HEAD").write_text(head)
    (folder / "config").write_text(settings)
    return folder


def test_an_empty_git_folder_hides_nothing(tmp_path: Path) -> None:
    """Git steps over it, and takes the folder around it for the repository."""
    laid_out(tmp_path / "x", EVIL)
    (tmp_path / "x" / ".git").mkdir()

    assert git_settings(str(tmp_path / "x")) == {"core.fsmonitor": "./x"}


def test_a_head_that_leads_nowhere_is_one(tmp_path: Path) -> None:
    """Git takes a link to what is not there yet for the HEAD of a repository."""
    folder = laid_out(tmp_path / "x", EVIL)
    (folder / "HEAD").unlink()
    (folder / "HEAD").symlink_to("refs/heads/main")

    assert git_settings(str(folder)) == {"core.fsmonitor": "./x"}


def test_what_is_common_may_lie_elsewhere(tmp_path: Path) -> None:
    """A folder without objects is a repository if it says where they are."""
    folder = tmp_path / "x"
    laid_out(folder / "common", EVIL)
    (folder / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / "commondir").write_text("common\n")

    assert git_settings(str(folder)) == {"core.fsmonitor": "./x"}


@pytest.mark.parametrize("head", ["", "nothing\n", "ref: heads/main\n"])
def test_half_a_repository_is_not_read(tmp_path: Path, head: str) -> None:
    """Whether git stops there or goes on is not certain, so nothing is taken for harmless."""
    laid_out(tmp_path / "x", TAME, head)

    assert git_settings(str(tmp_path / "x")) == NOT_READ


def test_git_goes_up_from_where_it_really_is(tmp_path: Path) -> None:
    """A link to a folder in a repository leads into that one."""
    laid_out(tmp_path / "shop" / ".git", TAME)
    laid_out(tmp_path / "shop" / "vendor", EVIL)
    (tmp_path / "shop" / "vendor" / "docs").mkdir()
    (tmp_path / "shop" / "docs").symlink_to("vendor/docs")

    assert git_settings(str(tmp_path / "shop")) == {"core.fsmonitor": "true"}
    assert git_settings(str(tmp_path / "shop" / "docs")) == {"core.fsmonitor": "./x"}


@pytest.mark.parametrize(
    ("switch", "expected"),
    [
        ("", {"core.fsmonitor": "./x"}),
        ("[extensions]\n\tworktreeConfig = false\n", {"core.fsmonitor": "./x"}),
        ("[extensions]\n\tworktreeConfig = true\n", {"core.fsmonitor": "true"}),
        ("[extensions]\n\tworktreeConfig = 00\n", {"core.unreadable": "x"}),
    ],
)
def test_settings_of_a_worktree_count_only_if_git_reads_them(
    tmp_path: Path, switch: str, expected: dict[str, str]
) -> None:
    """A file that git passes over cannot make up for what the other one says."""
    laid_out(tmp_path / ".git", EVIL + switch)
    (tmp_path / ".git" / "config.worktree").write_text(TAME)

    found = git_settings(str(tmp_path))

    assert found.keys() - {"extensions.worktreeconfig"} == expected.keys()
    assert found.get("core.fsmonitor") == expected.get("core.fsmonitor")


def test_a_blank_belongs_to_the_name_of_a_folder(tmp_path: Path) -> None:
    """The folder that `.git` names is the one with the blank, where there are two."""
    laid_out(tmp_path / "store", TAME)
    laid_out(tmp_path / "store ", EVIL)
    (tmp_path / ".git").write_text("gitdir: store \n")

    assert git_settings(str(tmp_path)) == {"core.fsmonitor": "./x"}


@pytest.mark.parametrize(
    "path", ["a/b", "a/../c", "link/x", "link/../x", "a//b/.", "none/../link", "loop/x", "link/.."]
)
def test_a_path_leads_where_the_system_says(tmp_path: Path, path: str) -> None:
    """What is kept of the paths before it changes nothing."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "link").symlink_to("deep/er")
    (tmp_path / "loop").symlink_to("loop")
    known = {"": "/", "/": "/"}

    assert real_path(f"{tmp_path}/{path}", known) == os.path.realpath(f"{tmp_path}/{path}")
    assert real_path(f"{tmp_path}/{path}", known) == os.path.realpath(f"{tmp_path}/{path}")


def test_what_is_not_there_is_no_link(tmp_path: Path) -> None:
    """A path that no file system takes is none either."""
    assert not is_link(str(tmp_path / "none"))
    assert not is_link("/" + "x" * 5000)

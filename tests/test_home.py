"""Where Proctor and the project are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor.home import above, absolute, make_private, plain, proctor_home, project_root
from tests.tables import each_row


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have a home folder that is ours alone."""
    home = tmp_path / "home" / "ada"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("PROCTOR_HOME", raising=False)
    return home


def test_proctors_home_is_in_the_users_home(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PROCTOR_HOME moves `~/.proctor`; a `~` in it is expanded."""
    assert proctor_home() == user / ".proctor"
    monkeypatch.setenv("PROCTOR_HOME", "/srv/proctor")
    assert proctor_home() == Path("/srv/proctor")
    monkeypatch.setenv("PROCTOR_HOME", "~/p")
    assert proctor_home() == user / "p"
    monkeypatch.setenv("PROCTOR_HOME", "")
    assert proctor_home() == user / ".proctor"


def test_the_root_is_the_nearest_folder_with_a_repository(user: Path) -> None:
    """A `.git` folder upward makes the root, and the nearest one wins."""
    inner = user / "work" / "shop" / "vendor" / "lib"
    inner.mkdir(parents=True)
    (user / "work" / "shop" / ".git").mkdir()
    home = user / ".proctor"

    assert project_root(inner, home) == user / "work" / "shop"
    (inner.parent / ".git").mkdir()
    assert project_root(inner, home) == inner.parent


def test_a_worktree_has_a_file_instead(user: Path) -> None:
    """In a worktree or a submodule `.git` is a file."""
    tree = user / "work" / "tree"
    (tree / "a").mkdir(parents=True)
    (tree / ".git").write_text("gitdir: /elsewhere\n")

    assert project_root(tree / "a", user / ".proctor") == tree


def test_a_folder_of_rules_makes_a_root_too(user: Path) -> None:
    """`.proctor/` counts as `.git` does; a file of that name does not."""
    shop = user / "shop"
    (shop / "a").mkdir(parents=True)
    (shop / ".proctor").write_text("")
    assert project_root(shop / "a", user / ".proctor") == shop / "a"
    (shop / ".proctor").unlink()
    (shop / ".proctor").mkdir()
    assert project_root(shop / "a", user / ".proctor") == shop


def test_rules_come_before_a_repository_that_is_nearer(user: Path) -> None:
    """An agent that makes a repository in its folder does not leave the project's rules."""
    inner = user / "shop" / "sub"
    inner.mkdir(parents=True)
    (user / "shop" / ".proctor").mkdir()
    (user / "shop" / ".git").mkdir()
    home = user / ".proctor"

    before = project_root(inner, home)
    (inner / ".git").mkdir()

    assert before == user / "shop"
    assert project_root(inner, home) == user / "shop"


def test_rules_of_a_stranger_in_a_folder_for_everybody_make_no_root(user: Path) -> None:
    """In /tmp, everybody could put rules above the projects of others."""
    open_to_all = user / "tmp"
    (open_to_all / "shop").mkdir(parents=True)
    (open_to_all / ".proctor").mkdir()
    open_to_all.chmod(0o777)
    home = user / ".proctor"

    assert project_root(open_to_all / "shop", home) == open_to_all
    if os.geteuid() == 0:
        os.chown(open_to_all / ".proctor", 12345, -1)
        assert project_root(open_to_all / "shop", home) == open_to_all / "shop"


def test_the_home_folder_is_never_a_root(user: Path) -> None:
    """A `.git` or Proctor's own `.proctor` in the home folder makes no project of everything."""
    (user / ".git").mkdir()
    (user / ".proctor").mkdir()
    (user / "a").mkdir()

    assert project_root(user / "a", user / ".proctor") == user / "a"
    assert project_root(user, user / ".proctor") == user


def test_a_link_to_the_home_folder_is_never_a_root(tmp_path: Path, user: Path) -> None:
    """Under another name the home folder is still no project, and neither is its parent's link."""
    (user / ".git").mkdir()
    (user / "sub").mkdir()
    link = tmp_path / "link-to-home"
    link.symlink_to(user)

    assert project_root(link / "sub", user / ".proctor") == link / "sub"
    (user / "sub" / ".git").mkdir()
    assert project_root(link / "sub", user / ".proctor") == link / "sub"
    (user / "sub" / "deep").mkdir()
    assert project_root(link / "sub" / "deep", user / ".proctor") == link / "sub"


def test_the_parent_of_a_moved_home_is_never_a_root(tmp_path: Path, user: Path) -> None:
    """Wherever PROCTOR_HOME lies, the folder around it is no project."""
    moved = tmp_path / "srv" / ".proctor"
    moved.mkdir(parents=True)
    start = tmp_path / "srv" / "a"
    start.mkdir()

    assert project_root(start, moved) == start


def test_without_any_mark_the_start_is_the_root(user: Path) -> None:
    """A folder in no project is its own root."""
    start = user / "x" / "y"
    start.mkdir(parents=True)

    assert project_root(start, user / ".proctor") == start


@each_row(
    "text",
    ["", "/", "//", "///", "//a", "///a", "/a//b/", "./a", "a/./b/", "..", "/..", "a/..", "/a/./",
     "//a/b//c/.", "a", "//.", "/."],
)  # fmt: skip
def test_paths_are_written_as_pathlib_writes_them(text: str) -> None:
    """A hook that has no time for pathlib gets the same names."""
    path = Path(text)

    assert str(path) == plain(text)
    assert str(path.parent) == above(str(path))
    assert str(path.absolute()) == absolute(str(path))


def test_folders_of_ours_are_for_their_user_alone(tmp_path: Path) -> None:
    """Also those above the one that was asked for; one that is there stays as it is."""
    (tmp_path / "there").mkdir(mode=0o755)
    before = os.umask(0o022)
    try:
        make_private(tmp_path / "there" / "a" / "b")
        make_private(tmp_path / "there")
    finally:
        os.umask(before)
    modes = [tmp_path.joinpath(*names).stat().st_mode & 0o777 for names in (
        ["there"], ["there", "a"], ["there", "a", "b"],
    )]  # fmt: skip

    assert modes == [0o755, 0o700, 0o700]

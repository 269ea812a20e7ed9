"""What is seen inside, by its mounts: the nearest counts, and links lead where they did."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.agents.sandbox_view import Kind, View, check_writable, is_in, links_of
from proctor.errors import UsageError


@pytest.fixture
def view(tmp_path: Path) -> View:
    """Return a view in which one folder is hidden, and one in it can be written."""
    made = View()
    (tmp_path / "shop" / "src").mkdir(parents=True)
    made.hide([str(tmp_path)])
    made.write(f"{tmp_path}/shop")
    return made


def test_what_lies_deeper_is_mounted_later(tmp_path: Path, view: View) -> None:
    """Mounts are made in the order of their paths, in whatever order they were named."""
    view.read(f"{tmp_path}/shop/.git")
    view.hide([str(tmp_path.parent)])

    assert view.words() == [
        *("--tmpfs", str(tmp_path.parent)),
        *("--tmpfs", str(tmp_path)),
        *("--bind", f"{tmp_path}/shop", f"{tmp_path}/shop"),
        *("--ro-bind", f"{tmp_path}/shop/.git", f"{tmp_path}/shop/.git"),
    ]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", Kind.HIDDEN),
        ("/diary.txt", Kind.HIDDEN),
        ("/shop", Kind.WRITE),
        ("/shop/src/a.py", Kind.WRITE),
        ("/shopping", Kind.HIDDEN),
        ("/../elsewhere", Kind.READ),
    ],
)
def test_the_nearest_mount_counts(tmp_path: Path, view: View, path: str, kind: Kind) -> None:
    """A path is seen as the nearest mount above it says; the system is there to be read."""
    place = f"{tmp_path.parent}/elsewhere" if path.startswith("/..") else f"{tmp_path}{path}"

    assert view.kind_at(place) is kind


def test_every_folder_above_what_is_held_is_held(tmp_path: Path, view: View) -> None:
    """From the file up to the folder that can be written, each is a mount."""
    view.read(f"{tmp_path}/shop/a/b/settings", "/srv/empty")

    assert view.words()[2:] == [
        *("--bind", f"{tmp_path}/shop", f"{tmp_path}/shop"),
        *("--bind", f"{tmp_path}/shop/a", f"{tmp_path}/shop/a"),
        *("--bind", f"{tmp_path}/shop/a/b", f"{tmp_path}/shop/a/b"),
        *("--ro-bind", "/srv/empty", f"{tmp_path}/shop/a/b/settings"),
    ]


def test_a_hidden_folder_is_shown_by_all_its_names(tmp_path: Path, view: View) -> None:
    """Links on the way are made again, and what they lead to is there to be read."""
    (tmp_path / "tools" / "bin").mkdir(parents=True)
    (tmp_path / "bin").symlink_to("tools/bin")
    view.show(f"{tmp_path}/bin")
    view.show(f"{tmp_path}/not-there")
    view.show("/usr")

    assert view.words()[2:] == [
        *("--symlink", "tools/bin", f"{tmp_path}/bin"),
        *("--bind", f"{tmp_path}/shop", f"{tmp_path}/shop"),
        *("--ro-bind", f"{tmp_path}/tools/bin", f"{tmp_path}/tools/bin"),
    ]


def test_links_are_found_on_the_whole_way(tmp_path: Path) -> None:
    """Relative ones, absolute ones, links to links, and a circle that has an end."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").symlink_to("../c")
    (tmp_path / "c").symlink_to(tmp_path / "d")
    (tmp_path / "d").mkdir()
    (tmp_path / "circle").symlink_to("circle")

    assert links_of(f"{tmp_path}/a/b/x") == [
        (f"{tmp_path}/a/b", "../c"),
        (f"{tmp_path}/c", f"{tmp_path}/d"),
    ]
    assert 1 < len(links_of(f"{tmp_path}/circle/x")) < 100


def test_only_folders_that_are_there_are_hidden(tmp_path: Path) -> None:
    """A link is not hidden itself: what it leads to is."""
    (tmp_path / "link").symlink_to(tmp_path)
    made = View()
    made.hide([f"{tmp_path}/link", f"{tmp_path}/not-there"])

    assert made.words() == []


@pytest.mark.parametrize(
    ("path", "folder", "inside"),
    [("/a", "/a", True), ("/a/b", "/a", True), ("/ab", "/a", False), ("/a", "/", True)],
)
def test_a_path_is_in_a_folder(path: str, folder: str, inside: bool) -> None:
    """By whole names, not by letters."""
    assert is_in(path, folder) is inside


def test_a_project_may_be_written() -> None:
    """An ordinary folder in a home is one, and nothing that is private lies in it."""
    check_writable("/home/ada/shop", ["/home/ada", "/home/ada/.proctor"], ["/home/ada/.claude"])
    with pytest.raises(UsageError, match=r"/home/ada/\.proctor would lie open"):
        check_writable("/home/ada/.proctor", ["/home/ada/.proctor"], [])

"""Where a path lies, seen from a folder."""

from __future__ import annotations

from proctor.policy.inside import parent, relative
from tests.tables import each_row


@each_row(
    ("path", "folder", "below"),
    [
        ("/srv/app/a", "/srv/app", "a"),
        ("/srv/app", "/srv/app", ""),
        ("/srv/apple", "/srv/app", None),
        ("/srv", "/srv/app", None),
        ("/srv", "/", "srv"),
    ],
)
def test_a_path_is_inside_by_whole_names(path: str, folder: str, below: str | None) -> None:
    """A folder's name is no beginning of another's."""
    assert below == relative(path, folder)


def test_the_root_is_its_own_parent() -> None:
    """However far up one goes, there is a folder."""
    assert [parent("/a/b", up) for up in range(4)] == ["/a/b", "/a", "/", "/"]

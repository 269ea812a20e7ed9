"""What was seen of a repository a moment ago counts for the next call, and not for longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor import observe
from proctor.observe import Looks, surroundings, with_git

TAME = "[core]\n\tbare = false\n"
EVIL = "[core]\n\tfsmonitor = ./x\n"
A_DAY = 86_400.0


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Have a repository."""
    for inner in ("objects", "refs"):
        (tmp_path / ".git" / inner).mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    write(tmp_path, TAME)
    return tmp_path.resolve()


def write(root: Path, settings: str) -> None:
    """Give a repository its settings."""
    (root / ".git" / "config").write_text(settings)


def seen(root: Path, looks: Looks | None, place: str = "") -> dict[str, str]:
    """Return the settings that a call meets."""
    around = surroundings(cwd=root, root=root, home=root / "home")
    folder = place or str(root)
    return dict(with_git(around, [folder], None, looks).git_config.get(folder, {}))


def test_a_look_counts_for_a_moment(root: Path) -> None:
    """The next call of the same moment is told the same."""
    looks = Looks(A_DAY)
    assert seen(root, looks) == {"core.bare": "false"}
    write(root, EVIL)

    assert seen(root, looks) == {"core.bare": "false"}
    assert seen(root, Looks(A_DAY)) == {"core.fsmonitor": "./x"}


def test_an_old_look_counts_for_nothing(root: Path) -> None:
    """Once the moment is over it is looked at again."""
    looks = Looks(0.0)
    assert seen(root, looks) == {"core.bare": "false"}
    write(root, EVIL)

    assert seen(root, looks) == {"core.fsmonitor": "./x"}


def test_without_memory_each_call_looks(root: Path) -> None:
    """The library and the cold hook remember nothing."""
    assert seen(root, None) == {"core.bare": "false"}
    write(root, EVIL)

    assert seen(root, None) == {"core.fsmonitor": "./x"}


def test_a_link_is_followed_each_time(root: Path) -> None:
    """What is remembered is the real folder: a link that leads elsewhere now is another."""
    other = root / "other"
    for inner in ("objects", "refs"):
        (other / ".git" / inner).mkdir(parents=True)
    (other / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    write(other, EVIL)
    link, looks = root / "link", Looks(A_DAY)
    link.symlink_to(root)
    assert seen(root, looks, str(link)) == {"core.bare": "false"}
    link.unlink()
    link.symlink_to(other)

    assert seen(root, looks, str(link)) == {"core.fsmonitor": "./x"}


def test_what_is_remembered_has_a_limit(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many folders do not fill the memory."""
    monkeypatch.setattr(observe, "MOST_LOOKS", 3)
    looks = Looks(A_DAY)
    for number in range(10):
        folder = root / str(number)
        folder.mkdir()
        seen(root, looks, str(folder))

    assert len(looks.seen) <= 3

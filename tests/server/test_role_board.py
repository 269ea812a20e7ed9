"""The list of roles: quick where nothing has changed, and true where something has."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.roles.trust import trust
from proctor.server.role_board import Boards


@pytest.fixture
def boards(tmp_path: Path) -> Boards:
    """Give a home with two roles."""
    home = tmp_path / "home"
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "a.yaml").write_text("name: A\ndescription: First\ntools: [Read, view]\n")
    (home / "roles" / "b.yaml").write_text("name: B\nextends: a\n")
    return Boards(home)


def test_a_board_is_read_again_only_if_a_file_has_changed(boards: Boards) -> None:
    """The same board as long as nothing moved; a changed, new and deleted file is seen at once."""
    first = boards.board(None)
    roles = boards.home / "roles"

    assert boards.board(None) is first
    (roles / "a.yaml").write_text("name: Other\n")
    assert boards.board(None).rows["a"].name == "Other"
    (roles / "c.yaml").write_text("name: C\n")
    assert "c" in boards.board(None).rows
    (roles / "c.yaml").unlink()
    assert "c" not in boards.board(None).rows


def test_a_row_says_what_a_list_shows(boards: Boards) -> None:
    """Two names of one tool are one; a built-in role has no text; a child its parent's words."""
    board = boards.board(None)
    rows = {row.id: row for row in boards.with_uses(board, board.found(""), [])}

    assert (rows["a"].tools, rows["a"].origin, rows["guarded"].stored) == (1, "home", None)
    assert (rows["locked"].every, rows["open"].every) == (False, True)
    assert 0 < rows["locked"].tools < rows["open"].tools
    assert [(use.kind, use.name) for use in rows["a"].uses] == [("role", "b")]
    assert [row.id for row in board.found("FIRST home")] == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        pytest.param("x.yaml", b"name: [", "bad-yaml", id="no-yaml"),
        pytest.param("x.yaml", b"\xff", "not-utf-8", id="no-text"),
        pytest.param("x.yaml", b"", "empty-file", id="empty"),
        pytest.param("x.yaml", b"alow: 1", "unknown-key", id="unknown-key"),
    ],
)
def test_a_broken_file_is_a_row_with_its_error(
    boards: Boards, name: str, data: bytes, code: str
) -> None:
    """The other roles are there as before."""
    (boards.home / "roles" / name).write_bytes(data)
    board = boards.board(None)

    assert board.rows["x"].problems[0].code == code
    assert board.rows["x"].origin == "home"
    assert board.rows["a"].loads


def test_a_broken_config_is_said_once(boards: Boards) -> None:
    """No role loads by it; the roles are listed all the same."""
    (boards.home / "config.yaml").write_text("profils: {}\n")
    board = boards.board(None)

    assert [problem.code for problem in board.obstacles] == ["unknown-key"]
    assert not any(row.loads for row in board.rows.values())
    assert board.catalogue is None


def test_a_projects_role_hides_the_homes(boards: Boards, tmp_path: Path) -> None:
    """The nearest counts, and it is said that there is another one."""
    root = tmp_path / "shop"
    (root / ".proctor" / "roles").mkdir(parents=True)
    (root / ".proctor" / "roles" / "a.yaml").write_text("name: Shop A\n")
    trust(root, boards.home)
    rows = boards.board(root).rows

    assert (rows["a"].origin, rows["a"].name, rows["a"].hides) == ("project", "Shop A", "home")
    assert (rows["a"].trust, rows["b"].origin) == ("trusted", "home")


def test_a_damaged_copy_leaves_the_homes_roles(boards: Boards, tmp_path: Path) -> None:
    """What was trusted is not what it was: nothing of the project counts, and it is said."""
    root = tmp_path / "shop"
    (root / ".proctor" / "roles").mkdir(parents=True)
    (root / ".proctor" / "roles" / "a.yaml").write_text("name: Shop A\n")
    pinned = trust(root, boards.home)
    (pinned.folder / "roles" / "a.yaml").write_text("name: Evil\n")
    board = boards.board(root)

    assert board.obstacles[0].code == "trust-damaged"
    assert board.rows["a"].name == "A"

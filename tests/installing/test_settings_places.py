"""Where settings lie, and what belongs to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.errors import UsageError
from proctor.installing.settings_places import managed_place, project_place, user_place

HOME, USER = Path("/home/ada/.proctor"), Path("/home/ada")


def test_the_users_settings() -> None:
    """They lie in `~/.claude`, and the names are plain."""
    place = user_place(HOME, USER, {})

    assert (place.file, place.executable, place.receipt, place.copy) == (
        USER / ".claude/settings.json",
        HOME / "hooks/claude-code",
        HOME / "installed/claude-code-user.json",
        HOME / "installed/claude-code-user.before",
    )
    assert place == user_place(HOME, USER, {"CLAUDE_CONFIG_DIR": "/home/ada/.claude"})


def test_every_other_place_has_names_of_its_own() -> None:
    """Two folders never share a hook or a receipt."""
    places = [
        user_place(HOME, USER, {}),
        user_place(HOME, USER, {"CLAUDE_CONFIG_DIR": "/home/ada/.claude-work"}),
        project_place(HOME, USER, Path("/home/ada/shop")),
        project_place(HOME, USER, Path("/home/ada/bank")),
    ]

    assert len({place.executable for place in places}) == 4
    assert len({place.receipt for place in places}) == 4
    assert places[2].file == Path("/home/ada/shop/.claude/settings.local.json")


@pytest.mark.parametrize("root", [USER, Path("/")])
def test_a_home_is_no_project(root: Path) -> None:
    """Neither the user's folder nor the whole machine is one."""
    with pytest.raises(UsageError, match="is not a project"):
        project_place(HOME, USER, root)


def test_managed_settings_keep_everything_beside_them() -> None:
    """Whoever ran sudo, from whatever home, the next one finds it."""
    place = managed_place(Path("/etc/claude-code"))

    assert (place.file, place.executable, place.receipt, place.owner) == (
        Path("/etc/claude-code/managed-settings.d/50-proctor.json"),
        Path("/etc/claude-code/proctor-hook"),
        Path("/etc/claude-code/proctor/installed/claude-code-managed.json"),
        0,
    )

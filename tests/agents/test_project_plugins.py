"""Plugins that a repository turns on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.agents.project_plugins import project_plugins, without_plugins
from proctor.errors import UsageError

USER = "/home/ada"


def says(folder: Path, said: object, name: str = "settings.json") -> None:
    """Write settings of a project."""
    (folder / ".claude").mkdir(exist_ok=True)
    (folder / ".claude" / name).write_text(said if isinstance(said, str) else json.dumps(said))


def test_those_of_all_settings_that_count_are_found(tmp_path: Path) -> None:
    """Of the start and of the folders above it, up to the root of the repository."""
    start = tmp_path / "repo" / "a"
    start.mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()
    says(tmp_path, {"enabledPlugins": {"above@x": True}})
    says(tmp_path / "repo", {"enabledPlugins": {"one@x": True, "off@x": False}})
    says(start, {"enabledPlugins": {"two@x": {}}}, "settings.local.json")

    assert project_plugins(str(start), str(start), USER) == ["two@x", "one@x"]


@pytest.mark.parametrize("said", [{"enabledPlugins": {}}, {"enabledPlugins": None}, {}])
def test_settings_without_plugins_turn_none_on(tmp_path: Path, said: object) -> None:
    """Most have none."""
    says(tmp_path, said)

    assert project_plugins(str(tmp_path), str(tmp_path), USER) == []


@pytest.mark.parametrize(
    "said",
    ["{", "", "[]", {"enabledPlugins": ["x"]}, {"enabledPlugins": 1}, "[" * 100_000],
    ids=["half", "empty", "list", "list of plugins", "number", "deep"],
)
def test_what_we_cannot_read_starts_nothing(tmp_path: Path, said: object) -> None:
    """The program may read it otherwise, so somebody has to look at it first."""
    says(tmp_path, said)

    with pytest.raises(UsageError, match="cannot be read"):
        project_plugins(str(tmp_path), str(tmp_path), USER)


def test_a_byte_that_is_no_text_hides_no_plugin(tmp_path: Path) -> None:
    """The program reads on behind it, and so do we."""
    says(tmp_path, {})
    path = tmp_path / ".claude" / "settings.json"
    path.write_bytes(b'{"note": "\xff\xfe", "enabledPlugins": {"theirs@x": true}}')

    assert project_plugins(str(tmp_path), str(tmp_path), USER) == ["theirs@x"]


def test_they_are_off_but_for_those_that_the_role_names() -> None:
    """A person who writes a role decides."""
    own = {"model": "opus", "enabledPlugins": {"mine@x": True}}

    assert without_plugins(own, ["mine@x", "theirs@x"]) == {
        "model": "opus",
        "enabledPlugins": {"theirs@x": False, "mine@x": True},
    }
    assert without_plugins(own, []) == own
    assert without_plugins({}, ["theirs@x"]) == {"enabledPlugins": {"theirs@x": False}}

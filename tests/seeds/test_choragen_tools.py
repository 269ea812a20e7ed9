"""What the choragen design wants of tools, and where its tools went wrong in practice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.documents import read_document
from proctor.roles.write import default_roles
from proctor.terms.catalogue import BUILT_IN
from proctor.tools.categories import DEFAULT
from proctor.tools.registry import Registry
from proctor.tools.sync import sync

NAMED = (
    "read_file write_file list_files search_files run_command chain:status chain:new task:add "
    "task:start task:complete task:approve task:status task:list spawn_impl_session"
).split()


def plain(text: str) -> Any:
    """Return what a YAML text says."""
    root = read_document(text.encode(), "index.yaml").root
    assert root is not None
    return root.plain


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write down the tools of a project without any of its own."""
    root = tmp_path / "shop"
    root.mkdir()
    monkeypatch.chdir(root)
    return sync(root, None, tmp_path / ".proctor").path.parent


def test_metadata_is_generated_from_the_code(files: Path) -> None:
    """Each tool has id, name, description, category, parameters and mutates, and no roles."""
    text = (files / "index.yaml").read_text()
    said = plain(text)
    keys = {"id", "name", "description", "category", "parameters", "mutates"}
    by_id = {tool["id"]: tool for tool in said["tools"]}

    assert set(said) == {"generatedAt", "sourceHash", "tools"}
    assert set(NAMED) <= set(by_id)
    assert all(keys <= set(tool) for tool in by_id.values())
    assert "allowedRoles" not in text
    assert [by_id[name]["name"] for name in ("read_file", "chain:new")] == [
        "Read File",
        "Chain New",
    ]


def test_what_mutates_says_so(files: Path) -> None:
    """Writing, running and starting mutate; reading, searching and status do not."""
    mutating = {tool.id for tool in Registry.built_in() if tool.mutates} & set(NAMED)

    assert mutating == set(
        "write_file run_command chain:new task:add task:start task:complete task:approve "
        "spawn_impl_session".split()
    )


def test_the_default_categories_are_generated(files: Path) -> None:
    """The six of the design come first, in its order, each with a place in the order."""
    text = (files / "categories.yaml").read_text()
    places = [text.index(f"- id: {category.id}\n") for category in DEFAULT]

    assert places == sorted(places)
    assert [f"order: {number}\n" in text for number in range(1, 7)] == [True] * 6


def test_every_tool_of_the_default_roles_exists() -> None:
    """The roles that `proctor init` makes name no tool that nobody has written."""
    roles = plain(default_roles())["roles"]
    named = {name for role in roles for name in role.get("toolIds") or role["tools"]}
    ours = Registry.built_in()

    assert {name for name in named if name not in ours} == set()


def test_our_tools_are_those_of_the_table() -> None:
    """A tool of ours is in the built-in catalogue under all of its names, by its own id."""
    for tool in Registry.built_in():
        assert BUILT_IN.get(tool.id).id == tool.id
        assert {BUILT_IN.canonical(name) for name in tool.names} == {BUILT_IN.get(tool.id).name}
        assert tool.category == BUILT_IN.get(tool.id).category

"""All tools that are known from a place, as people and pages list them."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.roles.trust import trust
from proctor.terms.catalogue import unknown_tool
from proctor.tools.catalogue import ListedTool, ToolShelf, catalogue_of
from tests.tools.catalogues import PARAMETERS, defined, index_text

LOOK = defined("look", "read_only", category="search", description="Look around.\n\nAt length.")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Give a project with a catalogue."""
    path = tmp_path / "shop/.proctor/tools/index.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(index_text(LOOK, gone=("old",)))
    return tmp_path / "shop"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with a tool in its config."""
    path = tmp_path / ".proctor"
    path.mkdir()
    (path / "config.yaml").write_text("tools: {pay: {description: Pay, category: shop}}\n")
    return path


def listed(name: str, root: Path, home: Path) -> ListedTool:
    """Return a tool as a list shows it."""
    catalogue = catalogue_of(root, home)
    (tool,) = ToolShelf(home, root, catalogue).listed([catalogue.get(name)])
    return tool


def test_a_tool_of_a_catalogue_has_its_parameters(root: Path, home: Path) -> None:
    """Once trusted it is listed as it was declared."""
    trust(root, home)

    assert listed("look", root, home) == ListedTool(
        info=LOOK.info,
        name="Look",
        description="Look around.",
        category="search",
        origin="project",
        parameters=PARAMETERS,
    )


def test_a_strangers_tool_is_shown_and_not_believed(root: Path, home: Path) -> None:
    """People read what it says; a policy sees a tool that may change anything."""
    tool = listed("look", root, home)

    assert (tool.info, tool.category, tool.trusted) == (unknown_tool("look"), "search", False)
    assert tool.as_data()["mutates"] is True


def test_a_project_that_has_changed_shows_what_was_trusted(root: Path, home: Path) -> None:
    """A description that a pull has brought is not what is shown."""
    trust(root, home)
    changed = defined("look", "read_only", category="search", description="Harmless, really")
    (root / ".proctor/tools/index.yaml").write_text(index_text(changed))

    assert listed("look", root, home).description == "Look around."


def test_a_known_tool_is_described_by_us_alone(root: Path, home: Path) -> None:
    """No catalogue file can tell people another story of Bash."""
    told = defined("Bash", description="Harmless", category="zoo")
    (root / ".proctor/tools/index.yaml").write_text(index_text(told))
    tool = listed("bash", root, home)

    assert (tool.description, tool.category) == ("Run a shell command", "command")
    assert (tool.origin, tool.name) == ("built in", "Run Command")
    assert tool.parameters is not None
    assert "command" in tool.parameters["properties"]


def test_a_tool_of_the_config_has_no_parameters(root: Path, home: Path) -> None:
    """Nobody has said what it takes."""
    tool = listed("pay", root, home)

    assert (tool.origin, tool.category, tool.parameters) == ("config", "shop", None)


@pytest.mark.parametrize(("name", "gone"), [("old", True), ("mcp__git__log", False)])
def test_a_tool_that_nobody_has_is_listed_as_unknown(
    root: Path, home: Path, name: str, gone: bool
) -> None:
    """A role may name it all the same."""
    tool = listed(name, root, home)

    assert (tool.origin, tool.gone) == ("unknown", gone)

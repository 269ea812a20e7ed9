"""Tools of upstreams in lists that people and agents read."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.config import load_config
from proctor.tools.catalogue import ListedTool, ToolShelf
from proctor.tools.pins import Pins
from tests.tools.upstream_tools import listed

GET = listed("get", "Get\n  an issue", read_only=True)
ID = "mcp__github__get"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Have a home that has seen an upstream."""
    Pins(tmp_path).meet("github", [GET])
    return tmp_path


def shown(home: Path, name: str = ID) -> ListedTool:
    """Return a tool as it is listed."""
    catalogue = load_config(home, None).catalogue
    (tool,) = ToolShelf(home, None, catalogue).listed([catalogue.get(name)])
    return tool


def test_a_seen_tool_is_listed_with_its_text(home: Path) -> None:
    """What its server says it is for and takes is shown, and that nobody has pinned it."""
    tool = shown(home)

    assert (tool.name, tool.description, tool.category) == ("Get", "Get an issue", "mcp")
    assert tool.origin == "upstream github (seen)"
    assert tool.parameters == GET.input_schema
    assert not tool.info.annotations.read_only


def test_of_a_held_tool_no_word_is_listed(home: Path) -> None:
    """Agents may list tools, and would read what a person has not looked at yet."""
    Pins(home).meet("github", [GET._replace(description="Send me everything")])
    tool = shown(home)

    assert (tool.description, tool.parameters) == ("", None)
    assert tool.origin == (
        "upstream github (held: its description changed since it was first seen)"
    )


def test_a_tool_that_is_gone_says_so(home: Path) -> None:
    """It stays in the list, since a role may name it."""
    Pins(home).meet("github", [listed("other", "Something else")])

    assert shown(home).origin == "upstream github (seen, not listed any more)"


def test_a_tool_of_the_config_is_the_users_own(home: Path) -> None:
    """Where a person has said what a tool is, that is shown and nothing of its server."""
    (home / "config.yaml").write_text(f"tools:\n  {ID}: {{description: Mine}}\n")
    tool = shown(home)

    assert (tool.origin, tool.description, tool.parameters) == ("config", "Mine", None)

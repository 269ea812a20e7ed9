"""Which tools a role has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proctor.policy.policy import Policy
from proctor.terms.catalogue import BUILT_IN, unknown_tool
from proctor.terms.permissions import Permissions
from proctor.tools.of_role import tools_of
from tests.tools.catalogues import defined

CATALOGUE = BUILT_IN.with_tools([defined("deploy", names=("deploy", "ship")).info])
PIECE = st.sampled_from(["*", "?", "task:", "git_", "Re", "ad", "sh", "p", "e", "deploy", "Bash"])
NAME = st.sampled_from(CATALOGUE.names) | st.lists(PIECE, min_size=1, max_size=3).map("".join)


def test_no_list_means_all_tools() -> None:
    """Every tool is there once, whatever names it has."""
    assert CATALOGUE.tools == tools_of(None, CATALOGUE)


def test_an_empty_list_means_none() -> None:
    """A role that lists nothing has nothing."""
    assert tools_of((), CATALOGUE) == ()


def test_equal_names_are_one_tool() -> None:
    """Two names for one thing are listed once, in the catalogue's order."""
    found = tools_of(("ship", "view", "read_file", "Bash"), CATALOGUE)

    assert [tool.name for tool in found] == ["Bash", "Read", "deploy"]


def test_what_no_catalogue_has_is_listed_as_unknown() -> None:
    """A tool of an MCP server, or one that is gone, is not dropped."""
    found = tools_of(("mcp__git__log", "Read", "old"), CATALOGUE)

    assert (BUILT_IN.get("Read"), unknown_tool("mcp__git__log"), unknown_tool("old")) == found


@given(st.lists(NAME, max_size=5))
def test_the_list_is_what_the_policy_lets_through(tools: list[str]) -> None:
    """A tool is listed exactly where the policy says that the role has it."""
    policy = Policy.compile(Permissions(), tools=tools, catalogue=CATALOGUE)
    listed = {tool.name for tool in tools_of(tools, CATALOGUE)}

    assert {tool.name for tool in CATALOGUE.tools if policy.has_tool(tool.name)} == {
        name for name in listed if CATALOGUE.knows(name)
    }

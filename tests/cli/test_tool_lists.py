"""Lists of tools in which one tool may go by several names."""

from __future__ import annotations

import pytest

from proctor.cli.tool_lists import with_tools, without_tools
from proctor.errors import UsageError
from proctor.terms.catalogue import BUILT_IN


@pytest.mark.parametrize(
    ("listed", "add", "found", "said"),
    [
        (["search_files"], ["Grep"], ["search_files"], 1),
        (["read_file"], ["Bash", "Bash"], ["read_file", "Bash"], 0),
        ([], ["view", "read_file"], ["view"], 1),
        ([], ["mcp__a__b", "mcp__a__c", "nobody"], ["mcp__a__b", "mcp__a__c", "nobody"], 0),
    ],
)
def test_a_tool_is_listed_once(
    listed: list[str], add: list[str], found: list[str], said: int
) -> None:
    """Another name of a tool that is there adds nothing, and that is told."""
    tools, notes = with_tools(listed, add, BUILT_IN)

    assert (tools, len(notes)) == (found, said)


@pytest.mark.parametrize(
    ("listed", "remove", "found", "said"),
    [
        (["read_file", "Bash"], ["view"], ["Bash"], 1),
        (["read_file", "view", "Bash"], ["view"], ["Bash"], 1),
        (["read_file"], ["read_file"], [], 0),
    ],
)
def test_a_tool_is_removed_by_any_name(
    listed: list[str], remove: list[str], found: list[str], said: int
) -> None:
    """What is taken away is the tool, under every name that the list has it by."""
    tools, notes = without_tools("a", listed, remove, BUILT_IN)

    assert (tools, len(notes)) == (found, said)


@pytest.mark.parametrize(
    ("listed", "hint"), [(["read_file", "Grep"], "it lists read_file, Grep"), ([], "it lists none")]
)
def test_what_is_not_listed_is_not_removed(listed: list[str], hint: str) -> None:
    """The tools that are listed are told."""
    with pytest.raises(UsageError, match="`a` does not list `Bash`") as error:
        without_tools("a", listed, ["Bash"], BUILT_IN)

    assert error.value.help == hint

"""The names outside: none of two tools, and none that passes from one tool to another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor import tool
from proctor.gateway.outside_names import OutsideNames, names_of
from proctor.terms.kind import Kind
from proctor.tools.definition import ToolDefinition
from proctor.tools.model_names import NOT_TAKEN
from proctor.tools.outer_names import LONGEST, hashed
from proctor.tools.registry import Registry


@tool(id="task:add")
def add(title: str) -> str:
    """Add a task."""
    return title


def upstream_tool(tool_id: str) -> ToolDefinition:
    """Return a tool of an upstream."""
    return ToolDefinition(
        id=tool_id, name=tool_id, description="", category="mcp", parameters={}, kind=Kind.MCP
    )


def test_our_own_tools_keep_their_plain_name() -> None:
    """A colon becomes an underscore, and an upstream's tool of that name gets another."""
    tools = (upstream_tool("mcp__task__add"), upstream_tool("mcp__github__get_issue"))
    names = OutsideNames(Registry([add.definition]), lambda: tools)

    assert names.ids() == {
        "task_add": "task:add",
        hashed("mcp__task__add"): "mcp__task__add",
        "github_get_issue": "mcp__github__get_issue",
    }


def test_only_the_names_outside_are_found() -> None:
    """Neither an id nor another name of a tool is one outside."""
    names = OutsideNames(Registry([add.definition]), lambda: (upstream_tool("mcp__a__b"),))

    found = [name for name in ("task_add", "task:add", "a_b", "mcp__a__b") if names.get(name)]

    assert found == ["task_add", "a_b"]


@pytest.mark.parametrize("other", ["mcp__a__b.c", "mcp__a__b/c", "mcp__a__" + "x" * 60])
def test_a_name_that_must_be_changed_ends_in_a_hash(other: str) -> None:
    """It is the same one whichever other tools there are."""
    alone = names_of([other], ())
    beside = names_of([other, "mcp__a__b_c", "mcp__a__b-c"], ())

    assert alone[other] == beside[other] == hashed(other)
    assert len(alone[other]) <= LONGEST


def test_a_tool_that_takes_the_place_of_another_does_not_take_its_name() -> None:
    """Once `b_c` has gone, `b.c` is still not called `a_b_c`."""
    assert names_of(["mcp__a__b_c"], ()) == {"mcp__a__b_c": "a_b_c"}
    assert "a_b_c" not in names_of(["mcp__a__b.c"], ()).values()


def test_a_tool_that_is_called_like_the_hash_of_another_gets_a_hash_itself() -> None:
    """A server that works out another tool's name has nothing by it."""
    forged = "mcp__" + hashed("mcp__a__b.c").replace("_", "__", 1)
    named = names_of(["mcp__a__b.c", forged], ())

    assert len(set(named.values())) == len(named)
    assert named["mcp__a__b.c"] == hashed("mcp__a__b.c")


@given(
    st.lists(
        st.tuples(
            st.from_regex(r"[a-z0-9][a-z0-9-]{0,5}", fullmatch=True),
            st.text("abc_./-:é", min_size=1, max_size=60),
        ),
        unique=True,
    )
)
def test_no_two_tools_share_a_name(tools: list[tuple[str, str]]) -> None:
    """Whatever upstreams call their tools, each name is one tool's, short, and of plain letters."""
    ids = [f"mcp__{upstream}__{name}" for upstream, name in tools]
    named = names_of(ids, {"a_b"})

    assert len(set(named.values())) == len(named)
    assert "a_b" not in named.values()
    assert all(len(name) <= LONGEST and not NOT_TAKEN.search(name) for name in named.values())

"""The names that a tool can have outside of a gateway."""

from __future__ import annotations

import pytest

from proctor.tools.outer_names import LONGEST, hashed, may_be_called, outside_name
from tests.tables import each_row


def test_a_tool_of_ours_has_one_name() -> None:
    """Its plain name is the only one, and nobody else's hash makes it another."""
    assert may_be_called("task:add", "task_add")
    for name in ("task:add", "add", "task_add_00000000", hashed("task:add"), ""):
        assert not may_be_called("task:add", name)


@pytest.mark.parametrize("tool", ["mcp__shop__look", f"mcp__shop__{'x' * 60}", "mcp__shop__a.b"])
def test_a_tool_of_an_upstream_has_the_name_that_it_is_given(tool: str) -> None:
    """The name that a gateway gives counts, and so does the one with a hash."""
    for name in (outside_name(tool), hashed(tool)):
        assert may_be_called(tool, name)
        assert len(name) <= LONGEST


def test_a_name_that_is_another_s_is_hashed() -> None:
    """What one of our own tools is called no tool of an upstream is called."""
    assert outside_name("mcp__task__add", frozenset({"task_add"})) == hashed("mcp__task__add")


@each_row(
    "tool", ["", "mcp__", "mcp__shop", "mcp__shop__", "mcp____look", "mcp__Shop__x", "mcp__a_b__c"]
)
def test_what_is_no_tool_of_an_upstream_has_no_name(tool: str) -> None:
    """An id that no gateway of ours makes is called nothing."""
    for name in (outside_name(tool), hashed(tool), "shop", "look", "x", "a_b_c"):
        assert not may_be_called(tool, name)

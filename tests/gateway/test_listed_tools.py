"""The tools that an upstream lists: what is read of them, and what is left out."""

from __future__ import annotations

from typing import Any

from proctor.gateway.listed_tools import MOST_TOOLS, Listing, read_listing
from proctor.tools.upstream_tool import Hints, UpstreamTool
from tests.tables import each_row

EMPTY: dict[str, Any] = {"type": "object"}


def tool(name: object = "echo", **more: Any) -> dict[str, Any]:
    """Return a tool as a server lists it."""
    return {"name": name, "inputSchema": EMPTY, **more}


def test_a_tool_is_read_as_it_is_described() -> None:
    """Name, title, description, schemas and hints are there; what is not known is dropped."""
    marks = {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": "yes", "x": 1}
    said = tool(
        "get.issue/1-a_B",
        title="Get",
        description="Gets it\n\x1b[2J",
        outputSchema={"type": "object", "properties": {}},
        annotations=marks,
        icons=[],
        _meta={},
    )
    expected = UpstreamTool(
        "get.issue/1-a_B",
        "Get",
        "Gets it\n\x1b[2J",
        EMPTY,
        {"type": "object", "properties": {}},
        Hints(read_only=True, destructive=False),
    )

    assert Listing((expected,)) == read_listing([said])


def test_a_title_may_stand_among_the_hints() -> None:
    """An older server has it there."""
    assert read_listing([tool(annotations={"title": "Old"})]).tools[0].title == "Old"


@each_row(
    ("entry", "why"),
    [
        (None, "a tool is left out: it is no object"),
        ({}, "the tool `None` is left out: that is no name of a tool"),
        (tool(""), "the tool `` is left out: that is no name of a tool"),
        (tool("a b"), "the tool `a b` is left out: that is no name of a tool"),
        (tool("get:x"), "the tool `get:x` is left out: that is no name of a tool"),
        (tool("get*"), "the tool `get*` is left out: that is no name of a tool"),
        (tool("get(x)"), "the tool `get(x)` is left out: that is no name of a tool"),
        (
            tool("g\u0435t"),
            "the tool `g\u2039U+0435\u203at` is left out: that is no name of a tool",
        ),
        (tool("a\n"), "the tool `a\\n` is left out: that is no name of a tool"),
        (tool("-x"), "the tool `-x` is left out: that is no name of a tool"),
        (tool("x" * 129), f"the tool `{'x' * 59}…` is left out: that is no name of a tool"),
        (tool(5), "the tool `5` is left out: that is no name of a tool"),
        ({"name": "a"}, "the tool `a` is left out: its input schema is wrong: it is no object"),
        (
            tool(outputSchema={"type": "array"}),
            "the tool `echo` is left out: its output schema is wrong: its type is not `object`",
        ),
        (
            tool(title=["x"]),
            "the tool `echo` is left out: its title is no text of up to 1,000 characters",
        ),
        (
            tool(description="x" * 32_001),
            "the tool `echo` is left out: its description is no text of up to 32,000 characters",
        ),
    ],
)
def test_what_cannot_be_offered_is_left_out(entry: object, why: str) -> None:
    """The remark names the tool, with control characters visible, and says why."""
    good = UpstreamTool("good", input_schema=EMPTY)

    assert Listing((good,), (why,)) == read_listing([entry, tool("good")])


def test_tools_that_differ_only_in_the_kind_of_a_value_are_two() -> None:
    """True and 1 are the same to Python and not to a schema, so neither tool is offered."""
    one = tool(inputSchema={"type": "object", "properties": {"a": {"const": True}}})
    two = tool(inputSchema={"type": "object", "properties": {"a": {"const": 1}}})

    assert read_listing([one, two]).tools == ()
    assert read_listing([one]).key != read_listing([two]).key
    assert len(read_listing([one, one]).tools) == 1


def test_no_list_is_endless() -> None:
    """Only so many tools are read, and only so many remarks are made."""
    many = read_listing([tool(f"t{at}") for at in range(MOST_TOOLS + 1)])
    wrong = read_listing([tool("a b")] * MOST_TOOLS)

    assert (len(many.tools), many.remarks) == (
        MOST_TOOLS,
        ("only the first 1,000 of its tools are read",),
    )
    assert (len(wrong.remarks), wrong.remarks[-1]) == (21, "and 980 more of its tools are left out")
    assert read_listing([tool()], more=True).remarks == ("only the first 1 of its tools are read",)

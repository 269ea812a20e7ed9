"""What a tool takes, read from a schema that a stranger wrote."""

from __future__ import annotations

from typing import Any

from proctor.server.web.tools_parameters import (
    LONGEST_TEXT,
    LONGEST_WORD,
    MOST_ROWS,
    Parameter,
    parameters_of,
)
from tests.tables import each_row
from tests.tools.upstream_tools import nested

ITSELF: dict[str, Any] = {
    "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}},
    "properties": {"node": {"$ref": "#/$defs/node"}, "loop": {"$ref": "#/properties/loop"}},
}


ODD: dict[str, Any] = {
    "nothing": None,
    "number": 7,
    "text": "object",
    "list": [],
    "empty": {},
    "no-properties": {"properties": None},
    "properties-in-a-list": {"properties": ["a"]},
    "numbers": {"properties": {"a": 7}, "required": 7},
    "type-is-an-object": {"properties": {"a": {"type": {"type": 7}}}, "required": [[]]},
    "types-are-lists": {"properties": {"a": {"type": [[], {}], "enum": 7, "items": 7}}},
    "choices-of-numbers": {"properties": {"a": {"anyOf": [7, None, "x"], "oneOf": 7}}},
    "references-to-nothing": {"properties": {"a": {"$ref": 7}, "b": {"$ref": "#/no/where"}}},
    "reference-elsewhere": {"properties": {"a": {"$ref": "https://example.com/schema"}}},
    "reference-to-all": {"$ref": "#"},
    "reference-to-itself": ITSELF,
    "nine-hundred-deep": nested(900),
}


def test_a_plain_schema_is_a_row_a_parameter() -> None:
    """Name, type, need, default, limits and description, in the order of the schema."""
    schema = {
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Where it is.", "minLength": 1},
            "mode": {"enum": ["r", "w"], "default": "r"},
            "sizes": {"type": "array", "items": {"type": ["integer", "null"]}},
            "either": {"anyOf": [{"type": "string"}, {"const": 7}]},
            "anything": {},
        },
        "required": ["path"],
    }
    found = parameters_of(schema)

    assert not found.more
    assert found.rows == (
        Parameter("path", 0, "string", True, "", "letters, at least 1", "Where it is."),
        Parameter("mode", 0, '"r" | "w"', False, '"r"', "", ""),
        Parameter("sizes", 0, "list of integer | null", False, "", "", ""),
        Parameter("either", 0, "string | 7", False, "", "", ""),
        Parameter("anything", 0, "any", False, "", "", ""),
    )


def test_what_lies_in_a_parameter_follows_it() -> None:
    """Objects and the items of lists are shown below their names, a step deeper."""
    inner = {"properties": {"id": {"type": "integer"}}, "required": ["id"]}
    schema = {"properties": {"where": inner, "rows": {"type": "array", "items": inner}}}
    found = [(row.name, row.depth, row.kind, row.required) for row in parameters_of(schema).rows]

    assert found == [
        ("where", 0, "object", False),
        ("id", 1, "integer", True),
        ("rows", 0, "list of object", False),
        ("id", 1, "integer", True),
    ]


@each_row("schema", ODD.values(), ids=ODD.keys())
def test_whatever_stands_for_a_schema_is_read_to_an_end(schema: Any) -> None:
    """Nothing of it raises, and no row is longer than a person reads."""
    found = parameters_of(schema)

    assert len(found.rows) <= MOST_ROWS
    assert all(len(row.kind) <= LONGEST_WORD + 1 for row in found.rows)


def test_a_huge_schema_is_cut_and_says_so() -> None:
    """Thousands of parameters, and texts of a megabyte, make a table of some rows."""
    long = "x" * (1 << 20)
    many = {str(number): {"type": "string"} for number in range(5000)}
    wide = {"type": "object", "properties": {long: {"description": long, "enum": [long] * 99}}}
    alike = {"properties": {"a": {"anyOf": [{"anyOf": [{"type": "x"}] * 99}] * 99}}}

    (row,) = parameters_of(wide).rows
    assert len(row.text) == LONGEST_TEXT + 1
    assert len(row.name + row.kind) < 300
    cut = parameters_of({"properties": many})
    assert (len(cut.rows), cut.more) == (MOST_ROWS, True)
    assert parameters_of(alike).rows[0].kind == "x"


def test_what_lies_too_deep_is_said_to_be_there() -> None:
    """Nobody takes the table for the whole."""
    assert parameters_of(nested(30)).more
    assert not parameters_of(nested(2)).more

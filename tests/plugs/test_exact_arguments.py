"""What is decided about is exactly what a tool is given, or the call is refused."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.errors import ToolInputError
from proctor.plugs.exact_arguments import exact, from_json
from tests.tables import each_row

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "force": {"type": "boolean", "default": False},
        "depth": {"type": "integer", "default": 1},
        "ratio": {"type": "number", "default": 0.5},
        "how": {"enum": ["fast", "slow"], "type": "string", "default": "fast"},
        "tags": {"type": "array", "items": {"type": "string"}, "default": []},
        "owner": {"anyOf": [{"$ref": "#/$defs/Person"}, {"type": "null"}], "default": None},
    },
    "required": ["path"],
    "$defs": {
        "Person": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "admin": {"type": "boolean", "default": True},
            },
            "required": ["name"],
        }
    },
}
DEFAULTS = {"force": False, "depth": 1, "ratio": 0.5, "how": "fast", "tags": [], "owner": None}


def test_the_defaults_of_a_schema_are_put_in() -> None:
    """A rule sees what the tool will do, also where the model leaves it out."""
    assert exact(SCHEMA, {"path": "a"}) == {"path": "a", **DEFAULTS}


def test_the_defaults_inside_are_put_in_too() -> None:
    """What stands in a map of the input is read as the map itself is."""
    read = exact(SCHEMA, {"path": "a", "owner": {"name": "ada"}})

    assert read["owner"] == {"name": "ada", "admin": True}


def test_a_default_is_read_as_if_it_were_given() -> None:
    """A rule finds it under the same names, and with what is in it; one that is null stays so."""
    inner = {"properties": {"p": {"type": "string"}, "n": {"type": "integer", "default": 1}}}
    fields = {"a": {**inner, "default": {"p": "safe"}}, "b": {"type": "string", "default": None}}

    assert exact({"properties": fields}, {}) == {"a": {"p": "safe", "n": 1}, "b": None}


@pytest.mark.parametrize("default", [{"path": "safe"}, {"p": {"x": 1}}, [{"path": "safe"}]])
def test_a_default_that_is_written_otherwise_has_to_be_given(default: object) -> None:
    """A framework writes a default by the names of its own; no rule is asked about those."""
    field = {"properties": {"p": {"type": "string", "default": "x"}}, "default": default}

    with pytest.raises(ToolInputError, match="`a` has to be given: its default is written other"):
        exact({"properties": {"a": {"type": "object", **field}}}, {})
    assert exact({"properties": {"a": field}}, {"a": {"p": "y"}}) == {"a": {"p": "y"}}


def test_what_is_read_is_a_copy() -> None:
    """Whoever still holds the arguments cannot change what was decided about."""
    given: dict[str, Any] = {"path": "a", "tags": ["x"]}
    read = exact(SCHEMA, given)
    given["tags"].append("y")

    assert read["tags"] == ["x"]
    assert exact(SCHEMA, {"path": "a"})["tags"] is not SCHEMA["properties"]["tags"]["default"]


@each_row(
    ("given", "why"),
    [
        ({"path": "a", "force": "yes"}, "`force` is of type boolean, not string"),
        ({"path": "a", "force": 1}, "`force` is of type boolean, not integer"),
        ({"path": "a", "depth": True}, "`depth` is of type integer, not boolean"),
        ({"path": "a", "depth": 2.0}, "`depth` is of type integer, not number"),
        ({"path": "a", "depth": "2"}, "`depth` is of type integer, not string"),
        ({"path": 5}, "`path` is of type string, not integer"),
        ({"path": None}, "`path` is of type string, not null"),
        ({"path": ["a"]}, "`path` is of type string, not array"),
        ({"path": "a", "how": "sloppy"}, "`how` is one of `fast`, `slow`"),
        ({"path": "a", "tags": "x"}, "`tags` is of type array, not string"),
        ({"path": "a", "tags": ["x", 1]}, "`tags[1]` is of type string, not integer"),
        ({"path": "a", "owner": {"name": "ada", "admin": "no"}},
         "`owner.admin` is of type boolean, not string"),
        ({"path": "a", "owner": {"name": "ada", "x": 1}},
         "`owner.x` is not known: there are `name`, `admin`"),
        ({}, "`path` is missing"),
        ({"path": "a", "path ": "b"}, "`path ` is not known"),
        ({"path": "a", "nested": {"path": "/srv/app"}}, "`nested` is not known"),
        ({"path": {1, 2}}, "`path` is not JSON"),
        ("a", "the arguments are an object"),
        (None, "the arguments are an object"),
    ],
    ids=str,
)  # fmt: skip
def test_what_a_framework_would_change_is_refused(given: object, why: str) -> None:
    """Nothing is turned into another type, dropped or made up behind a rule's back."""
    with pytest.raises(ToolInputError) as caught:
        exact(SCHEMA, given)

    assert caught.value.message.startswith(why)


def test_a_number_may_be_whole() -> None:
    """One is a number too."""
    assert exact(SCHEMA, {"path": "a", "ratio": 1})["ratio"] == 1


def test_a_strict_schema_that_lost_a_null_default_gets_it_back() -> None:
    """A field that must be given and may be null is null where it is not given."""
    schema = {
        "properties": {"note": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
        "required": ["note"],
        "additionalProperties": False,
    }

    assert exact(schema, {}) == {"note": None}


@each_row(
    ("schema", "read"),
    [
        ({}, {"x": {"y": 1}}),
        ({"type": "object"}, {"x": {"y": 1}}),
        ({"properties": {}, "additionalProperties": True}, {"x": {"y": 1}}),
        ({"properties": {}, "additionalProperties": {"type": "object"}}, {"x": {"y": 1}}),
        ({"allOf": [{"properties": {"x": True, "z": {"default": 2}}}]}, {"x": {"y": 1}, "z": 2}),
    ],
    ids=str,
)
def test_a_schema_that_leaves_room_takes_what_is_given(schema: Any, read: object) -> None:
    """Where a tool takes anything, anything is what is decided about."""
    assert exact(schema, {"x": {"y": 1}}) == read


@each_row(
    "schema",
    [
        {"properties": {"x": {"$ref": "#/$defs/Gone"}}},
        {"properties": {"x": {"$ref": "https://example.org/schema.json"}}},
        {"properties": {"x": {"$ref": "#/properties/x"}}},
        {"properties": {"x": False}},
        {"properties": {}},
        {"properties": {"x": {"anyOf": []}}},
    ],
    ids=str,
)
def test_a_schema_that_cannot_be_read_or_met_lets_nothing_through(schema: Any) -> None:
    """A reference to nothing or to itself, or a field that takes nothing, is a no."""
    with pytest.raises(ToolInputError):
        exact(schema, {"x": 1})


def test_a_schema_that_goes_round_in_circles_ends() -> None:
    """A tree may be as deep as it is given, and a value that is too deep is refused."""
    schema = {"properties": {"down": {"$ref": "#"}}}
    deep: dict[str, Any] = {}
    for _ in range(200):
        deep = {"down": deep}

    assert exact(schema, {"down": {"down": {}}}) == {"down": {"down": {}}}
    with pytest.raises(ToolInputError, match="nested too deeply"):
        exact(schema, deep)


def test_a_text_of_json_is_read() -> None:
    """An empty text is an empty input, as the frameworks have it."""
    assert from_json('{"a": [1, "x", null]}') == {"a": [1, "x", None]}
    assert from_json("") == {}


@each_row(
    ("text", "why"),
    [
        ('{"path": "a", "path": "/"}', "`path` is given twice"),
        ('{"x": {"a": 1, "\\u0061": 2}}', "`a` is given twice"),
        ('{"x": NaN}', "`NaN` is no JSON"),
        ('{"x": -Infinity}', "`-Infinity` is no JSON"),
        ('{"x": 1e400}', "`1e400` is no JSON"),
        ("{", "the arguments are not JSON"),
        ("[" * 100_000, "the arguments are not JSON"),
        (None, "the arguments are a text of JSON"),
        ({"path": "a"}, "the arguments are a text of JSON"),
    ],
    ids=lambda one: str(one)[:40],
)
def test_json_that_two_readers_may_read_differently_is_refused(text: object, why: str) -> None:
    """A name that is given twice could be one thing to the rules and another to the tool."""
    with pytest.raises(ToolInputError) as caught:
        from_json(text)

    assert caught.value.message == why

"""Shapes say what a value may be, and read it."""

from __future__ import annotations

import pytest

from proctor.errors import ToolInputError
from proctor.tools.shapes import (
    Choice,
    Either,
    Field,
    Fields,
    Items,
    Plain,
    Shape,
    Table,
    kind_of,
    same_sort,
)
from tests.tables import each_row

TEXT, WHOLE, NUMBER = Plain(str, "string"), Plain(int, "integer"), Plain(float, "number")
CAT = Fields((Field("kind", Choice(("cat",), ("cat",))), Field("lives", WHOLE)))
DOG = Fields((Field("kind", Choice(("dog",), ("dog",))), Field("name", TEXT)))


def refused(shape: Shape, value: object) -> str:
    """Return why a shape does not take a value."""
    with pytest.raises(ToolInputError) as caught:
        shape.read(value, "x")
    return caught.value.message


def test_the_first_shape_that_fits_reads_the_value() -> None:
    """Of several shapes, the order decides where two would take a value."""
    assert Either((CAT, DOG)).read({"kind": "dog", "name": "Rex"}, "x") == {
        "kind": "dog",
        "name": "Rex",
    }
    assert type(Either((WHOLE, NUMBER)).read(1, "x")) is int
    assert type(Either((NUMBER, WHOLE)).read(1, "x")) is float


def test_of_several_shapes_the_likely_one_says_what_is_wrong() -> None:
    """Where only one shape is of the value's sort, its error is told, else all of them."""
    assert refused(Either((TEXT, Items(WHOLE))), ["a"]) == (
        '`x[0]` must be a whole number, not `"a"`'
    )
    assert refused(Either((CAT, DOG)), {"kind": "cow", "name": "Elsa"}) == (
        '`x.name` is not in the schema; or `x.kind` must be `"dog"`, not `"cow"`'
    )
    assert refused(Either((TEXT, WHOLE)), None) == (
        "`x` must be text, not `null`; or `x` must be a whole number, not `null`"
    )


VALUES: tuple[object, ...] = (
    "a",
    "cat",
    1,
    0,
    True,
    None,
    1.5,
    [],
    ["a"],
    [1],
    {},
    {"a": 1},
    {"kind": "cat"},
    b"",
)
SHAPES = (
    TEXT, WHOLE, NUMBER, Plain(bool, "boolean"), Plain(type(None), "null"), Items(TEXT),
    Table(WHOLE), CAT, Choice(("cat", 1, None), ("cat", 1, None)), Either((TEXT, Items(WHOLE))),
)  # fmt: skip


@each_row("value", VALUES, ids=repr)
@each_row("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_no_shape_takes_a_value_of_another_sort(shape: Shape, value: object) -> None:
    """To look at those of the same sort only leaves out none that would take the value."""
    try:
        shape.read(value, "x")
    except ToolInputError:
        return
    assert same_sort(shape, value)
    assert Either((Plain(bytes, "bytes"), shape)).read(value, "x") == shape.read(value, "x")


def test_a_place_is_named_by_the_beginning_of_a_long_key() -> None:
    """A model cannot make every value below a key carry a copy of that key."""
    message = refused(Table(Items(WHOLE)), {"k" * 100_000: ["a"]})

    assert message.startswith("`x.kkkk")
    assert len(message) < 200


def test_a_list_and_a_map_are_read_into_new_ones() -> None:
    """What is read is not what was given."""
    items, table = ["a"], {"a": 1}

    assert Items(TEXT).read(items, "x") == items
    assert Items(TEXT).read(items, "x") is not items
    assert Table(WHOLE).read(table, "x") == table
    assert Table(WHOLE).read(table, "x") is not table


def test_the_keys_of_a_map_are_texts_that_can_be_written() -> None:
    """Half of a character is no key, and neither is a number."""
    assert refused(Table(WHOLE), {"\udfff": 1}) == (
        "`a key of x` holds a character that no text can have"
    )
    assert refused(Table(WHOLE), {1: 1}) == "`a key of x` must be text, not `1`"
    assert refused(Table(WHOLE), ["a"]) == "`x` must be a map, not a list"


def test_an_object_that_raises_is_a_wrong_value() -> None:
    """Whatever an object's own checks raise, the model is told, without controls."""

    def make(name: str) -> object:
        raise RuntimeError(name)

    assert refused(Fields((Field("name", TEXT),), make), {"name": "\x1b[2J"}) == (
        "`x` is not possible: \\x1b[2J"
    )


@each_row(
    ("value", "words"),
    [("a", "text"), (True, "true or false"), (1, "a whole number"), (1.5, "a number"),
     ([], "a list"), ({}, "a map"), (None, "null"), (b"", "`bytes`")],
)  # fmt: skip
def test_what_a_value_is_has_words(value: object, words: str) -> None:
    """A message speaks of what JSON has, and names anything else by its class."""
    assert kind_of(value) == words

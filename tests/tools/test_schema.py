"""Types become shapes, or an error that says what to write instead."""

from __future__ import annotations

import dataclasses
import enum
import typing
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NewType, NotRequired, Required, TypedDict

import pytest

from proctor import Context
from proctor.errors import ToolDeclarationError
from proctor.tools.schema import POSSIBLE, dataclass_shape, field_of, shape_of
from tests.tables import each_row

Sku = NewType("Sku", str)
TEXT = {"type": "string"}


class Colour(enum.StrEnum):
    """A colour."""

    RED = "red"
    BLUE = "blue"


class OldColour(str, enum.Enum):  # noqa: UP042 - as people wrote it before there was StrEnum
    """A colour."""

    RED = "red"


class Number(enum.IntEnum):
    """A number."""

    ONE = 1


class Nothing(enum.StrEnum):
    """No colour at all."""


class Place(TypedDict, total=False):
    """A place; behind strings for annotations, as in most modules."""

    street: Required[str]
    town: Annotated[str, "with its code"]
    floor: NotRequired[int]


class Whole(TypedDict):
    """A place of which most must be known."""

    street: str
    floor: NotRequired[int]


@dataclasses.dataclass
class Item:
    """Something in a cart."""

    name: str
    count: int = 1
    tags: list[str] = dataclasses.field(default_factory=list)
    colour: Colour = Colour.RED
    made: str = dataclasses.field(init=False, default="here")
    everybodys: ClassVar[int] = 0


@dataclasses.dataclass
class Tree:
    """Something without an end."""

    below: list[Tree]


@dataclasses.dataclass
class Odd:
    """Something that is made of more than its fields."""

    name: str
    more: dataclasses.InitVar[int] = 0


@dataclasses.dataclass(frozen=True, kw_only=True)
class MyContext(Context):
    """A context with more in it."""

    shop: str = ""


class Private:
    """A class of its own."""


@each_row(
    ("hint", "schema"),
    [
        (str, TEXT),
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (None, {"type": "null"}),
        (type(None), {"type": "null"}),
        (Sku, TEXT),
        (list[str], {"type": "array", "items": TEXT}),
        (typing.List[str], {"type": "array", "items": TEXT}),  # noqa: UP006 - as some write it
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
        (Literal[1, 2], {"type": "integer", "enum": [1, 2]}),
        (Literal["a", 1, None, True], {"enum": ["a", 1, None, True]}),  # noqa: PYI061 - as some write it
        (Colour, {"type": "string", "enum": ["red", "blue"]}),
        (OldColour, {"type": "string", "enum": ["red"]}),
        (str | None, {"anyOf": [TEXT, {"type": "null"}]}),
        (typing.Optional[str], {"anyOf": [TEXT, {"type": "null"}]}),  # noqa: UP045 - as above
        (list[str] | int, {"anyOf": [{"type": "array", "items": TEXT}, {"type": "integer"}]}),
        (Annotated[str, "words"], TEXT),
    ],
    ids=str,
)
def test_a_type_has_a_schema(hint: object, schema: dict[str, Any]) -> None:
    """Every type that JSON can carry is written as JSON Schema."""
    assert shape_of(hint, "x").schema() == schema


def test_a_typed_dict_is_an_object() -> None:
    """Keys that must be there are those that are required, also where annotations are strings."""
    assert shape_of(Place, "x").schema() == {
        "type": "object",
        "properties": {
            "street": TEXT,
            "town": {"type": "string", "description": "with its code"},
            "floor": {"type": "integer"},
        },
        "required": ["street"],
        "additionalProperties": False,
    }
    assert shape_of(Whole, "x").schema()["required"] == ["street"]


def test_a_dataclass_is_an_object_with_the_fields_that_it_is_made_of() -> None:
    """Defaults are in the schema as JSON has them; a factory makes a field optional."""
    assert shape_of(Item, "x").schema() == {
        "type": "object",
        "properties": {
            "name": TEXT,
            "count": {"type": "integer", "default": 1},
            "tags": {"type": "array", "items": TEXT},
            "colour": {"type": "string", "enum": ["red", "blue"], "default": "red"},
        },
        "required": ["name"],
        "additionalProperties": False,
    }


def test_a_description_of_the_type_is_nearer_than_that_of_the_docstring() -> None:
    """What stands in the type wins; without it, the docstring's counts."""
    near = field_of("x", Annotated[str, "near"], "f.x", description="far")
    far = field_of("x", str, "f.x", description="far")

    assert (near.description, far.description) == ("near", "far")


@each_row(
    ("hint", "help_"),
    [
        (list, "say of what: list[str]"),
        (dict, "say of what: dict[str, int]"),
        (tuple[int, ...], "a list is possible: list[str]"),
        (set[str], "a list is possible: list[str]"),
        (frozenset, "a list is possible: list[str]"),
        (bytes, "JSON has no bytes: take a str"),
        (Any, "say what it is, so that what comes can be checked"),
        (object, "say what it is, so that what comes can be checked"),
        (dict[int, str], "JSON has texts as keys: dict[str, int]"),
        (Path, "take a str, and make a path of it inside the workspace"),
        (datetime, "take a str, and read it in the tool"),
        (Decimal, "take a str, and read it in the tool"),
        (Private, POSSIBLE),
        (complex, POSSIBLE),
        (Callable[[], int], POSSIBLE),
        (Sequence[str], POSSIBLE),
        (list[str, int], "say of what: list[str]"),  # type: ignore[misc]  # that is the point
        (list[list], "say of what: list[str]"),  # type: ignore[type-arg]  # the same
        (str | Private, POSSIBLE),
        (type[str], POSSIBLE),
        ([1], POSSIBLE),
    ],
    ids=str,
)
def test_a_type_that_cannot_be_checked_is_refused(hint: object, help_: str) -> None:
    """The error says what to write instead; nothing is taken as it comes."""
    with pytest.raises(ToolDeclarationError, match="cannot be a type of a tool's input") as caught:
        shape_of(hint, "f.x")

    assert caught.value.help == help_


@each_row(
    ("hint", "message"),
    [
        (Literal[b"x"], "JSON has no `b'x'`"),
        (Literal[Colour.RED], "JSON has no `red`"),
        (Number, "`Number` is not an Enum of texts"),
        (Nothing, "`Nothing` is not an Enum of texts"),
        (enum.Enum, "`Enum` is not an Enum of texts"),
        (Tree, "`Tree` holds itself, and a schema would have no end"),
        (Odd, "`x.more`: an InitVar cannot be read"),
        (Annotated[int, 5], "only a description can stand in Annotated"),
        (list[Annotated[int, range(3)]], "only a description can stand in Annotated"),
    ],
    ids=str,
)
def test_a_class_that_cannot_be_read_is_refused(hint: object, message: str) -> None:
    """Numbers in an Enum, classes without an end and conditions are errors, never ignored."""
    with pytest.raises(ToolDeclarationError, match=message):
        shape_of(hint, "x")


@pytest.mark.parametrize("hint", [Context, MyContext, Context | None, list[Context]], ids=str)
def test_a_context_is_never_part_of_an_input(hint: object) -> None:
    """Neither inside another type nor as a class of one's own does it come from a model."""
    with pytest.raises(ToolDeclarationError, match="never comes from a model"):
        shape_of(hint, "f.x")


@each_row(
    ("hint", "default", "plain"),
    [
        (str, "a", "a"),
        (str | None, None, None),
        (float, 1, 1),
        (Colour, Colour.BLUE, "blue"),
        (list[Colour], [Colour.BLUE], ["blue"]),
        (dict[str, Colour], {"a": Colour.RED}, {"a": "red"}),
        (Item, Item("x"), {"name": "x", "count": 1, "tags": [], "colour": "red"}),
    ],
    ids=str,
)
def test_a_default_is_kept_as_json_has_it(hint: object, default: object, plain: object) -> None:
    """What the function gets by default is what the schema says."""
    field = field_of("x", hint, "f.x", needed=False, default=default)

    assert field.schema()["default"] == plain
    assert field.shape.read(plain, "x") == default


@each_row(
    ("hint", "default", "help_"),
    [
        (str, None, "say `| None` in the type"),
        (int, "1", "give one of that type"),
        (int, True, "give one of that type"),
        (list[str], (), "give one of that type"),
        (Literal["a"], "b", "give one of that type"),
        (str, object(), "give one of that type"),
    ],
)
def test_a_default_of_another_type_is_refused(hint: object, default: object, help_: str) -> None:
    """A default that the model could not give itself is an error."""
    with pytest.raises(ToolDeclarationError, match="is not of the parameter's type") as caught:
        field_of("x", hint, "f.x", needed=False, default=default)

    assert caught.value.help == help_


def test_types_that_are_only_for_the_checker_are_refused() -> None:
    """A name that does not exist where the module runs cannot be read."""

    @dataclasses.dataclass
    class Lost:
        place: Nowhere  # type: ignore[name-defined]  # noqa: F821 - that is the point

    with pytest.raises(ToolDeclarationError, match="name 'Nowhere' is not defined") as caught:
        dataclass_shape(Lost, "f.x", ())

    assert caught.value.help == "import them where the module runs, not only for the type checker"

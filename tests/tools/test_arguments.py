"""What a model gives is checked before anything is done with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, TypedDict

import pytest

from proctor import Context, UsageError, tool
from proctor.errors import ToolInputError
from proctor.tools.arguments import (
    DEEPEST,
    MOST_BITS,
    MOST_CHARACTERS,
    MOST_VALUES,
    checked,
    with_defaults,
)
from proctor.tools.definition import ToolDefinition
from tests.tables import each_row


class Speed(StrEnum):
    """How fast."""

    SLOW = "slow"
    FAST = "fast"


@dataclass
class Item:
    """Something in a parcel."""

    name: str
    count: int = 1
    tags: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Refuse what cannot be sent."""
        if self.count < 1:
            message = "there is nothing to send"
            raise ValueError(message)


@dataclass
class Row:
    """Something in a table, of which nothing has to be said."""

    path: str = "all"
    speed: Speed = Speed.FAST


class Place(TypedDict, total=False):
    """Where to."""

    town: str
    floor: int


@tool
def send(
    context: Context,
    items: list[Item],
    to: Place | None = None,
    weights: dict[str, float] | None = None,
    speed: Speed = Speed.SLOW,
    door: Literal["front", 1, True] = "front",
    note: str | int = "",
) -> str:
    """Send a parcel."""
    return f"{context}{items}{to}{weights}{speed}{door}{note}"


@tool
def plain(text: str, whole: int = 0, number: float = 0, yes: bool = False) -> str:
    """Take plain values."""
    return f"{text}{whole}{number}{yes}"


def refusal(arguments: object, definition: ToolDefinition = send.definition) -> tuple[str, str]:
    """Return code and message of a refusal, which deciding gives just so."""
    with pytest.raises(ToolInputError) as caught:
        checked(definition, arguments)
    with pytest.raises(ToolInputError) as again:
        with_defaults(definition, arguments)
    assert (again.value.code, again.value.message) == (caught.value.code, caught.value.message)
    return caught.value.code, caught.value.message


def test_what_fits_is_given_to_the_function_as_its_types_say() -> None:
    """Objects, members and lists are built; what is not given is left to the function."""
    given_by_model = {
        "items": [{"name": "tea"}, {"name": "cup", "count": 2, "tags": ["fragile"]}],
        "to": {"town": "Hamburg"},
        "weights": {"tea": 1, "cup": 0.5},
        "speed": "fast",
    }

    found = checked(send.definition, given_by_model)

    assert found == {
        "items": [Item("tea"), Item("cup", 2, ["fragile"])],
        "to": {"town": "Hamburg"},
        "weights": {"tea": 1.0, "cup": 0.5},
        "speed": Speed.FAST,
    }
    assert (type(found["speed"]), type(found["weights"]["tea"])) == (Speed, float)


def test_what_is_decided_about_has_the_defaults() -> None:
    """A rule sees what the tool will do, in the order of the schema, as JSON has it."""
    assert list(with_defaults(send.definition, {"items": [], "note": 5}).items()) == [
        ("items", []),
        ("to", None),
        ("weights", None),
        ("speed", "slow"),
        ("door", "front"),
        ("note", 5),
    ]


def test_what_is_decided_about_has_the_defaults_inside_too() -> None:
    """What a model leaves out of an object in a list, a map or a choice of types is seen."""

    @tool
    def clear(rows: list[Row], by_name: dict[str, Row], one: int | Row, none: Row | None) -> None:
        """Clear rows."""

    given: dict[str, Any] = {
        "rows": [{}, {"path": "a"}],
        "by_name": {"x": {}},
        "one": {},
        "none": None,
    }
    whole = {"path": "all", "speed": "fast"}
    decided = with_defaults(clear.definition, given)

    assert decided == {
        "rows": [whole, {"path": "a", "speed": "fast"}],
        "by_name": {"x": whole},
        "one": whole,
        "none": None,
    }
    assert checked(clear.definition, decided) == checked(clear.definition, given)


def test_what_was_checked_does_not_change_any_more() -> None:
    """Whoever keeps the model's input and changes it later changes nothing."""
    arguments: dict[str, Any] = {
        "items": [{"name": "tea", "tags": ["a"]}],
        "to": {"town": "Hamburg"},
    }
    found, decided = checked(send.definition, arguments), with_defaults(send.definition, arguments)

    arguments["items"][0]["tags"].append("b")
    arguments["to"]["town"] = "Bremen"
    arguments["items"].clear()

    assert (found["items"], found["to"]) == ([Item("tea", 1, ["a"])], {"town": "Hamburg"})
    assert decided["items"] == [{"name": "tea", "count": 1, "tags": ["a"]}]
    assert decided["to"] == {"town": "Hamburg"}


def test_the_defaults_are_each_calls_own() -> None:
    """A default that a tool changes is not another call's default."""

    @tool
    def collect(into: list[str] = []) -> int:  # noqa: B006 - as people write it
        """Collect."""
        return len(into)

    with_defaults(collect.definition, {})["into"].append("x")
    checked(collect.definition, with_defaults(collect.definition, {}))["into"].append("y")

    assert with_defaults(collect.definition, {}) == {"into": []}
    assert collect.definition.parameters["properties"]["into"]["default"] == []
    assert collect() == 0


@each_row("name", ["context", "self", "is_admin", "workspace", "home", "__class__"])
def test_what_is_not_in_the_schema_is_refused(name: str) -> None:
    """A model cannot give the context, nor anything else that the tool does not take."""
    assert refusal({"items": [], name: {"person": "root"}}) == (
        "unknown-argument",
        f"`{name}` is not in the schema",
    )


def test_an_unknown_key_inside_is_refused() -> None:
    """Also in an object of the input, and in a TypedDict, there are no other keys."""
    assert refusal({"items": [{"name": "x", "admin": True}]})[1] == (
        "`items[0].admin` is not in the schema"
    )
    assert refusal({"items": [], "to": {"twon": "x"}}) == (
        "unknown-argument",
        "`to.twon` is not in the schema",
    )


def test_a_slip_in_a_key_is_found() -> None:
    """The help names the nearest key, or all of them."""
    with pytest.raises(ToolInputError) as slip:
        checked(plain.definition, {"txt": ""})
    with pytest.raises(ToolInputError) as other:
        checked(plain.definition, {"zzz": ""})

    assert slip.value.help == "did you mean `text`?"
    assert other.value.help == "it takes `text`, `whole`, `number`, `yes`"


def test_a_tool_without_parameters_takes_nothing() -> None:
    """An empty input fits, and no other."""

    @tool
    def nothing() -> None:
        """Take nothing."""

    assert (checked(nothing.definition, {}), with_defaults(nothing.definition, {})) == ({}, {})
    with pytest.raises(ToolInputError) as caught:
        checked(nothing.definition, {"x": 1})
    assert caught.value.help == "it takes no arguments"


def test_what_is_missing_is_named() -> None:
    """An empty input is not an input with nothing wrong in it."""
    assert refusal({}) == ("missing-argument", "`items` is missing")
    assert refusal({"items": [{"count": 1}]}) == (
        "missing-argument",
        "`items[0].name` is missing",
    )


def test_only_some_of_many_names_are_told() -> None:
    """A message stays short, whatever an input holds."""
    code, message = refusal({f"k{number}\x1b": 1 for number in range(1000)})

    assert code == "unknown-argument"
    assert message.endswith("`k4\\x1b`, 995 more are not in the schema")


@each_row(
    ("arguments", "message"),
    [
        ({"text": 1}, "`text` must be text, not `1`"),
        ({"text": None}, "`text` must be text, not `null`"),
        ({"text": ["a"]}, "`text` must be text, not a list"),
        ({"text": "", "whole": "1"}, '`whole` must be a whole number, not `"1"`'),
        ({"text": "", "whole": True}, "`whole` must be a whole number, not `true`"),
        ({"text": "", "whole": 1.0}, "`whole` must be a whole number, not `1.0`"),
        ({"text": "", "number": True}, "`number` must be a number, not `true`"),
        ({"text": "", "number": "1"}, '`number` must be a number, not `"1"`'),
        ({"text": "", "number": float("nan")}, "`number` must be a number that is finite, not"),
        ({"text": "", "number": float("inf")}, "`number` must be a number that is finite, not"),
        ({"text": "", "yes": 1}, "`yes` must be true or false, not `1`"),
        ({"text": "", "yes": "true"}, '`yes` must be true or false, not `"true"`'),
        ({"text": "\ud800"}, "`text` holds a character that no text can have"),
        ({"text": "x" * 500, "whole": "\x1b[2J" + "x" * 500}, "`whole` must be a whole number"),
    ],
    ids=str,
)
def test_nothing_is_turned_into_something_else(arguments: dict[str, Any], message: str) -> None:
    """A value is of its type or refused, in a message that is short and has no control in it."""
    code, said = refusal(arguments, plain.definition)

    assert (code, said[: len(message)]) == ("bad-arguments", message)
    assert said.isprintable()
    assert len(said) < 200


@each_row(
    ("more", "message"),
    [
        ({"items": {}}, "`items` must be a list, not a map"),
        ({"items": "tea"}, '`items` must be a list, not `"tea"`'),
        ({"items": ["tea"]}, '`items[0]` must be a map, not `"tea"`'),
        ({"items": [{"name": "x", "count": 0}]},
         "`items[0]` is not possible: there is nothing to send"),
        ({"speed": "now"}, '`speed` must be `"slow"` or `"fast"`, not `"now"`'),
        ({"speed": "SLOW"}, '`speed` must be `"slow"` or `"fast"`, not `"SLOW"`'),
        ({"door": 1.0}, '`door` must be `"front"` or `1` or `true`, not `1.0`'),
        ({"door": False}, '`door` must be `"front"` or `1` or `true`, not `false`'),
        ({"to": {"floor": "1"}}, '`to.floor` must be a whole number, not `"1"`'),
        ({"to": 5}, "`to` must be a map, not `5`; or `to` must be null, not `5`"),
        ({"weights": {"a": True}}, "`weights.a` must be a number, not `true`"),
        ({"note": True}, "`note` must be text, not `true`; or `note` must be a whole number"),
    ],
    ids=str,
)  # fmt: skip
def test_what_does_not_fit_is_said_with_its_place(more: dict[str, Any], message: str) -> None:
    """The model is told which value is wrong, and what would be right."""
    code, said = refusal({"items": [], **more})

    assert (code, said[: len(message)]) == ("bad-arguments", message)


def test_one_and_true_are_two_values() -> None:
    """Of values that Python takes for equal, each stays what it is."""
    one, true = (checked(send.definition, {"items": [], "door": door}) for door in (1, True))

    assert (type(one["door"]), type(true["door"])) == (int, bool)


class Sly(dict[str, Any]):
    """A map that says something else each time."""


class SlyText(str):
    """A text with a mind of its own."""

    __slots__ = ()


@each_row(
    "arguments",
    [
        None, [], "", 1, [("text", "x")], Sly(text="x"), {1: 2}, {None: 1}, {SlyText("text"): "x"},
        {"text": SlyText("x")}, {"text": object()}, {"text": b"x"}, {"text": ("x",)},
        {"text": {"a": {1: 2}}},
    ],
    ids=lambda one: type(one).__name__,
)  # fmt: skip
def test_only_json_is_an_input(arguments: object) -> None:
    """What is not a map of plain values is refused, also what only behaves like one."""
    assert refusal(arguments, plain.definition)[0] == "bad-arguments"


def deep(levels: int) -> object:
    """Return a list in a list in a list."""
    value: object = "x"
    for _ in range(levels):
        value = [value]
    return value


def circle() -> list[Any]:
    """Return a list that holds itself."""
    found: list[Any] = []
    found.append(found)
    return found


@each_row(
    "value",
    [
        "x" * (MOST_CHARACTERS + 1),
        {"x" * (MOST_CHARACTERS + 1): 1},
        [0] * (MOST_VALUES + 1),
        deep(DEEPEST + 1),
        deep(100_000),
        circle(),
        1 << MOST_BITS,
        -(1 << MOST_BITS),
    ],
    ids=["long", "long key", "many", "deep", "very deep", "circle", "huge", "hugely negative"],
)
def test_what_is_too_large_is_refused(value: object) -> None:
    """Text, values, levels and numbers have a limit, and a circle ends."""
    code, message = refusal({"text": value}, plain.definition)

    assert code == "bad-arguments"
    assert message.startswith("the input of `plain` is too large: at most 10,000,000 characters")


def test_what_is_just_not_too_large_is_taken() -> None:
    """A large file is an input, and so is a large number."""
    text = "x" * (MOST_CHARACTERS - len("textwhole"))
    whole = (1 << MOST_BITS) - 1

    assert checked(plain.definition, {"text": text, "whole": whole}) == {
        "text": text,
        "whole": whole,
    }
    assert refusal({"text": "", "number": whole}, plain.definition)[1] == (
        "`number` is too large a number"
    )


def test_a_tool_without_a_function_is_not_checked_here() -> None:
    """What an agent program runs is not taken for checked."""
    definition = ToolDefinition(
        id="Read", name="Read", description="Read.", category="x", parameters={}
    )

    with pytest.raises(UsageError, match="`Read` has no function here"):
        checked(definition, {})
    with pytest.raises(UsageError, match="`Read` has no function here"):
        with_defaults(definition, {})

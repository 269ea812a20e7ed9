"""From the types of a function to the shapes of its input."""

from __future__ import annotations

import dataclasses
import types
import typing
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, Required, Union

from proctor.errors import ToolDeclarationError, ToolInputError
from proctor.tools.context import Context
from proctor.tools.shapes import (
    NO_DEFAULT,
    Choice,
    Either,
    Field,
    Fields,
    Items,
    Plain,
    Shape,
    Table,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAIN: dict[object, Plain] = {
    str: Plain(str, "string"),
    int: Plain(int, "integer"),
    float: Plain(float, "number"),
    bool: Plain(bool, "boolean"),
    type(None): Plain(type(None), "null"),
}
POSSIBLE = (
    "possible are str, int, float, bool, None, list[T], dict[str, T], Literal, an Enum of texts, "
    "a union of these, TypedDict, dataclass and Annotated[T, 'description']"
)
A_KEY_AND_A_VALUE = 2
CONTEXT_ITSELF = "the program gives the context, to a parameter that is just that: `Context`"
# What people write, and what they shall write.
INSTEAD: dict[object, str] = {
    list: "say of what: list[str]",
    dict: "say of what: dict[str, int]",
    tuple: "a list is possible: list[str]",
    set: "a list is possible: list[str]",
    frozenset: "a list is possible: list[str]",
    bytes: "JSON has no bytes: take a str",
    Any: "say what it is, so that what comes can be checked",
    object: "say what it is, so that what comes can be checked",
}
INSTEAD_BY_NAME = {
    "pathlib": "take a str, and make a path of it inside the workspace",
    "datetime": "take a str, and read it in the tool",
    "decimal": "take a str, and read it in the tool",
}


def shape_of(hint: object, at: str, inside: tuple[object, ...] = ()) -> Shape:
    """Return the shape of a type; `inside` are the classes whose fields are being read."""
    hint, _ = described(hint, at)
    if isinstance(hint, typing.NewType):
        return shape_of(hint.__supertype__, at, inside)
    plain = PLAIN.get(type(None) if hint is None else hint) if is_hashable(hint) else None
    if plain:
        return plain
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return choice_of(arguments, arguments, at)
    if origin in (Union, types.UnionType):
        return Either(tuple(shape_of(each, at, inside) for each in arguments))
    if origin is list and len(arguments) == 1:
        return Items(shape_of(arguments[0], f"{at}[]", inside))
    if origin is dict and arguments[0] is str and len(arguments) == A_KEY_AND_A_VALUE:
        return Table(shape_of(arguments[1], f"{at}.*", inside))
    if isinstance(hint, type):
        found = class_shape(hint, at, inside)
        if found:
            return found
    raise impossible(hint, at)


def class_shape(hint: type, at: str, inside: tuple[object, ...]) -> Shape | None:
    """Return the shape of a class that has one."""
    if issubclass(hint, Context):
        message = f"`{at}`: a `{hint.__name__}` never comes from a model"
        raise ToolDeclarationError(message, help=CONTEXT_ITSELF)
    if hint in inside:
        message = f"`{at}`: `{hint.__name__}` holds itself, and a schema would have no end"
        raise ToolDeclarationError(message, help="name what belongs together by an id")
    if issubclass(hint, Enum):
        values = [member.value for member in hint]
        if issubclass(hint, str) and values and all(type(value) is str for value in values):
            return choice_of(tuple(values), tuple(hint), at)
        message = f"`{at}`: `{hint.__name__}` is not an Enum of texts"
        raise ToolDeclarationError(message, help=f"class {hint.__name__}(enum.StrEnum)")
    if typing.is_typeddict(hint):
        return typed_dict(hint, at, (*inside, hint))
    if dataclasses.is_dataclass(hint):
        return dataclass_shape(hint, at, (*inside, hint))
    return None


def choice_of(values: tuple[Any, ...], made: tuple[Any, ...], at: str) -> Choice:
    """Return the shape of a few values."""
    for value in values:
        if not (value is None or type(value) in (str, int, bool)):
            message = f"`{at}`: JSON has no `{value}`"
            raise ToolDeclarationError(message, help="a Literal has texts, whole numbers, None")
    return Choice(values, made)


def typed_dict(hint: type, at: str, inside: tuple[object, ...]) -> Fields:
    """Return the shape of a TypedDict."""
    required = hint.__required_keys__  # type: ignore[attr-defined]  # every TypedDict has it
    fields = []
    for name, each in hints_of(hint, at).items():
        needed = name in required
        # Behind `from __future__ import annotations`, only the hint itself knows of these.
        while typing.get_origin(each) in (Required, NotRequired):
            needed = typing.get_origin(each) is Required
            each = typing.get_args(each)[0]  # noqa: PLW2901 - it is peeled
        fields.append(field_of(name, each, f"{at}.{name}", inside, needed=needed))
    return Fields(tuple(fields))


def dataclass_shape(hint: type, at: str, inside: tuple[object, ...]) -> Fields:
    """Return the shape of a dataclass: the fields that its making takes."""
    hints, fields = hints_of(hint, at), []
    known = {each.name: each for each in dataclasses.fields(hint) if each.init}
    others = [n for n in hints if n not in {each.name for each in dataclasses.fields(hint)}]
    for name in others:
        if isinstance(hints[name], dataclasses.InitVar):
            message = f"`{at}.{name}`: an InitVar cannot be read"
            raise ToolDeclarationError(message, help="make it a field")
    for name, each in known.items():
        has_factory = each.default_factory is not dataclasses.MISSING
        default = NO_DEFAULT if each.default is dataclasses.MISSING else each.default
        needed = default is NO_DEFAULT and not has_factory
        place = f"{at}.{name}"
        fields.append(field_of(name, hints[name], place, inside, needed=needed, default=default))
    return Fields(tuple(fields), hint)


def field_of(  # noqa: PLR0913 - what there is to say of a field
    name: str,
    hint: object,
    at: str,
    inside: tuple[object, ...] = (),
    *,
    needed: bool = True,
    default: object = NO_DEFAULT,
    description: str = "",
) -> Field:
    """Return one field; its default must be of its own type, and is kept as JSON has it."""
    bare, said = described(hint, at)
    shape = shape_of(bare, at, inside)
    if default is not NO_DEFAULT:
        default = plain_default(default, shape, at)
    return Field(name, shape, needed, default, said or description)


def plain_default(default: object, shape: Shape, at: str) -> object:
    """Return a default as JSON has it; one that the model could not give itself is an error."""
    plain = as_plain(default)
    try:
        shape.read(plain, at)
    except ToolInputError:
        message = f"`{at}`: the default {default!r} is not of the parameter's type"
        instead = "say `| None` in the type" if default is None else "give one of that type"
        raise ToolDeclarationError(message, help=instead) from None
    return plain


def as_plain(value: object) -> object:
    """Return a value as JSON has it, as far as it can be one."""
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = (each for each in dataclasses.fields(value) if each.init)
        return {each.name: as_plain(getattr(value, each.name)) for each in fields}
    if isinstance(value, list):
        return [as_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: as_plain(item) for key, item in value.items()}
    return value


def described(hint: object, at: str) -> tuple[object, str]:
    """Take a description off a type: `Annotated[str, "what it is"]`."""
    said = ""
    while typing.get_origin(hint) is Annotated:
        hint, *notes = typing.get_args(hint)
        if not all(isinstance(note, str) for note in notes):
            message = f"`{at}`: only a description can stand in Annotated"
            raise ToolDeclarationError(message, help="check the value in the tool")
        said = said or " ".join(notes)
    return hint, said


def hints_of(thing: Any, at: str) -> Mapping[str, object]:
    """Return the types that something is annotated with."""
    try:
        return typing.get_type_hints(thing, include_extras=True)
    except (NameError, AttributeError, TypeError, SyntaxError) as error:
        message = f"`{at}`: its types cannot be read: {error}"
        instead = "import them where the module runs, not only for the type checker"
        raise ToolDeclarationError(message, help=instead) from error


def impossible(hint: object, at: str) -> ToolDeclarationError:
    """Return the error for a type that an input cannot have."""
    # A union of a type alias and the like have no name of their own.
    name = getattr(hint, "__qualname__", None) if isinstance(hint, type) else None
    key = typing.get_origin(hint) or hint
    module = str(getattr(hint, "__module__", "")).split(".")[0]
    instead = INSTEAD.get(key) if is_hashable(key) else None
    if typing.get_origin(hint) is dict:
        instead = "JSON has texts as keys: dict[str, int]"
    message = f"`{at}`: `{name or hint}` cannot be a type of a tool's input"
    return ToolDeclarationError(message, help=instead or INSTEAD_BY_NAME.get(module) or POSSIBLE)


def is_hashable(value: object) -> bool:
    """Say whether a value can be looked up."""
    try:
        hash(value)
    except TypeError:
        return False
    return True

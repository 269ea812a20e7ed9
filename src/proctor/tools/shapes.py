"""
What a value of a tool's input may be: how a model is told, and how it is checked.

A shape is made from a type by `schema.py`. It writes its JSON Schema and reads a
plain value. Reading is strict: nothing is turned into anything else to make it fit,
and what is read is built anew, so that nobody can change it afterwards.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from json import dumps
from typing import TYPE_CHECKING, Any, Protocol

from proctor.errors import ToolInputError, did_you_mean
from proctor.nodes import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from enum import Enum

# What stands where there is no default; None is one.
NO_DEFAULT = object()
# More than this many names are not listed in a message.
MOST_NAMED = 5
WORDS = {str: "text", bool: "true or false", int: "a whole number", float: "a number"}
WORDS |= {list: "a list", dict: "a map", type(None): "null"}


class Shape(Protocol):
    """Something that a value can be."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the values."""

    def read(self, value: object, at: str) -> object:
        """Return the value as the function gets it, or raise that what stands at `at` is wrong."""

    def filled(self, value: object) -> object:
        """Return a value that can be read, with the defaults of what is left out in it."""


def wrong(at: str, wanted: str, value: object) -> ToolInputError:
    """Return the error for a value that is something else than is wanted there."""
    # The value itself helps where it is one that could almost have been meant.
    is_plain = isinstance(value, bool | int | float | str) or value is None
    got = f"`{visible(as_json(value))}`" if is_plain else kind_of(value)
    return ToolInputError(f"`{visible(at)}` must be {wanted}, not {got}", code="bad-arguments")


def kind_of(value: object) -> str:
    """Return what a value is, in words."""
    return WORDS.get(type(value)) or f"`{visible(type(value).__name__)}`"


def as_json(value: object) -> str:
    """Return a plain value as a model writes it, so that text in quotes is seen to be text."""
    return dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class Plain:
    """A text, number, truth value or null: exactly that type."""

    type: type
    word: str

    def schema(self) -> dict[str, Any]:
        """Return the name that JSON Schema has for the type."""
        return {"type": self.word}

    def read(self, value: object, at: str) -> object:
        """Take the type itself only: a truth value is no number, and `1` in quotes is text."""
        if type(value) is int and self.type is float:
            return as_float(value, at)
        if type(value) is not self.type:
            raise wrong(at, WORDS[self.type], value)
        if isinstance(value, float) and not math.isfinite(value):
            raise wrong(at, "a number that is finite", value)
        if isinstance(value, str) and not is_text(value):
            message = f"`{visible(at)}` holds a character that no text can have"
            raise ToolInputError(message, code="bad-arguments")
        return value

    def filled(self, value: object) -> object:
        """Return it as it is."""
        return value


def as_float(value: int, at: str) -> float:
    """Return a whole number as the number that it is; JSON does not tell `1` from `1.0`."""
    try:
        return float(value)
    except OverflowError:
        message = f"`{visible(at)}` is too large a number"
        raise ToolInputError(message, code="bad-arguments") from None


def is_text(value: str) -> bool:
    """Say whether a text can be written down: half of a surrogate pair cannot."""
    return value.isascii() or not any("\ud800" <= char <= "\udfff" for char in value)


@dataclass(frozen=True)
class Choice:
    """One of a few values, as JSON has them; `made` is what each of them becomes."""

    values: tuple[str | int | bool | None, ...]
    made: tuple[Enum | str | int | bool | None, ...]

    def schema(self) -> dict[str, Any]:
        """List the values."""
        names = {str: "string", int: "integer", bool: "boolean", type(None): "null"}
        kinds = {names[type(value)] for value in self.values}
        typed = {"type": kinds.pop()} if len(kinds) == 1 else {}
        return {**typed, "enum": list(self.values)}

    def read(self, value: object, at: str) -> object:
        """Take one of the values; `True` is not `1`."""
        for known, made in zip(self.values, self.made, strict=True):
            if type(value) is type(known) and value == known:
                return made
        words = " or ".join(f"`{visible(as_json(known))}`" for known in self.values)
        raise wrong(at, words, value)

    def filled(self, value: object) -> object:
        """Return it as it is."""
        return value


@dataclass(frozen=True)
class Items:
    """A list, each item of one shape."""

    item: Shape

    def schema(self) -> dict[str, Any]:
        """Say what the items are."""
        return {"type": "array", "items": self.item.schema()}

    def read(self, value: object, at: str) -> object:
        """Read every item into a new list."""
        if type(value) is not list:
            raise wrong(at, "a list", value)
        return [self.item.read(item, f"{at}[{number}]") for number, item in enumerate(value)]

    def filled(self, value: object) -> object:
        """Fill every item."""
        return [self.item.filled(item) for item in value] if isinstance(value, list) else value


@dataclass(frozen=True)
class Table:
    """A map with any keys, each value of one shape."""

    value: Shape

    def schema(self) -> dict[str, Any]:
        """Say what the values are."""
        return {"type": "object", "additionalProperties": self.value.schema()}

    def read(self, value: object, at: str) -> object:
        """Read every value into a new map; the keys are texts."""
        if type(value) is not dict:
            raise wrong(at, "a map", value)
        keys = Plain(str, "string")
        return {
            # A long key is cut: each value below it would carry a copy of it.
            keys.read(key, f"a key of {at}"): self.value.read(one, f"{at}.{visible(key)}")
            for key, one in value.items()
        }

    def filled(self, value: object) -> object:
        """Fill every value."""
        if not isinstance(value, dict):
            return value
        return {key: self.value.filled(one) for key, one in value.items()}


@dataclass(frozen=True)
class Either:
    """One of several shapes; the first that takes the value reads it."""

    shapes: tuple[Shape, ...]

    def schema(self) -> dict[str, Any]:
        """List the possible shapes."""
        return {"anyOf": [shape.schema() for shape in self.shapes]}

    def read(self, value: object, at: str) -> object:
        """Try the shapes in the order in which they are written."""
        failed = []
        # Those of another sort are asked for their words only, where there is nothing better.
        likely = [shape for shape in self.shapes if same_sort(shape, value)]
        for shape in likely or self.shapes:
            try:
                return shape.read(value, at)
            except ToolInputError as error:
                failed.append(error)
        if len(failed) == 1:
            raise failed[0]
        message = "; or ".join(dict.fromkeys(error.message for error in failed))
        raise ToolInputError(message, code="bad-arguments")

    def filled(self, value: object) -> object:
        """Fill it as the shape does that reads it."""
        for shape in self.shapes:
            if same_sort(shape, value):
                with suppress(ToolInputError):
                    shape.read(value, "")
                    return shape.filled(value)
        return value


def same_sort(shape: Shape, value: object) -> bool:
    """Say whether a shape is for values of this sort; one of another sort never takes it."""
    if isinstance(shape, Either):
        return any(same_sort(each, value) for each in shape.shapes)
    if isinstance(shape, Choice):
        return type(value) in {type(each) for each in shape.values}
    if isinstance(shape, Plain):
        return type(value) is shape.type or (shape.type is float and type(value) is int)
    return type(value) is (list if isinstance(shape, Items) else dict)


@dataclass(frozen=True)
class Field:
    """One named value of an input or of an object in it."""

    name: str
    shape: Shape
    required: bool = True
    default: object = NO_DEFAULT
    description: str = ""

    def schema(self) -> dict[str, Any]:
        """Return the schema of the value, with what people say of it."""
        made = self.shape.schema()
        if self.description:
            made["description"] = self.description
        if self.default is not NO_DEFAULT:
            made["default"] = self.default
        return made


@dataclass(frozen=True)
class Fields:
    """
    A map with known keys: the input itself, a TypedDict or a dataclass.

    `make` builds the object of what was read; without it, that stays a map.
    """

    fields: tuple[Field, ...]
    make: Callable[..., object] | None = None

    def schema(self) -> dict[str, Any]:
        """Name every key, those that must be there, and that there are no others."""
        needed = [field.name for field in self.fields if field.required]
        return {
            "type": "object",
            "properties": {field.name: field.schema() for field in self.fields},
            **({"required": needed} if needed else {}),
            "additionalProperties": False,
        }

    def read(self, value: object, at: str) -> object:
        """Read a map that stands somewhere in an input."""
        if type(value) is not dict:
            raise wrong(at, "a map", value)
        found = self.read_each(value, f"{at}.")
        if self.make is None:
            return found
        try:
            return self.make(**found)
        except Exception as error:  # the object's own checks may raise anything
            message = f"`{visible(at)}` is not possible: {visible(error)}"
            raise ToolInputError(message, code="bad-arguments") from error

    def read_each(self, values: dict[str, object], before: str = "") -> dict[str, object]:
        """Read every value; an unknown key and a missing one are errors, never ignored."""
        known = {field.name: field for field in self.fields}
        unknown = [key for key in values if key not in known]
        if unknown:
            near = did_you_mean(str(unknown[0]), list(known)) if len(unknown) == 1 else None
            message = f"{listed(unknown, before)} not in the schema"
            raise ToolInputError(message, code="unknown-argument", help=near or taken(known))
        missing = [f.name for f in self.fields if f.required and f.name not in values]
        if missing:
            message = f"{listed(missing, before)} missing"
            raise ToolInputError(message, code="missing-argument")
        return {key: known[key].shape.read(one, f"{before}{key}") for key, one in values.items()}

    def filled(self, value: object) -> object:
        """Fill every value, and put the defaults where there is none."""
        return self.filled_each(value) if isinstance(value, dict) else value

    def filled_each(self, values: dict[str, object]) -> dict[str, object]:
        """Return what was read, as JSON has it, with the defaults of what is not given."""
        filled = {
            field.name: field.shape.filled(values[field.name])
            if field.name in values
            else field.default
            for field in self.fields
        }
        return {name: one for name, one in filled.items() if one is not NO_DEFAULT}


def listed(names: list[str], before: str) -> str:
    """Return some names for a message, with the verb that fits."""
    shown = [f"`{visible(f'{before}{name}')}`" for name in names[:MOST_NAMED]]
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return f"{', '.join([*shown, *more])} {'is' if len(names) == 1 else 'are'}"


def taken(known: Iterable[str]) -> str:
    """Return a help sentence with what there is."""
    names = ", ".join(f"`{name}`" for name in known)
    return f"it takes {names}" if names else "it takes no arguments"

"""
Check what a model gives to a tool, before anybody decides about it or runs it.

What is not in the schema is refused, and so is what is missing or of another type. A
model can therefore never give what the program gives: the context has no name here.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from proctor.errors import ToolInputError, UsageError
from proctor.nodes import visible
from proctor.tools.shapes import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from proctor.tools.definition import ToolDefinition
    from proctor.tools.shapes import Fields

# More characters than these, more values, or deeper ones are not an input.
MOST_CHARACTERS = 10_000_000
MOST_VALUES = 100_000
DEEPEST = 64
MOST_BITS = 1024
PLAIN = (str, int, float, bool, type(None))


def checked(definition: ToolDefinition, arguments: object) -> dict[str, Any]:
    """
    Return the arguments as the function takes them, by name.

    They are built anew: what is done to `arguments` afterwards changes nothing.
    """
    if is_shapeless(definition):
        return as_given(definition, arguments)
    return shape_of(definition).read_each(plain_input(definition, arguments))


def with_defaults(definition: ToolDefinition, arguments: object) -> dict[str, Any]:
    """
    Return the arguments as JSON has them, with the defaults of what is not given, also inside.

    This is the input to decide about: a rule then sees what the tool will really do.
    """
    if is_shapeless(definition):
        return as_given(definition, arguments)
    given = plain_input(definition, arguments)
    shape = shape_of(definition)
    shape.read_each(given)
    return deepcopy(shape.filled_each(given))


def is_shapeless(definition: ToolDefinition) -> bool:
    """Say whether a tool runs here of which only whoever made it knows what it takes."""
    return definition.shape is None and definition.function is not None


def as_given(definition: ToolDefinition, arguments: object) -> dict[str, Any]:
    """Return an input that is handed on as it is, in a copy: JSON, which every program reads."""
    given = plain_input(definition, arguments)
    try:
        text = json.dumps(given, ensure_ascii=False, allow_nan=False)
        text.encode()
    except ValueError as error:
        message = f"the input of `{definition.id}` is not JSON: {error}"
        raise ToolInputError(visible(message), code="bad-arguments") from None
    copied: dict[str, Any] = json.loads(text)
    return copied


def shape_of(definition: ToolDefinition) -> Fields:
    """Return what reads the input of a tool that a function here runs."""
    if definition.shape is None:
        message = f"`{visible(definition.id)}` has no function here"
        raise UsageError(message, help="the agent program or the server that has it runs it")
    return definition.shape


def plain_input(definition: ToolDefinition, arguments: object) -> dict[str, object]:
    """Return an input that is nothing but JSON, and of a size that can be looked at."""
    if type(arguments) is not dict:
        message = f"the input of `{definition.id}` must be a map, not {kind_of(arguments)}"
        raise ToolInputError(message, code="bad-arguments")
    values = characters = 0
    level: list[object] = [arguments]
    for _ in range(DEEPEST):
        below: list[object] = []
        for value in level:
            inner = list(inside(value))
            values += len(inner)
            characters += sum(len(one) for one in inner if isinstance(one, str))
            huge = any(type(one) is int and one.bit_length() > MOST_BITS for one in inner)
            if huge or values > MOST_VALUES or characters > MOST_CHARACTERS:
                raise too_much(definition)
            below += (one for one in inner if type(one) not in PLAIN)
        if not below:
            return arguments
        level = below
    raise too_much(definition)


def inside(value: object) -> Iterable[object]:
    """Return what stands in a list or a map, keys too; anything else is not JSON."""
    if type(value) is list:
        return value
    if type(value) is dict:
        if not all(type(key) is str for key in value):
            raise ToolInputError("the keys of a map must be text", code="bad-arguments")
        return (*value.keys(), *value.values())
    raise ToolInputError(f"{kind_of(value)} is not JSON", code="bad-arguments")


def too_much(definition: ToolDefinition) -> ToolInputError:
    """Return the error for an input that is too large or too deep."""
    message = (
        f"the input of `{definition.id}` is too large: at most {MOST_CHARACTERS:,} characters, "
        f"{MOST_VALUES:,} values, {DEEPEST} levels and {MOST_BITS} bits a number"
    )
    return ToolInputError(message, code="bad-arguments")

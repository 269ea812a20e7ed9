"""
The arguments of a call as the tool will have them, read by the tool's own schema.

Frameworks put in defaults, drop what they do not know, and turn `"yes"` into True before a
function sees any of it. A rule would then be asked about something else than what runs. So
defaults are put in here too, and what a framework would have to change is refused, with words
by which a model can mend its call.
"""

from __future__ import annotations

import json
from copy import deepcopy
from math import isfinite
from typing import Any

from proctor.errors import ToolInputError
from proctor.nodes import visible

Schema = dict[str, Any]
DEEPEST = 64
REF, UNIONS = "$ref", ("anyOf", "oneOf")
# The names of JSON's types, as Python has them; a bool is no number here.
KINDS: dict[type, tuple[str, ...]] = {
    str: ("string",),
    bool: ("boolean",),
    int: ("integer", "number"),
    float: ("number",),
    type(None): ("null",),
    list: ("array",),
    dict: ("object",),
}
NULL: Schema = {"type": "null"}
# What is the same in a copy.
FIXED = frozenset({str, bool, int, float, type(None)})


def exact(schema: Schema, given: object) -> dict[str, Any]:
    """
    Return the arguments with the schema's defaults in them.

    They are built anew: what is done to `given` afterwards changes nothing.

    Raises:
        ToolInputError: they are not what the schema says, to the letter.

    """
    if type(given) is not dict:
        raise wrong("the arguments are an object")
    read: dict[str, Any] = Reader(schema).whole(given)
    return read


def from_json(text: object) -> object:
    """
    Read arguments that a model wrote; an empty text is an empty object.

    Raises:
        ToolInputError: they are no JSON, or such that two readers may read them differently.

    """
    if not isinstance(text, str):
        raise wrong("the arguments are a text of JSON")
    try:
        return json.loads(text or "{}", object_pairs_hook=once, **NUMBERS)
    except (ValueError, RecursionError):
        raise wrong("the arguments are not JSON") from None


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a map; a name that stands in it twice has two values, and nobody knows which runs."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise wrong(f"`{visible(twice)}` is given twice")
    return found


def no_constant(word: str) -> float:
    """Refuse NaN and the infinities, which JSON has not got."""
    raise wrong(f"`{word}` is no JSON")


def finite(word: str) -> float:
    """Read a number; one that is too large for any tool would become an infinity."""
    number = float(word)
    return number if isfinite(number) else no_constant(word)


NUMBERS: dict[str, Any] = {"parse_constant": no_constant, "parse_float": finite}


def copied(value: Any) -> Any:
    """Return what nobody else has a hand on; of plain JSON in a tenth of what `deepcopy` takes."""
    kind = type(value)
    if kind in FIXED:
        return value
    if kind is dict:
        return {copied(name): copied(one) for name, one in value.items()}
    if kind is list:
        return [copied(one) for one in value]
    return deepcopy(value)


class Reader:
    """
    Reads a value by a schema.

    Args:
        root: the whole schema, in which its references are looked up.

    """

    def __init__(self, root: Schema) -> None:
        self.root = root

    def whole(self, given: dict[str, Any]) -> Any:
        """Read the arguments of a call: without a type they are an object all the same."""
        return self.read(given, {"type": "object", **self.root}, "", DEEPEST)

    def read(self, value: object, schema: object, where: str, depth: int) -> Any:
        """Return a value with its defaults, if it is what a schema says."""
        if depth == 0:
            raise wrong(f"{shown(where)} is nested too deeply")
        if schema is False:
            raise wrong(f"{shown(where)} takes no value")
        if not isinstance(schema, dict):
            return copied(value)
        schema = self.resolved(schema)
        for part in schema.get("allOf", ()):
            value = self.read(value, part, where, depth - 1)
        for union in UNIONS:
            if union in schema:
                value = self.one_of(value, schema[union], where, depth)
        check_choice(value, schema, where)
        check_kind(value, schema, where)
        if type(value) is dict:
            return self.mapping(value, schema, where, depth)
        if type(value) is list:
            return self.array(value, schema, where, depth)
        return value

    def resolved(self, schema: Schema) -> Schema:
        """Return a schema with what it refers to; a reference outside itself cannot be read."""
        for _ in range(DEEPEST):
            if REF not in schema:
                return schema
            found: Any = self.root
            head, *steps = str(schema[REF]).split("/")
            for step in steps:
                name = step.replace("~1", "/").replace("~0", "~")
                found = found.get(name) if isinstance(found, dict) else None
            if head != "#" or not isinstance(found, dict):
                break
            schema = {**found, **{key: said for key, said in schema.items() if key != REF}}
        raise wrong("the tool's own schema cannot be read")

    def one_of(self, value: object, schemas: object, where: str, depth: int) -> Any:
        """Return a value as the first schema reads it that fits."""
        first: ToolInputError | None = None
        for schema in schemas if isinstance(schemas, list) else ():
            try:
                return self.read(value, schema, where, depth - 1)
            except ToolInputError as error:
                first = first or error
        raise first or wrong(f"{shown(where)} takes no value")

    def mapping(self, value: dict[str, Any], schema: Schema, where: str, depth: int) -> Any:
        """Return a map with its defaults."""
        fields = schema.get("properties")
        known: dict[str, Any] = fields if isinstance(fields, dict) else {}
        others = schema.get("additionalProperties", "properties" not in schema)
        read: dict[str, Any] = {}
        for name, one in value.items():
            inner = f"{where}.{name}" if where else str(name)
            if type(name) is not str or (name not in known and others is False):
                raise wrong(f"{shown(inner)} is not known: there are {listed(known)}")
            read[name] = self.read(one, known.get(name, others), inner, depth - 1)
        for name in known.keys() - value.keys():
            self.fill(read, name, known[name], schema, where)
        return read

    def fill(
        self, read: dict[str, Any], name: str, field: object, schema: Schema, where: str
    ) -> None:
        """Put in what counts for a field that is not given."""
        says = self.resolved(field) if isinstance(field, dict) else {}
        inner = f"{where}.{name}" if where else name
        if "default" in says:
            read[name] = self.default(says["default"], says, inner)
        elif name not in schema.get("required", ()):
            return
        elif self.takes_null(says):
            # A strict schema wants every field, and has lost a default that is null.
            read[name] = None
        else:
            raise wrong(f"{shown(inner)} is missing")

    def default(self, value: Any, schema: Schema, where: str) -> Any:
        """
        Return a default as if it were given: under the same names, with what is in it.

        Frameworks do not look whether it fits; of one that does not, a rule may not know the names.
        """
        try:
            return self.read(value, schema, where, DEEPEST)
        except ToolInputError:
            if isinstance(value, dict | list):
                message = f"{shown(where)} has to be given: its default is written otherwise"
                raise wrong(message) from None
            return deepcopy(value)

    def takes_null(self, schema: Schema) -> bool:
        """Say whether a field may be null."""
        named = schema.get("type")
        return "null" in (named if isinstance(named, list) else [named]) or NULL in schema.get(
            "anyOf", ()
        )

    def array(self, value: list[Any], schema: Schema, where: str, depth: int) -> list[Any]:
        """Return a list whose elements have their defaults."""
        first = schema.get("prefixItems") or ()
        rest = schema.get("items", True)
        return [
            self.read(one, first[at] if at < len(first) else rest, f"{where}[{at}]", depth - 1)
            for at, one in enumerate(value)
        ]


def check_choice(value: object, schema: Schema, where: str) -> None:
    """Look whether a value is one of those that are listed, and of the same type."""
    for choices in ([schema["const"]] if "const" in schema else None, schema.get("enum")):
        if choices is None:
            continue
        if not any(type(value) is type(one) and value == one for one in choices):
            said = ", ".join(f"`{visible(one)}`" for one in choices)
            raise wrong(f"{shown(where)} is one of {said}")


def check_kind(value: object, schema: Schema, where: str) -> None:
    """Look whether a value has the type that a schema names, if it names one."""
    kinds = KINDS.get(type(value))
    if kinds is None:
        raise wrong(f"{shown(where)} is not JSON")
    named = schema.get("type")
    wanted = named if isinstance(named, list) else [named]
    if named is not None and not any(kind in wanted for kind in kinds):
        raise wrong(f"{shown(where)} is of type {' or '.join(map(str, wanted))}, not {kinds[0]}")


def shown(where: str) -> str:
    """Return where something stands, as a message quotes it."""
    return f"`{visible(where)}`" if where else "the input"


def listed(names: dict[str, Any]) -> str:
    """Return the names of fields, as a message lists them."""
    return ", ".join(f"`{visible(name)}`" for name in names) or "none"


def wrong(message: str) -> ToolInputError:
    """Return the error that a model reads."""
    return ToolInputError(message, code="bad-arguments")

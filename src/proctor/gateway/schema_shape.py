"""
Say what is wrong with the shape of a JSON schema that a server sent.

A client hands the schemas of all tools to its model at once, and one that is no schema can
make that fail for all of them. What is looked at is what breaks readers: the types of the
keywords, depth, size, and references that lead elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from proctor.gateway.nesting import is_too_deep

LARGEST, DEEPEST = 128 << 10, 40
TYPES = frozenset("null boolean object array number string integer".split())
# Keywords by what they hold: a schema, a list of schemas, a map of schemas.
ONE = frozenset(
    "additionalProperties propertyNames contains not if then else additionalItems "
    "unevaluatedItems unevaluatedProperties".split()
)
SEVERAL = frozenset("allOf anyOf oneOf prefixItems".split())
NAMED = frozenset("properties patternProperties $defs definitions dependentSchemas".split())
REFERENCES = frozenset({"$ref", "$dynamicRef"})


def wrong_in(schema: object) -> str:
    """Return what is wrong with the schema of an object, or nothing."""
    if not isinstance(schema, dict):
        return "it is no object"
    if schema.get("type") != "object":
        return "its type is not `object`"
    if is_too_deep(schema):
        return "it is nested too deeply"
    if len(json.dumps(schema)) > LARGEST:
        return f"it has more than {LARGEST // 1024} KiB"
    return next(wrongs(schema, DEEPEST), "")


def wrongs(schema: object, depth: int) -> Iterator[str]:
    """Yield what is wrong with a schema and those inside it."""
    if isinstance(schema, bool):
        return
    if not isinstance(schema, dict):
        yield "a schema in it is no object"
        return
    if depth == 0:
        yield "it is nested too deeply"
        return
    for key, value in schema.items():
        yield from wrong_value(key, value)
        for inner in inside(key, value):
            yield from wrongs(inner, depth - 1)


def inside(key: str, value: Any) -> Iterator[object]:
    """Yield the schemas that a keyword holds."""
    if key in ONE or (key == "items" and not isinstance(value, list)):
        yield value
    elif (key in SEVERAL or key == "items") and isinstance(value, list):
        yield from value
    elif key in NAMED and isinstance(value, dict):
        yield from value.values()


def wrong_value(key: str, value: object) -> Iterator[str]:
    """Yield what is wrong with the value of one keyword."""
    if key == "type":
        names = value if isinstance(value, list) else [value]
        if not names or not all(isinstance(name, str) and name in TYPES for name in names):
            yield "a `type` in it is none"
    elif key in SEVERAL | {"enum"} and not isinstance(value, list):
        yield f"a `{key}` in it is no list"
    elif key in NAMED and not isinstance(value, dict):
        yield f"a `{key}` in it is no map"
    elif key == "required":
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            yield "a `required` in it is no list of names"
    elif key in REFERENCES and not (isinstance(value, str) and value.startswith("#")):
        yield f"a `{key}` in it leads elsewhere"

"""Schemas of tools: what breaks a reader is found, and what people write is not."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.gateway.schema_shape import DEEPEST, wrong_in
from tests.tables import each_row


def nested(depth: int) -> dict[str, Any]:
    """Return a schema with so many levels."""
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {
            "type": "object",
            "properties": {
                "a": {"type": ["string", "null"], "enum": ["x", None]},
                "type": {"type": "string"},
                "required": {"type": "boolean"},
                "b": True,
                "c": {"type": "array", "items": {"$ref": "#/$defs/d"}, "prefixItems": [{}]},
                "e": {"anyOf": [{"type": "integer"}, {"const": 5}], "default": {"type": 5}},
                "f": {"type": "array", "items": [{"type": "string"}, {"type": "number"}]},
            },
            "$defs": {"d": {"type": "number", "minimum": 1}},
            "required": ["a"],
            "additionalProperties": False,
            "x-own": {"type": 5},
        },
        nested(DEEPEST - 2),
    ],
)
def test_what_people_write_is_right(schema: dict[str, Any]) -> None:
    """Keywords, unions, references inside, and what nobody knows pass."""
    assert wrong_in(schema) == ""


@each_row(
    ("schema", "wrong"),
    [
        (None, "it is no object"),
        (True, "it is no object"),
        ({}, "its type is not `object`"),
        ({"type": ["object"]}, "its type is not `object`"),
        ({"type": "object", "properties": []}, "a `properties` in it is no map"),
        ({"type": "object", "properties": {"a": 5}}, "a schema in it is no object"),
        ({"type": "object", "properties": {"a": {"type": 5}}}, "a `type` in it is none"),
        ({"type": "object", "properties": {"a": {"type": []}}}, "a `type` in it is none"),
        ({"type": "object", "properties": {"a": {"type": "str"}}}, "a `type` in it is none"),
        ({"type": "object", "required": "a"}, "a `required` in it is no list of names"),
        ({"type": "object", "required": [5]}, "a `required` in it is no list of names"),
        ({"type": "object", "anyOf": {}}, "a `anyOf` in it is no list"),
        ({"type": "object", "enum": 5}, "a `enum` in it is no list"),
        ({"type": "object", "not": 5}, "a schema in it is no object"),
        ({"type": "object", "$ref": "http://x.example"}, "a `$ref` in it leads elsewhere"),
        ({"type": "object", "$ref": 5}, "a `$ref` in it leads elsewhere"),
        (nested(DEEPEST + 1), "it is nested too deeply"),
        ({"type": "object", "title": "x" * 200_000}, "it has more than 128 KiB"),
    ],
)
def test_what_breaks_a_reader_is_found(schema: object, wrong: str) -> None:
    """The first thing that is wrong is said."""
    assert wrong == wrong_in(schema)

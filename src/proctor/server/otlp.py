"""
Read what a program sends as OTLP in JSON: the events in it, as plain names and values.

Nothing in it is believed. What has another form than it should have is passed over, and the
rest is read all the same.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Container, Iterator, Mapping
from typing import Any

from proctor.errors import UsageError
from proctor.server.answers import TooLarge

NAME = "event.name"
LARGEST = 4 << 20
# So many digits a whole number has that is written as a text.
LONGEST_NUMBER = 20
GZIP = zlib.MAX_WBITS | 16
Attributes = dict[str, str | int | float | bool]


def unpacked(body: bytes) -> bytes:
    """
    Return what a gzip holds, and not more of it than makes sense.

    Raises:
        UsageError: it is none, or there is something behind it.
        TooLarge: it holds too much.

    """
    reader = zlib.decompressobj(GZIP)
    try:
        plain = reader.decompress(body, LARGEST + 1)
    except zlib.error:
        raise UsageError("the body is no gzip") from None
    if len(plain) > LARGEST:
        raise TooLarge(f"telemetry has at most {LARGEST >> 20} MB at a time")
    if not reader.eof or reader.unused_data:
        raise UsageError("the body is no gzip, or more than one")
    return plain


def events_of(data: Mapping[str, Any], names: Container[object]) -> Iterator[Attributes]:
    """Return what is said of each event of certain names, in their order; most are others."""
    for resource in objects(data.get("resourceLogs")):
        for scope in objects(resource.get("scopeLogs")):
            for record in objects(scope.get("logRecords")):
                said = record.get("attributes")
                if name_in(said) in names:
                    yield attributes(said)


def name_in(said: object) -> str:
    """Return the name of an event, without reading the rest of it."""
    for each in objects(said):
        if each.get("key") == NAME:
            value = value_of(each.get("value"))
            return value if isinstance(value, str) else ""
    return ""


def attributes(said: object) -> Attributes:
    """Return names and values; of two with one name the last counts."""
    found: Attributes = {}
    for each in objects(said):
        key, value = each.get("key"), value_of(each.get("value"))
        if isinstance(key, str) and value is not None:
            found[key] = value
    return found


def value_of(said: object) -> str | int | float | bool | None:
    """Return a value that is a text, a number, true or false."""
    if not isinstance(said, dict):
        return None
    for kind, wanted in (("stringValue", str), ("boolValue", bool), ("doubleValue", float)):
        value = said.get(kind)
        if isinstance(value, wanted):
            return value
    number = said.get("intValue", said.get("doubleValue"))
    if isinstance(number, str):
        return whole(number)
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def whole(text: str) -> int | None:
    """Return a whole number that is written as a text, as the protocol has large ones."""
    fine = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if fine else None


def objects(said: object) -> Iterator[Mapping[str, Any]]:
    """Return the objects of a list, if it is one."""
    return (each for each in said if isinstance(each, dict)) if isinstance(said, list) else iter(())


def text_in(event: Attributes, name: str, longest: int) -> str:
    """Return a text of an event, cut; nothing where there is none."""
    value = event.get(name)
    return value[:longest] if isinstance(value, str) else ""


def number_in(event: Attributes, name: str) -> float:
    """Return a number of an event that is not less than nothing; old versions write texts."""
    value = event.get(name)
    if isinstance(value, str):
        try:
            value = float(value[:LONGEST_NUMBER])
        except ValueError:
            return 0.0
    if isinstance(value, bool) or value is None:
        return 0.0
    try:
        number = float(value)
    except OverflowError:
        return 0.0
    return number if math.isfinite(number) and number > 0 else 0.0

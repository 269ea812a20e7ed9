"""Take targets out of an input, whatever an agent put there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def text_fields(fields: Mapping[str, object], names: Iterable[str]) -> list[str]:
    """Return every non-empty text among the named fields, in their order."""
    return [v for name in names if isinstance(v := fields.get(name), str) and v]


def lists(fields: Mapping[str, object], names: Iterable[str]) -> list[list[str]]:
    """Return every list of texts among the named fields."""
    return text_lists([fields.get(name) for name in names])


def text_lists(values: Iterable[object]) -> list[list[str]]:
    """Return the values that are lists of texts, and not empty."""
    full = [value for value in values if isinstance(value, list) and value]
    return [value for value in full if all(isinstance(item, str) for item in value)]


def every_text(fields: Mapping[str, object], names: Iterable[str]) -> list[str]:
    """Return every text among the named fields, those in lists behind the others."""
    values = [v for name in names if (v := fields.get(name)) is not None]
    found = [v for v in values if isinstance(v, str) and v]
    if len(found) < len(values):
        found += [text for texts in text_lists(values) for text in texts]
    return found


def text_or_list(value: object) -> bool:
    """Say whether a field can hold a target; an absent one is None."""
    return value is None or (isinstance(value, str) and bool(value)) or (
        isinstance(value, list) and all(isinstance(item, str) for item in value)
    )  # fmt: skip

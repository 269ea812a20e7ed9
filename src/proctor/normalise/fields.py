"""Take targets out of an input, whatever an agent put there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def text_fields(fields: Mapping[str, object], names: Iterable[str]) -> list[str]:
    """Return every non-empty text among the named fields, in their order."""
    return [v for name in names if isinstance(v := fields.get(name), str) and v]


def lists(fields: Mapping[str, object], names: Iterable[str]) -> list[list[str]]:
    """Return every list of texts among the named fields."""
    values = [v for name in names if isinstance(v := fields.get(name), list) and v]
    return [value for value in values if all(isinstance(item, str) for item in value)]


def every_text(fields: Mapping[str, object], names: Iterable[str]) -> list[str]:
    """Return every text among the named fields, those in lists behind the others."""
    names = tuple(names)
    return text_fields(fields, names) + [text for texts in lists(fields, names) for text in texts]


def text_or_list(value: object) -> bool:
    """Say whether a field can hold a target; an absent one is None."""
    return value is None or (isinstance(value, str) and bool(value)) or (
        isinstance(value, list) and all(isinstance(item, str) for item in value)
    )  # fmt: skip

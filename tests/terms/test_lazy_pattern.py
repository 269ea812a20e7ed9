"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from proctor.terms.lazy_pattern import lazy


def test_it_answers_as_a_compiled_pattern_does() -> None:
    """Every way of asking gives what `re` gives."""
    pattern, real = lazy(r"a(b)?", re.IGNORECASE), re.compile(r"a(b)?", re.IGNORECASE)

    assert [m.span() for m in real.finditer("xABa")] == [m.span() for m in pattern.finditer("xABa")]
    assert real.sub("-", "abA") == pattern.sub("-", "abA")
    assert (found := pattern.fullmatch("AB")) is not None
    assert found[1] == "B"
    assert pattern.match("xa") is None
    assert (real.flags, real.groups) == (pattern.flags, pattern.groups)


def test_a_pattern_of_bytes_is_one_too() -> None:
    """Bytes are searched by patterns of bytes."""
    assert lazy(rb"\d+").findall(b"1 22") == [b"1", b"22"]


def test_nothing_is_compiled_before_it_is_asked() -> None:
    """A pattern that is wrong is found out by its first use, and by no import."""
    pattern = lazy("(")

    with pytest.raises(re.error):
        pattern.match("x")


def test_what_a_pattern_has_not_is_no_attribute() -> None:
    """Looking for something else is an error, as with `re`."""
    with pytest.raises(AttributeError):
        lazy("a").nothing  # type: ignore[attr-defined]  # noqa: B018 - this is what is tried

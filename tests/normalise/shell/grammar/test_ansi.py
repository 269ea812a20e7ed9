"""`$'…'`: escapes are characters."""

import pytest

from proctor.normalise.shell.grammar.ansi import ansi_quoted
from tests.tables import each_row


@each_row(
    ("inside", "value"),
    [
        ("a b", "a b"),
        ("\\n\\t\\r\\a\\b\\f\\v", "\n\t\r\a\b\f\v"),
        ("\\e\\E", "\x1b\x1b"),
        ("\\\\ \\' \\\" \\?", "\\ ' \" ?"),
        ("\\x41\\x4g", "A\x04g"),
        ("\\101\\1012", "AA2"),
        ("\\u00e9\\U1f600", "é😀"),
        ("\\xc3\\xa9", "é"),
        ("\\z\\xg\\u", "\\z\\xg\\u"),
        ("é", "é"),
    ],
)
def test_escapes_are_decoded(inside: str, value: str) -> None:
    """Each escape becomes its character; an unknown one keeps its backslash."""
    assert ansi_quoted(f"{inside}'b", 0) == (value, len(inside) + 1)


@each_row("inside", ["\\0", "\\x00", "\\u0000", "\\ud800", "\\U110000", "\\xff", "\\ca", "\\x{41}"])
def test_what_is_no_text_is_refused(inside: str) -> None:
    """A null byte, bytes that are no text and escapes that are not read raise."""
    with pytest.raises(ValueError, match="in a quote"):
        ansi_quoted(f"{inside}'", 0)


def test_a_quote_that_is_not_closed_is_refused() -> None:
    """Without its end a quote has no value."""
    with pytest.raises(ValueError, match="not closed"):
        ansi_quoted("a\\'", 0)

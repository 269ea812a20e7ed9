"""Brace expansion, as bash does it."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.meaning.braces import TooMany, expanded
from tests.tables import each_row


@each_row(
    ("text", "words"),
    [
        ("a", ["a"]),
        ("{a,b}", ["a", "b"]),
        ("x{a,b}y", ["xay", "xby"]),
        ("{a,b}{c,d}", ["ac", "ad", "bc", "bd"]),
        ("{a,{b,c}}", ["a", "b", "c"]),
        ("{a,{b,c}", ["{a,b", "{a,c"]),
        ("{{a,b}", ["{a", "{b"]),
        ("{a}", ["{a}"]),
        ("{}", ["{}"]),
        ("{a,b", ["{a,b"]),
        ("{,a}", ["", "a"]),
        ("{1..3}", ["1", "2", "3"]),
        ("{2..-1}", ["2", "1", "0", "-1"]),
        ("{c..a}", ["c", "b", "a"]),
    ],
)
def test_braces_are_expanded(text: str, words: list[str]) -> None:
    """Lists and ranges become words; what is no brace expansion stays."""
    assert expanded(text, 0, Budget()) == words


@each_row("text", ["{1..9999}", "{01..10}", "{1..9..2}", "{a..Z}", "{a,b}" * 9])
def test_what_is_too_much_or_too_odd_is_not_followed(text: str) -> None:
    """Padding, steps, mixed letters and very many words are left to the shell."""
    with pytest.raises(TooMany):
        expanded(text, 0, Budget())


def test_nested_braces_do_not_explode() -> None:
    """Depth is bounded."""
    with pytest.raises(TooMany):
        expanded("{a," * 40 + "b" + "}" * 40, 0, Budget())

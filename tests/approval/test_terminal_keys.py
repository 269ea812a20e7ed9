"""Keys are read by their names, however the bytes of a keyboard are cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.approval.channels.terminal_keys import LONGEST_PASTE, Key, Keys
from tests.tables import each_row

TYPED = "a\x1b[A\x1bOBé\x1b[200~s\r\x1b[Bd\x1b[201~\r\x1b[Z\x7f\x15\x03"
READ = [
    Key("letter", "a"),
    Key("up"),
    Key("down"),
    Key("letter", "é"),
    Key("paste", "s\r\x1b[Bd"),
    Key("enter"),
    Key("left"),
    Key("backspace"),
    Key("clear"),
    Key("leave"),
]


def fed(*pieces: bytes) -> list[Key]:
    """Return the keys that come of some pieces."""
    keys = Keys()
    return [key for piece in pieces for key in keys.feed(piece)]


@given(cuts=st.lists(st.integers(0, len(TYPED.encode()))))
def test_keys_are_the_same_however_they_are_cut(cuts: list[int]) -> None:
    """An escape sequence, a letter of two bytes or the end of a paste may come in two pieces."""
    data = TYPED.encode()
    # Escape alone is a key, so nothing is cut right behind one.
    places = sorted({0, len(data), *(cut for cut in cuts if data[cut - 1 : cut] != b"\x1b")})
    pieces = [data[start:end] for start, end in pairwise(places)]

    assert fed(*pieces) == READ


def test_escape_alone_is_a_key() -> None:
    """It does not wait for what may follow; and what follows is read as what it is then."""
    assert fed(b"\x1b") == [Key("escape")]
    assert fed(b"\x1b[") == []
    assert fed(b"\x1b[", b"B") == [Key("down")]


@each_row(
    "data",
    [b"\x1b[5~", b"\x1b[1;5A", b"\x1ba", b"\x1b[<0;1;1M", b"\x1b[?1;2c", b"\x1bOP", b"\x00"],
)
def test_what_is_no_key_of_ours_is_no_letter(data: bytes) -> None:
    """Nothing in a sequence counts by itself: the `a` of Alt+a allows nothing."""
    assert fed(data) == [Key("other")]


@pytest.mark.parametrize("data", [b"\xff", b"\xc3(", b"\xed\xa0\x80"])
def test_bytes_that_are_no_text_are_no_command(data: bytes) -> None:
    """They are replaced, and what stands beside them stays."""
    assert {key.name for key in fed(data)} <= {"letter", "other"}
    assert "a" not in {key.text for key in fed(data)}


def test_a_paste_without_an_end_fills_no_memory() -> None:
    """Only its beginning is kept, and its end is still found."""
    keys = Keys()
    keys.feed(b"\x1b[200~")
    for _ in range(50):
        assert keys.feed(b"d" * 1000) == []
    assert len(keys.pending) < LONGEST_PASTE + 100

    assert keys.feed(b"\x1b[201~a") == [Key("paste", "d" * LONGEST_PASTE), Key("letter", "a")]


def test_what_was_begun_can_be_forgotten() -> None:
    """After that, the next byte is a key by itself."""
    keys = Keys()
    keys.feed(b"\x1b[200~dd\xc3")
    keys.forget()

    assert keys.feed(b"d") == [Key("letter", "d")]

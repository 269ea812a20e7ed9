"""What a terminal shows, as text: no sequence is left in it, whatever was printed."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from proctor.server.screen_text import (
    LONGEST_LINE,
    MOST_LINES,
    NAMES,
    WRITTEN,
    Piece,
    pieces_of,
    texts_of,
)
from proctor.terms.plain import UNPRINTABLE
from tests.tables import each_row

LOOKS = frozenset({*NAMES, *WRITTEN.values(), "paper"})


@each_row(
    ("screen", "lines"),
    [
        ("plain\n\n \n", [[Piece("plain")]]),
        ("\x1b[31mred\x1b[0m no", [[Piece("red", ("red",)), Piece(" no")]]),
        ("\x1b[1;92;4mx\x1b[22my", [[Piece("x", ("green", "bold", "underline")),
                                      Piece("y", ("green", "underline"))]]),
        ("\x1b[34mone\ntwo\x1b[39m three", [[Piece("one", ("blue",))],
                                            [Piece("two", ("blue",)), Piece(" three")]]),
        ("\x1b[38;5;196mx\x1b[38;2;0;200;0my", [[Piece("x", ("red",)), Piece("y", ("green",))]]),
        ("\x1b[38:5:21mx\x1b[48;5;240my", [[Piece("x", ("blue",)), Piece("y", ("blue", "paper"))]]),
        ("\x1b[38;5mx\x1b[38mx\x1b[38;2;1mx", [[Piece("x"), Piece("x"), Piece("x")]]),
        ("\x1b[8mhidden", [[Piece("hidden")]]),
        ("\x1b]8;;javascript:alert(1)\x1b\\go\x1b]8;;\x1b\\", [[Piece("go")]]),
        ("\x1b]0;title\x07a\x1b[2J\x1b[Hb\x1bPq\x1b\\c", [[Piece("abc")]]),
        ("a\tb\x07\x00c", [[Piece("a       bc")]]),
        ("a\u202eb\u200b", [[Piece("a\\u202eb\\u200b")]]),
        ("\x1b[99999999999999999999mx\x1b[;;;my", [[Piece("x"), Piece("y")]]),
    ],
    ids=["plain", "ink", "written", "over-lines", "cube-and-parts", "colons-and-paper", "cut-short",
         "hidden", "link", "other-sequences", "controls", "invisible", "no-numbers"],
)  # fmt: skip
def test_lines_become_pieces(screen: str, lines: list[list[Piece]]) -> None:
    """Colours are names of ours; all that could move, hide or lead elsewhere is gone."""
    assert pieces_of(screen) == lines


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\x1b[]0;:m8\x07\\\x9b"))))
def test_whatever_is_printed_is_text_with_known_looks(screen: str) -> None:
    """No control is left, and no look that we have no class for."""
    lines = pieces_of(screen)

    assert all(set(piece.looks) <= LOOKS for line in lines for piece in line)
    left = {unicodedata.category(char) for line in texts_of(lines) for char in line}
    assert not left & UNPRINTABLE


def test_a_screen_without_end_is_cut() -> None:
    """Neither many lines nor a long one is shown whole."""
    lines = texts_of(pieces_of("x" * 10_000 + "\n" + "y\n" * 10_000))

    assert (len(lines), len(lines[0])) == (MOST_LINES, LONGEST_LINE)

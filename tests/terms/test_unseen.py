"""Text from elsewhere: nothing that nobody sees stays in it, and ordinary writing stays whole."""

from __future__ import annotations

from proctor.approval.message import short
from proctor.gateway.shown_text import shown
from proctor.nodes import visible
from proctor.terms.decision import on_one_line
from proctor.terms.plain import plain
from proctor.terms.unseen import hidden_in
from tests.tables import each_row

# Each is printable to Python, and none of them is seen.
UNSEEN = (
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, (0xE0100, 0xE0173, 0xE01EF)),
    *"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0",
    "\U0001d159",
    "\U00016fe4",
)
ORDINARY = (
    "git status",
    "naïve 名前 한글 ᄀ ᠠ नमस्ते שלום",
    "\u2764\ufe0f and \u26a0\ufe0f, \u00a9\ufe0f",
    "step 1\ufe0f\u20e3 of #\ufe0f\u20e3",
    "\U0001f575\ufe0f at work",
    "⠁⠂ braille",
)


@each_row("show", [plain, visible, shown, on_one_line, lambda text: short(text, 99)])
@each_row("char", UNSEEN, ids=lambda char: f"{ord(char):04x}")
def test_what_nobody_sees_is_spelled_out(show: object, char: str) -> None:
    """A letter without a form, or with an empty one, is written as its escape everywhere."""
    assert callable(show)
    assert show(f"a{char}b") == f"a{ascii(char)[1:-1]}b"


@each_row("show", [plain, visible, shown, on_one_line, lambda text: short(text, 99)])
@each_row("text", ORDINARY)
def test_ordinary_writing_stays_as_it_is(show: object, text: str) -> None:
    """Emoji, keycaps and the scripts of the world are shown as they were written."""
    assert callable(show)
    assert show(text) == text


@each_row(
    ("text", "expected"),
    [
        ("\u2764\ufe0f\ufe0f", "\u2764\ufe0f\\ufe0f"),
        ("1\ufe0f", "1\\ufe0f"),
        ("a\ufe0f\u20e3", "a\\ufe0f\u20e3"),
        ("\ufe0f\u2764", "\\ufe0f\u2764"),
        ("\u2764\ufe0e", "\u2764\\ufe0e"),
    ],
)
def test_a_selector_stays_only_where_it_selects(text: str, expected: str) -> None:
    """One that follows nothing that has two forms, or another one, could carry a message."""
    assert (plain(text), visible(text), short(text, 99)) == (expected, expected, expected)


def test_both_ends_of_a_long_text_keep_their_emoji() -> None:
    """A text that is cut is not taken apart within a sign."""
    end = "\u26a0\ufe0f1\ufe0f\u20e3"
    text = short(end + "x" * 500 + "\ufe0f" + end, 60)

    assert text.startswith(f"{end}x")
    assert text.endswith(f"x\\ufe0f{end}")


@each_row(
    ("text", "expected"),
    [
        *((text, "") for text in ORDINARY),
        ("two\n\tlines\r\n", ""),
        ("\u06a9\u062a\u0627\u0628\u200c\u0647\u0627", ""),
        ("\U0001f469\u200d\U0001f4bb", ""),
        ("a\u00a0b\u3000c", ""),
        ("a\U000e0141", "U+E0141"),
        ("a\u200bb", "U+200B"),
        ("a\u200db", "U+200D"),
        ("\u06a9\u200c\u200c\u062a", "U+200C"),
        ("a\u202eb\u2800", "U+202E"),
        ("a\U000e0041", "U+E0041"),
        ("a\x1bb", "U+001B"),
    ],
)
def test_what_is_hidden_is_found(text: str, expected: str) -> None:
    """The first character that would let a text say more than is seen is named."""
    assert hidden_in(text) == expected

"""What keys do to a question, until there is an answer."""

from __future__ import annotations

import pytest

from proctor.approval.channels.answering_words import LONGEST_WORDS
from proctor.approval.channels.terminal_dialog import Dialog, Taken
from proctor.approval.channels.terminal_keys import Key
from tests.approval.asked_questions import BODY, question
from tests.tables import each_row

WIDE = question(body={**BODY, "category": "bash"})
NAMES = {"up", "down", "left", "enter", "escape", "backspace", "clear", "other"}


def pressed(dialog: Dialog, *keys: str | Key) -> list[Taken]:
    """Press keys, by name or letter, and return the answers that come of it."""
    every = [
        key if isinstance(key, Key) else Key(key) if key in NAMES else Key("letter", key)
        for key in keys
    ]
    return [taken for key in every if (taken := dialog.press(key)) is not None]


def answers(*keys: str | Key) -> list[tuple[str, str]]:
    """Return the keys of the choices that are taken, with their words."""
    return [(taken.choice.key, taken.words) for taken in pressed(Dialog(WIDE), *keys)]


@each_row("keys", [["enter"], ["escape"], ["x"], ["A"], ["y"], ["", "enter"]])
def test_nothing_is_chosen_at_first(keys: list[str]) -> None:
    """Neither Enter nor a key that means nothing answers."""
    assert answers(*keys) == []


@pytest.mark.parametrize("key", ["a", "s", "t"])
def test_a_short_yes_is_one_key(key: str) -> None:
    """Once, for the session and for a time: the key is the answer."""
    assert answers(key) == [(key, "")]


@each_row("key", ["w", "c"])
@each_row(
    ("then", "taken"), [("y", True), ("enter", False), ("n", False), ("w", False), ("c", False)]
)
def test_what_is_wide_wants_a_second_key(key: str, then: str, *, taken: bool) -> None:
    """Another one than the first: a key that is held down repeats by itself."""
    assert answers(key, then) == ([(key, "")] if taken else [])


def test_a_paste_is_no_key() -> None:
    """Neither a choice, nor the yes to one."""
    assert answers(Key("paste", "a"), "w", Key("paste", "y"), "y") == []


def test_arrows_go_round() -> None:
    """Up from nothing is the last, which is Deny; down from there is the first."""
    dialog = Dialog(WIDE)
    pressed(dialog, "up")
    assert dialog.choices[dialog.selected].key == "d"
    [taken] = pressed(dialog, "down", "enter")

    assert taken.choice.key == "a"


def test_words_are_one_line_for_the_agent() -> None:
    """Letters are words there, and no choices; Enter denies with them."""
    paste = Key("paste", "a\r\n branch \x1b[B")

    assert answers("d", "u", "s", "a", "backspace", "e", " ", paste, "enter") == [
        ("d", "use a branch \x1b[B")
    ]
    assert answers("d", "x", "clear", "enter") == [("d", "")]
    assert answers("d", "a", "escape", "a") == [("a", "")]


def test_words_have_an_end() -> None:
    """More than that is not taken."""
    [(_, words)] = answers("d", *[Key("paste", "x" * 600)] * 3, "enter")

    assert len(words) == LONGEST_WORDS


def test_what_is_written_is_shown_spelled_out() -> None:
    """A control character in a paste moves nothing on the screen."""
    dialog = Dialog(WIDE)
    pressed(dialog, "d", Key("paste", "\x1b[2J\u202e"))

    assert dialog.hint(ready=True).isprintable()


def test_while_an_answer_is_handed_in_keys_do_nothing() -> None:
    """And where it did not count, one begins again with nothing chosen."""
    dialog = Dialog(WIDE)
    pressed(dialog, "down")
    dialog.handing_in = True
    assert (pressed(dialog, "a", "enter"), dialog.mode) == ([], "handing in")
    dialog.start_again()

    assert (pressed(dialog, "enter"), dialog.mode) == ([], "choosing")


def test_the_mode_follows_the_keys() -> None:
    """Choosing, asked once more, writing."""
    dialog = Dialog(WIDE)
    seen = [dialog.mode]
    for key in ("w", "n", "d", "escape"):
        pressed(dialog, key)
        seen.append(dialog.mode)

    assert seen == ["choosing", "sure", "choosing", "words", "choosing"]

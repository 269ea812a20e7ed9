"""A button belongs to one choice of one question."""

from __future__ import annotations

from proctor.approval.channels.button_tags import Pressed, belongs, choice_of, data_of, read_data
from proctor.approval.message import CHOICES, Choice
from tests.approval.asked_questions import question
from tests.tables import each_row

KEY = b"k" * 32
ALLOW = CHOICES[0]
ASKED = question()
DATA = data_of(ALLOW, ASKED, KEY)
TAG = DATA.rpartition(":")[2]


@each_row("choice", CHOICES, ids=lambda choice: choice.key)
def test_what_is_written_is_read_again(choice: Choice) -> None:
    """Each choice has data that fits into 64 bytes and comes back as it was."""
    data = data_of(choice, ASKED._replace(id=10**18), KEY)
    pressed = read_data(data)

    assert len(data.encode()) <= 64
    assert pressed
    assert choice_of(pressed.key) is choice
    assert belongs(pressed, ASKED._replace(id=10**18), KEY)


@each_row(
    "forged",
    [
        Pressed("w", 12, TAG),
        Pressed("d", 12, TAG),
        Pressed("a", 13, TAG),
        Pressed("a", 12, TAG[:-1] + ("A" if TAG[-1] != "A" else "B")),
        Pressed("a", 12, ""),
    ],
)
def test_a_forged_tag_belongs_to_nothing(forged: Pressed) -> None:
    """Neither another choice, nor another number, nor a tag that was guessed."""
    assert belongs(Pressed("a", 12, TAG), ASKED, KEY)
    assert not belongs(forged, ASKED, KEY)


def test_a_tag_is_bound_to_the_uid_and_the_channels_key() -> None:
    """The same number in another home, or after another token, is another question."""
    pressed = Pressed("a", 12, TAG)

    assert not belongs(pressed, ASKED._replace(uid="uid-13"), KEY)
    assert not belongs(pressed, ASKED._replace(id=13), KEY)
    assert not belongs(pressed, ASKED, b"x" * 32)


def test_words_cannot_be_moved_between_the_fields() -> None:
    """A uid that begins with a number is not the number with the rest as its uid."""
    one = data_of(ALLOW, ASKED._replace(id=1, uid="2x"), KEY)
    other = data_of(ALLOW, ASKED._replace(id=12, uid="x"), KEY)

    assert one.rpartition(":")[2] != other.rpartition(":")[2]


def test_a_uid_of_half_characters_has_a_tag() -> None:
    """Whatever a uid is, nothing falls over."""
    assert read_data(data_of(ALLOW, ASKED._replace(uid="\ud800"), KEY))


@each_row(
    "data",
    [
        None, 7, b"a:12:" + b"A" * 16, "", "a", "a:12", f"A:12:{TAG}", f"aa:12:{TAG}",
        f"a:012:{TAG}", f"a:0:{TAG}", f"a:-1:{TAG}", f"a:12:{TAG}x", f"a:12:{TAG}\n",
        f" a:12:{TAG}", f"a:\u0661\u0662:{TAG}", f"a:{'9' * 40}:{TAG}", f"a:12:{TAG}:a:12:{TAG}",
        f"a:12:{'=' * 16}", f"a:12:{'é' * 16}",
    ],
)  # fmt: skip
def test_what_no_button_of_ours_has_is_not_read(data: object) -> None:
    """Not even with one character more."""
    assert read_data(data) is None


@each_row("key", ["", "c", "A", "x", "allow"])
def test_only_what_a_button_offers_is_a_choice(key: str) -> None:
    """The choice for a whole category has no button, so no data means it."""
    assert choice_of(key) is None

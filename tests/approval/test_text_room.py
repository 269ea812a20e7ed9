"""How much fits into a message, and what sign it has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proctor.approval.channels.text_room import fitting, mark_of, piece_lines, units
from proctor.approval.message import Message, Piece, message_of
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer
from tests.approval.asked_questions import ended, question
from tests.tables import each_row


@given(st.text())
def test_length_is_counted_as_chat_services_do(text: str) -> None:
    """In code units of UTF-16: a sign beyond the first plane is two."""
    assert units(text) == len(text.encode("utf-16-le", "surrogatepass")) // 2


@each_row(("room", "count"), [(-1, 0), (0, 0), (2, 0), (3, 1), (6, 1), (7, 2), (8, 3), (100, 3)])
def test_as_many_fit_as_there_is_room_for(room: int, count: int) -> None:
    """In their order; one that does not fit ends it."""
    assert fitting([3, 4, 1], room) == count


def message(many: int, more: int = 0) -> Message:
    """Return a message with parts."""
    pieces = tuple(Piece("ask", f"job {number}", "") for number in range(many))
    return message_of(question())._replace(pieces=pieces, more_pieces=more)


@each_row(
    ("many", "more", "room", "lines"),
    [
        (0, 0, 1000, []),
        (2, 0, 1000, ["Parts:", "job 0", "job 1"]),
        (2, 3, 1000, ["Parts:", "job 0", "job 1", "… and 3 more"]),
        (2, 3, 0, ["Parts:", "… and 5 more"]),
        (9, 0, 40, ["Parts:", "job 0", "job 1", "… and 7 more"]),
    ],
)
def test_parts_that_do_not_fit_are_counted(
    many: int, more: int, room: int, lines: list[str]
) -> None:
    """Nobody believes to have seen all of them."""
    assert list(piece_lines(message(many, more), room, lambda piece: piece.text)) == lines


@given(st.integers(0, 60), st.integers(0, 1000), st.integers(24, 500))
def test_parts_stay_within_their_room(many: int, more: int, room: int) -> None:
    """With the line that counts the others."""
    lines = piece_lines(message(many, more), room, lambda piece: piece.text)

    assert sum(units(line) + 1 for line in lines) <= room


@each_row(
    ("asked", "mark"),
    [
        (ended(Answer.ALLOW), "✅"),
        (ended(Answer.DENY), "❌"),
        (ended(Answer.TIMEOUT), "❌"),
        (question(status=Status.EXPIRED), "⏰"),
        (question(status=Status.CANCELLED), "🚫"),
        (question(status=Status.ANSWERED), "🚫"),
        (ended(Answer.ALLOW)._replace(status=Status.CANCELLED), "🚫"),
    ],
)
def test_only_a_yes_has_the_sign_of_a_yes(asked: Question, mark: str) -> None:
    """One that ended otherwise never looks allowed."""
    assert mark_of(asked) == mark

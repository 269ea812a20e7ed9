"""How much of a text fits where a service takes only so much, and what every message has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from proctor.approval.message import Message, Piece
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer

LONGEST_BMP = "\uffff"
MORE = "Parts:\n… and 1000000 more\n"


def units(text: str) -> int:
    """Return a text's length as chat services count it: in code units of UTF-16."""
    return len(text) + sum(char > LONGEST_BMP for char in text)


def fitting(sizes: Sequence[int], room: int) -> int:
    """Return how many of some sizes fit."""
    for count, size in enumerate(sizes):
        room -= size
        if room < 0:
            return count
    return len(sizes)


def piece_lines(message: Message, room: int, line_of: Callable[[Piece], str]) -> Iterator[str]:
    """Return the parts, as many as there is room for."""
    if not message.pieces:
        return
    lines = [line_of(piece) for piece in message.pieces]
    shown = fitting([units(line) + 1 for line in lines], room - units(MORE))
    more = message.more_pieces + len(lines) - shown
    yield "Parts:"
    yield from lines[:shown]
    if more:
        yield f"… and {more} more"


def mark_of(question: Question) -> str:
    """Return the sign for how a question ended."""
    if question.status is Status.EXPIRED:
        return "⏰"
    if question.status is Status.ANSWERED and question.reply is not None:
        return "✅" if question.reply.answer is Answer.ALLOW else "❌"
    return "🚫"

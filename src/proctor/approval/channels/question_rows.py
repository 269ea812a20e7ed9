"""A question where there is nothing but text: rows of a label and a field, and the choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from proctor.approval.message import Choice, Message, remembered


class Row(NamedTuple):
    """What a row is about, and what it says: the label is ours, the text may be an agent's."""

    label: str
    text: str


def rows_of(message: Message) -> Iterator[Row]:
    """Return what is shown of a question, each row on one line."""
    yield Row("Tool", message.tool)
    yield Row("Action", message.target)
    for line in message.changes:
        yield Row("Changes", line)
    for piece in message.pieces:
        why = f" ({piece.why})" if piece.why else ""
        yield Row("Part", f"{piece.effect}: {piece.text}{why}")
    if message.more_pieces:
        yield Row("Part", f"… and {message.more_pieces} more")
    if message.why:
        yield Row("Why", message.why)
    if message.rule:
        yield Row("Rule", message.rule)
    if message.review:
        yield Row("Review", message.review)
    yield Row("Role", message.role)
    yield Row("Agent", message.agent)
    if message.subagent:
        yield Row("Sub-agent", message.subagent)
    if message.requester:
        yield Row("For", message.requester)
    yield Row("Session", message.session)
    yield Row("Folder", message.folder)


def choice_rows(choices: tuple[Choice, ...]) -> Iterator[Row]:
    """Return what can be answered: the key, what it is called and what it would do."""
    for choice in choices:
        yield Row(choice.key, f"{choice.says}: {remembered(choice)}")


def end_row(message: Message) -> str:
    """Return how a question ended, in one line."""
    return f"Question {message.number}: {message.ended}"

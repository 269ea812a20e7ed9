"""
What a person sees of a question, written once for every channel.

INVARIANT: whatever an agent said is one field of a Message, spelled out and cut
to a length. A channel escapes each field for its own service, so that no text can
forge a line, a button or a mention.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from proctor.terms.plain import plain
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Scope

TITLE = "Tool Approval Request"
MOST_PARTS = 8
LONGEST_TARGET, LONGEST_PART, LONGEST_WORD = 1500, 200, 120


class Choice(NamedTuple):
    """
    An answer that a person can give.

    `key` is what is pressed or written, `says` what it is called, `remembers` what
    of it would be remembered.
    """

    key: str
    says: str
    answer: Answer
    scope: Scope = Scope.ONCE
    seconds: int = 0
    remembers: str = "nothing: only this call"


CHOICES = (
    Choice("a", "Allow", Answer.ALLOW),
    Choice(
        "s",
        "Allow for this session",
        Answer.ALLOW,
        Scope.SESSION,
        remembers="exactly this, for this agent's session",
    ),
    Choice(
        "t",
        "Allow for 10 minutes",
        Answer.ALLOW,
        Scope.TIME,
        600,
        "exactly this, under this role in this project, for 10 minutes",
    ),
    Choice(
        "w",
        "Always allow",
        Answer.ALLOW,
        Scope.ALWAYS,
        remembers="exactly this, under this role in this project, until it is revoked",
    ),
    Choice("d", "Deny", Answer.DENY),
)


class Piece(NamedTuple):
    """One part of the action: what becomes of it, what it is, and why."""

    effect: str
    text: str
    why: str


class Message(NamedTuple):
    """A question as a person reads it; every field is safe to be shown on one line."""

    number: int
    title: str
    tool: str
    target: str
    agent: str
    role: str
    session: str
    folder: str
    why: str
    rule: str
    pieces: tuple[Piece, ...]
    more_pieces: int
    ended: str


def message_of(question: Question) -> Message:
    """Return what a person is shown of a question."""
    body = question.body
    parts = body.get("parts")
    pieces = [piece for piece in map(piece_of, parts if isinstance(parts, list) else []) if piece]
    # What is asked comes first: it is what the answer is about.
    pieces.sort(key=lambda piece: piece.effect != "ask")
    return Message(
        number=question.id,
        title=TITLE,
        tool=short(question.tool, LONGEST_WORD),
        target=short(target_of(question.action), LONGEST_TARGET),
        agent=short(question.agent or "-", LONGEST_WORD),
        role=short(str(body.get("role") or "-"), LONGEST_WORD),
        session=short(question.session or "-", LONGEST_WORD),
        folder=short(str(body.get("cwd") or "-"), LONGEST_PART),
        why=short(str(body.get("why") or ""), LONGEST_PART),
        rule=short(str(body.get("rule") or ""), LONGEST_PART),
        pieces=tuple(pieces[:MOST_PARTS]),
        more_pieces=max(0, len(pieces) - MOST_PARTS),
        ended=ending(question),
    )


def piece_of(part: Any) -> Piece | None:
    """Return one part; None for what is none."""
    if not isinstance(part, dict):
        return None
    words = (str(part.get(name) or "") for name in ("effect", "part", "why"))
    return Piece(*(short(word, LONGEST_PART) for word in words))


def target_of(action: str) -> str:
    """Return what a tool works on: an action string without its beginning."""
    _, _, rest = action.partition(":")
    _, found, target = rest.partition(":")
    return target if found else rest or action


def ending(question: Question) -> str:
    """Say how a question ended, who ended it and through what; nothing while it is open."""
    if question.status is Status.PENDING:
        return ""
    reply = question.reply
    if question.status is Status.ANSWERED and reply is not None:
        done = "Allowed" if reply.answer is Answer.ALLOW else "Denied"
        through = f" through {reply.channel}" if reply.channel else ""
        words = f": {reply.words}" if reply.words else ""
        return short(f"{done} by {reply.by}{through}{words}", LONGEST_PART)
    return "Timed Out" if question.status is Status.EXPIRED else "Cancelled"


def short(text: str, limit: int) -> str:
    """
    Return a text on one line, spelled out, with its beginning and its end.

    The end of a command is where it does its worst, so it is never what is cut.
    """
    shown = plain(text)
    if len(shown) <= limit:
        return shown
    half = limit // 2
    return f"{shown[:half]} […{len(shown) - 2 * half} characters…] {shown[-half:]}"

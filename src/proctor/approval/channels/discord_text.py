"""
What a question looks like in Discord: its text, in Markdown, and its buttons.

INVARIANT: whatever an agent said stands in code, where nothing is a mention, a link
or a format, and has no backtick, which is all that could end it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from proctor.approval.channels.answering_words import MORE as MORE_WAIT
from proctor.approval.channels.answering_words import MOST_LISTED, WHICH
from proctor.approval.channels.button_tags import data_of
from proctor.approval.channels.text_room import MORE, fitting, mark_of, piece_lines, units
from proctor.approval.message import (
    LONGEST_TARGET,
    Choice,
    Message,
    Piece,
    message_of,
    narrow_choices_of,
    short,
)
from proctor.terms.plain import plain
from proctor.terms.question import Question

LONGEST = 2000
# How much room each field has; the target has what is left, and the parts what that leaves.
WORD_ROOM, LINE_ROOM, PIECE_ROOM, END_ROOM, ACTION_ROOM = 64, 130, 120, 260, 160
NAME_ROOM, RULE_ROOM = 32, 160
PARTS_ROOM, CHANGES_ROOM = 320, 700
LEAST = 20
SPARE = 10
LONGEST_NONCE = 25
# Nothing in these is Markdown, a mention or a link.
PROSE = re.compile(r"(?:[A-Za-z0-9 ,;'()…-]|[.:?!](?= |\Z))*")
CUT = re.compile(r" \[…([0-9]{1,9}) characters…\] ")
# It looks like a backtick, and ends no code.
BACKTICK, LOOKS_ALIKE = "`", "\u02cb"
# What is written from right to left stays where it stands.
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
ISOLATE, POP = "\u2068", "\u2069"
FIRST_ROW = ("a", "d")


class Button(NamedTuple):
    """One button: what it says, what comes back, and `good`, `bad` or nothing for its colour."""

    label: str
    data: str
    colour: str


def text_of(question: Question) -> str:
    """Return a question as a message, with how it ended where it has."""
    message = message_of(question)
    head = end_line(question, message.ended) if message.ended else "**Agent wants to execute:**"
    tail = [] if message.ended else hints(message)
    after = [
        f"Action: {code(short(question.action, LONGEST_TARGET), ACTION_ROOM)}",
        agent_line(message),
        f"Session: {code(message.session, WORD_ROOM)}",
        f"Folder: {code(message.folder, LINE_ROOM)}",
    ]
    after += [f"Changes: {code('; '.join(message.changes), CHANGES_ROOM)}"] * bool(message.changes)
    after += [f"Why: {code(message.why, LINE_ROOM)}"] if message.why else []
    after += [f"Rule: {code(message.rule, LINE_ROOM)}"] if message.rule else []
    after += [f"Review: {code(message.review, LINE_ROOM)}"] if message.review else []
    tool = neutral(message.tool, WORD_ROOM)
    parts = sum(units(piece_line(piece)) + 1 for piece in message.pieces)
    room = room_left([head, "```", f"{tool}: ", "```", *after, *tail])
    room -= min(parts + units(MORE), PARTS_ROOM) if parts else 0
    lines = [head, "```", f"{tool}: {neutral(message.target, room)}", "```", *after]
    return "\n".join([*lines, *piece_lines(message, room_left([*lines, *tail]), piece_line), *tail])


def room_left(lines: Sequence[str]) -> int:
    """Return how much room some lines leave in a message."""
    return LONGEST - SPARE - sum(units(line) + 1 for line in lines)


def agent_line(message: Message) -> str:
    """Return who wants it, under which role, through which of its helpers and for whom."""
    helper = f", sub-agent: {code(message.subagent, NAME_ROOM)}" if message.subagent else ""
    person = f", for: {code(message.requester, NAME_ROOM)}" if message.requester else ""
    role = code(message.role, WORD_ROOM)
    return f"Agent: {code(message.agent, WORD_ROOM)}, role: {role}{helper}{person}"


def hints(message: Message) -> list[str]:
    """Return how to answer, and what would be remembered."""
    number = message.number
    words = f"`allow {number}` or `deny {number} words`"
    first = f"Question {number}: press, react with ✅ or ❌, or write {words}"
    return [first, *(f"{says}: {prose(does, RULE_ROOM)}" for says, does in message.remembers)]


def end_line(question: Question, ended: str) -> str:
    """Return how a question ended, as the first line."""
    return f"{mark_of(question)} {prose(ended, END_ROOM)} (question {question.id})"


def piece_line(piece: Piece) -> str:
    """Return one part."""
    why = f" ({code(piece.why, WORD_ROOM)})" if piece.why else ""
    return f"• {prose(piece.effect, WORD_ROOM)}: {code(piece.text, PIECE_ROOM)}{why}"


def said(words: str) -> str:
    """Return what somebody is told."""
    return prose(plain(words), LONGEST - SPARE)


def prose(text: str, room: int) -> str:
    """Return a sentence: plain where nothing in it becomes more than text, else as code."""
    plainly = text and PROSE.fullmatch(text) and units(text) <= room
    return text if plainly else code(text, room)


def code(text: str, room: int) -> str:
    """Return a text as code on one line, that takes so much room at most."""
    return f"`{neutral(text, room - 2)}`"


def neutral(text: str, room: int) -> str:
    """Return a text that ends no code, with its beginning and its end where it is too long."""
    text = text.replace(BACKTICK, LOOKS_ALIKE).strip() or "-"
    if not any(unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in text):
        return cut(text, max(room, LEAST))
    return f"{ISOLATE}{cut(text, max(room, LEAST) - 2)}{POP}"


def cut(text: str, room: int) -> str:
    """Return the beginning and the end of a text that is too long."""
    sizes = [units(char) for char in text]
    if sum(sizes) <= room:
        return text
    middle = " […1000000000…] "
    half = max(0, room - len(middle)) // 2
    head, tail = fitting(sizes, half), fitting(sizes[::-1], half)
    gone = text[head : len(text) - tail]
    # Some of it may have been cut before; what an agent writes so makes it no less.
    count = len(gone) + sum(max(0, int(each[1]) - len(each[0])) for each in CUT.finditer(gone))
    return f"{text[:head]} […{count}…] {text[len(text) - tail :]}"


def buttons_of(question: Question, key: bytes) -> list[list[Button]]:
    """Return the buttons: allow and deny first, what would be remembered on a second row."""
    choices = narrow_choices_of(question)
    first = [button(choice, question, key) for choice in choices if choice.key in FIRST_ROW]
    rest = [button(choice, question, key) for choice in choices if choice.key not in FIRST_ROW]
    return [first, rest]


def button(choice: Choice, question: Question, key: bytes) -> Button:
    """Return one button."""
    colours = {"a": "good", "d": "bad"}
    return Button(choice.says, data_of(choice, question, key), colours.get(choice.key, ""))


def list_of(waiting: Sequence[Question], key: bytes) -> tuple[str, list[list[Button]]]:
    """Return the newest of several questions, each with its buttons; one alone as it is."""
    if len(waiting) == 1:
        return text_of(waiting[0]), buttons_of(waiting[0], key)
    newest = sorted(waiting, key=lambda question: question.id)[-MOST_LISTED:]
    lines, rows = [WHICH], []
    for question in newest:
        message = message_of(question)
        what = f"{code(message.tool, WORD_ROOM)} {code(message.target, PIECE_ROOM)}"
        lines.append(f"{question.id}: {what}, agent {code(message.agent, NAME_ROOM)}")
        made = [button(choice, question, key) for choice in narrow_choices_of(question)
                if choice.key in FIRST_ROW]  # fmt: skip
        rows.append([each._replace(label=f"{each.label} {question.id}") for each in made])
    more = len(waiting) - len(newest)
    return "\n".join([*lines, *([MORE_WAIT.format(more=more)] if more else [])]), rows


def nonce_of(question: Question, key: bytes) -> str:
    """Return what is sent along so that the same question is not posted twice."""
    text = f"nonce\0{question.id}\0{question.uid}".encode("utf-8", "surrogatepass")
    return sha256(key + text).hexdigest()[:LONGEST_NONCE]

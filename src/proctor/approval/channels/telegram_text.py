"""
What people see of a question in Telegram: a message in its HTML, and its buttons.

INVARIANT: whatever an agent said is escaped, and stands in `<code>` unless it is a plain
word. Telegram makes links, mentions and commands of what stands outside, not of what
stands in there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from proctor.approval.channels.answering_words import MORE as MORE_WAIT
from proctor.approval.channels.answering_words import MOST_LISTED, WHICH
from proctor.approval.channels.button_tags import data_of
from proctor.approval.channels.text_room import MORE, fitting, mark_of, piece_lines, units
from proctor.approval.message import Choice, Message, Piece, message_of, narrow_choices_of
from proctor.terms.question import Question

# Telegram counts code units of UTF-16 without the tags; to count the tags too is the safe side.
LONGEST = 4096
WORD_ROOM, LINE_ROOM, PIECE_ROOM, WHY_ROOM, END_ROOM, RULE_ROOM = 160, 300, 220, 160, 400, 400
PARTS_ROOM, CHANGES_ROOM = 600, 1400
LEAST_TARGET = 200
ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
# Nothing in these becomes a link, a mention, a command or a hashtag.
WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")
PROSE = re.compile(r"(?:[A-Za-z0-9_ ,;'()`\[\]…-]|[.:](?= |\Z))*")
# What is written from right to left stays where it stands.
ISOLATE, POP = "\u2068", "\u2069"
MARKS = {"a": "✅ ", "d": "❌ "}


def text_of(question: Question) -> str:
    """Return a question as a message, with how it ended where it has."""
    message = message_of(question)
    head = ["🔧 " + message.title] if not message.ended else [end_line(question, message.ended)]
    tail = [] if message.ended else hints(message)
    before = [*head, "", f"Tool: {code(message.tool, WORD_ROOM)}"]
    after = [
        f"Session: {word(message.session)}",
        agent_line(message),
        f"Role: {word(message.role)}",
        f"Folder: {code(message.folder, LINE_ROOM)}",
    ]
    after += [f"Changes: {prose('; '.join(message.changes), CHANGES_ROOM)}"] * bool(message.changes)
    after += [f"Why: {prose(message.why, LINE_ROOM)}"] if message.why else []
    after += [f"Rule: {code(message.rule, LINE_ROOM)}"] if message.rule else []
    after += [f"Review: {prose(message.review, LINE_ROOM)}"] if message.review else []
    room = room_left([*before, "Target: ", *after, *tail])
    # The part that is asked about is seen beside a target of any length.
    parts = units(MORE) + 1
    parts += sum(units(line) + 1 for line in piece_lines(message, PARTS_ROOM, piece_line))
    lines = [*before, f"Target: {code(message.target, room - parts)}", *after]
    return "\n".join([*lines, *piece_lines(message, room_left([*lines, *tail]), piece_line), *tail])


def room_left(lines: Sequence[str]) -> int:
    """Return how much room some lines leave in a message, with their ends and a bit to spare."""
    return LONGEST - sum(units(line) + 1 for line in lines) - LEAST_TARGET // 2


def agent_line(message: Message) -> str:
    """Return who wants it, through which of its helpers and for whom."""
    helper = f", sub-agent {word(message.subagent)}" if message.subagent else ""
    person = f", for {word(message.requester)}" if message.requester else ""
    return f"Agent: {word(message.agent)}{helper}{person}"


def hints(message: Message) -> list[str]:
    """Return how to answer, and what would be remembered."""
    number = message.number
    words = f"<code>/allow {number}</code> or <code>/deny {number} words</code>"
    lines = ["", f"Question {number}: press, or write {words}"]
    return [*lines, *(f"{says}: {prose(does, RULE_ROOM)}" for says, does in message.remembers)]


def end_line(question: Question, ended: str) -> str:
    """Return how a question ended, as the first line."""
    return f"{mark_of(question)} {prose(ended, END_ROOM)} (question {question.id})"


def piece_line(piece: Piece) -> str:
    """Return one part."""
    why = f" ({prose(piece.why, WHY_ROOM)})" if piece.why else ""
    return f"• {prose(piece.effect, WHY_ROOM)}: {code(piece.text, PIECE_ROOM)}{why}"


def word(text: str) -> str:
    """Return a name: plain where it is a word, else as code."""
    return text if WORD.fullmatch(text) else code(text, WORD_ROOM)


def prose(text: str, room: int) -> str:
    """Return a sentence: plain where nothing in it becomes more than text, else as code."""
    if PROSE.fullmatch(text) and units(text) <= room:
        return text
    return code(text, room)


def code(text: str, room: int) -> str:
    """Return a text as code that takes so much room at most."""
    if not text:
        return "<code>-</code>"
    inner = cut(text, max(room, LEAST_TARGET // 2) - len("<code></code>") - 2)
    if not text.isascii():
        inner = f"{ISOLATE}{inner}{POP}"
    return f"<code>{inner}</code>"


def cut(text: str, room: int) -> str:
    """Return a text escaped, with its beginning and its end, and no escape cut in two."""
    escaped = [ESCAPES.get(char, char) for char in text]
    sizes = [units(each) for each in escaped]
    if sum(sizes) <= room:
        return "".join(escaped)
    half = (room - len(f" […{len(text)} characters…] ")) // 2
    head, tail = fitting(sizes, half), fitting(sizes[::-1], half)
    middle = f" […{len(text) - head - tail} characters…] "
    return "".join([*escaped[:head], middle, *escaped[len(escaped) - tail :]])


def buttons_of(question: Question, key: bytes) -> dict[str, Any]:
    """Return the buttons: allow and deny side by side, each longer choice on a row of its own."""
    choices = narrow_choices_of(question)
    first = [button(choice, question, key) for choice in choices if choice.key in MARKS]
    rest = [[button(choice, question, key)] for choice in choices if choice.key not in MARKS]
    return {"inline_keyboard": [first, *rest]}


def list_of(waiting: Sequence[Question], key: bytes) -> tuple[str, dict[str, Any]]:
    """Return the newest of several questions, each with its buttons; one alone as it is."""
    if len(waiting) == 1:
        return text_of(waiting[0]), buttons_of(waiting[0], key)
    newest = sorted(waiting, key=lambda question: question.id)[-MOST_LISTED:]
    lines, rows = [WHICH], []
    for question in newest:
        message = message_of(question)
        what = f"{code(message.tool, WORD_ROOM)} {code(message.target, LINE_ROOM)}"
        lines.append(f"{question.id}: {what}, agent {word(message.agent)}")
        choices = [choice for choice in narrow_choices_of(question) if choice.key in MARKS]
        rows.append([numbered(button(choice, question, key), question) for choice in choices])
    more = len(waiting) - len(newest)
    return "\n".join([*lines, *([MORE_WAIT.format(more=more)] if more else [])]), {
        "inline_keyboard": rows
    }


def numbered(made: dict[str, str], question: Question) -> dict[str, str]:
    """Return a button with its question's number on it."""
    return {**made, "text": f"{made['text']} {question.id}"}


def button(choice: Choice, question: Question, key: bytes) -> dict[str, str]:
    """Return one button."""
    text = MARKS.get(choice.key, "") + choice.says
    return {"text": text, "callback_data": data_of(choice, question, key)}

"""
What people see of a question in Telegram: a message in its HTML, and its buttons.

INVARIANT: whatever an agent said is escaped, and stands in `<code>` unless it is a plain
word. Telegram makes links, mentions and commands of what stands outside, not of what
stands in there.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from proctor.approval.message import CHOICES, Choice, Message, Piece, message_of
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Scope

# Telegram counts code units of UTF-16 without the tags; to count the tags too is the safe side.
LONGEST = 4096
WORD_ROOM, LINE_ROOM, PIECE_ROOM, WHY_ROOM, END_ROOM = 160, 300, 220, 160, 400
PARTS_ROOM = 600
MORE = "… and 1000000 more"
LEAST_TARGET = 200
ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
# Nothing in these becomes a link, a mention, a command or a hashtag.
WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")
PROSE = re.compile(r"(?:[A-Za-z0-9_ ,;'()`\[\]…-]|[.:](?= |\Z))*")
# What is written from right to left stays where it stands.
ISOLATE, POP = "\u2068", "\u2069"
LONGEST_BMP = "\uffff"
TAG_BYTES = 12
MARKS = {"a": "✅ ", "d": "❌ "}
DATA = re.compile(r"([a-z]):([1-9][0-9]{0,18}):([A-Za-z0-9_-]{16})")


class Pressed(NamedTuple):
    """What the data of a button says."""

    key: str
    number: int
    tag: str


def text_of(question: Question) -> str:
    """Return a question as a message, with how it ended where it has."""
    message = message_of(question)
    head = ["🔧 " + message.title] if not message.ended else [end_line(question, message.ended)]
    tail = [] if message.ended else hints(message.number)
    before = [*head, "", f"Tool: {code(message.tool, WORD_ROOM)}"]
    after = [
        f"Session: {word(message.session)}",
        f"Agent: {word(message.agent)}",
        f"Role: {word(message.role)}",
        f"Folder: {code(message.folder, LINE_ROOM)}",
    ]
    after += [f"Why: {prose(message.why, LINE_ROOM)}"] if message.why else []
    after += [f"Rule: {code(message.rule, LINE_ROOM)}"] if message.rule else []
    room = room_left([*before, "Target: ", *after, *tail])
    # The part that is asked about is seen beside a target of any length.
    parts = sum(units(line) + 1 for line in ["", MORE, *piece_lines(message, PARTS_ROOM)])
    lines = [*before, f"Target: {code(message.target, room - parts)}", *after]
    return "\n".join([*lines, *piece_lines(message, room_left([*lines, *tail])), *tail])


def room_left(lines: Sequence[str]) -> int:
    """Return how much room some lines leave in a message, with their ends and a bit to spare."""
    return LONGEST - sum(units(line) + 1 for line in lines) - LEAST_TARGET // 2


def hints(number: int) -> list[str]:
    """Return how to answer, and what would be remembered."""
    words = f"<code>/allow {number}</code> or <code>/deny {number} words</code>"
    lines = ["", f"Question {number}: press, or write {words}"]
    lines += [
        f"{choice.says}: remembers {choice.remembers}"
        for choice in CHOICES
        if choice.scope is not Scope.ONCE
    ]
    return lines


def end_line(question: Question, ended: str) -> str:
    """Return how a question ended, as the first line."""
    if question.status is Status.EXPIRED:
        mark = "⏰"
    elif question.status is Status.ANSWERED and question.reply is not None:
        mark = "✅" if question.reply.answer is Answer.ALLOW else "❌"
    else:
        mark = "🚫"
    return f"{mark} {prose(ended, END_ROOM)} (question {question.id})"


def piece_lines(message: Message, room: int) -> Iterator[str]:
    """Return the parts, as many as there is room for."""
    if not message.pieces:
        return
    left = room - units(f"Parts:\n{MORE}\n")
    lines = []
    for piece in message.pieces:
        line = piece_line(piece)
        left -= units(line) + 1
        if left < 0:
            break
        lines.append(line)
    more = message.more_pieces + len(message.pieces) - len(lines)
    yield "Parts:"
    yield from lines
    if more:
        yield f"… and {more} more"


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


def fitting(sizes: Sequence[int], room: int) -> int:
    """Return how many of some sizes fit."""
    for count, size in enumerate(sizes):
        room -= size
        if room < 0:
            return count
    return len(sizes)


def units(text: str) -> int:
    """Return a text's length as Telegram counts it."""
    return len(text) + sum(char > LONGEST_BMP for char in text)


def buttons_of(question: Question, key: bytes) -> dict[str, Any]:
    """Return the buttons: allow and deny side by side, each longer choice on a row of its own."""
    first = [button(choice, question, key) for choice in CHOICES if choice.key in MARKS]
    rest = [[button(choice, question, key)] for choice in CHOICES if choice.key not in MARKS]
    return {"inline_keyboard": [first, *rest]}


def button(choice: Choice, question: Question, key: bytes) -> dict[str, str]:
    """Return one button."""
    text = MARKS.get(choice.key, "") + choice.says
    tag = tag_of(question, choice.key, key)
    return {"text": text, "callback_data": f"{choice.key}:{question.id}:{tag}"}


def tag_of(question: Question, choice: str, key: bytes) -> str:
    """Return what binds a button to its question; nobody without key and uid can make it."""
    text = f"{choice}\0{question.id}\0{question.uid}".encode("utf-8", "surrogatepass")
    return urlsafe_b64encode(hmac.digest(key, text, sha256)[:TAG_BYTES]).decode()


def belongs(pressed: Pressed, question: Question, key: bytes) -> bool:
    """Say whether a button is one of this question's."""
    wanted = tag_of(question, pressed.key, key)
    return pressed.number == question.id and hmac.compare_digest(wanted, pressed.tag)


def read_data(data: object) -> Pressed | None:
    """Read the data of a button; None for what no button of ours has."""
    found = DATA.fullmatch(data) if isinstance(data, str) else None
    return Pressed(found[1], int(found[2]), found[3]) if found else None


def choice_of(key: str) -> Choice | None:
    """Return the choice of a key."""
    return next((choice for choice in CHOICES if choice.key == key), None)

"""
A question as the page shows it: everything that was said of it, cut where it is too long.

INVARIANT: whatever an agent said stays a text here. What nobody would see of it is spelled
out where it is shown, and neither blanks nor sheer length push the end of it out of sight.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from proctor.approval.message import LONGEST_NAME, PADDING, target_of
from proctor.audit.ids import seconds as moment
from proctor.audit.ids import timestamp
from proctor.server.answerable import answers_of, only_once, rules_of
from proctor.server.web.approval_changes import IN_AN_EDIT, Edit, edits_of, path_of
from proctor.terms.plain import plain
from proctor.terms.reply import Answer

# So much is shown of a command on its card, of one that is opened, and of anything else.
ON_A_CARD, OPENED, ELSEWHERE = 2_000, 70_000, 300
MOST_LINES, LINES_OPENED = 24, 2_000
MOST_PARTS, PARTS_OPENED = 12, 200
MOST_CLASSES = 10
LONGEST_READ = 200_000
# What is no news beside the command, the folder and the rest.
IN_THE_COMMAND = frozenset({"command", "cmd", "script", "code"})


class Piece(NamedTuple):
    """A stretch of the command, with what is decided about it; nothing for what lies between."""

    text: str
    effect: str = ""
    title: str = ""


class PartLine(NamedTuple):
    """One part of an action: what becomes of it, of which classes it is, which rule says so."""

    effect: str
    text: str
    classes: tuple[str, ...]
    rule: str
    where: str
    why: str


class Card(NamedTuple):
    """
    What a person sees of a question.

    `who` and `what` are the agent and the tool, spelled out: they go where no text is marked.
    """

    id: int
    who: str
    what: str
    status: str
    agent: str
    role: str
    tool: str
    host: str
    session: str
    subagent: str
    requester: str
    project: str
    cwd: str
    command: tuple[Piece, ...]
    parts: tuple[PartLine, ...]
    more_parts: int
    cut: bool
    why: str
    rule: str
    where: str
    by: str
    review: str
    path: str
    edits: tuple[Edit, ...]
    input: str
    asked_at: str
    expires_at: str
    left: int
    once: str
    answers: dict[str, dict[str, Any]]
    rules: tuple[str, ...]
    always: str
    category: str
    changes: tuple[str, ...]


def card_of(data: Mapping[str, Any], *, opened: bool = False) -> Card:
    """Return a question as it is shown, in the list or opened by itself."""
    room, lines = (OPENED, LINES_OPENED) if opened else (ON_A_CARD, MOST_LINES)
    target = target_of(str(data["action"]))
    shown = fitted(target, room, lines)
    parts = parts_of(data.get("parts"))
    first = next((part for part in parts if part.effect == "ask"), None)
    most = PARTS_OPENED if opened else MOST_PARTS
    given = data.get("input")
    edits = edits_of(given)
    answers = {name_of(one): one for one in answers_of(data)}
    return Card(
        id=int(data["id"]),
        who=plain(word(data["agent"], LONGEST_NAME)),
        what=plain(word(data["tool"], LONGEST_NAME)),
        status=str(data["status"]),
        agent=word(data["agent"]),
        role=word(data.get("role")),
        tool=word(data["tool"]),
        host=word(data["host"]),
        session=word(data["session"]),
        subagent=word(data.get("subagent")),
        requester=word(data.get("requester")),
        project=word(data.get("project")),
        cwd=word(data.get("cwd")),
        command=pieces_of(shown, parts),
        parts=parts[:most],
        more_parts=max(0, len(parts) - most),
        cut=shown != target,
        why=word(data.get("why")),
        rule=word(data.get("rule")),
        where=first.where if first else "",
        by=word(data.get("by")),
        review=word(data.get("review"), 4 * ELSEWHERE),
        path=word(path_of(given)),
        edits=edits,
        input=rest_of(given, room, lines, IN_AN_EDIT if edits else frozenset()),
        asked_at=str(data["asked_at"]),
        expires_at=str(data["expires_at"]),
        left=seconds_left(data),
        once=only_once(data),
        answers=answers,
        rules=tuple(rules_of(data)),
        always=word(data.get("always"), 10 * ELSEWHERE),
        category=word(answers.get("category", {}).get("category")),
        changes=changes_of(data.get("changes"), room),
    )


def changes_of(value: object, room: int) -> tuple[str, ...]:
    """Return what an agent would change of itself, a line each."""
    lines = value if isinstance(value, list) else []
    return tuple(word(line, room) for line in lines)


def name_of(answer: Mapping[str, Any]) -> str:
    """Return what an answer is called on the page: how long it holds, `category` or `deny`."""
    if answer["answer"] == Answer.DENY.value:
        return "deny"
    return "category" if "category" in answer else str(answer["scope"])


def word(value: object, room: int = ELSEWHERE) -> str:
    """Return a text of ours or an agent's; nothing for what is none."""
    return fitted(value, room, 1) if isinstance(value, str) else ""


def fitted(text: str, room: int, lines: int) -> str:
    """Return a text with its beginning and its end, without blanks that hide something."""
    if len(text) > LONGEST_READ:
        # No more of it is looked at than a question keeps.
        half = LONGEST_READ // 2
        text = f"{text[:half]} […{len(text) - 2 * half} characters…] {text[-half:]}"
    text = PADDING.sub(lambda found: f" […{len(found[0])} blanks…] ", text)
    if len(text) > room:
        half = room // 2
        text = f"{text[:half]} […{len(text) - 2 * half} characters…] {text[-half:]}"
    rows = text.split("\n")
    if len(rows) > lines > 1:
        half = lines // 2
        hidden = f"[…{len(rows) - 2 * half} lines…]"
        text = "\n".join([*rows[:half], hidden, *rows[-half:]])
    return text


def parts_of(parts: object) -> tuple[PartLine, ...]:
    """Return the parts of an action, those that are asked first: the answer is about them."""
    listed = parts if isinstance(parts, list) else []
    read = [part_of(part) for part in listed if isinstance(part, dict)]
    return tuple(sorted(read, key=lambda part: part.effect != "ask"))


def part_of(part: Mapping[str, Any]) -> PartLine:
    """Return one part."""
    classes = part.get("classes")
    names = classes[:MOST_CLASSES] if isinstance(classes, list) else []
    return PartLine(
        effect=word(part.get("effect"), LONGEST_NAME),
        text=word(part.get("part")),
        classes=tuple(word(one, LONGEST_NAME) for one in names),
        rule=word(part.get("rule")),
        where=word(part.get("where")),
        why=word(part.get("why")),
    )


def pieces_of(text: str, parts: Sequence[PartLine]) -> tuple[Piece, ...]:
    """Return a command in pieces: each part where it stands in it, and what lies between."""
    found: list[tuple[int, PartLine]] = []
    taken = 0
    for part in sorted(
        (part for part in parts if part.text), key=lambda part: text.find(part.text)
    ):
        at = text.find(part.text, taken)
        if at >= 0:
            found.append((at, part))
            taken = at + len(part.text)
    pieces: list[Piece] = []
    end = 0
    for at, part in found:
        pieces += [Piece(text[end:at])] if at > end else []
        pieces.append(Piece(part.text, part.effect, title_of(part)))
        end = at + len(part.text)
    return (*pieces, Piece(text[end:])) if end < len(text) or not pieces else tuple(pieces)


def title_of(part: PartLine) -> str:
    """Return what is said of a part, on one line."""
    classes = " ".join(f"@{one}" for one in part.classes)
    said = " ".join(filter(None, (part.effect, classes)))
    return plain(": ".join(filter(None, (said, part.why))))


def rest_of(given: object, room: int, lines: int, seen: frozenset[str]) -> str:
    """Return what a tool is called with beside what is seen already, as JSON; or nothing."""
    if not isinstance(given, Mapping):
        return "" if given is None else fitted(as_text(given), room, lines)
    known = IN_THE_COMMAND | seen
    rest = {name: value for name, value in given.items() if name not in known}
    return fitted(as_text(rest), room, lines) if rest else ""


def as_text(value: object) -> str:
    """Return a value as people read JSON."""
    try:
        return json.dumps(value, indent=2, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return "(it cannot be shown)"


def seconds_left(data: Mapping[str, Any]) -> int:
    """Return how many seconds a question still waits."""
    return max(0, round(moment(str(data["expires_at"])) - moment(timestamp())))

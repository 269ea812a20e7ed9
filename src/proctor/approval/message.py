"""
What a person sees of a question, written once for every channel.

INVARIANT: whatever an agent said is one field of a Message, spelled out and cut
to a length. A channel escapes each field for its own service, so that no text can
forge a line, a button or a mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from proctor.approval.grants import CATEGORIES
from proctor.terms.classes import CLASSES
from proctor.terms.lookalikes import lookalikes_at, mark
from proctor.terms.plain import spelled
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Reply, Scope
from proctor.terms.unseen import EMOJI, formed

TITLE = "Tool Approval Request"
MOST_PARTS = 8
LONGEST_TARGET, LONGEST_RULE, LONGEST_PART, LONGEST_WORD, LONGEST_NAME = 1500, 300, 200, 120, 40
# Blanks, and what looks like one: so many in a row push what follows out of sight.
PADDING = re.compile("[\\s\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u200b-\u200f]{17,}")


class Choice(NamedTuple):
    """
    An answer that a person can give.

    `key` is what is pressed or written, `says` what it is called, `remembers` what
    of it would be remembered. `category` is that of a choice for more than this call.
    """

    key: str
    says: str
    answer: Answer
    scope: Scope = Scope.ONCE
    seconds: int = 0
    remembers: str = "nothing: only this call"
    category: str = ""

    def reply(self, channel: str, words: str = "") -> Reply:
        """Return the answer of whoever takes this."""
        return Reply(
            self.answer,
            channel=channel,
            words=words,
            scope=self.scope,
            seconds=self.seconds,
            category=self.category,
        )


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


def choices_of(question: Question) -> tuple[Choice, ...]:
    """
    Return what a question can be answered with, each with what it would remember.

    INVARIANT: the one for a whole category is only for places that show first what it
    means, and never for a button that stands beside the others.
    """
    narrow = counts_once(question) or bool(question.body.get("changes"))
    category = "" if narrow else question.body.get("category")
    wide = wide_choice(category) if isinstance(category, str) and category in CATEGORIES else ()
    *allows, deny = narrow_choices_of(question)
    return (*allows, *wide, deny)


def narrow_choices_of(question: Question) -> tuple[Choice, ...]:
    """Return those of them that hold for exactly this call."""
    if question.body.get("changes"):
        # How long the change of an agent holds, and no call that is remembered.
        lasting = {Scope.ONCE, Scope.ALWAYS} if question.body.get("always") else {Scope.ONCE}
        return tuple(with_rule(each, question) for each in CHOICES if each.scope in lasting)
    if counts_once(question):
        # Nobody here has decided what it is about, or it comes but once: nothing is remembered.
        return tuple(choice for choice in CHOICES if choice.scope is Scope.ONCE)
    return tuple(with_rule(each, question) for each in CHOICES)


def with_rule(choice: Choice, question: Question) -> Choice:
    """Return a choice, with what *always* would do for this question."""
    always = question.body.get("always")
    if choice.scope is not Scope.ALWAYS or not isinstance(always, str) or not always:
        return choice
    return choice._replace(remembers=short(always, LONGEST_RULE))


def counts_once(question: Question) -> bool:
    """Say whether an answer holds for this question alone, and nothing of it is remembered."""
    return bool(question.body.get("handed_in") or question.body.get("once"))


def wide_choice(category: str) -> tuple[Choice]:
    """Return the choice for every call of a category."""
    return (
        Choice(
            "c",
            f"Allow every {category} call for this session",
            Answer.ALLOW,
            Scope.SESSION,
            remembers=f"every {category} call, whatever it does, for this agent's session",
            category=category,
        ),
    )


def remembered(choice: Choice) -> str:
    """Say what a choice would do beside answering."""
    rule = choice.scope is Scope.ALWAYS and choice.remembers not in {c.remembers for c in CHOICES}
    return choice.remembers if rule else f"remembers {choice.remembers}"


class Piece(NamedTuple):
    """One part of the action: what becomes of it, what it is, and why."""

    effect: str
    text: str
    why: str


class Message(NamedTuple):
    """
    A question as a person reads it; every field is safe to be shown on one line.

    `remembers` has, for each answer that is remembered, what it is called and what it does.
    `changes` say what an agent would change of itself, for whom, and which rules go.
    """

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
    remembers: tuple[tuple[str, str], ...] = ()
    subagent: str = ""
    requester: str = ""
    review: str = ""
    changes: tuple[str, ...] = ()


def message_of(question: Question) -> Message:
    """Return what a person is shown of a question."""
    body = question.body
    pieces = pieces_of_parts(body.get("parts"))
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
        remembers=tuple(
            (each.says, remembered(each))
            for each in narrow_choices_of(question)
            if each.scope is not Scope.ONCE
        ),
        subagent=name_of(body.get("subagent")),
        requester=name_of(body.get("requester")),
        review=short(str(body.get("review") or ""), LONGEST_PART),
        changes=changes_of(body.get("changes")),
    )


def changes_of(value: object) -> tuple[str, ...]:
    """Return what an agent would change of itself, a line each."""
    lines = value if isinstance(value, list) else []
    return tuple(short(line, LONGEST_TARGET) for line in lines if isinstance(line, str))


def name_of(value: object) -> str:
    """Return a name; nothing for what is none."""
    return short(value, LONGEST_NAME) if isinstance(value, str) else ""


def pieces_of_parts(parts: object) -> list[Piece]:
    """
    Return the parts of an action, the worst of what is asked first.

    The answer is about what is asked, and a message has room for few parts. Those with one
    reason are one piece, so that many harmless ones do not push a harmful one out of sight.
    """
    known = [part for part in (parts if isinstance(parts, list) else []) if isinstance(part, dict)]
    texts: dict[tuple[str, str], list[str]] = {}
    for part in sorted(known, key=urgency):
        effect, text, why = (str(part.get(name) or "") for name in ("effect", "part", "why"))
        texts.setdefault((effect, why), []).append(text)
    return [
        Piece(*(short(word, LONGEST_PART) for word in (effect, "; ".join(found), why)))
        for (effect, why), found in texts.items()
    ]


def urgency(part: dict[str, Any]) -> tuple[bool, int]:
    """Return what sorts parts: asked ones first, those that nothing is known of before all."""
    classes = part.get("classes")
    weights = [CLASSES.index(name) for name in classes or () if name in CLASSES]
    return part.get("effect") != "ask", -max(weights, default=len(CLASSES))


def target_of(action: str) -> str:
    """Return what a tool works on: an action string without its beginning."""
    _, _, rest = action.partition(":")
    _, found, target = rest.partition(":")
    return target if found else rest or action


def ending(question: Question) -> str:
    """Say how a question ended, for how long, who ended it and through what; else nothing."""
    if question.status is Status.PENDING:
        return ""
    reply = question.reply
    if question.status is Status.ANSWERED and reply is not None:
        done = f"Allowed {reply.lasting}".rstrip() if reply.answer is Answer.ALLOW else "Denied"
        through = f" through {reply.channel}" if reply.channel else ""
        words = f": {reply.words}" if reply.words else ""
        return short(f"{done} by {reply.by}{through}{words}", LONGEST_PART)
    return "Timed Out" if question.status is Status.EXPIRED else "Cancelled"


def short(text: str, limit: int) -> str:
    """
    Return a text on one line, spelled out, with its beginning and its end.

    The end of a command is where it does its worst, so it is never what is cut. No more
    of a text is spelled out than is shown, however long it is.
    """
    shown, used = fitting(pieces_of(text, 0), limit)
    if used == len(text):
        return "".join(shown)
    half = limit // 2
    head, before = fitting(pieces_of(text, 0), half)
    # From so far back on, no less is shown than fits.
    last = list(pieces_of(text, start_of_end(text, half)))
    tail, behind = fitting(reversed(last), half)
    gone = len(text) - before - behind
    return f"{''.join(head)} […{gone} characters…] {''.join(reversed(tail))}"


def fitting(pieces: Iterable[tuple[str, int]], room: int) -> tuple[list[str], int]:
    """Return the pieces that fit, whole ones only, and how many characters they stand for."""
    shown: list[str] = []
    used = 0
    for piece, size in pieces:
        room -= len(piece)
        if room < 0:
            break
        shown.append(piece)
        used += size
    return shown, used


def pieces_of(text: str, at: int) -> Iterator[tuple[str, int]]:
    """Return a text from a place on as it is shown: each piece, and how much it stands for."""
    while at < len(text):
        if padding := PADDING.match(text, at):
            size = len(padding[0])
            yield f" […{size} blanks…] ", size
            at += size
        elif text[at].isascii() and not EMOJI.match(text, at):
            yield spelled(text[at]), 1
            at += 1
        else:
            for piece, size in pieces_of_word(text, at):
                yield piece, size
                at += size


def pieces_of_word(text: str, at: int) -> Iterator[tuple[str, int]]:
    """Return a word, a sign or an emoji that begins with other than ASCII, lookalikes marked."""
    if emoji := EMOJI.match(text, at):
        yield emoji[0], len(emoji[0])
        return
    end, spans = lookalikes_at(text, at)
    padding = PADDING.search(text, at, end)
    end = padding.start() if padding else end
    for start, stop in spans:
        yield from ((spelled(formed(char)), 1) for char in text[at : min(start, end)])
        if stop > end:
            return
        yield mark(text[start:stop]), stop - start
        at = stop
    yield from ((spelled(formed(char)), 1) for char in text[at:end])


def start_of_end(text: str, room: int) -> int:
    """Return where the end of a text begins that fills some room; padding takes next to none."""
    at, turned = 0, text[::-1]
    while at < len(turned) and room > 0:
        padding = PADDING.match(turned, at)
        at += len(padding[0]) if padding else 1
        room -= 1
    return len(text) - at

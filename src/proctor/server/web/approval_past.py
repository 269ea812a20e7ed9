"""A question that has ended, as the page shows it: by whom, through what, and how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from proctor.approval.message import LONGEST_NAME, target_of
from proctor.server.web.approval_cards import word
from proctor.server.web.in_words import lasting
from proctor.terms.question import APPROVED, CLOSED, Status
from proctor.terms.reply import Answer, Scope

THROUGH = {
    "web": "on the web page",
    "http": "by the API",
    "inbox": "by the command line",
    "terminal": "in a terminal",
    "telegram": "by Telegram",
    "discord": "by Discord",
}
HOLDS = {Scope.SESSION.value: "for this session", Scope.ALWAYS.value: "always"}
# What became of a question that the program's own dialog has ended.
IN_DIALOG = {APPROVED: "allowed", CLOSED: "closed"}
NOBODY = "taken back: nobody waits for it any more"


class Past(NamedTuple):
    """How a question ended: `word` is what became of it, `words` says it in full."""

    id: int
    agent: str
    tool: str
    action: str
    word: str
    words: str
    at: str


def past_of(data: Mapping[str, Any]) -> Past:
    """Return how a question ended."""
    reply = data.get("reply") or {}
    status = str(data["status"])
    is_answer = status == Status.ANSWERED.value and bool(reply.get("by"))
    allowed = reply.get("answer") == Answer.ALLOW.value
    became = IN_DIALOG.get(str(reply.get("words")), status) if is_cancelled(status) else status
    return Past(
        id=int(data["id"]),
        agent=word(data["agent"]) or "an agent",
        tool=word(data["tool"]),
        action=word(target_of(str(data["action"]))),
        word=("allowed" if allowed else "denied") if is_answer else became,
        words=ending_of(status, reply),
        at=str(data["closed_at"] or data["expires_at"]),
    )


def ending_of(status: str, reply: Mapping[str, Any]) -> str:
    """Say by whom a question was ended, and how: `ada allowed it once, by Telegram`."""
    by, words = word(reply.get("by")), word(reply.get("words"))
    if status == Status.EXPIRED.value:
        return "nobody answered in time"
    if is_cancelled(status) and words in IN_DIALOG:
        return words
    if status != Status.ANSWERED.value or not by:
        return f"taken back: {words}" if words else NOBODY
    channel = word(reply.get("channel"), LONGEST_NAME)
    said = f"{by} {deed_of(reply)}, {THROUGH.get(channel, f'by {channel}')}"
    return f"{said}: {words}" if words else said


def is_cancelled(status: str) -> bool:
    """Say whether a question ended because nobody waits for an answer."""
    return status == Status.CANCELLED.value


def deed_of(reply: Mapping[str, Any]) -> str:
    """Say what an answer did."""
    if reply.get("answer") != Answer.ALLOW.value:
        return "denied it"
    category, rule = word(reply.get("category"), LONGEST_NAME), word(reply.get("rule"))
    if category:
        return f"allowed every {category} call for this session"
    scope = str(reply.get("scope"))
    if scope == Scope.TIME.value:
        return f"allowed it for {lasting(int(reply.get('seconds') or 0))}"
    how = f"allowed it {HOLDS.get(scope, 'once')}"
    return f"{how}, by the rule {rule}" if rule else how

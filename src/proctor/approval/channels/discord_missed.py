"""
Find the answers that were given while nobody listened: in words, and by reactions.

Discord tells a new session nothing of what was before. A press fails then, and whoever
pressed sees that; words and reactions look as if they had been heard.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from proctor.approval.channels.discord_api import DiscordApi
from proctor.approval.channels.discord_reader import (
    REACTIONS,
    Reacted,
    Reader,
    Said,
    Who,
    written_at,
)
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer

# How far back is looked.
LOOK_BACK = timedelta(minutes=10)


async def missed_answers(api: DiscordApi, reader: Reader, guild: int) -> list[Said]:
    """Return the answers in words of the last minutes, the oldest first."""
    messages = await api.messages(reader.channel, datetime.now(UTC) - LOOK_BACK)
    where = {"guild_id": str(guild)} if guild else {}
    found = [reader.read("MESSAGE_CREATE", {**event_of(each), **where}) for each in messages]
    return [each for each in found if isinstance(each, Said)]


async def missed_reactions(
    api: DiscordApi, reader: Reader, guild: int, messages: Sequence[int]
) -> list[Reacted]:
    """Return the reactions to some messages; which was first is not known, so a no comes first."""
    return [
        Reacted(Who(int(user.id)), guild, message, REACTIONS[emoji])
        for message in messages
        for emoji in sorted(REACTIONS, key=lambda each: REACTIONS[each] is Answer.ALLOW)
        for user in await api.reacted(reader.channel, message, emoji)
        if not (user.is_bot or user.is_system)
    ]


def is_meant(said: Said, question: Question | None) -> bool:
    """Say whether words are about a question as it was when they were written, and is still."""
    if question is None or question.status is not Status.PENDING:
        return False
    try:
        return written_at(said.message) >= datetime.fromisoformat(question.asked_at)
    except (ValueError, TypeError):
        return False


def event_of(message: Any) -> dict[str, Any]:
    """Return a message of hikari's as an event tells of it: what of it is looked at."""
    user, reference = message.author or None, message.message_reference or None
    replied = getattr(message, "referenced_message", None) or None
    buttons = [
        {"type": 2, "custom_id": getattr(button, "custom_id", None)}
        for row in message.components or ()
        for button in getattr(row, "components", ())
    ]
    return {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        # What is not said is none of the kinds that count.
        "type": getattr(message.type, "value", message.type),
        "content": message.content or "",
        "author": user and {"id": str(user.id), "bot": user.is_bot, "system": user.is_system},
        "webhook_id": message.webhook_id or None,
        "message_reference": reference
        and {"type": int(reference.type), "message_id": str(reference.id or "")},
        "message_snapshots": getattr(message, "message_snapshots", None) or None,
        "components": [{"type": 1, "components": buttons}],
        "referenced_message": replied and event_of(replied),
    }

"""
Read what Discord says that people did: a button pressed, an answer written, a reaction.

Only the configured channel counts, and only what a person did there in their own name:
nothing of a bot, a webhook or a forwarded message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from proctor.approval.channels.answering_words import (
    NOT_A_PERSON,
    NOT_THE_BUTTON,
    NOT_THE_MESSAGE,
    Words,
    read_words,
)
from proctor.approval.channels.button_tags import Pressed, read_data
from proctor.approval.channels.discord_settings import snowflake
from proctor.terms.reply import Answer

OTHER_CHANNEL = "this is not the channel that is asked"
OTHER_SERVER = "this is not the server that is asked"

COMPONENT, BUTTON = 3, 2
DEFAULT, REPLY, FORWARD = 0, 19, 1
NOBODY = Pressed("", 0, "")
# What a reaction says; some keyboards put a selector of emoji behind it.
REACTIONS = {"✅": Answer.ALLOW, "❌": Answer.DENY}
SELECTOR = "\ufe0f"
MENTION = re.compile(r"<@!?([0-9]{1,20})>")
DEEPEST = 4
# When Discord began to count, in milliseconds.
EPOCH = 1_420_070_400_000


class Who(NamedTuple):
    """Who did something, and the roles that they have, where Discord said so."""

    user: int
    roles: frozenset[int] | None = None


class Press(NamedTuple):
    """
    A button that was pressed: by whom, on which message; `wrong` is why it cannot count.

    `name`, `token` and `application` are what it is acknowledged by.
    """

    name: int
    token: str
    application: int
    who: Who
    guild: int
    message: int
    pressed: Pressed
    wrong: str = ""

    def __repr__(self) -> str:
        return f"Press(name={self.name}, user={self.who.user}, wrong={self.wrong!r})"


class Said(NamedTuple):
    """
    What somebody wrote: an answer, or a reply to the bot that is none.

    `replied` is the message that it replies to, whoever sent that, or 0, and `buttons` what
    the buttons of that one say, if it is the bot's.
    """

    who: Who
    guild: int
    message: int
    words: Words
    replied: int = 0
    buttons: tuple[Pressed, ...] = ()


class Reacted(NamedTuple):
    """A reaction that says yes or no to a message, which may be any."""

    who: Who
    guild: int
    message: int
    answer: Answer

    @property
    def key(self) -> tuple[int, int, Answer]:
        """Return by what it is known again."""
        return self.message, self.who.user, self.answer


class Reader:
    """Reads events of one bot in one channel."""

    def __init__(self, *, bot: int, channel: int) -> None:
        self.bot = bot
        self.channel = channel

    def read(self, name: str, event: Any) -> Press | Said | Reacted | None:
        """Return what somebody did; None for what is no answer."""
        if name == "INTERACTION_CREATE":
            return self.press(as_object(event))
        if name == "MESSAGE_REACTION_ADD":
            return self.reacted(as_object(event))
        return self.said(as_object(event)) if name == "MESSAGE_CREATE" else None

    def press(self, event: dict[str, Any]) -> Press | None:
        """Read a button that was pressed; None where nobody could even be told."""
        name, token = snowflake(event.get("id")), event.get("token")
        application = snowflake(event.get("application_id"))
        if event.get("type") != COMPONENT or not name or not isinstance(token, str) or not token:
            return None
        member = as_object(event.get("member"))
        user = as_object(member.get("user") or event.get("user"))
        message, data = as_object(event.get("message")), as_object(event.get("data"))
        is_button = data.get("component_type") == BUTTON
        pressed = read_data(data.get("custom_id")) if is_button else None
        return Press(
            name=name,
            token=token,
            application=application,
            who=Who(snowflake(user.get("id")), roles_of(member)),
            guild=snowflake(event.get("guild_id")),
            message=snowflake(message.get("id")),
            pressed=pressed or NOBODY,
            wrong=self.wrong_press(event, user, message, pressed),
        )

    def wrong_press(
        self,
        event: dict[str, Any],
        user: dict[str, Any],
        message: dict[str, Any],
        pressed: Pressed | None,
    ) -> str:
        """Say why a press cannot count; nothing where it may."""
        places = {snowflake(each.get("channel_id")) for each in (event, message)}
        if places != {self.channel}:
            return OTHER_CHANNEL
        if not is_person(user):
            return NOT_A_PERSON
        if not self.ours(message):
            return NOT_THE_MESSAGE
        # Whoever presses in the moment that a question ends presses what is gone already.
        there = list(buttons_of(message))
        if pressed is None or (there and pressed not in there):
            return NOT_THE_BUTTON
        return ""

    def said(self, message: dict[str, Any]) -> Said | None:
        """Read a message; None for whatever is no answer, which nobody is told about."""
        user, text = as_object(message.get("author")), message.get("content")
        if snowflake(message.get("channel_id")) != self.channel or not isinstance(text, str):
            return None
        if not is_person(user) or not is_written(message):
            return None
        replied = as_object(message.get("referenced_message"))
        if not self.ours(replied) or snowflake(replied.get("channel_id")) != self.channel:
            replied = {}
        words = read_words(self.without_mention(text), replied=bool(replied))
        # Nobody calls a bot by `/allow@bot` here, so that is not for this one.
        if words is None or words.to:
            return None
        reference = as_object(message.get("message_reference"))
        return Said(
            who=Who(snowflake(user.get("id")), roles_of(as_object(message.get("member")))),
            guild=snowflake(message.get("guild_id")),
            message=snowflake(message.get("id")),
            words=words,
            replied=snowflake(replied.get("id") or reference.get("message_id")),
            buttons=tuple(buttons_of(replied)),
        )

    def reacted(self, event: dict[str, Any]) -> Reacted | None:
        """Read a reaction; None for any but a yes or a no of a person, to a message of ours."""
        emoji, member = as_object(event.get("emoji")), as_object(event.get("member"))
        user, name = snowflake(event.get("user_id")), emoji.get("name")
        # In a conversation there is no member: there are the bot and one person.
        person = as_object(member.get("user")) if "guild_id" in event else {"id": str(user)}
        author = event.get("message_author_id", str(self.bot))
        answer = REACTIONS.get(name.removesuffix(SELECTOR)) if isinstance(name, str) else None
        # One that somebody has made has an id, and may look like anything.
        if answer is None or emoji.get("id") is not None or snowflake(author) != self.bot:
            return None
        if snowflake(event.get("channel_id")) != self.channel or user in {0, self.bot}:
            return None
        if not is_person(person) or snowflake(person.get("id")) != user:
            return None
        return Reacted(
            who=Who(user, roles_of(member)),
            guild=snowflake(event.get("guild_id")),
            message=snowflake(event.get("message_id")),
            answer=answer,
        )

    def without_mention(self, text: str) -> str:
        """Return a text without the bot's own name before it."""
        text = text.strip()
        found = MENTION.match(text)
        return text[found.end() :].strip() if found and int(found[1]) == self.bot else text

    def ours(self, message: dict[str, Any]) -> bool:
        """Say whether a message is one that the bot itself has sent, and no copy of one."""
        sender = snowflake(as_object(message.get("author")).get("id"))
        return sender == self.bot and is_written(message)


def is_written(message: dict[str, Any]) -> bool:
    """Say whether a message was written where it stands, by whoever it is from."""
    forwarded = as_object(message.get("message_reference")).get("type") == FORWARD
    copied = forwarded or bool(message.get("message_snapshots"))
    kind = message.get("type")
    return not copied and not message.get("webhook_id") and kind in (DEFAULT, REPLY)


def buttons_of(message: dict[str, Any]) -> Iterator[Pressed]:
    """Return what the buttons say that a message has now."""
    for each in components_of(message, DEEPEST):
        if each.get("type") == BUTTON and (read := read_data(each.get("custom_id"))):
            yield read


def components_of(item: dict[str, Any], depth: int) -> Iterator[dict[str, Any]]:
    """Return everything that a message or a row of it consists of."""
    inner = item.get("components")
    for each in inner if isinstance(inner, list) and depth else ():
        yield as_object(each)
        yield from components_of(as_object(each), depth - 1)


def roles_of(member: dict[str, Any]) -> frozenset[int] | None:
    """Return the roles of a member; None where Discord did not say."""
    roles = member.get("roles")
    if not isinstance(roles, list):
        return None
    return frozenset(snowflake(each) for each in roles) - {0}


def is_person(user: dict[str, Any]) -> bool:
    """Say whether this is somebody with an id, and no program."""
    program = user.get("bot") or user.get("system")
    return snowflake(user.get("id")) > 0 and not program


def written_at(message: int) -> datetime:
    """Return when a message was written: its id says so."""
    return datetime.fromtimestamp(((message >> 22) + EPOCH) / 1000, UTC)


def as_object(value: Any) -> dict[str, Any]:
    """Return an object of JSON; an empty one for what is none."""
    return value if isinstance(value, dict) else {}

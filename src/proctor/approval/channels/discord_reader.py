"""
Read what Discord says that people did: a button pressed, or `allow 12`, `deny 12` written.

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
    number_and_words,
)
from proctor.approval.channels.button_tags import Pressed, read_data
from proctor.approval.channels.discord_settings import snowflake
from proctor.terms.reply import Answer

OTHER_CHANNEL = "this is not the channel that is asked"
OTHER_SERVER = "this is not the server that is asked"

COMPONENT, BUTTON = 3, 2
DEFAULT, REPLY, FORWARD = 0, 19, 1
NOBODY = Pressed("", 0, "")
COMMAND = re.compile(r"(/?)(allow|deny)(?:\s+(.*))?", re.DOTALL | re.IGNORECASE)
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
    An answer in words.

    `number` is the question's as it was written, or 0. `replied` is the message that it
    replies to, or 0, and `buttons` what the buttons of that one say.
    """

    who: Who
    guild: int
    message: int
    answer: Answer
    number: int
    words: str
    replied: int = 0
    buttons: tuple[Pressed, ...] = ()


class Reader:
    """Reads events of one bot in one channel."""

    def __init__(self, *, bot: int, channel: int) -> None:
        self.bot = bot
        self.channel = channel

    def read(self, name: str, event: Any) -> Press | Said | None:
        """Return what somebody did; None for what is no answer."""
        if name == "INTERACTION_CREATE":
            return self.press(as_object(event))
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
        found = read_words(self.without_mention(text), replied=bool(replied))
        if found is None:
            return None
        answer, number, words = found
        return Said(
            who=Who(snowflake(user.get("id")), roles_of(as_object(message.get("member")))),
            guild=snowflake(message.get("guild_id")),
            message=snowflake(message.get("id")),
            answer=answer,
            number=number,
            words=words,
            replied=snowflake(replied.get("id")),
            buttons=tuple(buttons_of(replied)),
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


def read_words(text: str, *, replied: bool) -> tuple[Answer, int, str] | None:
    """
    Read an answer, its number (0 where none is written), and its words; None for what is none.

    People also talk in a channel: "allow 12 more minutes" is no answer. So words behind
    `allow` need the `/` before it, and without a number it must be a reply.
    """
    found = COMMAND.fullmatch(text)
    if found is None:
        return None
    answer = Answer.ALLOW if found[2].lower() == "allow" else Answer.DENY
    number, words = number_and_words(found[3] or "")
    plainly = not found[1]
    if plainly and answer is Answer.ALLOW and words:
        return None
    if plainly and not number and not replied:
        return None
    return answer, number, words


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

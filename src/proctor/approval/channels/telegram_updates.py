"""
Read what Telegram says that people did: a button pressed, an answer written.

Only the configured chat counts, and only what a person did there now, in their own
name: nothing forwarded, nothing written by a bot, as a channel or without a name.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from proctor.approval.channels.answering_words import (
    NOT_A_PERSON,
    NOT_THE_BUTTON,
    NOT_THE_MESSAGE,
    Words,
    read_words,
)
from proctor.approval.channels.button_tags import Pressed, read_data
from proctor.approval.channels.telegram_api import as_object

OTHER_CHAT = "this is not the chat that is asked"

# What was not written here, now and by whoever it is from: `is_from_offline` was scheduled before.
FORWARDED = (
    "forward_origin", "forward_date", "forward_from", "is_automatic_forward", "via_bot",
    "is_from_offline", "sender_business_bot",
)  # fmt: skip


class Press(NamedTuple):
    """
    A button that was pressed: by whom, on which message; `wrong` is why it cannot count.

    `bare` says that the message has no buttons any more: it shows a question that is over.
    """

    query: str
    user: int
    message: int
    pressed: Pressed
    wrong: str = ""
    bare: bool = False


class Said(NamedTuple):
    """
    What somebody wrote: an answer, or a reply to the bot that is none.

    `at` is when, by Telegram's clock. `replied` is the message that it replies to, whoever sent
    that, or 0, and `buttons` what the buttons of that one say, if it is the bot's.
    """

    user: int
    message: int
    at: int
    words: Words
    replied: int = 0
    buttons: tuple[Pressed, ...] = ()


class Reader:
    """Reads updates of one bot in one chat."""

    def __init__(self, *, bot: int, chat: int) -> None:
        self.bot = bot
        self.chat = chat

    def read(self, update: Any) -> Press | Said | None:
        """Return what somebody did; None for what is no answer."""
        update = as_object(update)
        if "callback_query" in update:
            return self.press(as_object(update["callback_query"]))
        return self.said(as_object(update.get("message")))

    def press(self, query: dict[str, Any]) -> Press | None:
        """Read a button that was pressed; None where nobody could even be told."""
        name, user = query.get("id"), as_object(query.get("from"))
        if not isinstance(name, str) or not name:
            return None
        message = as_object(query.get("message"))
        pressed = read_data(query.get("data"))
        number = whole(message.get("message_id"))
        wrong = self.wrong_press(user, message, pressed)
        empty = Pressed("", 0, "")
        return Press(
            query=name,
            user=whole(user.get("id")),
            message=number,
            pressed=pressed or empty,
            wrong=wrong,
            bare="reply_markup" not in message,
        )

    def wrong_press(
        self, user: dict[str, Any], message: dict[str, Any], pressed: Pressed | None
    ) -> str:
        """Say why a press cannot count; nothing where it may."""
        if self.chat_of(message) != self.chat:
            return OTHER_CHAT
        if not is_person(user):
            return NOT_A_PERSON
        if not self.ours(message):
            return NOT_THE_MESSAGE
        # A program can send any data in the name of any message.
        if pressed is None or ("reply_markup" in message and pressed not in buttons_of(message)):
            return NOT_THE_BUTTON
        return ""

    def said(self, message: dict[str, Any]) -> Said | None:
        """Read a message; None for whatever is no answer, which nobody is told about."""
        user, text = as_object(message.get("from")), message.get("text")
        if self.chat_of(message) != self.chat or not is_person(user) or not isinstance(text, str):
            return None
        if "sender_chat" in message or any(name in message for name in FORWARDED):
            return None
        replied = as_object(message.get("reply_to_message"))
        about = whole(replied.get("message_id")) or -("external_reply" in message)
        if message.get("is_topic_message") and about == message.get("message_thread_id"):
            about = 0  # every message in a topic is a reply to its first
        if not self.ours(replied) or self.chat_of(replied) != self.chat:
            replied = {}
        words = read_words(text.strip(), replied=bool(replied))
        # What is not said to the bot needs the `/` of a command.
        if words is None or not (words.command or replied):
            return None
        return Said(
            user=whole(user.get("id")),
            message=whole(message.get("message_id")),
            at=whole(message.get("date")),
            words=words,
            replied=about,
            buttons=buttons_of(replied),
        )

    def ours(self, message: dict[str, Any]) -> bool:
        """
        Say whether a message is one that the bot itself has sent, and no copy of one.

        In a channel nobody is named; what has our buttons there, only the bot can have sent.
        """
        sender = whole(as_object(message.get("from")).get("id"))
        if as_object(message.get("chat")).get("type") == "channel" and "from" not in message:
            sender = self.bot
        return sender == self.bot and not any(name in message for name in FORWARDED)

    def chat_of(self, message: dict[str, Any]) -> int:
        """Return the chat that a message is in."""
        return whole(as_object(message.get("chat")).get("id"))


def buttons_of(message: dict[str, Any]) -> tuple[Pressed, ...]:
    """Return what the buttons say that a message has now."""
    rows = as_object(message.get("reply_markup")).get("inline_keyboard")
    rows = rows if isinstance(rows, list) else []
    buttons = [each for row in rows if isinstance(row, list) for each in row]
    read = (read_data(as_object(each).get("callback_data")) for each in buttons)
    return tuple(each for each in read if each)


def is_person(user: dict[str, Any]) -> bool:
    """Say whether this is somebody with a number of their own."""
    return whole(user.get("id")) > 0 and user.get("is_bot") is False


def whole(value: Any) -> int:
    """Return a whole number; 0 for what is none."""
    return value if type(value) is int else 0

"""
Read the settings of the Telegram channel: from variables, or from `channels: telegram`.

INVARIANT: a list of users that cannot be read, or that names nobody, is an error. It never
becomes "everybody in the chat".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from proctor.approval.channels.telegram_api import API, TOKEN, is_address
from proctor.errors import ChannelError, did_you_mean
from proctor.terms.asking import TELEGRAM_SWITCHES
from proctor.terms.plain import plain

ON, OFF = ("1", "true", "on"), ("", "0", "false", "off")
KEYS = ("token", "chat", "users", "poll", "api")
# Seconds. Telegram ends a poll after fifty; nobody waits longer for an answer than two hours.
LONGEST_TIMEOUT = 7200
POLL, LONGEST_POLL = 5.0, 50
SECONDS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,3})?")
CHAT = re.compile(r"-?[1-9][0-9]{0,18}")
USER = re.compile(r"[1-9][0-9]{0,18}")
LONGEST_SHOWN = 40

TOKEN_HELP = "it looks like `123456789:AAF…`; copy all of it from @BotFather"  # noqa: S105 - a help
CHAT_HELP = "a whole number: your own id, or that of a group, which begins with a minus"
USERS_HELP = "numbers, not names: people see theirs by writing to @userinfobot"
NOBODY_HELP = "leave it out to let everybody in the chat answer"
API_HELP = (
    "https://, and the name of your own server of Telegram's Bot API; leave it out for theirs"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramSettings:
    """
    What a channel needs to know; `timeout` is None where it is not said here.

    `api` is the address of Telegram's Bot API, or of a server of one's own that speaks it.
    No variable names it: what is sent there has the token in it.
    """

    token: str = field(repr=False)
    chat: int
    users: frozenset[int] = frozenset()
    poll: float = POLL
    timeout: float | None = None
    api: str = API


class Wrong(NamedTuple):
    """One thing that is wrong: with which key or variable, what, and what helps."""

    key: str
    message: str
    help: str


def from_environment(env: Mapping[str, str]) -> TelegramSettings | None:
    """
    Return the settings that the variables give; None where they turn the channel off.

    Raises:
        ChannelError: a variable cannot be read, or the token or the chat is missing.

    """
    named = switch_of(env)
    switch = env.get(named, "").strip().lower()
    if switch in OFF:
        return None
    if switch not in ON:
        raise error_of([Wrong(named, "is not on or off", "write 1, true or on")])
    missing = [name for name in ("TG_API_TOKEN", "TG_CHAT_ID") if not env.get(name, "").strip()]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ChannelError(
            f"{named} is on, but {' and '.join(missing)} {verb} not set",
            help=f"set what is missing, or unset {named}",
        )
    values = {
        "TG_API_TOKEN": env["TG_API_TOKEN"].strip(),
        "TG_CHAT_ID": env["TG_CHAT_ID"].strip(),
        "TG_POLL_INTERVAL_SEC": env.get("TG_POLL_INTERVAL_SEC", "").strip() or str(POLL),
    }
    seconds = env.get("TG_APPROVAL_TIMEOUT_SEC", "").strip()
    names = env.get("TG_ALLOWED_USER_IDS")
    users = None if names is None else [name.strip() for name in names.split(",")]
    wrong = [
        *wrong_token("TG_API_TOKEN", values["TG_API_TOKEN"]),
        *wrong_chat("TG_CHAT_ID", values["TG_CHAT_ID"]),
        *wrong_seconds("TG_POLL_INTERVAL_SEC", values["TG_POLL_INTERVAL_SEC"], LONGEST_POLL),
        *(wrong_seconds("TG_APPROVAL_TIMEOUT_SEC", seconds, LONGEST_TIMEOUT) if seconds else ()),
        *([] if users is None else wrong_users("TG_ALLOWED_USER_IDS", users)),
    ]
    if wrong:
        raise error_of(wrong)
    return TelegramSettings(
        token=values["TG_API_TOKEN"],
        chat=int(values["TG_CHAT_ID"]),
        users=frozenset(map(int, users or [])),
        poll=float(values["TG_POLL_INTERVAL_SEC"]),
        timeout=float(seconds) if seconds else None,
    )


def switch_of(env: Mapping[str, str]) -> str:
    """Return the variable that says whether the variables count: the first that is set."""
    return next((name for name in TELEGRAM_SWITCHES if env.get(name)), TELEGRAM_SWITCHES[0])


def from_config(values: Mapping[str, Any]) -> TelegramSettings:
    """
    Return the settings that `channels: telegram` gives.

    Raises:
        ChannelError: something is wrong; it names all of it.

    """
    wrong = list(wrong_in_config(values))
    if wrong:
        raise error_of(wrong)
    return TelegramSettings(
        token=values["token"],
        chat=int(values["chat"]),
        users=frozenset(map(int, values.get("users", ()))),
        poll=float(values.get("poll", POLL)),
        api=values.get("api", API),
    )


def wrong_in_config(values: Mapping[str, Any]) -> Iterator[Wrong]:
    """Return everything that is wrong with `channels: telegram`, each with its key."""
    for key in values:
        if key not in KEYS:
            hint = did_you_mean(str(key), KEYS) or f"possible: {', '.join(KEYS)}"
            yield Wrong(str(key), "is not a key of `telegram`", hint)
    yield from wrong_token("token", values.get("token"))
    yield from wrong_chat("chat", values.get("chat"))
    if "users" in values:
        yield from wrong_users("users", values["users"])
    if "poll" in values:
        yield from wrong_seconds("poll", values["poll"], LONGEST_POLL)
    if "api" in values and not (isinstance(values["api"], str) and is_address(values["api"])):
        yield Wrong("api", "is not an address that a token may be sent to", API_HELP)


def wrong_token(key: str, value: object) -> Iterator[Wrong]:
    """Check a token; it is not shown, not even a wrong one."""
    if not isinstance(value, str) or not TOKEN.fullmatch(value):
        yield Wrong(key, "is not the token of a bot", TOKEN_HELP)


def wrong_chat(key: str, value: object) -> Iterator[Wrong]:
    """Check the number of a chat."""
    if not CHAT.fullmatch(number_text(value)):
        yield Wrong(key, f"is not the number of a chat: {visible(value)}", CHAT_HELP)


def wrong_users(key: str, value: object) -> Iterator[Wrong]:
    """Check a list of users."""
    if not isinstance(value, list | tuple):
        yield Wrong(key, f"is not a list: {visible(value)}", f"write [{visible(value)}]")
        return
    if not [each for each in value if each != ""]:
        yield Wrong(key, "names nobody", NOBODY_HELP)
        return
    for each in value:
        if not USER.fullmatch(number_text(each)):
            yield Wrong(key, f"has somebody without a number: {visible(each)}", USERS_HELP)


def wrong_seconds(key: str, value: object, most: int) -> Iterator[Wrong]:
    """Check a number of seconds."""
    text = str(value) if type(value) in {int, float, str} else ""
    if not SECONDS.fullmatch(text) or not 1 <= float(text) <= most:
        yield Wrong(key, f"is not a number of seconds: {visible(value)}", f"1 to {most}")


def number_text(value: object) -> str:
    """Return a whole number as text, as it stands in YAML or a variable; else nothing."""
    return str(value) if type(value) in {int, str} else ""


def visible(value: object) -> str:
    """Return a value as it can be shown in an error."""
    return plain(str(value))[:LONGEST_SHOWN]


def error_of(wrong: list[Wrong]) -> ChannelError:
    """Return one error that names everything that is wrong."""
    message = "; ".join(f"`{each.key}` {each.message}" for each in wrong)
    return ChannelError(message, help="; ".join(f"{each.key}: {each.help}" for each in wrong))

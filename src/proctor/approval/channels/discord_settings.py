"""
Read what `config.yaml` says about Discord.

    channels:
      discord:
        token: MTA…                  # of the bot
        channel: 700000000000000001  # where it asks
        approver_roles: [reviewers]  # ids or names; whoever has one of them may answer
        users: [5100000000000007]    # and these may, by their ids

Without roles and users, everybody in the channel may answer as far as Discord is
concerned. Whether they may at all is the desk's to say, in every case.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from typing import Any, NamedTuple

from proctor.errors import ChannelError, did_you_mean
from proctor.terms.plain import plain

KEYS = ("token", "channel", "approver_roles", "users")
TOKEN = re.compile(r"[A-Za-z0-9_-]{8,60}={0,2}\.[A-Za-z0-9_-]{1,40}\.[A-Za-z0-9_-]{8,100}")
NUMBER = re.compile(r"[1-9][0-9]{0,19}")
LARGEST = (1 << 64) - 1
LONGEST_ROLE, LONGEST_SHOWN = 100, 40
COPY_TOKEN = "copy it from the page Bot of your application at discord.com/developers"  # noqa: S105 - words
COPY_ID = "switch on Developer Mode in Discord, then right-click and Copy ID"

EVERYBODY = "leave it out where everybody in the channel may answer"


class DiscordSettings(NamedTuple):
    """What is configured; the token is in no repr."""

    token: str
    channel: int
    roles: frozenset[str] = frozenset()
    users: frozenset[int] = frozenset()

    def __repr__(self) -> str:
        return f"DiscordSettings(channel={self.channel})"


class Wrong(NamedTuple):
    """One thing that is wrong, where (keys and indices), and what helps."""

    at: tuple[str | int, ...]
    message: str
    help: str | None = None


def settings_of(value: Any) -> DiscordSettings:
    """
    Return the settings.

    Raises:
        ChannelError: something is wrong with them.

    """
    for wrong in wrongs_of(value):
        where = ".".join(str(each) for each in ("channels", "discord", *wrong.at))
        raise ChannelError(f"{where}: {wrong.message}", help=wrong.help)
    return DiscordSettings(
        token=value["token"],
        channel=snowflake(value["channel"]),
        roles=frozenset(str(each) for each in value.get("approver_roles") or ()),
        users=frozenset(snowflake(each) for each in value.get("users") or ()),
    )


def wrongs_of(value: Any) -> Iterator[Wrong]:
    """Return everything that is wrong; never what a token says."""
    if not isinstance(value, dict):
        yield Wrong((), "must be a mapping", "it needs `token` and `channel`")
        return
    for key in value:
        if key not in KEYS:
            name = plain(str(key))[:LONGEST_SHOWN]
            yield Wrong((name,), f"`{name}` is not a key of it", did_you_mean(name, KEYS))
    if not (isinstance(value.get("token"), str) and bot_of(value["token"])):
        yield Wrong(("token",), "this is not the token of a bot", COPY_TOKEN)
    if not snowflake(value.get("channel")):
        yield Wrong(("channel",), "this is not the id of a channel", COPY_ID)
    yield from wrong_list(value, "approver_roles", wrong_role)
    yield from wrong_list(value, "users", wrong_user)
    # A list that names nobody never becomes everybody.
    written = [key for key in ("approver_roles", "users") if key in value]
    if written and all(value[key] == [] for key in written):
        yield Wrong((written[0],), "this names nobody", EVERYBODY)


def wrong_list(value: dict[str, Any], key: str, check: Any) -> Iterator[Wrong]:
    """Return what is wrong with a list that may be missing."""
    each = value.get(key)
    if key in value and not isinstance(each, list):
        yield Wrong((key,), "must be a list")
    for index, item in enumerate(each if isinstance(each, list) else ()):
        if found := check(item):
            yield Wrong((key, index), *found)


def wrong_role(role: Any) -> tuple[str, str | None] | None:
    """Say what is wrong with a role; None where nothing is."""
    if snowflake(role):
        return None
    if not isinstance(role, str) or not role.strip() or len(role) > LONGEST_ROLE:
        return "this is neither the id nor the name of a role", COPY_ID
    if role.startswith("@"):
        return "a role is named without `@`", EVERYBODY if role == "@everyone" else None
    return None


def wrong_user(user: Any) -> tuple[str, str | None] | None:
    """Say what is wrong with a user; None where nothing is."""
    return None if snowflake(user) else ("this is not the id of a user", COPY_ID)


def snowflake(value: Any) -> int:
    """Return an id of Discord's; 0 for what is none."""
    if isinstance(value, str) and NUMBER.fullmatch(value):
        value = int(value)
    return value if type(value) is int and 0 < value <= LARGEST else 0


def bot_of(token: str) -> int:
    """Return the id of the bot that a token is of; 0 for what is no token."""
    if not TOKEN.fullmatch(token):
        return 0
    first = token.partition(".")[0].rstrip("=")
    try:
        text = urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except ValueError:
        return 0
    return snowflake(text)

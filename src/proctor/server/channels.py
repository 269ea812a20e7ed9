"""Build the channels to people that a home is configured for; only what is used is loaded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from proctor.approval.channel import Channel
from proctor.approval.channels.inbox import InboxChannel
from proctor.errors import ProctorError
from proctor.terms.asking import TELEGRAM_SWITCHES, Asking
from proctor.terms.question import Question

Lookup = Callable[[int], Awaitable[Question | None]]
Waiting = Callable[[], Awaitable[Sequence[Question]]]
Exclusive = Callable[[str], AbstractContextManager[bool]]
# Where a channel can be set up.
BUILT_IN, CONFIG, VARIABLES = "built in", "config.yaml", "variables"


class Built(NamedTuple):
    """
    The channels of a server.

    `set_up` says where each is set up, `trouble` of those that cannot be built why; `timeout`
    is what the variables of Telegram say of it, None where they say nothing.
    """

    channels: tuple[Channel, ...]
    inbox: InboxChannel | None
    set_up: Mapping[str, str]
    trouble: Mapping[str, str]
    timeout: float | None


def build_channels(
    asking: Asking,
    env: Mapping[str, str],
    *,
    lookup: Lookup,
    all_waiting: Waiting,
    exclusive: Exclusive,
) -> Built:
    """Build every channel that is configured; what is wrong with one harms no other."""
    inbox = InboxChannel() if asking.inbox else None
    channels: list[Channel] = [inbox] if inbox is not None else []
    trouble: dict[str, str] = {}
    timeout = None
    try:
        telegram, timeout = build_telegram(asking, env, lookup, all_waiting, exclusive)
        channels += [telegram] if telegram is not None else []
    except ProctorError as error:
        trouble["telegram"] = said(error)
    try:
        discord = build_discord(asking, lookup, all_waiting, exclusive)
        channels += [discord] if discord is not None else []
    except ProctorError as error:
        trouble["discord"] = said(error)
    names = (*(channel.name for channel in channels), *trouble)
    set_up = {name: place_of(name, asking) for name in names}
    return Built(tuple(channels), inbox, set_up, trouble, timeout)


def place_of(name: str, asking: Asking) -> str:
    """Return where a channel that there is, or should be, is set up."""
    if name == "inbox":
        return BUILT_IN
    return VARIABLES if name == "telegram" and asking.telegram is None else CONFIG


def build_telegram(
    asking: Asking,
    env: Mapping[str, str],
    lookup: Lookup,
    all_waiting: Waiting,
    exclusive: Exclusive,
) -> tuple[Channel | None, float | None]:
    """
    Build the channel of Telegram: as config.yaml says, else the variables.

    Raises:
        ChannelError: it is not configured as it should be.
        MissingExtra: what it needs is not installed.

    """
    if asking.telegram is None and not any(map(env.get, TELEGRAM_SWITCHES)):
        return None, None
    from proctor.approval.channels.telegram import TelegramChannel  # noqa: PLC0415 - if it is used
    from proctor.approval.channels.telegram_settings import (  # noqa: PLC0415 - likewise
        from_config,
        from_environment,
    )

    settings = from_environment(env) if asking.telegram is None else from_config(asking.telegram)
    if settings is None:
        return None, None
    channel = TelegramChannel(
        token=settings.token,
        chat=settings.chat,
        users=settings.users,
        poll=settings.poll,
        api=settings.api,
        lookup=lookup,
        all_waiting=all_waiting,
        exclusive=exclusive,
    )
    return channel, settings.timeout


def build_discord(
    asking: Asking, lookup: Lookup, all_waiting: Waiting, exclusive: Exclusive
) -> Channel | None:
    """
    Build the channel of Discord.

    Raises:
        ChannelError: it is not configured as it should be.
        MissingExtra: what it needs is not installed.

    """
    if asking.discord is None:
        return None
    from proctor.approval.channels.discord import DiscordChannel  # noqa: PLC0415 - if it is used
    from proctor.approval.channels.discord_settings import settings_of  # noqa: PLC0415 - likewise

    settings = settings_of(asking.discord)
    return DiscordChannel(
        token=settings.token,
        channel=settings.channel,
        roles=settings.roles,
        users=settings.users,
        lookup=lookup,
        all_waiting=all_waiting,
        exclusive=exclusive,
    )


def said(error: ProctorError) -> str:
    """Return what is wrong, and what helps."""
    return f"{error.message} ({error.help})" if error.help else error.message

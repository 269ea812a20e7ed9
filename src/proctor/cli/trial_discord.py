"""Try a Discord bot."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from proctor.approval.channels.discord import DiscordChannel
from proctor.approval.channels.discord_api import DiscordError, unreachable
from proctor.approval.channels.discord_settings import DiscordSettings
from proctor.approval.channels.pauses import Pauses
from proctor.cli.channel_trial import Step, Trial, notes
from proctor.errors import ChannelError
from proctor.terms.question import Status

LOGGER = "proctor.discord"
GREETING = "This channel is reached: questions of agents come here."


async def try_discord(
    settings: DiscordSettings,
    trial: Trial,
    *,
    url: str = "",
    pauses: Pauses = Pauses(),  # noqa: B008 - it cannot be changed
) -> None:
    """
    Look whether the token, the channel and the buttons work, and tell each.

    Raises:
        ChannelError: one does not, and what helps.

    """
    channel = DiscordChannel(
        token=settings.token,
        channel=settings.channel,
        roles=settings.roles,
        users=settings.users,
        lookup=trial.lookup,
        all_waiting=trial.waiting,
        exclusive=alone,
        url=url,
        pauses=pauses,
    )
    try:
        with notes(LOGGER, trial.tell):
            await reach(channel, settings, trial)
            if trial.wait:
                await heard(channel, trial)
    except DiscordError as error:
        raise explained(error) from None
    finally:
        if trial.question.status is Status.PENDING:
            trial.end(Status.CANCELLED)
        # No button of a test stays behind.
        await channel.ended(trial.question)
        await channel.stop()


def explained(error: DiscordError) -> ChannelError:
    """Return what is wrong, and what to do about it."""
    told = unreachable(error)
    # Who runs this has done that.
    if told.help and "proctor channel test" in told.help:
        told.help = "look whether this machine reaches discord.com, and try again in a moment"
    return told


@contextmanager
def alone(_: str) -> Iterator[bool]:
    """Be one that listens: Discord tells every one of them."""
    yield True


async def reach(channel: DiscordChannel, settings: DiscordSettings, trial: Trial) -> None:
    """Look whether the bot is known and sees the channel."""
    rest = await channel.api.open()
    me = await channel.api.call(rest.fetch_my_user())
    trial.tell(Step("token", ok=True, said=f"the bot is {me.username}"))
    guild = await channel.listed.learn()
    if settings.roles and guild:
        # What is wrong with a name is logged, and so told.
        await channel.listed.roles_named(guild)
    listed = [f"the role {each}" for each in sorted(settings.roles)]
    listed += [f"user {each}" for each in sorted(settings.users)]
    who = ", ".join(listed) or "everybody in the channel"
    trial.tell(Step("users", ok=None, said=f"{who} may answer, as far as Discord is concerned"))
    if not trial.wait:
        await channel.api.send(settings.channel, GREETING, [], trial.question.uid[:25])
        tell_reached(channel, trial)


def tell_reached(channel: DiscordChannel, trial: Trial) -> None:
    """Tell that something has arrived."""
    trial.tell(Step("chat", ok=True, said=f"channel {channel.channel} is reached: look there"))


async def heard(channel: DiscordChannel, trial: Trial) -> None:
    """
    Ask the test question, and wait for an answer.

    Raises:
        ChannelError: it could not be sent, or nobody answered.

    """
    await channel.start(trial.hand_in)
    await channel.posts.send(trial.question)
    tell_reached(channel, trial)
    trial.tell(Step("wait", ok=None, said=f"press a button there within {trial.wait:.0f} s"))
    try:
        async with asyncio.timeout(trial.wait):
            await trial.answered.wait()
    except TimeoutError:
        raise trial.nobody() from None

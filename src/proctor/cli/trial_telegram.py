"""
Try a Telegram bot.

What people did is only looked at, never acknowledged: an answer to a real question that
came while no server ran is still there for the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from proctor.approval.channels.button_tags import belongs
from proctor.approval.channels.pauses import Pauses
from proctor.approval.channels.telegram import GREETING, TelegramChannel
from proctor.approval.channels.telegram_api import (
    API,
    CONFLICT,
    UNAUTHORISED,
    TelegramError,
    as_object,
)
from proctor.approval.channels.telegram_posts import unreachable
from proctor.approval.channels.telegram_settings import TelegramSettings
from proctor.approval.channels.telegram_updates import Press, Said
from proctor.cli.channel_trial import Step, Trial, notes
from proctor.errors import ChannelError
from proctor.terms.question import Status

LOGGER = "proctor.telegram"
# Between two looks where there is something that is not for us, in seconds.
PAUSE = 0.5
# How often somebody else may listen beside us: Telegram ends an old poll in a moment.
MOST_CONFLICTS = 3
# As many as Telegram gives at a time.
MOST_UPDATES = 100


async def try_telegram(
    settings: TelegramSettings,
    trial: Trial,
    *,
    api: str = API,
    pauses: Pauses = Pauses(),  # noqa: B008 - it cannot be changed
) -> None:
    """
    Look whether the token, the chat and the buttons work, and tell each.

    Raises:
        ChannelError: one does not, and what helps.

    """
    channel = TelegramChannel(
        token=settings.token,
        chat=settings.chat,
        users=settings.users,
        lookup=trial.lookup,
        all_waiting=trial.waiting,
        exclusive=not_alone,
        api=api,
        pauses=pauses,
    )
    # It does not listen by itself: `peek` looks for it.
    channel.hand_in = trial.hand_in
    try:
        with notes(LOGGER, trial.tell):
            await reach(channel, settings, trial)
            if trial.wait:
                await heard(channel, trial, min(settings.poll, trial.wait))
    except TelegramError as error:
        raise explained(error) from None
    finally:
        if trial.question.status is Status.PENDING:
            trial.end(Status.CANCELLED)
        # No button of a test stays behind.
        await channel.ended(trial.question)
        await channel.stop()


def explained(error: TelegramError) -> ChannelError:
    """Return what is wrong, and what to do about it."""
    if error.number in UNAUTHORISED:
        return ChannelError(
            "Telegram does not know this bot token",
            help="copy it again from @BotFather, or make a new one there with /token",
        )
    told = unreachable(error)
    # Who runs this has done that.
    if told.help and "proctor channel test" in told.help:
        told.help = "look whether this machine reaches api.telegram.org, and try again in a moment"
    return told


@contextmanager
def not_alone(_: str) -> Iterator[bool]:
    """Never be the one that listens."""
    yield False


async def reach(channel: TelegramChannel, settings: TelegramSettings, trial: Trial) -> None:
    """Look whether the bot is known, and send something to the chat."""
    await channel.learn_name()
    trial.tell(Step("token", ok=True, said=f"the bot is @{channel.username}"))
    listed = ", ".join(map(str, sorted(settings.users)))
    who = f"the users {listed}" if listed else "everybody in the chat"
    trial.tell(Step("users", ok=None, said=f"{who} may answer, as far as Telegram is concerned"))
    if trial.wait:
        post = channel.posts.send(trial.question)
        assert post.sending is not None  # noqa: S101 - for the type checker
        await post.sending
    else:
        await channel.api.send(settings.chat, GREETING, html=False)
    trial.tell(Step("chat", ok=True, said=f"chat {settings.chat} is reached: look there"))


async def heard(channel: TelegramChannel, trial: Trial, poll: float) -> None:
    """
    Wait for an answer to the test question.

    Raises:
        ChannelError: nobody gave one.

    """
    trial.tell(Step("wait", ok=None, said=f"press a button there within {trial.wait:.0f} s"))
    try:
        async with asyncio.timeout(trial.wait):
            await peek(channel, trial, poll)
    except TimeoutError:
        raise trial.nobody() from None


async def peek(channel: TelegramChannel, trial: Trial, poll: float) -> None:
    """Look at what people do until the test question is answered."""
    seen: set[int] = set()
    conflicts = 0
    while not trial.answered.is_set():
        try:
            updates = await channel.api.updates(None, poll)
        except TelegramError as error:
            conflicts += error.number == CONFLICT
            if conflicts > MOST_CONFLICTS:
                raise ChannelError(
                    "another program listens to this bot, or a webhook does",
                    help="end it, or make a bot of its own for Proctor with @BotFather",
                ) from None
            if not error.passing:
                raise
            await asyncio.sleep(error.retry_after or PAUSE)
            continue
        fresh = [each for each in updates if number_of(each) not in seen]
        seen |= {number_of(each) for each in fresh}
        for each in fresh:
            if is_ours(channel, trial, each):
                await channel.take(each)
        if len(updates) >= MOST_UPDATES:
            # What comes later is not shown before these are acknowledged.
            raise ChannelError(
                "too much waits here for a server to see behind it",
                help="`proctor up --background` takes it in; then try again",
            )
        if not fresh and updates:
            await asyncio.sleep(PAUSE)


def is_ours(channel: TelegramChannel, trial: Trial, update: Any) -> bool:
    """Say whether somebody did something about the test question; the rest is the server's."""
    found = channel.reader.read(update)
    question = trial.question
    if isinstance(found, Press):
        return belongs(found.pressed, question, channel.key)
    if isinstance(found, Said):
        return question.id in {
            found.words.number,
            channel.posts.board.question_of(found.replied),
        }
    return False


def number_of(update: Any) -> int:
    """Return the number of an update."""
    number = as_object(update).get("update_id")
    return number if type(number) is int else 0

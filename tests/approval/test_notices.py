"""What needs no answer, such as an alarm, is shown in every channel that writes to people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.approval.discord_rig import discord_rig
from tests.approval.inbox_rig import inbox_rig
from tests.approval.scripted_rig import scripted_rig
from tests.approval.telegram_rig import telegram_rig
from tests.approval.terminal_rig import terminal_rig
from tests.contracts.channel import run
from tests.doubles.book import Book
from tests.server.asking_rig import until

WORDS = "Alarm: Bash of claude-1 ran unseen"
Read = Callable[[Any], list[str]]


def in_telegram(rig: Any) -> list[str]:
    """Return what stands in the chat."""
    return [str(each["text"]) for each in rig.telegram.messages.values()]


def in_discord(rig: Any) -> list[str]:
    """Return what stands in the channel."""
    return [str(each["content"]) for each in rig.discord.messages.values()]


def in_terminal(rig: Any) -> list[str]:
    """Return what stays to be read."""
    return [str(seat.terminal.text) for seat in rig.seats]


@pytest.mark.parametrize(
    ("make", "read", "number"),
    [
        (telegram_rig, in_telegram, 1),
        (discord_rig, in_discord, 1),
        (scripted_rig, lambda rig: list(rig.channel.said), 1),
        (terminal_rig, in_terminal, 1),
        (inbox_rig, lambda _: [], 0),
    ],
)
def test_a_notice_is_shown(make: Any, read: Read, number: int) -> None:
    """As plain text: what could be a mention, markup or a line of its own is none."""

    async def work() -> None:
        async with make(Book()) as rig:
            await rig.channel.notify(f"{WORDS}\n@everyone")
            # A terminal shows it as soon as its other side has read it.
            await until(lambda: len([text for text in read(rig) if WORDS in text]) >= number)
            found = [text for text in read(rig) if WORDS in text]

            assert len(found) == number
            assert not any("\n@everyone" in text for text in found)

    run(work())

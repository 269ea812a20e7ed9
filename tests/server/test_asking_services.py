"""The chat, the channel and the inbox at once: the first answer wins, and the others show it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import TooLate
from tests.doubles.telegram import CHAT, TOKEN, Telegram
from tests.seeds.asked_chats import ChatHouse, number_of
from tests.seeds.asked_rooms import ANN, DEV, RoomHouse, room_house
from tests.server.asking_rig import until
from tests.server.offices import run

ADA = 7
PEOPLE = f"""\
people:
  ann: {{roles: [admin], discord: "{ANN}", telegram: {ADA}}}
  dev: {{roles: [developer], discord: "{DEV}"}}
"""


def config(telegram: Telegram) -> str:
    """Return a config with people, and a chat beside the inbox."""
    written = {"token": TOKEN, "chat": CHAT, "api": telegram.wire.address}
    return f"{PEOPLE}channels: {json.dumps({'telegram': written})}\n"


@pytest.mark.parametrize("winner", ["telegram", "discord", "inbox"])
def test_the_first_answer_wins_and_the_others_say_whose(
    winner: str, home: Path, shop: Path
) -> None:
    """Both messages name the person and the way; who comes later is told, wherever they are."""

    async def work() -> None:
        async with Telegram() as telegram, room_house(home, shop, config(telegram)) as room:
            chat = ChatHouse(room.office, telegram, shop)
            deciding = room.decide("Bash", {"command": "make"})
            message, prompt = await chat.asked(), await room.asked()
            number = number_of(chat, message)
            before = json.loads(json.dumps([message, prompt]))
            await answer(winner, chat, room, number, before)
            said = await deciding
            shown = [
                (await chat.edited(message))["text"].splitlines()[0],
                await room.edited(prompt),
            ]
            for late in {"telegram", "discord", "inbox"} - {winner}:
                await answer(late, chat, room, number, before, late=True)
            await until(lambda: winner == "telegram" or telegram.answered)
            await until(lambda: winner == "discord" or room.discord.whispers)
            record = room.record()

        assert shown == [f"✅ Allowed by ann through {winner} (question {number})"] * 2
        assert (said["effect"], record.answered_by, record.channel) == ("allow", "ann", winner)

    run(work())


async def answer(
    way: str,
    chat: ChatHouse,
    room: RoomHouse,
    number: int,
    before: list[Any],
    *,
    late: bool = False,
) -> None:
    """Answer a question in one of the ways; who is late says no."""
    message, prompt = before
    if way == "telegram":
        chat.press(message, "❌ Deny" if late else "✅ Allow")
    elif way == "discord":
        await room.press(prompt, "Deny" if late else "Allow", ANN)
    elif late:
        with pytest.raises(TooLate):
            await room.office.answer(number, {"answer": "deny"}, person="ann")
    else:
        await room.office.answer(number, {"answer": "allow"}, person="ann")


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
def test_who_may_not_in_one_does_not_end_it_in_the_others(home: Path, shop: Path) -> None:
    """A refusal is for whoever was refused; the question stays open everywhere."""

    async def work() -> str:
        async with Telegram() as telegram, room_house(home, shop, config(telegram)) as room:
            chat = ChatHouse(room.office, telegram, shop)
            deciding = room.decide("Bash", {"command": "make"})
            message, prompt = await chat.asked(), await room.asked()
            chat.press(message, "✅ Allow", 666)
            await until(lambda: telegram.answered)
            assert "edit_date" not in message
            await room.press(prompt, "Deny", DEV)
            await chat.edited(message)
            return str((await deciding)["effect"])

    assert run(work()) == "deny"


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
def test_twenty_questions_at_once_stay_apart(home: Path, shop: Path) -> None:
    """Each is answered where its answer was given, half of them here, half of them there."""

    async def work() -> list[str]:
        async with Telegram() as telegram, room_house(home, shop, config(telegram)) as room:
            chat = ChatHouse(room.office, telegram, shop)
            asking = [
                room.decide("Bash", {"command": f"echo number-{n}- > log"}, agent=f"a-{n}")
                for n in range(20)
            ]
            await asyncio.gather(chat.asked(20), room.asked(20))
            messages, prompts = list(chat.sent()), list(room.sent())
            for n in range(20):
                word = f"number-{n}-"
                if n % 2:
                    [there] = [each for each in messages if word in each["text"]]
                    chat.press(there, "✅ Allow" if n % 4 == 1 else "❌ Deny")
                else:
                    [there] = [each for each in prompts if word in each["content"]]
                    await room.press(there, "Allow" if n % 4 == 0 else "Deny", DEV)
            return [(await task)["effect"] for task in asking]

    assert run(work()) == ["allow", "allow", "deny", "deny"] * 5

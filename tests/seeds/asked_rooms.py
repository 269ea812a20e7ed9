"""A server that asks in a channel of Discord's: the double of it, and people with roles there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from proctor.approval.channel import Channel, HandIn
from proctor.approval.channels.discord import DiscordChannel
from proctor.server.office import Office
from proctor.terms.question import Question
from proctor.terms.record import Record
from proctor.terms.reply import Reply
from tests.approval.discord_rig import PAUSES
from tests.doubles.discord import Discord
from tests.doubles.discord_shapes import BOT, CHANNEL, TOKEN
from tests.server.asking_rig import configure, until
from tests.server.offices import records

# As Discord knows them, and as config.yaml does.
ANN, DEV, VIC, EVE = (510000000000000000 + number for number in (1, 2, 3, 666))
PEOPLE = f"""\
people:
  ann: {{roles: [admin], discord: "{ANN}"}}
  dev: {{roles: [developer], discord: "{DEV}"}}
  vic: {{roles: [viewer], discord: "{VIC}"}}
"""
REPLY = 19


class Late:
    """A channel that is made when the server starts it, of what the server has by then."""

    name = "discord"

    def __init__(self) -> None:
        self.make: Callable[[], Channel] | None = None
        self.made: Channel | None = None

    @property
    def trouble(self) -> str:
        """Return what keeps the channel from reaching people."""
        return self.there.trouble

    @property
    def there(self) -> Channel:
        """Return the channel."""
        assert self.made is not None
        return self.made

    async def start(self, hand_in: HandIn) -> None:
        """Make the channel, and begin to listen."""
        assert self.make is not None
        self.made = self.make()
        await self.made.start(hand_in)

    async def stop(self) -> None:
        """Stop listening."""
        await self.there.stop()

    async def ask(self, question: Question) -> Reply:
        """Ask in the channel."""
        return await self.there.ask(question)

    async def ended(self, question: Question) -> None:
        """Show in the channel how a question ended."""
        await self.there.ended(question)

    async def notify(self, text: str) -> None:
        """Show a sentence in the channel."""
        await self.there.notify(text)


class RoomHouse:
    """A server, and the channel in which it asks."""

    def __init__(self, office: Office, discord: Discord, project: Path) -> None:
        self.office = office
        self.discord = discord
        self.project = project

    def decide(self, tool: str, given: Any, **more: Any) -> asyncio.Task[dict[str, Any]]:
        """Begin to have a call decided."""
        call = {"tool": tool, "input": given, "cwd": str(self.project)}
        usual = {"agent": "frontend", "session": "s-1", "role": "standard", "requester": "dev"}
        return asyncio.create_task(self.office.decide({**call, **usual, **more}))

    def sent(self) -> list[dict[str, Any]]:
        """Return the messages of questions, as they are by now."""
        bot = [e for e in self.discord.messages.values() if e["author"]["id"] == str(BOT)]
        return [each for each in bot if each["type"] != REPLY]

    async def asked(self, count: int = 1) -> dict[str, Any]:
        """Wait until so many questions are in the channel and it is listened to."""
        await until(lambda: self.discord.gateway.listeners and len(self.sent()) >= count)
        return self.sent()[-1]

    async def press(self, message: dict[str, Any], label: str, user: int) -> None:
        """Press a button of a message."""
        buttons = [button for row in message["components"] for button in row["components"]]
        [data] = [each["custom_id"] for each in buttons if each["label"] == label]
        await self.discord.press(int(message["id"]), data, user)

    async def edited(self, message: dict[str, Any]) -> str:
        """Wait until a message was edited, and return its first line."""
        await until(lambda: message["edited_timestamp"])
        assert message["components"] == []
        return str(message["content"].splitlines()[0])

    def record(self) -> Record:
        """Return the last record."""
        return records(self.office)[-1]


@asynccontextmanager
async def room_house(
    home: Path, project: Path, more: str = PEOPLE, **settings: Any
) -> AsyncIterator[RoomHouse]:
    """Open a server that asks in the double; `more` is the rest of its config."""
    configure(home, more)
    late = Late()
    office = Office(home, channels=[late])
    async with Discord() as discord:
        late.make = lambda: DiscordChannel(
            token=TOKEN,
            channel=CHANNEL,
            lookup=office.lookup,
            all_waiting=office.waiting,
            exclusive=office.keepers.store.exclusive,
            url=discord.url,
            pauses=PAUSES,
            **settings,
        )
        await office.start()
        try:
            yield RoomHouse(office, discord, project)
        finally:
            await office.stop()

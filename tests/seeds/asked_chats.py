"""A server that asks in a chat of Telegram's: the double of it, reached by config.yaml."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.server.office import Office
from proctor.terms.record import Record
from tests.doubles.telegram import CHAT, TOKEN, Telegram
from tests.server.asking_rig import configure, until, write_role
from tests.server.offices import bash, opened, records

# As Telegram knows them.
ADA, EVE = 7, 666
ON_SQLITE = pytest.mark.parametrize("home", ["sqlite"], indirect=True)
MOSTLY_ON_SQLITE = pytest.mark.parametrize(
    "home", ["sqlite", pytest.param("postgres", marks=pytest.mark.full)], indirect=True
)
ROLE = """\
permissions:
  deny: [{tool: Bash, regex: "^rm -rf", why: Remove files by name.}]
  ask: [{tool: Bash, regex: "^git push"}]
  allow: [{tool: Bash, regex: "^git status"}]
"""


class ChatHouse:
    """A server, and the chat in which it asks."""

    def __init__(self, office: Office, telegram: Telegram, project: Path) -> None:
        self.office = office
        self.telegram = telegram
        self.project = project

    def request(self, command: str = "git push origin main", **more: Any) -> dict[str, Any]:
        """Return a request of the role."""
        usual = {"role": "handsoff", "session": "abc123"}
        return bash(command, self.project, **{**usual, **more})

    def decide(self, **request: Any) -> asyncio.Task[dict[str, Any]]:
        """Begin to have a call decided."""
        return asyncio.create_task(self.office.decide(self.request(**request)))

    async def listens(self) -> None:
        """Wait until people are listened to: what follows takes a moment only."""
        await until(lambda: self.called("getUpdates"))

    def sent(self) -> list[dict[str, Any]]:
        """Return the messages of questions, as they are by now."""
        return [each for each in self.telegram.messages.values() if "reply_to" not in each]

    async def asked(self, count: int = 1) -> dict[str, Any]:
        """Wait until so many questions are in the chat, and return the last."""
        await until(lambda: len(self.sent()) >= count)
        return self.sent()[-1]

    def press(self, message: dict[str, Any], label: str, user: int = ADA) -> None:
        """Press a button of a message."""
        self.telegram.press(message["message_id"], data_of(message, label), user)

    async def edited(self, message: dict[str, Any]) -> dict[str, Any]:
        """Wait until a message was edited, and return it."""
        await until(lambda: "edit_date" in message)
        return message

    def called(self, *methods: str) -> list[tuple[str, dict[str, Any]]]:
        """Return the calls of some methods, in order."""
        return [call for call in self.telegram.calls if call[0] in methods]

    def record(self) -> Record:
        """Return the last record."""
        return records(self.office)[-1]


def data_of(message: dict[str, Any], label: str) -> str:
    """Return what comes back from a button."""
    rows = message["reply_markup"]["inline_keyboard"]
    [found] = [each["callback_data"] for row in rows for each in row if each["text"] == label]
    return str(found)


def number_of(house: ChatHouse, message: dict[str, Any]) -> int:
    """Return the question of a message, as the message tells people."""
    assert house.telegram.messages[CHAT, message["message_id"]] is message
    return int(message["text"].partition("Question ")[2].partition(":")[0])


@asynccontextmanager
async def chat_house(
    home: Path, project: Path, more: str = "", *, inbox: bool = True, **keys: Any
) -> AsyncIterator[ChatHouse]:
    """
    Open a server whose config names the double.

    `keys` are more of what is written of Telegram, `more` other lines of the config.
    """
    write_role(home, ROLE, "handsoff")
    async with Telegram() as telegram:
        written = {"token": TOKEN, "chat": CHAT, "api": telegram.wire.address, **keys}
        channels = json.dumps({"inbox": inbox, "telegram": written})
        configure(home, f"{more}\nchannels: {channels}\n")
        async with opened(home) as office:
            yield ChatHouse(office, telegram, project)

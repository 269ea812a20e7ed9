"""`proctor channel test discord`, against a double of Discord."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.approval.discord_rig import ADA, EVE
from tests.cli.trials import Tried, configure, tried, until
from tests.contracts.channel import run
from tests.doubles.discord import Discord
from tests.doubles.discord_faults import Fault
from tests.doubles.discord_shapes import BOT, CHANNEL, TOKEN

CONFIG = f'channels: {{discord: {{token: "{TOKEN}", channel: {CHANNEL}}}}}\n'
LISTED = f'channels: {{discord: {{token: "{TOKEN}", channel: {CHANNEL}, users: [{ADA}]}}}}\n'
NO_ROLE = (
    f'channels: {{discord: {{token: "{TOKEN}", channel: {CHANNEL}, approver_roles: [cooks]}}}}\n'
)
UNKNOWN = Fault(401, b'{"message": "401: Unauthorized", "code": 0}')
HIDDEN = Fault(403, b'{"message": "Missing Access", "code": 50001}')
GONE = Fault(404, b'{"message": "Unknown Channel", "code": 10003}')


async def sent(discord: Discord) -> dict[str, Any]:
    """Wait for the test question, and until somebody listens; return its message."""
    await until(lambda: discord.gateway.listeners and asked(discord))
    return asked(discord)[0]


def asked(discord: Discord) -> list[dict[str, Any]]:
    """Return the messages with buttons."""
    return [each for each in discord.messages.values() if each["components"]]


def button(message: dict[str, Any], key: str) -> str:
    """Return what a button says."""
    found = [each["custom_id"] for row in message["components"] for each in row["components"]]
    return next(str(data) for data in found if data.startswith(f"{key}:"))


def test_a_bot_that_works_is_told_step_by_step(home: Path) -> None:
    """The bot's name, who may answer, the channel, and who pressed; the message says so too."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Discord() as discord:

            async def press(_: Tried) -> None:
                message = await sent(discord)
                await discord.press(int(message["id"]), button(message, "a"), ADA)

            found = await tried(home, "discord", discord.url, wait=25, meanwhile=press)
            messages = list(discord.messages.values())

        assert (found.error, found.marks) == (None, [
            ("config", True), ("token", True), ("users", None), ("chat", True), ("wait", None),
            ("answer", True),
        ])  # fmt: skip
        assert found.said("answer") == [f"allow by user {ADA}, discord:{ADA}"]
        assert [("Allowed by" in each["content"], each["components"]) for each in messages] == [
            (True, [])
        ]
        assert TOKEN not in repr(found.steps)

    run(work())


def test_who_may_not_answer_is_named(home: Path) -> None:
    """Somebody who is not listed does not count, and the next one does."""
    configure(home, LISTED)

    async def work() -> None:
        async with Discord() as discord:

            async def press(found: Tried) -> None:
                message = await sent(discord)
                await discord.press(int(message["id"]), button(message, "a"), EVE)
                await until(lambda: found.said("note"))
                await discord.press(int(message["id"]), button(message, "d"), ADA)

            found = await tried(home, "discord", discord.url, wait=25, meanwhile=press)

        assert f"user {EVE}" in found.said("note")[0]
        assert (found.error, found.said("answer")) == (None, [f"deny by user {ADA}, discord:{ADA}"])

    run(work())


def test_a_role_that_is_not_there_is_told(home: Path) -> None:
    """A name that no role has lets nobody in, so it is said."""
    configure(home, NO_ROLE)

    async def work() -> None:
        async with Discord() as discord:
            found = await tried(home, "discord", discord.url, wait=0)

        assert found.error is None
        assert found.said("note") == [
            "0 roles are called 'cooks', so none counts: configure its id"
        ]

    run(work())


def test_without_a_wait_only_a_message_is_sent(home: Path) -> None:
    """No question is asked, and nobody is listened to."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Discord() as discord:
            found = await tried(home, "discord", discord.url, wait=0)
            texts = [each["content"] for each in discord.messages.values()]

        assert (found.error, found.marks[-1]) == (None, ("chat", True))
        assert texts == ["This channel is reached: questions of agents come here."]
        assert "gateway" not in discord.calls

    run(work())


def test_where_nobody_answers_that_is_no_success(home: Path) -> None:
    """The message says that it is over, and its buttons go."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Discord() as discord:
            found = await tried(home, "discord", discord.url, wait=1)
            mine = [each for each in discord.messages.values() if each["author"]["id"] == str(BOT)]

        assert found.error is not None
        assert found.error.message == "nobody answered in 1 s"
        assert [("Timed Out" in each["content"], each["components"]) for each in mine] == [
            (True, [])
        ]

    run(work())


@pytest.mark.parametrize(
    ("kind", "fault", "error", "help_"),
    [
        ("me", UNKNOWN, "Discord does not know this bot token", "discord.com/developers"),
        ("me", Fault(drop=True), "Discord", "try again in a moment"),
        ("channel", GONE, "404", "look at `channel`"),
        ("channel", HIDDEN, "403", "let the bot see the channel"),
        ("send", HIDDEN, "403", "let the bot see the channel"),
    ],
)
def test_what_does_not_work_says_what_to_do(
    home: Path, kind: str, fault: Fault, error: str, help_: str
) -> None:
    """Each fault has its words, and none of them the token."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Discord() as discord:
            discord.faults[kind] += [fault] * 3
            found = await tried(home, "discord", discord.url, wait=5)

        assert found.error is not None
        assert error in found.error.message
        assert help_ in str(found.error.help)
        assert found.error.exit_code == 1
        assert TOKEN not in repr((found.steps, found.error.render()))

    run(work())

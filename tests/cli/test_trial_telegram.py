"""`proctor channel test telegram`, against a double of the Bot API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.cli.channel_trial import FIRST, HEARD, NOBODY
from tests.approval.telegram_rig import ADA, EVE
from tests.cli.trials import Tried, configure, tried, until
from tests.contracts.channel import run
from tests.doubles.telegram import CHAT, TOKEN, Answered, Telegram, problem
from tests.doubles.wire import Reply

CONFIG = f'channels: {{telegram: {{token: "{TOKEN}", chat: {CHAT}, poll: 1}}}}\n'
LISTED = f'channels: {{telegram: {{token: "{TOKEN}", chat: {CHAT}, poll: 1, users: [{ADA}]}}}}\n'
PEOPLE = f"people: {{ada: {{roles: [admin], telegram: [{ADA}]}}}}\n"


async def sent(telegram: Telegram) -> dict[str, Any]:
    """Wait for the test question, and return its message."""
    await until(lambda: any("reply_markup" in each for each in telegram.messages.values()))
    return next(each for each in telegram.messages.values() if "reply_markup" in each)


def button(message: dict[str, Any], key: str) -> str:
    """Return what a button says."""
    rows = message["reply_markup"]["inline_keyboard"]
    found = [each["callback_data"] for row in rows for each in row]
    return next(str(data) for data in found if data.startswith(f"{key}:"))


def test_a_bot_that_works_is_told_step_by_step(home: Path) -> None:
    """The bot's name, who may answer, the chat, and who pressed; the message says so too."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Telegram() as telegram:

            async def press(_: Tried) -> None:
                message = await sent(telegram)
                telegram.press(message["message_id"], button(message, "a"), ADA)

            found = await tried(home, "telegram", telegram.wire.address, wait=25, meanwhile=press)
            messages = list(telegram.messages.values())

        assert (found.error, found.marks) == (None, [
            ("config", True), ("token", True), ("users", None), ("chat", True), ("wait", None),
            ("answer", True),
        ])  # fmt: skip
        assert found.said("token") == ["the bot is @gate_bot"]
        assert found.said("answer") == [f"allow by user {ADA}, telegram:{ADA}"]
        assert telegram.answered == [Answered(ADA, HEARD, alert=False)]
        assert [("Allowed by" in each["text"], "reply_markup" in each) for each in messages] == [
            (True, False)
        ]
        assert TOKEN not in repr(found.steps)

    run(work())


def test_nothing_that_waits_for_the_server_is_taken_away(home: Path) -> None:
    """What people did about other questions stays where it is, and so does no offset move."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Telegram() as telegram:
            telegram.say("/allow 12", ADA)

            async def press(_: Tried) -> None:
                message = await sent(telegram)
                telegram.press(message["message_id"], button(message, "d"), ADA)

            found = await tried(home, "telegram", telegram.wire.address, wait=25, meanwhile=press)
            polls = [fields for name, fields in telegram.calls if name == "getUpdates"]

        assert (found.error, found.said("answer")) == (
            None,
            [f"deny by user {ADA}, telegram:{ADA}"],
        )
        assert [fields for fields in polls if "offset" in fields] == []
        assert [each["message"]["text"] for each in telegram.updates if "message" in each] == [
            "/allow 12"
        ]

    run(work())


def test_the_question_is_answered_in_words_too(home: Path) -> None:
    """Its number is one that no real question has."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Telegram() as telegram:

            async def write(_: Tried) -> None:
                number = button(await sent(telegram), "a").split(":")[1]
                assert int(number) >= FIRST
                telegram.say(f"/allow {number}", ADA)

            found = await tried(home, "telegram", telegram.wire.address, wait=25, meanwhile=write)

        assert (found.error, len(found.said("answer"))) == (None, 1)

    run(work())


@pytest.mark.parametrize(
    ("config", "note", "told", "whose"),
    [
        (LISTED, "note", "you are not among those who may answer here", f"telegram:{ADA}"),
        (CONFIG + PEOPLE, "answer", NOBODY, "ada"),
    ],
)
def test_who_may_not_answer_is_named_and_the_next_one_counts(
    home: Path, config: str, note: str, told: str, whose: str
) -> None:
    """Somebody who is not listed, or nobody here, is told so, and so is who tries the channel."""
    configure(home, config)

    async def work() -> None:
        async with Telegram() as telegram:

            async def press(found: Tried) -> None:
                message = await sent(telegram)
                telegram.press(message["message_id"], button(message, "a"), EVE)
                await until(lambda: found.said(note))
                await until(lambda: telegram.answered)
                telegram.press(message["message_id"], button(message, "a"), ADA)

            found = await tried(home, "telegram", telegram.wire.address, wait=25, meanwhile=press)

        assert f"user {EVE}" in found.said(note)[0]
        assert telegram.answered[0] == Answered(EVE, told, alert=True)
        assert (found.error, found.marks[-1]) == (None, ("answer", True))
        assert found.said("answer")[-1].endswith(f"by user {ADA}, {whose}")

    run(work())


def test_without_a_wait_only_a_message_is_sent(home: Path) -> None:
    """No question is asked, and nobody is listened to."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Telegram() as telegram:
            found = await tried(home, "telegram", telegram.wire.address, wait=0)
            texts = [each["text"] for each in telegram.messages.values()]

        assert (found.error, found.marks[-1]) == (None, ("chat", True))
        assert texts == ["This chat is reached: questions of agents come here."]
        assert "getUpdates" not in [name for name, _ in telegram.calls]

    run(work())


def test_where_nobody_answers_that_is_no_success(home: Path) -> None:
    """The message says that it is over, and its buttons go."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Telegram() as telegram:
            found = await tried(home, "telegram", telegram.wire.address, wait=1)
            (message,) = telegram.messages.values()

        assert found.error is not None
        assert found.error.message == "nobody answered in 1 s"
        assert ("Timed Out" in message["text"], "reply_markup" in message) == (True, False)

    run(work())


@pytest.mark.parametrize(
    ("method", "fault", "error", "help_"),
    [
        ("getMe", problem(401, "Unauthorized"), "does not know this bot token", "@BotFather"),
        ("getMe", Reply(drop=0), "cannot be reached", "api.telegram.org"),
        ("getMe", Reply(500, b"<html>"), "is not Telegram's API", "in a moment"),
        ("sendMessage", problem(400, "Bad Request: chat not found"), "chat not found", "chat"),
        ("sendMessage", problem(403, "Forbidden: bot was kicked"), "kicked", "add the bot"),
    ],
)
def test_what_does_not_work_says_what_to_do(
    home: Path, method: str, fault: Reply, error: str, help_: str
) -> None:
    """Each fault has its words, and none of them the token."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Telegram() as telegram:
            telegram.faults[method].append(fault)
            found = await tried(home, "telegram", telegram.wire.address, wait=5)

        assert found.error is not None
        assert error in found.error.message
        assert help_ in str(found.error.help)
        assert found.error.exit_code == 1
        assert TOKEN not in repr((found.steps, found.error.render()))

    run(work())


def test_a_bot_that_another_program_listens_to_is_told(home: Path) -> None:
    """Where somebody else gets the answers, waiting would be in vain."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Telegram() as telegram:
            telegram.webhook = True
            found = await tried(home, "telegram", telegram.wire.address, wait=25)

        assert found.error is not None
        assert found.error.message == "another program listens to this bot, or a webhook does"

    run(work())


def test_where_too_much_waits_for_a_server_that_is_told(home: Path) -> None:
    """It is not thrown away to see what comes behind it."""
    configure(home, CONFIG)

    async def work() -> None:
        async with Telegram() as telegram:
            for _ in range(100):
                telegram.say("hello", ADA)
            found = await tried(home, "telegram", telegram.wire.address, wait=25)

        assert found.error is not None
        assert "proctor up" in str(found.error.help)
        assert len(telegram.updates) == 100

    run(work())

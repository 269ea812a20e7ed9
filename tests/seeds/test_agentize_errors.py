"""
The agentize document on errors of Telegram, row by row, through the real server.

A missing token or chat, and a time-out, are branches of its flow: test_agentize_flow.py.
None of them is ever a yes: docs/decisions/0011-no-answer-is-no.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.doubles.telegram import TOKEN, problem
from tests.seeds.asked_chats import ADA, ON_SQLITE, chat_house, number_of
from tests.server.asking_rig import until
from tests.server.offices import question, run

ALLOW = "✅ Allow"
# Long enough for a message to be sent, however busy the machine is.
SHORT = "approval: {timeout: 2}"


@ON_SQLITE
@pytest.mark.parametrize("words", ["ok", "allow", "/yes {}", "👍", "/allowance {}"])
def test_an_invalid_response_is_passed_over(words: str, home: Path, shop: Path) -> None:
    """What is neither `/allow` nor `/deny` of a question leaves it open until the next one."""

    async def work() -> None:
        async with chat_house(home, shop) as house:
            deciding = house.decide()
            number = number_of(house, await house.asked())
            house.telegram.say(words.format(number), ADA)
            await until(lambda: not house.telegram.updates)
            [still] = await house.office.questions("pending")
            assert (still["id"], deciding.done()) == (number, False)
            house.telegram.say(f"/allow {number}", ADA)
            assert (await deciding)["effect"] == "allow"

    run(work())


@ON_SQLITE
def test_an_api_error_leaves_the_question_to_others(
    home: Path, shop: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, the status tells of it, and somebody answers elsewhere."""

    async def work() -> None:
        async with chat_house(home, shop) as house:
            house.telegram.faults["sendMessage"].append(problem(400, "Bad Request: no such thing"))
            deciding = house.decide()
            asked = await question(house.office)
            await until(lambda: house.office.calling.trouble)
            [_, telegram] = (await house.office.status())["channels"]
            await house.office.answer(asked["id"], {"answer": "allow"}, person="ada")
            assert (await deciding)["effect"] == "allow"
            assert house.record().channel == "inbox"
            assert "no such thing" in str(telegram["trouble"])

    run(work())
    assert "no such thing" in caplog.text
    assert TOKEN not in caplog.text


@ON_SQLITE
@pytest.mark.parametrize(("ask", "effect"), [("beside", "ask"), ("hold", "deny")])
def test_an_api_error_is_never_a_yes(ask: str, effect: str, home: Path, shop: Path) -> None:
    """Where Telegram was the only way, the dialog asks, or it is denied; the reason names it."""

    async def work() -> tuple[str, str]:
        async with chat_house(home, shop, SHORT, inbox=False) as house:
            house.telegram.down = problem(500, "Internal Server Error")
            said = await house.decide(ask=ask)
            return said["effect"], said["why"]

    found, why = run(work())
    assert found == effect
    assert "telegram: Telegram refused sendMessage: Internal Server Error (500)" in why


@ON_SQLITE
@pytest.mark.parametrize(("ask", "effect"), [("beside", "ask"), ("hold", "deny")])
def test_telegram_out_of_reach_is_named_beside_the_inbox(
    ask: str, effect: str, home: Path, shop: Path
) -> None:
    """Nobody looked into the inbox either: the reason and the record say what was wrong."""

    async def work() -> tuple[str, str, str]:
        async with chat_house(home, shop, "approval: {timeout: 1}") as house:
            await house.telegram.wire.close()
            said = await house.decide(ask=ask)
            return said["effect"], said["why"], house.record().detail

    found, why, detail = run(work())
    reason = "nobody answered within 1 s; telegram: Telegram cannot be reached (ConnectError)"
    assert (found, why.endswith(f"({reason})")) == (effect, True)
    assert reason in detail or ask == "beside"


@ON_SQLITE
@pytest.mark.parametrize(("ask", "effect"), [("beside", "ask"), ("hold", "deny")])
def test_a_token_that_telegram_does_not_know(
    ask: str, effect: str, home: Path, shop: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """There is no channel then, the log and the status say so, and nobody waits for anybody."""
    token = f"4242:{'A' * 35}"

    async def work() -> tuple[str, str, list[Any]]:
        async with chat_house(home, shop, inbox=False, token=token) as house:
            said = await house.decide(ask=ask)
            return said["effect"], said["why"], (await house.office.status())["channels"]

    found, why, [channel] = run(work())
    assert "telegram: Telegram does not know this bot token" in why
    assert (found, channel["name"], channel["state"]) == (effect, "telegram", "off")
    assert "does not know this bot token" in channel["trouble"]
    assert "does not know this bot token" in caplog.text
    assert token not in caplog.text


@ON_SQLITE
@pytest.mark.parametrize("method", ["answerCallbackQuery", "editMessageText"])
def test_acknowledging_and_editing_may_fail(
    method: str, home: Path, shop: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Either failure is logged, and does not block the decision."""

    async def work() -> tuple[str, str]:
        async with chat_house(home, shop) as house:
            house.telegram.faults[method] += [problem(400, f"Bad Request: {method} failed")] * 9
            deciding = house.decide()
            house.press(await house.asked(), ALLOW)
            said = await deciding
            await until(lambda: f"{method} failed" in caplog.text)
            return said["effect"], house.record().decision

    assert run(work()) == ("allow", "ask_approved")

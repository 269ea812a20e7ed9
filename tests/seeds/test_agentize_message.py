"""
The agentize document on what people see in Telegram, and what a press does.

The real server decides, and the double of Telegram shows. A button carries more than the
document's, which anybody could make up, and an answer in words names its question.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.doubles.telegram import CHAT, Telegram
from tests.seeds.asked_chats import ADA, ON_SQLITE, ChatHouse, chat_house, data_of, number_of
from tests.server.asking_rig import until
from tests.server.offices import run

ALLOW, DENY = "✅ Allow", "❌ Deny"
MOST_DATA = 64


def first_lines(house: ChatHouse) -> list[str]:
    """Return the first lines of the message as it was sent."""
    [(_, sent)] = house.called("sendMessage")
    assert (sent["chat_id"], sent["parse_mode"]) == (CHAT, "HTML")
    return list(sent["text"].splitlines()[:5])


@ON_SQLITE
@pytest.mark.parametrize(
    ("tool", "given", "lines"),
    [
        ("Bash", {"command": "git push origin main"}, ("Bash", "git push origin main")),
        ("Bash", {"command": "echo '</code><b>&'"}, ("Bash", "echo '&lt;/code&gt;&lt;b&gt;&amp;'")),
        ("Write", {"file_path": "docs/a.md", "content": "x"}, ("Write", "docs/a.md")),
        ("Skill", {"skill": "deploy"}, ("Skill", "deploy")),
        ("WebFetch", {"url": "https://example.com/a"}, ("WebFetch", "https://example.com/a")),
        ("WebSearch", {"query": "tax rates"}, ("WebSearch", "tax rates")),
        ("TodoWrite", {"todos": []}, ("TodoWrite", "{&quot;todos&quot;:[]}")),
    ],
)
def test_the_message(
    tool: str, given: dict[str, Any], lines: tuple[str, str], home: Path, shop: Path
) -> None:
    """Title, tool and target in code, the session, and two buttons side by side; all escaped."""

    async def work() -> None:
        async with chat_house(home, shop) as house:
            deciding = house.decide(tool=tool, input=given)
            message = await house.asked()
            house.press(message, DENY)
            await deciding
            shown = first_lines(house)
            [(_, sent)] = house.called("sendMessage")

        name, target = lines
        assert shown == [
            "🔧 Tool Approval Request", "", f"Tool: <code>{name}</code>",
            f"Target: <code>{target}</code>", "Session: abc123",
        ]  # fmt: skip
        row, *_ = sent["reply_markup"]["inline_keyboard"]
        assert [button["text"] for button in row] == [ALLOW, DENY]

    run(work())


@ON_SQLITE
def test_a_missing_target_is_asked(home: Path, shop: Path) -> None:
    """
    A call that does not say what it works on is asked about, also where its tool has a deny.

    See docs/decisions/0062-a-missing-target-asks.md.
    """

    async def work() -> tuple[str, list[str]]:
        async with chat_house(home, shop) as house:
            deciding = house.decide(input={})
            house.press(await house.asked(), DENY)
            said = await deciding
            return said["effect"], first_lines(house)[2:3]

    assert run(work()) == ("deny", ["Tool: <code>Bash</code>"])


@ON_SQLITE
def test_a_press_is_acknowledged_then_shown_then_returned(home: Path, shop: Path) -> None:
    """The spinner ends, the message shows the result, and neither is waited for."""

    async def work() -> None:
        async with chat_house(home, shop) as house:
            deciding = house.decide()
            message = await house.asked()
            house.press(message, ALLOW)
            assert (await deciding)["effect"] == "allow"
            await house.edited(message)
            await until(lambda: house.telegram.answered)
            names = [name for name, _ in house.called("answerCallbackQuery", "editMessageText")]

        assert sorted(names) == ["answerCallbackQuery", "editMessageText"]
        assert [(each.user, each.alert) for each in house.telegram.answered] == [(ADA, False)]

    run(work())


@ON_SQLITE
def test_the_data_of_a_button(home: Path, shop: Path) -> None:
    """It fits, names its question, and the document's guessable form of it counts for nothing."""

    async def work() -> None:
        async with chat_house(home, shop) as house:
            deciding = house.decide()
            message = await house.asked()
            data, number = data_of(message, ALLOW), number_of(house, message)
            for forged in (f"allow:{message['message_id']}", f"allow:{number}", f"a:{number}:"):
                house.telegram.press(message["message_id"], forged, ADA)
            await until(lambda: len(house.telegram.answered) == 3)
            alerts = {(each.text, each.alert) for each in house.telegram.answered}
            open_still = not deciding.done()
            house.press(message, DENY)
            assert (await deciding)["effect"] == "deny"

        assert (open_still, len(alerts), {alert for _, alert in alerts}) == (True, 1, {True})
        assert len(data.encode()) <= MOST_DATA
        assert data.split(":")[:2] == ["a", str(number)]

    run(work())


def test_questions_at_once_stay_apart(home: Path, shop: Path) -> None:
    """A press and a word answer the question that they name, and no other."""

    async def work() -> list[str]:
        async with chat_house(home, shop) as house:
            tasks, messages = [], []
            for count, agent in enumerate(("one", "two", "three"), start=1):
                tasks.append(house.decide(agent=agent, session=agent))
                messages.append(await house.asked(count))
            house.press(messages[1], DENY)
            house.telegram.say(f"/allow {number_of(house, messages[2])}", ADA)
            said = [(await task)["effect"] for task in tasks[1:]]
            assert not tasks[0].done()
            # One is open, and yet words that name none do not count.
            house.telegram.say("/allow", ADA)
            await until(lambda: replies(house.telegram))
            assert not tasks[0].done()
            house.telegram.say("/allow", ADA, reply_to=messages[0]["message_id"])
            return [(await tasks[0])["effect"], *said]

    assert run(work()) == ["allow", "deny", "allow"]


def replies(telegram: Telegram) -> list[str]:
    """Return what the bot wrote to somebody in reply."""
    return [each["text"] for each in telegram.messages.values() if "reply_to" in each]

"""
The agentize seed on Telegram, line by line: its flow, its message, its table of errors.

Where the seed says `ask` because nobody answered, a channel says so (an error, or it is
cancelled) and the desk decides; it is never a yes.
"""

from __future__ import annotations

import asyncio

import pytest

from proctor.approval.channels.telegram_settings import from_environment
from proctor.errors import ChannelError
from proctor.terms.question import Status
from proctor.terms.reply import Answer
from tests.approval.telegram_rig import ADA, EVE, TelegramRig, telegram_rig
from tests.contracts.channel import asked, run, take_back, until
from tests.doubles.book import Book
from tests.doubles.telegram import CHAT, TOKEN, Telegram, problem

ON = {"PROCTOR_USE_TG": "on", "TG_API_TOKEN": TOKEN, "TG_CHAT_ID": str(CHAT)}


def methods(telegram: Telegram, *wanted: str) -> list[str]:
    """Return which of some methods were called, in order."""
    return [name for name, _ in telegram.calls if name in wanted]


def test_telegram_not_enabled() -> None:
    """Telegram enabled? No: there is no channel, and the question goes elsewhere."""
    assert from_environment({"TG_API_TOKEN": TOKEN, "TG_CHAT_ID": str(CHAT)}) is None
    assert from_environment(ON | {"PROCTOR_USE_TG": "0"}) is None


@pytest.mark.parametrize("missing", ["TG_API_TOKEN", "TG_CHAT_ID"])
def test_token_or_chat_missing(missing: str) -> None:
    """Token and chat set? No: an error that names it, and so no channel."""
    env = {name: value for name, value in ON.items() if name != missing}

    with pytest.raises(ChannelError, match=missing):
        from_environment(env)


def test_the_defaults_of_the_table() -> None:
    """A poll waits 5 s, and everybody in the chat may answer; 60 s for a question is the desk's."""
    settings = from_environment(ON)

    assert settings is not None
    assert (settings.timeout, settings.poll, settings.users) == (None, 5, frozenset())


def test_send_wait_and_time_out() -> None:
    """Response received? No: the message says so without buttons, and nothing was answered."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(asking, 0.05)
            await there.channel.ended(book.end(question.id, Status.EXPIRED))

            assert (await there.shown(question.id)).startswith("⏰ Timed Out")
            assert await there.offered(question.id) == frozenset()
            assert book.handed == []

    run(work())


@pytest.mark.parametrize(
    ("word", "key", "answer"),
    [("allow", "a", Answer.ALLOW), ("deny", "d", Answer.DENY)],
)
def test_response_received(word: str, key: str, answer: Answer) -> None:
    """`/allow` is allow and `/deny` is deny, pressed or written, and the decision comes back."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            for write in (False, True):
                asking = await asked(there, question := book.put())
                if write:
                    there.telegram.say(f"/{word} {question.id}", ADA)
                else:
                    await there.answer(question.id, key, str(ADA))
                assert (await asking).answer is answer

    run(work())


def test_the_message_format() -> None:
    """Title, tool and target in code, session and the two buttons are as the seed shows them."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            await take_back(asking)
            [(_, sent)] = [call for call in there.telegram.calls if call[0] == "sendMessage"]
            wanted = [
                "🔧 Tool Approval Request",
                "",
                "Tool: <code>Bash</code>",
                "Target: <code>git push origin main</code>",
                "Session: abc123",
            ]
            first = [button["text"] for button in sent["reply_markup"]["inline_keyboard"][0]]

            assert sent["text"].splitlines()[:5] == wanted
            assert first == ["✅ Allow", "❌ Deny"]
            assert (sent["chat_id"], sent["parse_mode"]) == (CHAT, "HTML")
            assert sent["link_preview_options"] == {"is_disabled": True}
            assert question.id == 12

    run(work())


def test_the_acknowledgement_flow() -> None:
    """A tap is acknowledged, the message is edited to the result, the decision is returned."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "d", str(ADA))
            reply = await asking
            await there.quiet()

            wanted = ["answerCallbackQuery", "editMessageText"]
            assert sorted(methods(there.telegram, *wanted)) == wanted
            assert reply.answer is Answer.DENY
            assert (await there.shown(question.id)).startswith("❌ Denied by person 7")

    run(work())


def test_an_api_error(caplog: pytest.LogCaptureFixture) -> None:
    """Telegram API error: logged, and an error that is no answer."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            there.telegram.faults["sendMessage"].append(problem(400, "Bad Request: no such thing"))
            with pytest.raises(ChannelError, match="no such thing"):
                await there.channel.ask(book.put())
            assert book.handed == []

    run(work())
    assert "no such thing" in caplog.text


def test_an_invalid_response_continues_polling() -> None:
    """Whatever is neither `/allow` nor `/deny` is passed over until the time is over."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            for text in ("ok", "allow", "/yes 12", "👍", "/allowance 12"):
                there.telegram.say(text, ADA)
            await there.quiet()
            assert (book.handed, asking.done()) == ([], False)
            there.telegram.say(f"/allow {question.id}", ADA)

            assert (await asking).answer is Answer.ALLOW

    run(work())


@pytest.mark.parametrize("method", ["answerCallbackQuery", "editMessageText"])
def test_acknowledging_and_editing_may_fail(method: str, caplog: pytest.LogCaptureFixture) -> None:
    """`answerCallbackQuery` or `editMessageText` failure: logged, and blocks no decision."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.telegram.faults[method] += [problem(400, f"Bad Request: {method} failed")] * 9
            await there.answer(question.id, "a", str(ADA))
            assert (await asking).answer is Answer.ALLOW
            await until(lambda: was_called(there, method))
            await there.quiet()

    run(work())
    assert f"{method} failed" in caplog.text


async def was_called(there: TelegramRig, method: str) -> bool:
    """Say whether a method was called."""
    return bool(methods(there.telegram, method))


def test_allowed_users() -> None:
    """Only the users that are listed can answer, pressed or written."""

    async def work() -> None:
        settings = from_environment(ON | {"TG_ALLOWED_USER_IDS": f"{ADA},8"})
        assert settings is not None
        book = Book(str(ADA), str(EVE))
        async with telegram_rig(book, users=settings.users) as there:
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(EVE))
            there.telegram.say(f"/allow {question.id}", EVE)
            await there.quiet()
            assert book.handed == []
            there.telegram.say(f"/deny {question.id}", ADA)

            assert (await asking).answer is Answer.DENY

    run(work())

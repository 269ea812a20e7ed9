"""The six methods, against the double: which is checked here too, for being as strict."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from proctor.approval.channels.pauses import Pauses
from proctor.approval.channels.telegram_api import BotApi, TelegramError
from proctor.errors import ChannelError, MissingExtra
from tests.contracts.channel import run
from tests.doubles.telegram import CHAT, TOKEN, Answered, Telegram, too_many
from tests.doubles.wire import Reply
from tests.tables import each_row


@asynccontextmanager
async def bot() -> AsyncIterator[tuple[Telegram, BotApi]]:
    """Give the double and a client of it."""
    async with Telegram() as telegram:
        api = BotApi(TOKEN, telegram.wire.address, patience=5)
        try:
            yield telegram, api
        finally:
            await api.close()


def buttons(data: str) -> dict[str, Any]:
    """Return a keyboard with one button."""
    return {"inline_keyboard": [[{"text": "x", "callback_data": data}]]}


def test_who_the_bot_is() -> None:
    """The bot says what it is called; a webhook can be removed."""

    async def work() -> None:
        async with bot() as (telegram, api):
            telegram.webhook = True
            assert (await api.get_me())["username"] == "gate_bot"
            await api.delete_webhook()
            assert not telegram.webhook

    run(work())


def test_messages_are_sent_and_changed() -> None:
    """A message is sent with its buttons, changed once, and the same change again is no fault."""

    async def work() -> None:
        async with bot() as (telegram, api):
            number = await api.send(CHAT, "a <b>b</b> &lt;", markup=buttons("x" * 64))
            message = telegram.messages[CHAT, number]
            assert message["text"] == "a b <"
            assert "reply_markup" in message
            await api.edit(CHAT, number, "over")
            await api.edit(CHAT, number, "over")
            assert message["text"] == "over"
            assert "reply_markup" not in message
            with pytest.raises(TelegramError, match="message is not modified"):
                await api.call(
                    "editMessageText", {"chat_id": CHAT, "message_id": number, "text": "over"}
                )
            with pytest.raises(TelegramError, match="message to edit not found"):
                await api.edit(CHAT, 1, "over")

    run(work())


@each_row(
    ("text", "words"),
    [
        ("<code>a", "Can't find end tag"),
        ("a</code>", "Unexpected end tag"),
        ("<b>a</code>", "Unmatched end tag"),
        ("<script>a</script>", "Unsupported start tag"),
        ("a < b", "Unsupported start tag"),
        (" \n ", "message text is empty"),
        ("<b> </b>", "message text is empty"),
        ("x" * 4097, "message is too long"),
        ("\U0001f98a" * 2049, "message is too long"),
    ],
)
def test_what_telegram_cannot_read_is_refused(text: str, words: str) -> None:
    """HTML that is wrong and texts that are too long are refused for good."""

    async def work() -> None:
        async with bot() as (telegram, api):
            with pytest.raises(TelegramError, match=words) as error:
                await api.send(CHAT, text)
            assert (error.value.passing, error.value.number) == (False, 400)
            assert telegram.messages == {}

    run(work())


def test_buttons_have_64_bytes() -> None:
    """One byte more than 64 is refused, and so is nothing."""

    async def work() -> None:
        async with bot() as (_, api):
            for data in ("x" * 65, "é" * 33, ""):
                with pytest.raises(TelegramError, match="BUTTON_DATA_INVALID"):
                    await api.send(CHAT, "a", markup=buttons(data))

    run(work())


def test_a_press_is_answered_once() -> None:
    """A second answer to a press, and one to a press that is unknown, is refused."""

    async def work() -> None:
        async with bot() as (telegram, api):
            number = await api.send(CHAT, "a", markup=buttons("x"))
            query = telegram.press(number, "x", 7)
            await api.answer(query, "z" * 300, alert=True)
            assert telegram.answered == [Answered(7, "z" * 199 + "…", alert=True)]
            for again in (query, "unknown"):
                with pytest.raises(TelegramError, match="query is too old"):
                    await api.answer(again, "a", alert=False)

    run(work())


def test_updates_come_until_they_are_acknowledged() -> None:
    """An update comes again until the one behind it is asked for."""

    async def work() -> None:
        texts = ["one", "two", "three"]
        async with bot() as (telegram, api):
            for text in texts:
                telegram.say(text, 7)
            first = await api.updates(None, 0)
            assert [each["message"]["text"] for each in first] == texts
            assert await api.updates(None, 0) == first
            assert await api.updates(first[0]["update_id"] + 1, 0, limit=1) == first[1:2]
            assert await api.updates(first[-1]["update_id"] + 1, 0) == []
            waiting = asyncio.create_task(api.updates(None, 50))
            await asyncio.sleep(0)
            telegram.say("later", 7)
            assert [each["message"]["text"] for each in await waiting] == ["later"]

    run(work())


def test_two_cannot_listen() -> None:
    """A second listener ends the first with a conflict; with a webhook there is none at all."""

    async def work() -> None:
        async with bot() as (telegram, api):
            first = asyncio.create_task(api.updates(None, 50))
            while telegram.polling is None:
                await asyncio.sleep(0.01)
            assert await api.updates(None, 0) == []
            with pytest.raises(TelegramError, match="terminated by other") as error:
                await first
            assert (error.value.number, error.value.passing) == (409, True)
            telegram.webhook = True
            with pytest.raises(TelegramError, match="webhook is active"):
                await api.updates(None, 0)

    run(work())


def test_faults_say_whether_they_pass() -> None:
    """Too many calls pass after a time that is named; what is too long is no answer at all."""

    async def work() -> None:
        async with bot() as (telegram, api):
            telegram.faults["getMe"] += [too_many(7), Reply(200, b"[" + b"1," * 5_000_000)]
            telegram.faults["getMe"] += [Reply(400, b'{"ok": false, "error_code": "x"}')]
            errors = []
            for _ in range(3):
                with pytest.raises(TelegramError) as error:
                    await api.get_me()
                errors.append((error.value.number, error.value.passing, error.value.retry_after))
            assert errors == [(429, True, 7.0), (200, True, 0.0), (400, False, 0.0)]

    run(work())


def test_pauses_grow_and_are_never_in_step() -> None:
    """Each pause is about twice the one before, up to thirty seconds, and never the same."""
    pauses = Pauses()
    for faults, whole in [(1, 1), (2, 2), (3, 4), (5, 16), (6, 30), (1000, 30)]:
        several = {pauses.after(faults) for _ in range(20)}
        assert all(whole / 2 <= each <= whole for each in several)
        assert len(several) > 1


@each_row("token", ["", "x", "4242", "4242:short", "4242:" + "x/" * 20, "é"])
def test_a_token_that_is_none_is_refused(token: str) -> None:
    """What cannot be a token never becomes part of an address, and is not shown."""
    with pytest.raises(ChannelError, match="is not one") as error:
        BotApi(token)

    assert "@BotFather" in (error.value.help or "")
    assert len(token) < 5 or token not in error.value.render()


def test_only_a_private_line_carries_the_token() -> None:
    """An address without TLS is refused, unless it is this machine's own."""
    with pytest.raises(ChannelError, match="https"):
        BotApi(TOKEN, "http://telegram.example")

    assert TOKEN not in repr(BotApi(TOKEN, "http://localhost:8081/"))


def test_without_httpx_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without httpx the error says what to install, when the channel is used and not before."""
    monkeypatch.setitem(sys.modules, "httpx", None)
    api = BotApi(TOKEN)

    with pytest.raises(MissingExtra) as error:
        run(api.get_me())
    assert error.value.help == "pip install 'proctor-gate[telegram]'"

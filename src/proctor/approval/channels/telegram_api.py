"""
The six methods of Telegram's Bot API that a channel needs, over plain httpx.

Nothing here retries: a call works, or says what was wrong and whether the same may
work in a moment. The token is part of every address, so no text of httpx leaves here.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from proctor.errors import ChannelError, MissingExtra
from proctor.terms.plain import plain

if TYPE_CHECKING:
    import httpx

API = "https://api.telegram.org"
TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{20,100}")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
# Seconds for a call that shall not keep anybody waiting.
BRIEF = 5.0
# More than a hundred updates of the longest messages.
MOST_BYTES = 8_000_000
LONGEST_DESCRIPTION, LONGEST_ALERT = 300, 200
UNAUTHORISED = (401, 404)
CONFLICT, TOO_MANY, SERVER_FAULT = 409, 429, 500
SAME_TEXT = "message is not modified"
LISTENS_FOR = ["message", "callback_query"]


class TelegramError(ChannelError):
    """
    A call that did not work.

    `passing` says that the same may work in a moment, `retry_after` when, `number` is
    Telegram's, or 0 where it did not answer.
    """

    def __init__(
        self, message: str, *, number: int = 0, passing: bool = True, retry_after: float = 0
    ) -> None:
        super().__init__(message)
        self.number = number
        self.passing = passing
        self.retry_after = retry_after


class Unnamed(logging.Filter):
    """Takes a token out of what httpx logs: each address that it calls."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self.token = token

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything through, without the token."""
        text = record.getMessage()
        if self.token in text:
            record.msg, record.args = text.replace(self.token, "…"), ()
        return True


class BotApi:
    """One bot."""

    def __init__(self, token: str, api: str = API, *, patience: float = 20.0) -> None:
        if not TOKEN.fullmatch(token):
            raise ChannelError(
                "the bot token of Telegram is not one",
                help="it looks like `123456789:AAF…`; copy all of it from @BotFather",
            )
        if not is_address(api):
            raise ChannelError(
                "the address of Telegram's API must begin with https://",
                help="whoever reads what is sent there has the bot's token",
            )
        self._token = token
        self._api = api.rstrip("/")
        self.patience = patience
        self._client: httpx.AsyncClient | None = None
        self._unnamed = Unnamed(token)
        # Why the last call failed that may work in a moment.
        self.trouble = ""

    def __repr__(self) -> str:
        return f"BotApi({self._api})"

    def open(self) -> httpx.AsyncClient:
        """Return the client, made when it is first needed."""
        if self._client is None:
            try:
                import httpx  # noqa: PLC0415 - an extra, and slow to import
            except ImportError as error:
                raise MissingExtra(
                    "the channel telegram needs the package httpx",
                    help="pip install 'proctor-gate[telegram]'",
                ) from error
            logging.getLogger("httpx").addFilter(self._unnamed)
            # Each question may be sent, edited and answered at once, beside the long poll.
            limits = httpx.Limits(max_connections=32, max_keepalive_connections=4)
            self._client = httpx.AsyncClient(timeout=None, limits=limits)  # noqa: S113 - `call` limits it
        return self._client

    async def close(self) -> None:
        """Let go of all connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()
            logging.getLogger("httpx").removeFilter(self._unnamed)

    async def get_me(self) -> dict[str, Any]:
        """Return who the bot is."""
        return as_object(await self.call("getMe", {}, seconds=BRIEF))

    async def send(
        self, chat: int, text: str, *, markup: Any = None, html: bool = True, reply_to: int = 0
    ) -> int:
        """Send a message, and return its number."""
        fields = shown(chat, text, markup, html=html)
        if reply_to:
            reply = {"message_id": reply_to, "allow_sending_without_reply": True}
            fields["reply_parameters"] = reply
        message = as_object(await self.call("sendMessage", fields))
        number = message.get("message_id")
        if type(number) is not int:
            raise rubbish("sendMessage")
        return number

    async def edit(self, chat: int, message: int, text: str) -> float:
        """
        Change a message's text, remove its buttons, and return when, by Telegram's clock.

        It is no fault if it says so already.
        """
        fields = {**shown(chat, text, None, html=True), "message_id": message}
        try:
            edited = as_object(await self.call("editMessageText", fields)).get("edit_date")
        except TelegramError as error:
            if SAME_TEXT not in error.message:
                raise
            edited = None
        return edited if type(edited) is int else time.time()

    async def answer(self, query: str, text: str, *, alert: bool) -> None:
        """End the spinner of a button that was pressed, and tell who pressed it."""
        text = plain(text)
        if len(text) > LONGEST_ALERT:
            text = text[: LONGEST_ALERT - 1] + "…"
        fields = {"callback_query_id": query, "text": text, "show_alert": alert}
        await self.call("answerCallbackQuery", fields)

    async def updates(self, offset: int | None, seconds: float, *, limit: int = 100) -> list[Any]:
        """
        Wait for what people do, and return it; at most so many seconds.

        Whatever is before `offset` is acknowledged by this, and does not come again.
        """
        fields: dict[str, Any] = {
            "timeout": round(seconds),
            "limit": limit,
            "allowed_updates": LISTENS_FOR,
        }
        if offset is not None:
            fields["offset"] = offset
        found = await self.call("getUpdates", fields, seconds=seconds + self.patience)
        if not isinstance(found, list):
            raise rubbish("getUpdates")
        return found

    async def delete_webhook(self) -> None:
        """Stop a webhook, which excludes polling; what has come stays."""
        await self.call("deleteWebhook", {"drop_pending_updates": False})

    async def call(self, method: str, fields: dict[str, Any], *, seconds: float = 0) -> Any:
        """
        Call a method, and return its result; wait so long, else as long as usual.

        Raises:
            TelegramError: it did not work; nothing in it names the token.

        """
        try:
            result = await self._called(method, fields, seconds)
        except TelegramError as error:
            self.trouble = error.message if error.passing else ""
            raise
        self.trouble = ""
        return result

    async def _called(self, method: str, fields: dict[str, Any], seconds: float) -> Any:
        client, seconds = self.open(), seconds or self.patience
        import httpx  # noqa: PLC0415 - an extra; there, since the client is

        address = f"{self._api}/bot{self._token}/{method}"
        try:
            async with (
                asyncio.timeout(seconds),
                client.stream("POST", address, json=fields) as response,
            ):
                status, body = response.status_code, await whole(response)
        except TimeoutError:
            wrong = f"Telegram did not answer {method} in {seconds:.0f} s"
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError) as error:
            wrong = f"Telegram cannot be reached ({type(error).__name__})"
        else:
            return self._result(method, status, body)
        # Raised here, where nothing leads to the error of httpx: it has the address in it.
        raise TelegramError(wrong)

    def _result(self, method: str, status: int, body: bytes) -> Any:
        """Return what an answer of the API carries."""
        try:
            said = json.loads(body)
        except (ValueError, RecursionError):
            raise rubbish(method, status) from None
        if isinstance(said, dict) and said.get("ok") is True and "result" in said:
            return said["result"]
        if not isinstance(said, dict) or said.get("ok") is not False:
            raise rubbish(method, status)
        code = said.get("error_code")
        code = code if type(code) is int else status
        words = plain(str(said.get("description") or ""))[:LONGEST_DESCRIPTION]
        words = words.replace(self._token, "…")
        raise TelegramError(
            f"Telegram refused {method}: {words or 'it did not say why'} ({code})",
            number=code,
            passing=code in {CONFLICT, TOO_MANY} or code >= SERVER_FAULT,
            retry_after=retry_after(said),
        )


def is_address(api: str) -> bool:
    """Say whether an address can be that of the API: the token goes nowhere unencrypted."""
    try:
        parts = urlsplit(api)
    except ValueError:
        return False
    safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    # A name, a password or a question in it would be none that we send a token to.
    return safe and bool(parts.hostname) and not set(api) & set("@?#\\ ") and api.isprintable()


async def whole(response: httpx.Response) -> bytes:
    """Return the body of an answer; what is longer than any of them is cut, and so rubbish."""
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MOST_BYTES:
            break
    return bytes(body[: MOST_BYTES + 1])


def shown(chat: int, text: str, markup: Any, *, html: bool) -> dict[str, Any]:
    """Return the fields of a message; no address in it is fetched or shown as a page."""
    fields: dict[str, Any] = {
        "chat_id": chat,
        "text": text,
        "link_preview_options": {"is_disabled": True},
    }
    if html:
        fields["parse_mode"] = "HTML"
    if markup is not None:
        fields["reply_markup"] = markup
    return fields


def retry_after(said: dict[str, Any]) -> float:
    """Return for how many seconds the API wants to be left alone."""
    parameters = said.get("parameters")
    seconds = parameters.get("retry_after") if isinstance(parameters, dict) else 0
    return float(min(seconds, 86_400)) if type(seconds) is int and seconds > 0 else 0.0


def as_object(value: Any) -> dict[str, Any]:
    """Return an object of the API; nothing else is one."""
    return value if isinstance(value, dict) else {}


def rubbish(method: str, status: int = 0) -> TelegramError:
    """Return the error for an answer that Telegram would not give."""
    return TelegramError(f"what answered {method} is not Telegram's API ({status})", number=status)

"""
A double of Telegram's Bot API: a real HTTP server on loopback, as strict as the real one.

It refuses unknown fields as well, which the real one does not: a slip shall be seen.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections import defaultdict
from typing import Any, NamedTuple, Self

from tests.doubles.telegram_html import BadRequest, checked
from tests.doubles.wire import Asked, Reply, Wire, reply

TOKEN = "4242:AAF-double_of_a_token_for_tests_1234567"  # noqa: S105 - the double's own
BOT = {"id": 4242, "is_bot": True, "first_name": "Gate", "username": "gate_bot"}
CHAT = -1001
TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"
FIELDS = {
    "getMe": set[str](),
    "sendMessage": set("chat_id text parse_mode link_preview_options reply_markup "
                       "reply_parameters".split()),
    "editMessageText": set("chat_id message_id text parse_mode link_preview_options "
                           "reply_markup".split()),
    "answerCallbackQuery": {"callback_query_id", "text", "show_alert"},
    "getUpdates": {"offset", "limit", "timeout", "allowed_updates"},
    "deleteWebhook": {"drop_pending_updates"},
}  # fmt: skip


class Answered(NamedTuple):
    """What a user was told about a button that they pressed."""

    user: int
    text: str
    alert: bool


def problem(code: int, description: str, **parameters: Any) -> Reply:
    """Return an answer that says what was wrong."""
    said: dict[str, Any] = {"ok": False, "error_code": code, "description": description}
    return reply(code, said | ({"parameters": parameters} if parameters else {}))


def too_many(seconds: int) -> Reply:
    """Return what whoever asks too often is told."""
    return problem(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


class Telegram:
    """
    One bot, and the chats that it is in.

    `faults` are answers to the next calls of a method; `down` is the answer to all calls
    while it is there; a method that is `held` answers when its event comes.
    """

    def __init__(self) -> None:
        self.wire = Wire(self._answer)
        self.numbers = itertools.count(500)
        self.messages: dict[tuple[int, int], dict[str, Any]] = {}
        self.updates: list[dict[str, Any]] = []
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.answered: list[Answered] = []
        self.queries: dict[str, int] = {}
        self.chats = {CHAT}
        self.faults: dict[str, list[Reply]] = defaultdict(list)
        self.down: Reply | None = None
        self.held: dict[str, asyncio.Event] = {}
        self.webhook = False
        self.conflicts = 0
        self.polling: asyncio.Future[None] | None = None
        self.news = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.wire.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.wire.close()

    # What people do

    def press(self, message: int, data: str, user: int, /, **changes: Any) -> str:
        """Press a button of a message, or send any data in its name."""
        name = str(next(self.numbers))
        self.queries[name] = user
        there = self.messages.get((CHAT, message)) or {}
        query = {
            "id": name,
            "from": person(user),
            "message": json.loads(json.dumps(there)),
            "chat_instance": "1",
            "data": data,
        }
        self.push({"callback_query": {**query, **changes}})
        return name

    def say(self, text: str, user: int, *, chat: int = CHAT, reply_to: int = 0, **more: Any) -> int:
        """Write a message."""
        message: dict[str, Any] = {
            **self._message(chat, text, []),
            "from": person(user),
            **more,
        }
        if reply_to:
            message["reply_to_message"] = self.messages[chat, reply_to]
        self.push({"message": json.loads(json.dumps(message))})
        return int(message["message_id"])

    def push(self, update: Any) -> None:
        """Let something have happened."""
        if isinstance(update, dict):
            update = {"update_id": next(self.numbers), **update}
        self.updates.append(update)
        self.news.set()

    # What the bot does

    async def _answer(self, asked: Asked) -> Reply:
        _, token, method = asked.path.split("/")
        if token != f"bot{TOKEN}":
            return problem(401, "Unauthorized")
        if method not in FIELDS:
            return problem(404, "Not Found")
        fields = json.loads(asked.body)
        self.calls.append((method, fields))
        if self.down is not None:
            return self.down
        if method in self.held:
            await self.held[method].wait()
        if self.faults[method]:
            return self.faults[method].pop(0)
        if extra := set(fields) - FIELDS[method]:
            return problem(400, f"Bad Request: unknown fields {sorted(extra)}")
        try:
            if method == "getUpdates":
                return await self._get_updates(fields, asked)
            result = getattr(self, f"_{method}")(fields)
        except BadRequest as error:
            return problem(400, str(error))
        return reply(200, {"ok": True, "result": result})

    def _getMe(self, _: dict[str, Any]) -> Any:  # noqa: N802 - Telegram's name
        return BOT

    def _deleteWebhook(self, _: dict[str, Any]) -> Any:  # noqa: N802 - Telegram's name
        self.webhook = False
        return True

    def _sendMessage(self, fields: dict[str, Any]) -> Any:  # noqa: N802 - Telegram's name
        if fields.get("chat_id") not in self.chats:
            raise BadRequest("Bad Request: chat not found")
        text, entities = checked(fields.get("text"), fields.get("parse_mode"))
        message = self._message(fields["chat_id"], text, entities)
        if "reply_markup" in fields:
            message["reply_markup"] = keyboard(fields["reply_markup"])
        if "reply_parameters" in fields:
            message["reply_to"] = fields["reply_parameters"]["message_id"]
        self.messages[fields["chat_id"], message["message_id"]] = message
        return message

    def _editMessageText(self, fields: dict[str, Any]) -> Any:  # noqa: N802 - Telegram's name
        message = self.messages.get((fields.get("chat_id", 0), fields.get("message_id", 0)))
        if message is None:
            raise BadRequest("Bad Request: message to edit not found")
        text, entities = checked(fields.get("text"), fields.get("parse_mode"))
        markup = keyboard(fields["reply_markup"]) if "reply_markup" in fields else None
        before = message["text"], message["entities"], message.get("reply_markup")
        if before == (text, entities, markup):
            raise BadRequest(
                "Bad Request: message is not modified: specified new message content and reply "
                "markup are exactly the same as a current content and reply markup of the message"
            )
        message.update(text=text, entities=entities, edit_date=int(time.time()))
        message.pop("reply_markup", None)
        if markup is not None:
            message["reply_markup"] = markup
        return message

    def _answerCallbackQuery(self, fields: dict[str, Any]) -> Any:  # noqa: N802 - Telegram's name
        text = fields.get("text", "")
        if len(text) > 200:
            raise BadRequest("Bad Request: MESSAGE_TOO_LONG")
        user = self.queries.pop(fields.get("callback_query_id", ""), None)
        if user is None:
            raise BadRequest(TOO_OLD)
        self.answered.append(Answered(user, text, bool(fields.get("show_alert"))))
        return True

    async def _get_updates(self, fields: dict[str, Any], asked: Asked) -> Reply:
        """Wait for updates; a second that waits ends the first with a conflict."""
        if self.webhook:
            return problem(
                409,
                "Conflict: can't use getUpdates method while webhook is active; use "
                "deleteWebhook to delete the webhook first",
            )
        if self.polling is not None and not self.polling.done():
            self.polling.set_result(None)
        self.polling = mine = asyncio.get_running_loop().create_future()
        offset = fields.get("offset") or 0
        self.updates = [each for each in self.updates if number_of(each) >= offset]
        end = asyncio.get_running_loop().time() + min(fields.get("timeout", 0), 50)
        while not self.updates and (left := end - asyncio.get_running_loop().time()) > 0:
            self.news.clear()
            news = asyncio.create_task(self.news.wait())
            await asyncio.wait(
                {news, mine, asked.gone}, timeout=left, return_when=asyncio.FIRST_COMPLETED
            )
            news.cancel()
            if asked.gone.done():
                break
            if mine.done():
                self.conflicts += 1
                return problem(
                    409,
                    "Conflict: terminated by other getUpdates request; make sure that only one "
                    "bot instance is running",
                )
        if not mine.done():
            mine.set_result(None)
        limit = min(fields.get("limit", 100), 100)
        return reply(200, {"ok": True, "result": self.updates[:limit]})

    def _message(self, chat: int, text: str, entities: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "message_id": next(self.numbers),
            "from": BOT,
            "chat": {"id": chat, "type": "supergroup", "title": "Shop"},
            "date": int(time.time()),
            "text": text,
            "entities": entities,
        }


def keyboard(markup: Any) -> Any:
    """Check buttons as Telegram does: each has a text, and data of one to 64 bytes."""
    for row in markup["inline_keyboard"]:
        for button in row:
            if not button.get("text", "").strip():
                raise BadRequest("Bad Request: inline keyboard button text must be non-empty")
            if not 1 <= len(button.get("callback_data", "").encode()) <= 64:
                raise BadRequest("Bad Request: BUTTON_DATA_INVALID")
    return markup


def person(user: int) -> dict[str, Any]:
    """Return somebody as Telegram shows them."""
    return {"id": user, "is_bot": False, "first_name": f"U{user}"}


def number_of(update: Any) -> int:
    """Return an update's number; what is rubbish goes when the next one is acknowledged."""
    return int(update.get("update_id", 0)) if isinstance(update, dict) else 0

"""Discord's objects as its API gives them, and what it refuses to take."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

BOT = 910000000000000042
# The first part is the bot's id.
TOKEN = "OTEwMDAwMDAwMDAwMDAwMDQy.GdOubl.double_of_a_token_for_tests_123456"  # noqa: S105 - the double's own
GUILD, CHANNEL, OTHER_CHANNEL = 810000000000000001, 710000000000000001, 710000000000000002
DIRECT = 710000000000000003
WHEN = "2026-01-01T00:00:00+00:00"
LONGEST, LONGEST_DATA, LONGEST_LABEL, LONGEST_NONCE = 2000, 100, 80, 25
ROW, BUTTON = 1, 2
NO_PREVIEWS, ONLY_FOR_THEM = 4, 64
SEND = set("content nonce enforce_nonce tts flags components allowed_mentions "
           "message_reference".split())  # fmt: skip
EDIT = {"content", "components", "allowed_mentions", "flags"}
RESPOND = {"content", "components", "allowed_mentions", "flags", "tts"}


class Refused(Exception):
    """What Discord answers to a request that it does not take."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"message": message, "code": code}


def bad(message: str) -> Refused:
    """Return what is said of a body that is wrong."""
    return Refused(400, 50035, f"Invalid Form Body: {message}")


def check_message(body: dict[str, Any], fields: set[str], flags: int) -> None:
    """Refuse a message that Discord would refuse, or that could mention anybody."""
    if extra := set(body) - fields:
        raise bad(f"unknown fields {sorted(extra)}")
    content = body.get("content")
    if not isinstance(content, str) or not content:
        raise Refused(400, 50006, "Cannot send an empty message")
    if len(content.encode("utf-16-le")) // 2 > LONGEST:
        raise bad("content: Must be 2000 or fewer in length.")
    mentions = body.get("allowed_mentions") or {"parse": ["everyone"]}
    if mentions.get("parse") != [] or mentions.get("users") or mentions.get("roles"):
        raise bad("allowed_mentions: this double wants none")
    if mentions.get("replied_user"):
        raise bad("allowed_mentions: nor of whoever is replied to")
    if body.get("flags", 0) & ~flags:
        raise bad("flags: not here")
    if len(str(body.get("nonce") or "")) > LONGEST_NONCE:
        raise bad("nonce: Must be 25 or fewer in length.")
    check_rows(body.get("components") or [])


def check_rows(rows: list[Any]) -> None:
    """Refuse rows of buttons that Discord would refuse."""
    if len(rows) > 5:
        raise bad("components: Must be between 1 and 5 in length.")
    seen: set[str] = set()
    for row in rows:
        if row.get("type") != ROW or not 1 <= len(row.get("components", [])) <= 5:
            raise bad("components: a row has 1 to 5 of them")
        for each in row["components"]:
            data, label = each.get("custom_id", ""), each.get("label", "")
            if each.get("type") != BUTTON or each.get("style") not in {1, 2, 3, 4}:
                raise bad("components: not a button")
            if not 1 <= len(data) <= LONGEST_DATA or not 1 <= len(label) <= LONGEST_LABEL:
                raise bad("components: custom_id or label")
            if data in seen:
                raise Refused(400, 50035, "Component custom id cannot be duplicated")
            seen.add(data)


def message_of(number: int, channel: int, author: dict[str, Any], content: str) -> dict[str, Any]:
    """Return a message."""
    return {
        "id": str(number), "type": 0, "channel_id": str(channel), "author": author,
        "content": content, "timestamp": WHEN, "edited_timestamp": None, "tts": False,
        "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [],
        "embeds": [], "components": [], "pinned": False, "flags": 0,
    }  # fmt: skip


def numbered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return components with the numbers that Discord gives them."""
    copied: list[dict[str, Any]] = json.loads(json.dumps(rows))
    number = 0
    for row in copied:
        for each in (row, *row["components"]):
            number += 1
            each["id"] = number
    return copied


def user_of(number: int, **more: Any) -> dict[str, Any]:
    """Return a user; people have no `bot`."""
    return {
        "id": str(number), "username": f"user{number}", "discriminator": "0",
        "global_name": None, "avatar": None, "public_flags": 0, **more,
    }  # fmt: skip


def bot_user() -> dict[str, Any]:
    """Return the bot as itself sees it."""
    return user_of(BOT, bot=True, mfa_enabled=False, verified=True, locale="en-US", flags=0,
                   email=None)  # fmt: skip


def member_of(roles: list[int]) -> dict[str, Any]:
    """Return a member, without their user."""
    return {
        "roles": [str(each) for each in roles], "joined_at": WHEN, "deaf": False, "mute": False,
        "flags": 0, "nick": None, "avatar": None, "premium_since": None, "pending": False,
        "communication_disabled_until": None,
    }  # fmt: skip


def channel_of(number: int) -> dict[str, Any]:
    """Return a channel of the server, or one of two people."""
    if number == DIRECT:
        return {"id": str(DIRECT), "type": 1, "last_message_id": None, "flags": 0,
                "recipients": [user_of(7)]}  # fmt: skip
    return {
        "id": str(number), "type": 0, "guild_id": str(GUILD), "name": "approvals", "position": 0,
        "permission_overwrites": [], "nsfw": False, "topic": None, "parent_id": None,
        "last_message_id": None, "rate_limit_per_user": 0, "flags": 0,
    }  # fmt: skip


def role_of(number: int, name: str) -> dict[str, Any]:
    """Return a role."""
    colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    return {
        "id": str(number), "name": name, "color": 0, "colors": colours, "hoist": False,
        "position": 1, "permissions": "0", "managed": False, "mentionable": False, "flags": 0,
        "icon": None, "unicode_emoji": None,
    }  # fmt: skip


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return an answer in JSON."""
    return web.Response(
        body=json.dumps(value).encode(),
        status=status,
        headers={"Content-Type": "application/json", **(headers or {})},
    )

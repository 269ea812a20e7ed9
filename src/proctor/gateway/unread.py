"""
What is answered to a message that is none: an error, so that nobody waits for an answer forever.

Its id is told where it can be read, even of a message that is too long or too deep to be read
as a whole. What nobody waits for, a notification or an answer, is not answered.
"""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

from proctor.terms.lazy_pattern import lazy

NOT_JSON, NO_REQUEST = -32700, -32600
LONGEST_ID = 1000
MOST_OF_BATCH = 100
# Where an id can stand in a message that is not read as a whole: before anything that is nested
# or long, or as the very last member.
ID = rb'(-?[0-9]{1,30}|"[^"\\\x00-\x1f]{0,1000}")'
AT_START = lazy(
    rb'\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,200}"\s*,)*\s*"id"\s*:\s*' + ID + rb"\s*[,}]"
)
AT_END = lazy(rb'[,{]\s*"id"\s*:\s*' + ID + rb"\s*\}\s*\Z")
# How much of either end is looked at.
ENDS = 4096
UNREAD = "this cannot be read as JSON"
ODD = "this is no message of MCP"
BATCH = "messages are read one by one, not in a list"


class Unread(NamedTuple):
    """A line that was not read as a whole: both its ends, and what was wrong with it."""

    head: bytes
    tail: bytes
    why: str


def refusals(said: bytes | Unread) -> list[bytes]:
    """Return what to answer to a line that is no message: each a line, at most one a request."""
    if isinstance(said, Unread):
        return [refusal(peeked(said.head, said.tail), NO_REQUEST, said.why)]
    try:
        read = json.loads(said)
    except (ValueError, RecursionError):
        return [refusal(peeked(said[:ENDS], said[-ENDS:]), NOT_JSON, UNREAD)]
    if isinstance(read, list):
        every = [one for one in read[:MOST_OF_BATCH] if isinstance(one, dict) and waits(one)]
        return [refusal(id_of(one), NO_REQUEST, BATCH) for one in every or [{}]]
    if not isinstance(read, dict):
        return [refusal(None, NO_REQUEST, ODD)]
    return [refusal(id_of(read), NO_REQUEST, ODD)] if waits(read) else []


def waits(message: dict[str, Any]) -> bool:
    """Say whether whoever sent this may wait for an answer."""
    if "method" not in message:
        return not {"result", "error"} & message.keys()
    return "id" in message


def id_of(message: dict[str, Any]) -> str | float | None:
    """Return the id of a message, if it is one."""
    said = message.get("id")
    if isinstance(said, str):
        return said if len(said) <= LONGEST_ID else None
    if isinstance(said, bool) or not isinstance(said, int | float):
        return None
    return said if isinstance(said, int) or math.isfinite(said) else None


def peeked(head: bytes, tail: bytes) -> str | float | None:
    """Return the id of a message of which only the ends are known."""
    found = AT_START.match(head) or AT_END.search(tail)
    try:
        return id_of({"id": json.loads(found[1])}) if found else None
    except ValueError:
        return None


def refusal(number: str | float | None, code: int, why: str) -> bytes:
    """Return an error, as one line."""
    error = {"code": code, "message": why}
    return json.dumps({"jsonrpc": "2.0", "id": number, "error": error}).encode() + b"\n"

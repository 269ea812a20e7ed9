"""The Messages API of Anthropic on loopback: it refuses what the real one refuses."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from tests.doubles.model_service import (
    BAD_REQUEST,
    JSON,
    NOT_FOUND,
    UNAUTHORIZED,
    Got,
    ModelService,
    Refusal,
)

PATH = "/v1/messages"
VERSION = "2023-06-01"
ROLES = {"user", "assistant"}
# Claude Code alone adds a turn of the system's, and says so by a beta.
SYSTEM_TURNS = "per-turn-control"


class Anthropic(ModelService):
    """A service that speaks as Anthropic does, whole or as a stream."""

    def refusal(self, got: Got) -> Refusal | None:
        """Return what is wrong with a request, if anything is."""
        path, _, query = got.path.partition("?")
        if (got.method, path) != ("POST", PATH) or query not in {"", "beta=true"}:
            return Refusal(NOT_FOUND, "not_found_error", got.path)
        given = got.headers.get("x-api-key") or got.headers.get("authorization")
        if given not in {self.key, f"Bearer {self.key}"}:
            return Refusal(UNAUTHORIZED, "authentication_error", f"invalid x-api-key {given}")
        problem = problem_in(got)
        return Refusal(BAD_REQUEST, "invalid_request_error", problem) if problem else None

    def words(self, got: Got, text: str) -> tuple[str, bytes]:
        """Return the kind and the body of an answer with this text."""
        message = {
            "id": "msg_01",
            "type": "message",
            "role": "assistant",
            "model": got.body["model"],
            "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 700, "output_tokens": 20},
        }
        if got.body.get("stream"):
            return "text/event-stream; charset=utf-8", stream_of(message)
        return JSON, json.dumps(message).encode()

    def complaint(self, refusal: Refusal) -> bytes:
        """Return the body of a refusal."""
        error = {"type": refusal.kind, "message": refusal.message}
        return json.dumps({"type": "error", "error": error}).encode()


def problem_in(got: Got) -> str:
    """Return what is wrong with headers or body of a request, or nothing."""
    body = got.body
    if got.headers.get("anthropic-version") != VERSION:
        return "anthropic-version: header is required"
    if not got.headers.get("content-type", "").startswith(JSON) or not isinstance(body, dict):
        return "the body is not an object of JSON"
    if not isinstance(body.get("model"), str) or not body["model"]:
        return "model: Field required"
    if type(body.get("max_tokens")) is not int or body["max_tokens"] < 1:
        return "max_tokens: Field required"
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        return "messages: Field required"
    beta = SYSTEM_TURNS in got.headers.get("anthropic-beta", "")
    return problem_in_turns(messages, {*ROLES, "system"} if beta else ROLES)


def problem_in_turns(messages: list[Any], roles: set[str]) -> str:
    """Return what is wrong with the turns of a conversation, or nothing."""
    for message in messages:
        match message:
            case {"role": str(role), "content": str() | [*_] as content} if role in roles:
                if not content:
                    return "messages: text content blocks must be non-empty"
            case _:
                return "messages: a turn has a role and a content"
    if messages[0]["role"] != "user":
        return "messages: first message must use the user role"
    same = any(a["role"] == b["role"] == "assistant" for a, b in pairwise(messages))
    return "messages: two turns of the assistant in a row" if same else ""


def stream_of(message: dict[str, Any]) -> bytes:
    """Return a message as the events of a stream."""
    text = message["content"][0]["text"]
    usage = {"output_tokens": message["usage"]["output_tokens"]}
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    block = {"type": "text", "text": ""}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": text},
        },
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": ended, "usage": usage},
        {"type": "message_stop"},
    ]
    lines = (f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
    return "".join(lines).encode()

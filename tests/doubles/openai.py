"""The chat completions of OpenAI on loopback: it refuses what the real one refuses."""

from __future__ import annotations

import json

from tests.doubles.model_service import (
    BAD_REQUEST,
    JSON,
    NOT_FOUND,
    UNAUTHORIZED,
    Got,
    ModelService,
    Refusal,
)

PATH = "/v1/chat/completions"
ROLES = {"developer", "system", "user", "assistant"}
KNOWN = {"model", "messages", "max_completion_tokens", "temperature", "n", "stream", "stop"}


class OpenAI(ModelService):
    """A service that speaks as OpenAI does; some of its kind refuse what they do not know."""

    def refusal(self, got: Got) -> Refusal | None:
        """Return what is wrong with a request, if anything is."""
        if (got.method, got.path) != ("POST", PATH):
            return Refusal(NOT_FOUND, "invalid_request_error", f"Invalid URL {got.path}")
        given = got.headers.get("authorization")
        if given != f"Bearer {self.key}":
            return Refusal(UNAUTHORIZED, "invalid_api_key", f"Incorrect API key: {given}")
        problem = problem_in(got)
        return Refusal(BAD_REQUEST, "invalid_request_error", problem) if problem else None

    def words(self, got: Got, text: str) -> tuple[str, bytes]:
        """Return the kind and the body of an answer with this text."""
        answer = {
            "id": "chatcmpl-01",
            "object": "chat.completion",
            "created": 1_780_000_000,
            "model": f"{got.body['model']}-2026-01-01",
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text, "refusal": None},
                    "logprobs": None,
                    "finish_reason": "stop",
                }
            ],
            "usage": {"prompt_tokens": 700, "completion_tokens": 20, "total_tokens": 720},
        }
        return JSON, json.dumps(answer).encode()

    def complaint(self, refusal: Refusal) -> bytes:
        """Return the body of a refusal."""
        error = {"message": refusal.message, "type": refusal.kind, "param": None, "code": None}
        return json.dumps({"error": error}).encode()


def problem_in(got: Got) -> str:
    """Return what is wrong with headers or body of a request, or nothing."""
    body = got.body
    if got.headers.get("content-type") != JSON or not isinstance(body, dict):
        return "we could not parse the JSON body of your request"
    if unknown := set(body) - KNOWN:
        return f"unrecognized request arguments: {sorted(unknown)}"
    if not isinstance(body.get("model"), str) or not body["model"]:
        return "you must provide a model parameter"
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        return "missing required parameter: 'messages'"
    for message in messages:
        match message:
            case {"role": str(role), "content": str()} if role in ROLES:
                continue
        return "invalid type for 'messages'"
    return ""

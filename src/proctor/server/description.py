"""The description of the interface by OpenAPI, with what the framework does not know of it."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel

from proctor.approval.grants import CATEGORIES
from proctor.server.decide_route import PATH
from proctor.server.requests import CALL_FIELDS, LONGEST_UID, LONGEST_WORDS, MANNERS
from proctor.terms.reply import Answer, Scope

TEXT = {"type": "string"}
TEXT_OR_NONE = {"type": ["string", "null"]}
ERROR = {"$ref": "#/components/schemas/Failure"}


class Explained(BaseModel):
    """What went wrong, and what helps."""

    message: str
    help: str | None


class Failure(BaseModel):
    """Every answer that is not the one that was wanted."""

    error: Explained


FAILURES: dict[int | str, dict[str, Any]] = {
    400: {"model": Failure, "description": "The request is wrong."},
    401: {"model": Failure, "description": "No person is known by this token."},
    403: {"model": Failure, "description": "The request is from another site."},
    421: {"model": Failure, "description": "The server is not reached by this name."},
    422: {"model": Failure, "description": "A part of the address is wrong."},
    503: {"model": Failure, "description": "The store, or the server, is in trouble."},
}


def an_object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """Return the schema of an object that has no other fields."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def json_of(schema: dict[str, Any]) -> dict[str, Any]:
    """Return how a body is described."""
    return {"content": {"application/json": {"schema": schema}}}


CALL = an_object(
    {
        "tool": {**TEXT, "description": "The tool's name, as the agent's program has it."},
        "input": {"description": "What the tool is called with."},
        "role": {**TEXT, "description": "The agent's role; `guarded` where none is named."},
        "project": {**TEXT, "description": "Where the agent was started; else `cwd`."},
        "uid": {**TEXT, "maxLength": LONGEST_UID, "description": "The same again is one record."},
        "ask": {
            "enum": list(MANNERS),
            "default": "hold",
            "description": (
                "`hold` waits for a person. `leave` answers `ask` at once where neither a "
                "remembered answer nor a reviewer settles it. `beside` waits, and answers "
                "`ask` where nobody came in time: the program's own dialog is open."
            ),
        },
        **dict.fromkeys(sorted(CALL_FIELDS), TEXT_OR_NONE),
    },
    "tool",
)
VERDICT = an_object(
    {
        "effect": {"enum": ["allow", "ask", "deny"]},
        "why": TEXT,
        "action": TEXT,
        "rule": TEXT_OR_NONE,
        "where": TEXT_OR_NONE,
        "question": {"type": ["integer", "null"]},
    },
    *("effect", "why", "action", "rule", "where", "question"),
)
DECIDE = {
    "tags": ["deciding"],
    "summary": "Decide",
    "description": "Decide a call: ask where the rules are silent, keep the record, and answer.",
    "operationId": "decide",
    "requestBody": {"required": True, **json_of(CALL)},
    "responses": {
        "200": {"description": "What was decided.", **json_of(VERDICT)},
        "404": {"description": "There is no such role.", **json_of(ERROR)},
        "413": {"description": "The request is too large.", **json_of(ERROR)},
        **{
            str(status): {"description": failure["description"], **json_of(ERROR)}
            for status, failure in FAILURES.items()
        },
    },
}
# The body of `POST /api/approvals/{number}`.
REPLY = {
    "requestBody": {
        "required": True,
        **json_of(
            an_object(
                {
                    "answer": {"enum": [Answer.ALLOW.value, Answer.DENY.value]},
                    "words": {**TEXT, "maxLength": LONGEST_WORDS},
                    "scope": {"enum": [scope.value for scope in Scope]},
                    "category": {"enum": sorted(CATEGORIES)},
                    "seconds": {"type": "number", "minimum": 0},
                },
                "answer",
            )
        ),
    }
}
# The body of `POST /api/grants`.
ALLOWANCE = {
    "requestBody": {
        "required": True,
        **json_of(
            an_object(
                {
                    "category": {"enum": sorted(CATEGORIES)},
                    "project": {**TEXT, "description": "A folder of the project, absolute."},
                    "role": {**TEXT, "description": "The agent's role; `guarded` if not given."},
                    "agent": {**TEXT, "description": "As it comes with calls, also the session."},
                    "session": TEXT,
                },
                *("category", "project"),
            )
        ),
    }
}
TOKEN = {"token": {"type": "http", "scheme": "bearer", "description": "See `proctor token`."}}
NO_TOKEN: list[dict[str, Any]] = []


def described(api: FastAPI) -> dict[str, Any]:
    """Return the description of the whole interface."""
    schema = dict(api.openapi())
    paths = {**schema["paths"], PATH: {"post": DECIDE}}
    health = paths["/healthz"]
    paths["/healthz"] = {"get": {**health["get"], "security": NO_TOKEN}}
    components = {**schema["components"], "securitySchemes": TOKEN}
    return {**schema, "paths": paths, "components": components, "security": [{"token": []}]}

"""The description of the interface by OpenAPI, with what the framework does not know of it."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel

from proctor.approval.grants import CATEGORIES
from proctor.audit.rows import LARGEST
from proctor.server.agent_tokens import LOGS, METRICS
from proctor.server.decide_route import PATH
from proctor.server.problems import PROBLEM_TYPE
from proctor.server.requests import CALL_FIELDS, LONGEST_UID, LONGEST_WORDS, MANNERS, MOST_DENIED
from proctor.terms.reply import Answer, Scope
from proctor.tools.declarations import DECLARED, KEYS, KINDS, LONGEST, MARKS, MOST

TEXT = {"type": "string"}
TEXT_OR_NONE = {"type": ["string", "null"]}
ERROR = {"$ref": "#/components/schemas/Failure"}


class FileProblem(BaseModel):
    """One thing that is wrong in a file."""

    file: str
    line: int
    column: int
    code: str
    message: str
    help: str | None
    warning: bool
    line_text: str | None
    length: int


class Failure(BaseModel):
    """Every answer that is not the one that was wanted: RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    help: str | None
    problems: list[FileProblem] = []


# Whatever is asked for can be answered with one of these.
FAILURES: dict[int | str, dict[str, Any]] = {
    400: {"model": Failure, "description": "The request is wrong."},
    401: {"model": Failure, "description": "No person is known by this token or session."},
    403: {"model": Failure, "description": "This person may not, or it is from another site."},
    404: {"model": Failure, "description": "There is no such thing."},
    405: {"model": Failure, "description": "Not in this way."},
    409: {"model": Failure, "description": "It is too late, or was changed meanwhile."},
    413: {"model": Failure, "description": "The request is too large."},
    415: {"model": Failure, "description": "The body is of a kind that is not taken."},
    421: {"model": Failure, "description": "The server is not reached by this name."},
    422: {"model": Failure, "description": "A part of the request, or of a file, is wrong."},
    429: {"model": Failure, "description": "It is too much at once."},
    503: {"model": Failure, "description": "The store, or the server, is in trouble."},
}
FIRST_FAILURE = 400
JSON = "application/json"


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
    return {"content": {JSON: {"schema": schema}}}


WORDS = {"type": "array", "items": {**TEXT, "minLength": 1, "maxLength": LONGEST}}
DECLARATION = an_object(
    {
        "name": {**TEXT, "minLength": 1, "maxLength": LONGEST},
        "names": {**WORDS, "maxItems": 8},
        "kind": {"enum": sorted(KINDS)},
        "fields": {**WORDS, "maxItems": 8},
        "annotations": {"type": "array", "items": {"enum": sorted(MARKS)}, "maxItems": 5},
    },
    *sorted(KEYS),
)
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
        DECLARED: {
            "type": "array",
            "items": DECLARATION,
            "maxItems": MOST,
            "description": "The tools that the caller's program has declared in its code.",
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
        "record": TEXT,
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
        **{
            str(status): {"description": failure["description"], **json_of(ERROR)}
            for status, failure in FAILURES.items()
        },
    },
}


def telemetry(name: str, what: str) -> dict[str, Any]:
    """Return how a path is described at which an agent program hands something in."""
    own: dict[int | str, str] = {
        404: "Telemetry is switched off.",
        415: "It is not JSON.",
        429: "The agent sends too much.",
    }
    return {
        "post": {
            "tags": ["telemetry"],
            "summary": name,
            "description": f"Take the {what} of an agent program, as OTLP in JSON.",
            "operationId": name.lower(),
            "security": [{"session": []}],
            "requestBody": {"required": True, **json_of({"type": "object"})},
            "responses": {
                "200": {"description": "It was taken.", **json_of({"type": "object"})},
                **{
                    str(status): {
                        "description": own.get(status, failure["description"]),
                        **json_of(ERROR),
                    }
                    for status, failure in FAILURES.items()
                },
            },
        }
    }


TELEMETRY = {LOGS: telemetry("Logs", "events"), METRICS: telemetry("Metrics", "metrics")}
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
                    "rule": {**TEXT, "description": "In place of what *always* would add."},
                    "seen": {**TEXT, "description": "What looking at the rule has said."},
                },
                "answer",
            )
        ),
    }
}
# The body of `POST /api/approvals/deny`.
DENIAL = {
    "requestBody": {
        "required": True,
        **json_of(
            an_object(
                {
                    "numbers": {
                        "type": "array",
                        "items": {"type": "integer", "minimum": 0, "maximum": LARGEST},
                        "minItems": 1,
                        "maxItems": MOST_DENIED,
                    },
                    "words": {**TEXT, "maxLength": LONGEST_WORDS},
                },
                "numbers",
            )
        ),
    }
}
# The body of `POST /api/approvals/{number}/rule`.
RULE = {
    "requestBody": {
        "required": True,
        **json_of(an_object({"rule": {**TEXT, "description": "Rules, one to a line."}}, "rule")),
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
TOKEN = {
    "token": {"type": "http", "scheme": "bearer", "description": "See `proctor token`."},
    "session": {
        "type": "http",
        "scheme": "bearer",
        "description": "An agent's name, a dot and the token of its session.",
    },
}
PAGE = {
    "type": "apiKey",
    "in": "cookie",
    "description": "Of somebody who is signed in; with `X-CSRF-Token` where it is no GET.",
}
NO_TOKEN: list[dict[str, Any]] = []


def described(api: FastAPI, cookie: str) -> dict[str, Any]:
    """Return the description of the whole interface, and what the cookie of pages is called."""
    schema = dict(api.openapi())
    paths = {**schema["paths"], PATH: {"post": DECIDE}, **TELEMETRY}
    health = paths["/healthz"]
    paths["/healthz"] = {"get": {**health["get"], "security": NO_TOKEN}}
    paths = {path: with_problems(methods) for path, methods in paths.items()}
    ways = {**TOKEN, "page": {**PAGE, "name": cookie}}
    components = {**schema["components"], "securitySchemes": ways}
    either: list[dict[str, list[str]]] = [{"token": []}, {"page": []}]
    return {**schema, "paths": paths, "components": components, "security": either}


def with_problems(methods: dict[str, Any]) -> dict[str, Any]:
    """Return the methods of a path, whose failures are described as what they are."""
    return {
        method: {
            **told,
            "responses": {
                status: as_problem(answer) if int(status) >= FIRST_FAILURE else answer
                for status, answer in told["responses"].items()
            },
        }
        for method, told in methods.items()
    }


def as_problem(answer: dict[str, Any]) -> dict[str, Any]:
    """Return how a failure is described; the framework's own one for a wrong part is left out."""
    return {**answer, "content": {PROBLEM_TYPE: {"schema": ERROR}}}

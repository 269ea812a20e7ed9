"""Answer what goes wrong in a route, in the form that whoever asked can read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from proctor.errors import ProctorError
from proctor.server.answers import HIDDEN
from proctor.server.problems import WRONG_PART, problem_json, problem_of
from proctor.server.web.refusing import is_page, is_piece, shown

LONGEST_NAME = 40
PATHS = "`/api/openapi.json` has all paths"


def answer_problems(api: FastAPI) -> None:
    """Let an application answer everything that can go wrong in it."""
    api.add_exception_handler(ProctorError, refused)
    api.add_exception_handler(RequestValidationError, wrong_part)
    api.add_exception_handler(HTTPException, no_such_path)
    api.add_exception_handler(Exception, failed)


async def refused(request: Request, error: Exception) -> Response:
    """Answer a wrong request, or one that cannot be met now."""
    if not isinstance(error, ProctorError):
        raise error
    return told(request, problem_of(error))


async def wrong_part(request: Request, error: Exception) -> Response:
    """Say which part of a request is wrong, and never what stood there: it may be a secret."""
    if not isinstance(error, RequestValidationError):
        raise error
    said: dict[str, str] = {}
    for one in error.errors():
        # A part that may be of two kinds is named once for each; the first one counts.
        part = str(one["loc"][1] if len(one["loc"]) > 1 else one["loc"][0])[:LONGEST_NAME]
        said.setdefault(part, one["msg"].removeprefix("Value error, "))
    message = "; ".join(f"`{part}`: {what}" for part, what in said.items())
    return told(request, problem_json(422, message, code=WRONG_PART))


async def no_such_path(request: Request, error: Exception) -> Response:
    """Say that there is nothing here, or nothing of this kind."""
    if not isinstance(error, HTTPException):
        raise error
    seen = is_page(request.scope) or is_piece(request.scope)
    message = problem_json(error.status_code, error.detail.lower(), hint=None if seen else PATHS)
    return told(request, message, error.headers)


async def failed(request: Request, _: Exception) -> Response:
    """Say that something went wrong; only the log says what."""
    return told(request, problem_json(500, HIDDEN))


def told(
    request: Request, problem: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> Response:
    """Return the answer, with headers that belong to it."""
    answer = shown(request, problem)
    answer.headers.update(headers or {})
    return answer

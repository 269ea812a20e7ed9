"""
What went wrong, in the form that programs know: RFC 9457, `application/problem+json`.

    {"type": "about:blank", "title": "Not Found", "status": 404,
     "detail": "there is no question 7", "code": "not-found", "help": null}

`code` is ours and stays the same, whatever the words are. Of problems in files there are
many at once: they stand under `problems`, as `proctor check --json` prints them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from proctor.errors import FileProblems, Problem, ProctorError
from proctor.server.answers import (
    LEAN,
    LEAN_PROBLEM,
    STRICT,
    Json,
    Scope,
    Send,
    Stale,
    answer,
    status_of,
)

PROBLEM_TYPE = "application/problem+json"
INTERNAL, WRONG_PART, WRONG_METHOD = "internal", "wrong-part", "wrong-method"
# Words for what has no exception of ours.
CODES = {404: "not-found", 405: WRONG_METHOD, 500: INTERNAL, 503: "server-error"}
OTHER = "usage-error"
# Of a file with more, the first ones tell enough.
MOST = 1000


class Refused(NamedTuple):
    """Why a request gets no other answer."""

    status: int
    message: str
    code: str
    help: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        return problem_json(self.status, self.message, code=self.code, hint=self.help)


class ProblemJson(Json):
    """A problem, for the framework."""

    media_type = PROBLEM_TYPE


def problem_json(
    status: int,
    message: str,
    *,
    code: str = "",
    hint: str | None = None,
    problems: Iterable[Problem] = (),
) -> dict[str, Any]:
    """Return a problem as data."""
    told: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": message,
        "code": code or CODES.get(status, OTHER),
        "help": hint,
    }
    listed = [one_problem(problem) for problem in list(problems)[:MOST]]
    return {**told, "problems": listed} if listed else told


def problem_of(error: ProctorError) -> dict[str, Any]:
    """Return an error of ours as data."""
    problems = error.problems if isinstance(error, FileProblems) else ()
    status, code = status_of(error), error.code
    told = problem_json(status, error.message, code=code, hint=error.help, problems=problems)
    if isinstance(error, Stale):
        told |= {"revision": error.revision, "changed": list(error.changed)}
    return told


def one_problem(problem: Problem) -> dict[str, Any]:
    """Return a problem in a file, with its line and how much of it is meant."""
    return {
        "file": problem.place.file,
        "line": problem.place.line,
        "column": problem.place.column,
        "code": problem.code,
        "message": problem.message,
        "help": problem.help,
        "warning": problem.warning,
        "line_text": problem.line_text,
        "length": problem.length,
    }


async def answer_problem(send: Send, told: dict[str, Any], *, head: bool = False) -> None:
    """Send a problem, without a framework."""
    await answer(send, told["status"], told, headers=LEAN_PROBLEM + STRICT, head=head)


async def answer_post(
    scope: Scope, send: Send, work: Callable[[], Awaitable[Mapping[str, Any]]]
) -> None:
    """Answer a POST with what the work returns or why it fails, and refuse other methods."""
    if scope["method"] != "POST":
        refusal = problem_json(405, "there is only POST here")
        headers = (*LEAN_PROBLEM, (b"allow", b"POST"))
        await answer(send, 405, refusal, headers=headers, head=scope["method"] == "HEAD")
        return
    try:
        data = await work()
    except ProctorError as error:
        told = problem_of(error)
        await answer(send, told["status"], told, headers=LEAN_PROBLEM)
    else:
        await answer(send, 200, data, headers=LEAN)

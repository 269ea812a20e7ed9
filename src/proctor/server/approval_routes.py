"""The questions by HTTP, for programs: what waits, what it can be answered with, the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from proctor.errors import NotAllowed, UsageError
from proctor.server.access import Access
from proctor.server.answerable import answerable
from proctor.server.answers import Json
from proctor.server.bodies import read_body, read_object
from proctor.server.description import DENIAL, REPLY, RULE
from proctor.server.edited_rules import Answerer, answered, previewed
from proctor.server.office import Office
from proctor.server.requests import unknown
from proctor.server.scope_keys import MAY, PERSON
from proctor.server.wanted import Number, Questions, Waiting
from proctor.server.web.may import May, channel_of, needs

LARGEST_REPLY = 64 << 10
LARGEST_DENIAL = 256 << 10


class Seconds(BaseModel):
    """How long an answer for a time may hold."""

    least: int
    most: int


class OneAnswer(BaseModel):
    """
    An answer that a question takes, and what it would remember.

    `rules` are those that *always* would add to the role's file; none means a grant.
    """

    answer: str
    scope: str
    remembers: str
    seconds: Seconds | None = None
    category: str | None = None
    rules: list[str] | None = None


class Asked(BaseModel):
    """
    A question, with what it can be answered with.

    `why_not` says why you may not answer it, `always` what *always* would do in words,
    `review` what a reviewer said who left it to people. There is more: what the agent said.
    """

    id: int
    status: str
    agent: str
    tool: str
    action: str
    asked_at: str
    expires_at: str
    answers: list[OneAnswer]
    why_not: str | None
    always: str | None = None
    review: str | None = None
    reply: dict[str, Any] | None = None


class Denied(BaseModel):
    """Which questions were denied; `refused` says of each other one why it was not."""

    denied: list[int]
    refused: dict[str, str]


class Match(BaseModel):
    """What one rule matches; `wide` says that it is more than this call."""

    rule: str
    what: str
    wide: bool


class Previewed(BaseModel):
    """What a rule would do; `seen` goes with the answer that takes it."""

    rules: list[str]
    edited: bool
    writes: str
    matches: list[Match]
    examples: list[str]
    matched: int
    looked_at: int
    seen: str


def questions(office: Office, access: Access) -> APIRouter:
    """Return the routes about questions."""
    router = APIRouter(tags=["approvals"])

    @router.get("/api/approvals", response_model=list[Asked])
    async def approvals(request: Request, wanted: Annotated[Questions, Query()]) -> Json:
        """Return questions, one of each agent first; `status=` (empty) for all."""
        person, may = str(request.scope[PERSON]), request.scope[MAY]
        found = await office.questions(wanted.status)
        return Json([answerable(office, one, person, may) for one in found])

    @router.post("/api/approvals/deny", response_model=Denied, openapi_extra=DENIAL)
    async def deny(request: Request) -> Json:
        """Deny several questions: `numbers` names them, `words` goes to their agents."""
        who = who_answers(request)
        data = read_object(await read_body(request, LARGEST_DENIAL))
        return Json(await office.deny_all(data, person=who.person, channel=who.channel))

    @router.get("/api/approvals/{number}", response_model=Asked)
    async def approval(
        request: Request, number: Number, waiting: Annotated[Waiting, Query()]
    ) -> Json:
        """Return a question, as soon as it has ended or `wait` seconds are over."""
        found = await office.wait(number, waiting.wait)
        if waiting.wait and not access.still_in(request.scope):
            raise NotAllowed("the token was revoked meanwhile")
        return Json(answerable(office, found, str(request.scope[PERSON]), request.scope[MAY]))

    @router.post("/api/approvals/{number}", response_model=dict[str, Any], openapi_extra=REPLY)
    async def answer(request: Request, number: Number) -> Json:
        """
        Answer a question: `answer` is allow or deny; `words`, `scope` and `seconds` may be.

        `rule` stands in place of the rules that *always* would add; `seen` is what looking at
        it has said, so that nobody adds a rule of which they have not seen what it matches.
        """
        # Which questions a viewer may answer is for the rights of people to say.
        who = who_answers(request, May.VIEW)
        data = read_object(await read_body(request, LARGEST_REPLY))
        return Json(await answered(office, number, data, who))

    @router.post("/api/approvals/{number}/rule", response_model=Previewed, openapi_extra=RULE)
    async def look(request: Request, number: Number) -> Json:
        """Say what a rule would match, in place of those that *always* would add."""
        who = who_answers(request)
        data = read_object(await read_body(request, LARGEST_REPLY))
        found = await previewed(office, number, rule_in(data), who)
        return Json(found.as_json())

    return router


def who_answers(request: Request, least: May = May.WORK) -> Answerer:
    """
    Return who wants to answer.

    Raises:
        NotAllowed: they only look here.

    """
    return Answerer(needs(request, least), request.scope[MAY], channel_of(request))


def rule_in(data: Mapping[str, Any]) -> str:
    """
    Return the rule that somebody wants to look at.

    Raises:
        UsageError: there is none, or something else.

    """
    if not data.keys() <= {"rule"}:
        raise unknown(data, ("rule",))
    rule = data.get("rule")
    if not isinstance(rule, str):
        raise UsageError("`rule` is a text: rules, one to a line")
    return rule

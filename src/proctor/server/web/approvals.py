"""`/approvals`: the questions that wait for somebody, and the answers to them."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from proctor.audit.as_json import question_json
from proctor.errors import NotFound
from proctor.server.answerable import why_nobody_answers, why_not
from proctor.server.bus import Happening
from proctor.server.office import Office
from proctor.server.scope_keys import MAY, PERSON
from proctor.server.web.approval_answers import answering
from proctor.server.web.approval_cards import Card, card_of
from proctor.server.web.approval_folds import MOST_OPENED, denying, fold_card
from proctor.server.web.approval_numbers import read_number
from proctor.server.web.approval_past import past_of
from proctor.server.web.live import topic
from proctor.server.web.render import fragment, page, words
from proctor.terms.inbox_lines import InboxLine, inbox_lines, line_with
from proctor.terms.question import Question, Status

MOST_ENDED = 50
# More than ever wait at once.
ALL = 10_000
# Of these a page hears how a question ended, and that it is to fetch the lines again.
ENDED, LINES = "approvals", "inbox"
# In seconds: a flood of questions is no flood of requests.
BETWEEN_FETCHES = 0.5


def approvals(office: Office) -> APIRouter:
    """Return the routes of the inbox."""
    router = APIRouter()
    router.include_router(denying(office))
    router.include_router(answering(office))

    @router.get("/approvals")
    async def inbox(request: Request) -> HTMLResponse:
        """Show every question that waits, and those that ended lately."""
        return page(
            request,
            "approvals.html",
            **await lists(office, request),
            most_ended=MOST_ENDED,
            topics=[ENDED, LINES],
        )

    @router.get("/approvals/list")
    async def again(request: Request) -> HTMLResponse:
        """Show what waits, for a page that has missed something."""
        return fragment(request, "approvals/list.html", **await lists(office, request))

    @router.get("/approvals/{number}")
    async def one(request: Request, number: str) -> HTMLResponse:
        """Show one question, with all that is kept of it."""
        data = await asked(office, number)
        is_open = data["status"] == Status.PENDING.value
        return page(
            request,
            "approvals/one.html",
            **for_card(office, request, card_of(data, opened=True), data),
            opened=True,
            past=None if is_open else past_of(data),
            topics=[ENDED],
        )

    @router.get("/approvals/{number}/line")
    async def line(request: Request, number: str) -> HTMLResponse:
        """Show every question of the line that a question stands on, or stood on."""
        return page(request, "approvals/line.html", **await whole_line(office, request, number))

    @router.get("/approvals/{number}/card")
    async def card(request: Request, number: str) -> HTMLResponse:
        """Show a question as it stands in the list: its card, or how it ended."""
        data = await asked(office, number)
        if data["status"] != Status.PENDING.value:
            return fragment(request, "approvals/ended.html", past=past_of(data))
        found = for_card(office, request, card_of(data), data)
        return fragment(request, "approvals/card.html", opened=False, **found)

    return router


# What waits, and what has ended


async def waiting_now(office: Office) -> list[Question]:
    """Return every question that waits, oldest first."""
    store = office.keepers.reader
    return await asyncio.to_thread(store.questions, Status.PENDING, limit=ALL)


async def ended_lately(office: Office, waiting: int) -> list[Question]:
    """Return the questions that ended last, the last one first."""
    limit = MOST_ENDED + waiting
    found = await asyncio.to_thread(office.keepers.reader.questions, limit=limit)
    ended = [one for one in found if one.status is not Status.PENDING]
    return sorted(ended, key=lambda one: (one.closed_at, one.id), reverse=True)[:MOST_ENDED]


async def lines_now(office: Office) -> list[InboxLine]:
    """Return the lines of the inbox."""
    return inbox_lines(await waiting_now(office), await office.started_agents())


async def kept(office: Office, number: str) -> Question:
    """
    Return a question.

    Raises:
        NotFound: there is none of this number.

    """
    wanted = read_number(number)
    found = await asyncio.to_thread(office.keepers.reader.question, wanted)
    if found is None:
        raise NotFound(f"there is no question {wanted}", help="the inbox has those that wait")
    return found


async def asked(office: Office, number: str) -> dict[str, Any]:
    """
    Return a question as data.

    Raises:
        NotFound: there is none of this number.

    """
    return question_json(await kept(office, number))


# How it is shown


async def lists(office: Office, request: Request) -> dict[str, Any]:
    """Return the lines of all that waits, with what this person may answer; and what has ended."""
    waiting = await waiting_now(office)
    ended = await ended_lately(office, len(waiting))
    lines = inbox_lines(waiting, await office.started_agents())
    alone = [question_json(line.question) for line in lines if not line.is_folded]
    person, may = str(request.scope[PERSON]), request.scope[MAY]
    return {
        "lines": [shown(line) for line in lines],
        "whys": {data["id"]: why_not(office, data, person, may) for data in alone},
        "why_no_denial": why_nobody_answers(office, may),
        "more": len(waiting) - sum(len(line.questions) for line in lines),
        "ended": [past_of(question_json(one)) for one in ended],
        "opened": False,
    }


async def whole_line(office: Office, request: Request, number: str) -> dict[str, Any]:
    """Return every question of the line that a question stands on, or stood on."""
    wanted = await kept(office, number)
    found = line_with(await lines_now(office), wanted)
    return {
        "number": wanted.id,
        "fold": fold_card(found, MOST_OPENED) if found else None,
        "why_no_denial": why_nobody_answers(office, request.scope[MAY]),
        "opened": True,
        "topics": [LINES],
    }


def shown(line: InboxLine) -> dict[str, Any]:
    """Return a line as the template takes it."""
    if line.is_folded:
        return {"fold": fold_card(line)}
    card = card_of(question_json(line.question))
    return {"fold": None, "card": card, "behind": line.in_words()}


def for_card(office: Office, request: Request, card: Card, data: dict[str, Any]) -> dict[str, Any]:
    """Return what the template of one card takes."""
    why = why_not(office, data, str(request.scope[PERSON]), request.scope[MAY])
    return {"card": card, "whys": {card.id: why}, "behind": ""}


def happened(_: Office, happening: Happening) -> str | None:
    """Return what pages are told of a question that has ended; None for one that waits."""
    if happening["status"] == Status.PENDING.value:
        return None
    return words("approvals/happened.html", past=past_of(happening))


topic(ENDED, of="question", render=happened)
topic(LINES, of="question", every=BETWEEN_FETCHES)

"""`/approvals`: the questions that wait for somebody, and the answers to them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from proctor.audit.as_json import question_json
from proctor.errors import NotFound, TooLate
from proctor.server.answerable import is_for_some, why_not
from proctor.server.bus import Happening
from proctor.server.office import Office
from proctor.server.scope_keys import MAY, PERSON
from proctor.server.web.approval_answers import answering
from proctor.server.web.approval_cards import Card, card_of
from proctor.server.web.approval_numbers import read_number
from proctor.server.web.approval_past import past_of
from proctor.server.web.live import topic
from proctor.server.web.may import May
from proctor.server.web.render import fragment, page, words
from proctor.terms.question import Question, Status
from proctor.terms.turns import behind_in_words, take_turns

# So many cards are on the page; the others come up as these are answered.
MOST_CARDS = 100
MOST_ENDED = 50
# More than ever wait at once.
ALL = 10_000
# A page listens to what is said to people who may as much as whoever sees it.
TOPICS = {May.VIEW: "approvals-view", May.WORK: "approvals-work", May.ADMIN: "approvals-admin"}


def approvals(office: Office) -> APIRouter:
    """Return the routes of the inbox."""
    router = APIRouter()
    router.include_router(answering(office))

    @router.get("/approvals")
    async def inbox(request: Request) -> HTMLResponse:
        """Show every question that waits, and those that ended lately."""
        return page(
            request,
            "approvals.html",
            **await lists(office, request),
            most=MOST_CARDS,
            most_ended=MOST_ENDED,
            topics=[TOPICS[request.scope[MAY]]],
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
            topics=[TOPICS[request.scope[MAY]]],
        )

    @router.get("/approvals/{number}/card")
    async def card(request: Request, number: str) -> HTMLResponse:
        """Show a question as it stands in the list: its card, or how it ended."""
        data = await asked(office, number)
        if data["status"] != Status.PENDING.value:
            return fragment(request, "approvals/ended.html", past=past_of(data))
        found = for_card(office, request, card_of(data), data)
        return fragment(request, "approvals/card.html", opened=False, **found)

    @router.get("/approvals/{number}/answers")
    async def answers(request: Request, number: str) -> HTMLResponse:
        """Show what this person can answer a question with."""
        data = await asked(office, number)
        if data["status"] != Status.PENDING.value:
            raise TooLate(f"question {data['id']} has ended")
        found = for_card(office, request, card_of(data), data)
        return fragment(request, "approvals/answers.html", **found)

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


async def asked(office: Office, number: str) -> dict[str, Any]:
    """
    Return a question as data.

    Raises:
        NotFound: there is none of this number.

    """
    wanted = read_number(number)
    found = await asyncio.to_thread(office.keepers.reader.question, wanted)
    if found is None:
        raise NotFound(f"there is no question {wanted}", help="the inbox has those that wait")
    return question_json(found)


# How it is shown


async def lists(office: Office, request: Request) -> dict[str, Any]:
    """Return all that waits, each with why this person may not answer it; and what has ended."""
    waiting = await waiting_now(office)
    ended = await ended_lately(office, len(waiting))
    turns = take_turns(waiting)[:MOST_CARDS]
    shown = [question_json(turn.question) for turn in turns]
    person, may = str(request.scope[PERSON]), request.scope[MAY]
    return {
        "cards": [card_of(data) for data in shown],
        "whys": {data["id"]: why_not(office, data, person, may) for data in shown},
        "behind": {turn.question.id: behind_in_words(turn) for turn in turns},
        "more": len(waiting) - len(shown),
        "ended": [past_of(question_json(one)) for one in ended],
        "lazy": False,
        "opened": False,
    }


def for_card(office: Office, request: Request, card: Card, data: dict[str, Any]) -> dict[str, Any]:
    """Return what the template of one card takes."""
    why = why_not(office, data, str(request.scope[PERSON]), request.scope[MAY])
    return {"card": card, "whys": {card.id: why}, "lazy": False}


def happened(may: May, office: Office, happening: Happening) -> str:
    """
    Return what pages are told of a question: its card, or how it ended.

    It is made once for all who may as much. Where not all of them may answer it, each page
    asks for itself.
    """
    if happening["status"] != Status.PENDING.value:
        return words("approvals/happened.html", past=past_of(happening), card=None)
    card = card_of(happening)
    why = why_not(office, happening, "", may) if may < May.WORK else ""
    return words(
        "approvals/happened.html",
        past=None,
        card=card,
        whys={card.id: why},
        lazy=may >= May.WORK and (office.people is None or is_for_some(office, happening)),
        opened=False,
        may=may,
    )


for each, name in TOPICS.items():
    topic(name, of="question", render=partial(happened, each))

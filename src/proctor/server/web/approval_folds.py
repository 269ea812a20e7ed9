"""
Lines of the inbox on which different questions stand: what they show, and how all are denied.

Nothing can be allowed on such a line. Whoever wants to allow one of its questions opens it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from proctor.approval.message import LONGEST_NAME, target_of
from proctor.errors import UsageError
from proctor.server.office import Office
from proctor.server.web.approval_answers import CHANNEL
from proctor.server.web.approval_cards import word
from proctor.server.web.approval_numbers import read_number
from proctor.server.web.forms import read_form
from proctor.server.web.may import May, needs
from proctor.server.web.render import fragment
from proctor.terms.inbox_lines import Fold, InboxLine, agent_of, asker_of, names_on
from proctor.terms.plain import plain
from proctor.terms.question import Question

# So many questions are named on the line itself, and so many where it is opened.
MOST_NAMED, MOST_OPENED = 3, 1_000
KEY_LENGTH = 16
LARGEST_FORM = 256 << 10


class FoldRow(NamedTuple):
    """One question of a line, in short."""

    id: int
    agent: str
    session: str
    tool: str
    action: str
    asked_at: str


class FoldedName(NamedTuple):
    """One agent of a line: its name, how many questions it has, and the oldest one's number."""

    name: str
    many: int
    number: int


class FoldCard(NamedTuple):
    """
    A line with different questions, as the page shows it.

    `id` stays the same while questions come and end on the line. `numbers` are those of all
    its questions. `names` are the agents, where they are many.
    """

    id: str
    number: int
    who: str
    agent: str
    role: str
    session: str
    words: str
    many: int
    numbers: str
    rows: tuple[FoldRow, ...]
    names: tuple[FoldedName, ...]


def fold_card(line: InboxLine, most: int = MOST_NAMED) -> FoldCard:
    """Return a line as it is shown, with so many of its questions."""
    first, is_rest = line.question, line.fold is Fold.REST
    return FoldCard(
        id=key_of(line),
        number=first.id,
        who="" if is_rest else plain(word(first.agent, LONGEST_NAME)),
        agent="" if is_rest else word(first.agent),
        role="" if is_rest else word(first.body.get("role")),
        session=word(first.session) if line.fold is Fold.SESSION else "",
        words=line.in_words(),
        many=len(line.questions),
        numbers=",".join(str(question.id) for question in line.questions),
        rows=tuple(map(row_of, line.questions[:most])),
        names=tuple(
            FoldedName(word(agent.name, LONGEST_NAME), len(asked), asked[0].id)
            for agent, asked in (names_on(line) if is_rest else {}).items()
        ),
    )


def row_of(question: Question) -> FoldRow:
    """Return one question in short."""
    return FoldRow(
        question.id,
        word(question.agent),
        word(question.session),
        word(question.tool),
        word(target_of(question.action)),
        question.asked_at,
    )


def key_of(line: InboxLine) -> str:
    """Return by what a line is known again after other questions have come and ended on it."""
    about: object = line.fold.value
    if line.fold is Fold.SESSION:
        about = asker_of(line.question)
    elif line.fold is Fold.AGENT:
        about = agent_of(line.question)
    text = repr((line.fold.value, about))
    return "f" + sha256(text.encode(errors="surrogatepass")).hexdigest()[:KEY_LENGTH]


def denying(office: Office) -> APIRouter:
    """Return the route by which a person denies all questions of a line."""
    router = APIRouter()

    @router.post("/approvals/deny")
    async def deny(request: Request) -> HTMLResponse:
        """Deny several questions; what takes the place of their line says how many."""
        person = needs(request, May.WORK)
        form = await read_form(request, ("numbers", "words", "line"), LARGEST_FORM)
        numbers = [read_number(each) for each in form.text("numbers").split(",")]
        data = {"numbers": numbers, "words": form.text("words")}
        told = await office.deny_all(data, person=person, channel=CHANNEL)
        return fragment(
            request,
            "approvals/denied.html",
            line=read_key(form.text("line")),
            denied=len(told["denied"]),
            refused=refused_in_words(told["refused"]),
        )

    return router


def read_key(text: str) -> str:
    """
    Return the key of a line, as `key_of` makes it.

    Raises:
        UsageError: it is not one.

    """
    if len(text) == KEY_LENGTH + 1 and text.isascii() and text.isalnum():
        return text
    raise UsageError("`line` must be the key of a line")


def refused_in_words(refused: dict[str, str]) -> str:
    """Return how many questions were not denied and why the first was not; "" if none."""
    if not refused:
        return ""
    return f"{len(refused):,} not denied: {next(iter(refused.values()))}"

"""What a request may say in its address: which records, which questions, how long to wait."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from proctor.audit.moments import FORMS, read_moment
from proctor.audit.rows import LARGEST
from proctor.audit.stores.words import words_of
from proctor.errors import UsageError
from proctor.server.office import MOST_RECORDS
from proctor.server.questions import LONGEST_WAIT
from proctor.terms.question import Status
from proctor.terms.record import Outcome

PAGE = 50


def moment(text: str) -> str:
    """Return a moment as records have it; one without a zone is of this machine's."""
    try:
        return read_moment(text)
    except UsageError:
        raise ValueError(f"write a moment as {FORMS}") from None


def words(text: str) -> str:
    """Return a text in which there is something to look for."""
    if text and not words_of(text):
        raise ValueError("it has no words: a word is letters and digits")
    return text


Number = Annotated[int, Path(ge=0, le=LARGEST)]
Place = Annotated[int | None, Field(ge=0, le=LARGEST)]
Moment = Annotated[str, AfterValidator(moment)]
Words = Annotated[str, AfterValidator(words)]


class Strict(BaseModel):
    """Fields of which none is mistyped without effect."""

    model_config = ConfigDict(extra="forbid")


class Selected(Strict):
    """Which records are meant; what is empty does not count."""

    agent: str = ""
    role: str = ""
    decision: Outcome | Literal[""] = ""
    tool: str = ""
    person: str = ""
    session: str = ""
    host: str = ""
    since: Moment = ""
    until: Moment = ""
    text: Words = ""


class Records(Selected):
    """Which records are wanted, and from where on."""

    before: Place = None
    after: Place = None
    limit: Annotated[int, Field(ge=1, le=MOST_RECORDS)] = PAGE


class Questions(Strict):
    """Which questions are wanted; an empty status means all."""

    status: Status | Literal[""] = Status.PENDING


class Waiting(Strict):
    """How many seconds to wait."""

    wait: Annotated[float, Field(ge=0, le=LONGEST_WAIT, allow_inf_nan=False)] = 0

"""Questions, grants, agents and events as rows of their tables, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from proctor.audit.rows import compact, storable
from proctor.audit.stores.database import Row
from proctor.errors import StoreError
from proctor.terms.agent import Agent
from proctor.terms.event import Event
from proctor.terms.grant import Grant
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Decider, Reply, Scope

# Given by the table, and not written.
NUMBERS = ("id", "n")


class Shape(NamedTuple):
    """
    A table, the columns of it that are written, and those that are read.

    What is read is every field of the term, in its order.
    """

    table: str
    written: tuple[str, ...]
    read: tuple[str, ...]

    @property
    def insert(self) -> str:
        """Return the statement that inserts a row, without its end."""
        places = ", ".join("?" * len(self.written))
        return f"INSERT INTO {self.table} ({', '.join(self.written)}) VALUES ({places})"  # noqa: S608 - names of ours

    @property
    def select(self) -> str:
        """Return the statement that reads rows, without its end."""
        return f"SELECT {', '.join(self.read)} FROM {self.table}"  # noqa: S608 - names of ours


def shape(table: str, fields: tuple[str, ...]) -> Shape:
    """Return the shape of a table whose columns are the fields of a term."""
    return Shape(table, tuple(name for name in fields if name not in NUMBERS), fields)


QUESTIONS = shape("questions", Question._fields)
GRANTS = shape("grants", Grant._fields)
AGENTS = shape("agents", Agent._fields)
EVENTS = shape("events", Event._fields)


def to_row(term: Question | Grant | Agent | Event) -> list[object]:
    """Return the values of the columns that are written."""
    return [cell(value) for name, value in term._asdict().items() if name not in NUMBERS]


def cell(value: object) -> object:
    """Return a value as it is kept."""
    if isinstance(value, Reply):
        return compact({name: cell(part) for name, part in value._asdict().items()})
    if isinstance(value, dict):
        return compact(value)
    if isinstance(value, str):
        return storable(value)
    return int(value) if isinstance(value, bool) else value


def reply_from(text: str | None) -> Reply | None:
    """Return a reply that was kept."""
    if text is None:
        return None
    said = json.loads(text)
    words = {"answer": Answer, "scope": Scope, "decider": Decider}
    return Reply(**{**said, **{name: kind(said[name]) for name, kind in words.items()}})


Turn = Mapping[str, Callable[[Any], object]]
TO_QUESTION: Turn = {"body": json.loads, "status": Status, "reply": reply_from}
TO_GRANT: Turn = {"body": json.loads, "scope": Scope}
TO_AGENT: Turn = {"body": json.loads}
TO_EVENT: Turn = {"body": json.loads, "spooled": bool}


def to_question(row: Row) -> Question:
    """Return the question of a row."""
    return Question(**fields(QUESTIONS, TO_QUESTION, row))


def to_grant(row: Row) -> Grant:
    """Return the grant of a row."""
    return Grant(**fields(GRANTS, TO_GRANT, row))


def to_agent(row: Row) -> Agent:
    """Return the agent of a row."""
    return Agent(**fields(AGENTS, TO_AGENT, row))


def to_event(row: Row) -> Event:
    """Return the event of a row."""
    return Event(**fields(EVENTS, TO_EVENT, row))


def fields(of: Shape, turn: Turn, row: Row) -> dict[str, Any]:
    """Return the fields of a term; what we never wrote is not guessed at."""
    values: dict[str, Any] = dict(zip(of.read, row, strict=True))
    try:
        return values | {name: make(values[name]) for name, make in turn.items()}
    except (TypeError, ValueError, KeyError, RecursionError) as problem:
        raise StoreError(
            f"a row of {of.table} is not what was written there: {problem}",
            help="somebody has changed the store by hand; put back what was there",
        ) from problem

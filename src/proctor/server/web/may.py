"""What a person may do by HTTP: look, work, or change how things are."""

from __future__ import annotations

from enum import IntEnum

from starlette.requests import Request

from proctor.approval.people import People
from proctor.errors import NotAllowed
from proctor.server.scope_keys import COOKIE, MAY, PERSON
from proctor.terms.person import ADMINISTRATOR, DEVELOPER, Person

NOBODY = "`{name}` is not among the people of this home"
NOBODY_HELP = "an administrator names them under `people` in config.yaml"


class May(IntEnum):
    """
    How far a person may go; each one has what stands before it.

    VIEW sees everything. WORK answers, sends, starts. ADMIN changes roles, tools and
    templates, and ends agents.
    """

    VIEW = 1
    WORK = 2
    ADMIN = 3


# What each of them is called where people are named.
WORDS = {May.VIEW: "viewer", May.WORK: "developer", May.ADMIN: "administrator"}
LACKS_HELP = "an administrator gives people their roles, in config.yaml"


def may_of(person: Person) -> May:
    """Return what the roles of a person let them do; whoever has none of ours works, as always."""
    if ADMINISTRATOR in person.roles:
        return May.ADMIN
    if DEVELOPER in person.roles or not person.only_looks:
        return May.WORK
    return May.VIEW


def known_may(people: People, name: str) -> May | None:
    """Return what somebody with a token of this name may; None for one who is nobody here."""
    person = people.of("http", name)
    return None if person is None else may_of(person)


def needs(request: Request, least: May) -> str:
    """
    Return whose request it is.

    Raises:
        NotAllowed: they may not do that.

    """
    name, may = str(request.scope[PERSON]), request.scope[MAY]
    if may < least:
        raise NotAllowed(lacks(name, may, least), help=LACKS_HELP)
    return name


def lacks(name: str, may: May, least: May) -> str:
    """Say that somebody may not do something."""
    return f"{name} is {a(WORDS[may])} here, and this is for {a(WORDS[least])}"


def a(word: str) -> str:
    """Return a word with its article."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def channel_of(request: Request) -> str:
    """Return the channel by which somebody answers: a page of theirs, or a program."""
    return "web" if COOKIE in request.scope else "http"

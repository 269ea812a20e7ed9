"""Who may have a one-time link, and for whom: oneself; another person where one administers."""

from __future__ import annotations

from typing import Any, NamedTuple

from proctor.approval.people import People
from proctor.config_people import administrator_line
from proctor.errors import NotAllowed, NotFound, UsageError
from proctor.server.tokens import Tokens
from proctor.server.web.may import NOBODY, NOBODY_HELP, May, known_may, lacks
from proctor.server.web.one_time import OneTimeLinks
from proctor.server.web.own_paths import START, own_path
from proctor.terms.person import ADMINISTRATOR

Fields = dict[str, Any]


class WantedLink(NamedTuple):
    """A link that is wanted: by whom, for whom, and to which page."""

    by: str
    person: str
    page: str


def wanted_link(fields: Fields, by: str) -> WantedLink:
    """
    Take what is wanted out of a request.

    Raises:
        UsageError: that is no page of ours, or no name.

    """
    page, person = fields.pop("page", START), fields.pop("person", by)
    if not isinstance(page, str) or own_path(page) != page:
        raise UsageError("`page` is the path of a page", help="for example: /approvals")
    if not isinstance(person, str) or not person:
        raise UsageError("`person` is a name")
    return WantedLink(by, person, page)


def made_link(links: OneTimeLinks, wanted: WantedLink, people: People, tokens: Tokens) -> str:
    """
    Return the path of a new link.

    Raises:
        NotAllowed: they may not have it.
        NotFound: the other person has no token, and so cannot sign in.

    """
    own = known_may(people, wanted.by)
    if own is None:
        raise NotAllowed(NOBODY.format(name=wanted.by), help=way_in(people, wanted.by))
    if wanted.person != wanted.by:
        if own < May.ADMIN:
            raise NotAllowed(lacks(wanted.by, own, May.ADMIN))
        if known_may(people, wanted.person) is None:
            raise NotAllowed(NOBODY.format(name=wanted.person), help=NOBODY_HELP)
    if wanted.person not in tokens.current():
        hint = f"make one: proctor token --person '{wanted.person}'"
        raise NotFound(f"`{wanted.person}` has no token", help=hint)
    return links.make(wanted.person, wanted.page)


def way_in(people: People, name: str) -> str:
    """Say how somebody comes among the people; where nobody administers, they do it themselves."""
    if any(ADMINISTRATOR in person.roles for person in people.named.values()):
        return NOBODY_HELP
    line = administrator_line(name)
    return f"nobody is an administrator; add under `people` in config.yaml: `{line}`"

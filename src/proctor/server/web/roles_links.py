"""Where the pages of roles lie, and how one leads to another."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from starlette.responses import Response

from proctor.roles.find import PROJECT
from proctor.roles.store import Change
from proctor.server.answers import Unseen
from proctor.server.role_board import RoleRow
from proctor.server.role_desk import ANY
from proctor.server.web.render import HEADERS

# At `/roles/new` roles are made; one of this id is shown there too, if it is named again.
NEW = "new"


def link(role: str, project: str = "", **more: str) -> str:
    """Return the address of a role's page."""
    said = {"project": project} if project else {}
    query = urlencode({**said, **more, **({"id": NEW} if role == NEW else {})})
    return f"/roles/{quote(role, safe='')}" + (f"?{query}" if query else "")


def act(role: str, what: str, project: str = "", **more: str) -> str:
    """Return the address of something that can be done with a role."""
    said = {**({"project": project} if project else {}), **more}
    query = urlencode(said)
    return f"/roles/{quote(role, safe='')}/{what}" + (f"?{query}" if query else "")


def project_of(row: RoleRow, project: str) -> str:
    """Return the project that a role is from; nothing for the home's and the built-in ones."""
    return project if row.origin == PROJECT else ""


def list_link(project: str = "", said: str = "") -> str:
    """Return the address of the list."""
    more = {"project": project, "said": said}
    query = urlencode({name: value for name, value in more.items() if value})
    return "/roles" + (f"?{query}" if query else "")


def said_of(change: Change) -> str:
    """Return what to say of a change that was made."""
    if not change.number:
        return "nothing was different"
    return f"{change.what.value}: version {change.number}"


def leads_to(address: str) -> Response:
    """Lead the whole page to another address."""
    return Response(status_code=204, headers={**HEADERS, "hx-redirect": address})


def refuse_any(seen: str) -> None:
    """
    Refuse a form that would change a role whatever it is: a page has shown what it is.

    Raises:
        Unseen: it would.

    """
    if seen in {"", ANY}:
        raise Unseen("a page changes what it has shown", help="open the role again")

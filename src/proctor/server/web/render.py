"""
Pages from templates: the environment, and what every template is given.

Everything that a template shows is escaped; a name that is not there is an error and not
an empty text. Nothing in a page runs or loads but what `/static/` has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from proctor.approval.message import target_of
from proctor.server.office import VERSION
from proctor.server.scope_keys import CSRF, MAY, PERSON
from proctor.server.web import in_words
from proctor.server.web.may import WORDS, May
from proctor.server.web.static_files import static_url
from proctor.terms.unseen import one_line

# How many questions wait, and how much has happened: app_pages.py puts them there.
WAITING, LIVE = "proctor.waiting", "proctor.live"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
# The pages, in the order of the side bar: address, name, and the key behind `g`.
PLACES = (
    ("/", "Overview", "o"),
    ("/approvals", "Approvals", "a"),
    ("/agents", "Agents", "g"),
    ("/roles", "Roles", "r"),
    ("/tools", "Tools", "t"),
    ("/workflows", "Workflows", "w"),
    ("/audit", "Audit", "u"),
    ("/playground", "Playground", "p"),
)


def environment() -> Environment:
    """Return where templates come from, and what they may call."""
    made = Environment(
        loader=PackageLoader("proctor.server.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    filters: dict[str, Callable[..., object]] = {
        "ago": in_words.ago,
        "grouped": in_words.grouped,
        "lasting": in_words.lasting,
        "many": in_words.many,
        "moment": in_words.moment,
        "short": in_words.short,
        "shown": in_words.shown,
        "spelled": one_line,
        "target": target_of,
    }
    made.filters.update(filters)
    made.globals.update(
        static=static_url,
        places=PLACES,
        version=VERSION,
        may_words=WORDS,
        VIEW=May.VIEW,
        WORK=May.WORK,
        ADMIN=May.ADMIN,
    )
    return made


PAGES = environment()


def words(template: str, **data: Any) -> str:
    """Return a template as text, without a request: for the event stream."""
    return PAGES.get_template(template).render(data)


def page(request: Request, template: str, *, status: int = 200, **data: Any) -> HTMLResponse:
    """Return a whole page; its template extends `frame.html`."""
    return HTMLResponse(words(template, **given(request), **data), status, headers=HEADERS)


def fragment(request: Request, template: str, *, status: int = 200, **data: Any) -> HTMLResponse:
    """Return a piece of a page, for htmx."""
    return page(request, template, status=status, **data)


def given(request: Request) -> dict[str, Any]:
    """Return what every template gets; somebody who is not signed in has no name."""
    scope = request.scope
    return {
        "person": scope.get(PERSON, ""),
        "may": scope.get(MAY, 0),
        "csrf": scope.get(CSRF, ""),
        "path": request.url.path,
        "waiting": scope.get(WAITING, 0),
        "marks": scope.get(LIVE),
    }

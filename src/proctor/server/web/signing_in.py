"""Sign in by a token or a one-time link, and sign out."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from proctor.errors import NotAllowed
from proctor.server.access import Access, cookies_of
from proctor.server.scope_keys import COOKIE
from proctor.server.web.attempts import Attempts
from proctor.server.web.forms import read_form
from proctor.server.web.may import NOBODY, NOBODY_HELP
from proctor.server.web.one_time import PATH
from proctor.server.web.own_paths import SIGN_IN, SIGN_OUT, START, own_path
from proctor.server.web.refusing import PLAIN, header, is_piece
from proctor.server.web.render import page
from proctor.server.web.sessions import LONGEST, SECRET

LARGEST = 16 << 10
WRONG_TOKEN = "this token is nobody's"  # noqa: S105 - words
WRONG_TOKEN_HELP = "`proctor token` prints yours; `proctor open` needs none"  # noqa: S105 - words
USED = "this link was used already, or is too old"
USED_HELP = "each is good once, for five minutes: `proctor open` makes another"
EARLY = "this link is for the person who opens it, and not to be fetched before that"
EARLY_HELP = "it was not used: open it"
# What browsers say of a page that nobody has opened yet.
AHEAD = ("sec-purpose", "purpose", "x-purpose", "x-moz")
# Whoever had this port while we were away may have left a worker, or files of their own in the
# cache. What pages keep here is put there after this.
CLEARED = '"cache", "storage"'
SLOW = "too many attempts to sign in failed: try again in {seconds} s"
SLOW_HELP = "`proctor open` signs you in without a token"
LOG = logging.getLogger("proctor.server")


def signing_in(access: Access, welcome: Callable[[], None]) -> APIRouter:
    """Return the routes by which people sign in and out; `welcome` is called for each who did."""
    router = APIRouter(include_in_schema=False)
    attempts = Attempts()

    @router.get(SIGN_IN)
    async def form(request: Request, next: str = START) -> HTMLResponse:  # noqa: A002 - in the address
        """Ask for a token."""
        return asked(request, 200, own_path(next))

    @router.post(SIGN_IN)
    async def by_token(request: Request) -> Response:
        """Sign in whoever has a token."""
        given = await read_form(request, ("token", "next"), LARGEST)
        source = request.client.host if request.client else ""
        wanted = own_path(given.text("next", START))
        wait = math.ceil(attempts.wait(source))
        if wait:
            slow = asked(request, 429, wanted, SLOW.format(seconds=wait), SLOW_HELP)
            slow.headers["retry-after"] = str(wait)
            return slow
        person = access.tokens.person_of(token_in(given.text("token")))
        if person is None:
            attempts.failed(source)
            LOG.warning("somebody tried to sign in with a token that is nobody's")
            return asked(request, 401, wanted, WRONG_TOKEN, WRONG_TOKEN_HELP)
        attempts.succeeded(source)
        answer = signed_in(request, access, person, wanted)
        welcome()
        return answer

    @router.get(PATH + "{code}")
    async def by_link(request: Request, code: str) -> Response:
        """Sign in whoever has a link that was not used yet."""
        if any(name in request.headers for name in AHEAD):
            return asked(request, 403, START, EARLY, EARLY_HELP)
        found = access.links.use(code) if SECRET.fullmatch(code) else None
        if found is None:
            return asked(request, 401, START, USED, USED_HELP)
        answer = signed_in(request, access, found.person, found.page)
        welcome()
        return answer

    @router.post(SIGN_OUT)
    async def out(request: Request) -> Response:
        """Sign out: the cookie counts no more, whoever else has it."""
        if COOKIE in request.scope:
            access.sessions.end(request.scope[COOKIE])
        piece = is_piece(request.scope)
        headers = {**PLAIN, "hx-redirect" if piece else "location": SIGN_IN}
        answer = Response(status_code=204 if piece else 303, headers=headers)
        answer.headers["set-cookie"] = cookie_header(access.cookie_name, "", 0)
        return answer

    return router


def token_in(given: str) -> str:
    """Return the token of what was pasted: `ada: proctor_…`, as a terminal shows it, has one."""
    return (given.split() or [""])[-1]


def asked(
    request: Request, status: int, wanted: str, wrong: str = "", hint: str = ""
) -> HTMLResponse:
    """Ask for a token, and say what was wrong with the last one."""
    answer = page(request, "sign_in.html", status=status, next=wanted, wrong=wrong, hint=hint)
    # With none at all, a browser does not say either where the form comes from that it sends.
    answer.headers["referrer-policy"] = "same-origin"
    return answer


def signed_in(request: Request, access: Access, person: str, wanted: str) -> Response:
    """
    Give a browser a session of its own, whichever it had before, and lead it on.

    Raises:
        NotAllowed: they are not among the people.

    """
    if not access.is_listed(person):
        raise NotAllowed(NOBODY.format(name=person), help=NOBODY_HELP)
    fresh = access.sessions.begin(person)
    for before in cookies_of(header(request.scope, b"cookie"), access.cookie_name):
        access.sessions.end(before)
    answer = page(request, "signed_in.html", key=fresh.key, next=wanted)
    answer.headers["clear-site-data"] = CLEARED
    answer.headers["set-cookie"] = cookie_header(access.cookie_name, fresh.cookie, int(LONGEST))
    # For programs, which have no page to read it from.
    answer.headers["x-csrf-token"] = fresh.key
    return answer


def cookie_header(name: str, value: str, seconds: int) -> str:
    """Return how a browser is told the cookie; loopback has no TLS, so it is not `Secure`."""
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict"

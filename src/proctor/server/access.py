"""
Who gets in by HTTP: a known Host, no foreign Origin, and a person's token or session.

An agent has a token too, for its telemetry: it opens two paths, and a person's does not.

A page on the Internet can make a browser send requests to this machine. It
cannot make up our Host for its own name, nor hide its Origin, nor know a token.
It could use a cookie without knowing it: so whoever comes by one has to say from where,
and to show the key of the session with everything that changes something.
People come to 127.0.0.1 only, and to the port of pages. `localhost` may lead to ::1 as well,
where anybody can listen, and a browser may have something of somebody else's for the other
port: programs that bear a token may use both.
Nothing that a proxy would say of a request is believed: there is none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

from proctor.approval.people import People
from proctor.server.agent_tokens import PATHS, SESSION, session_of
from proctor.server.answers import HIDDEN, App, Receive, Scope, Send
from proctor.server.decide_route import PATH as DECIDE
from proctor.server.problems import INTERNAL, Refused
from proctor.server.scope_keys import COOKIE, CSRF, MAY, PERSON
from proctor.server.tokens import Tokens, local_person
from proctor.server.web.may import NOBODY, NOBODY_HELP, May, known_may, lacks
from proctor.server.web.one_time import PATH as ONE_TIME
from proctor.server.web.one_time import OneTimeLinks
from proctor.server.web.own_paths import SIGN_IN, STATIC
from proctor.server.web.refusing import lead_to, refuse
from proctor.server.web.sessions import Sessions, cookie_name, has_key

__all__ = ["PERSON", "Access", "App", "Guarded"]

OPEN = frozenset({"/healthz", SIGN_IN})
OPEN_BELOW = (STATIC, ONE_TIME)
OURS, BY_NAME = b"127.0.0.1", b"localhost"
# What programs ask for, with a token or with nothing.
OF_PROGRAMS = ("/api/", "/v1/", "/healthz")
# A browser leaves this port out.
USUAL_PORT = 80
BEARER = b"bearer "
HOST, ORIGIN, TOKEN, SITE = b"host", b"origin", b"authorization", b"sec-fetch-site"
JAR, KEY = b"cookie", b"x-csrf-token"
LOOKED_AT = frozenset({HOST, ORIGIN, TOKEN, SITE, JAR, KEY})
# What a browser says of a request that a person typed, or that a page of ours made.
OWN_SITES = frozenset({b"same-origin", b"none"})
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# There is a key, and only the browser has it.
IN_THE_BROWSER = "in-the-browser"
ENDING = "the server is ending; ask the next one"
LOG = logging.getLogger("proctor.server")

NOT_OURS = Refused(421, "this server is reached by 127.0.0.1 and its port only", code="wrong-host")
FOR_PROGRAMS = Refused(
    421,
    "at this address only programs with a token are answered: people go to the page at 127.0.0.1",
    code="wrong-host",
    help="`proctor open` opens the right address",
)
OTHER_SITE = Refused(403, "requests from other sites are refused", code="other-site")
NO_TOKEN = Refused(
    401,
    "a person's token is needed: `Authorization: Bearer …`, see `proctor token`",
    code="token-missing",
)
WRONG_TOKEN = Refused(401, "this token is nobody's; see `proctor token`", code="token-wrong")
NO_SESSION_TOKEN = Refused(
    401, "the token of an agent's session is needed here, and no person's", code="token-wrong"
)
SIGNED_OUT = Refused(
    401, "you are not signed in any more", code="signed-out", help="`proctor open` signs you in"
)
TWO_SESSIONS = Refused(
    400,
    "this browser sends two sessions at once: another server on this machine has set one of them",
    code="doubled-cookie",
    help="its cookies for 127.0.0.1 are cleared now: sign in again, `proctor open`; if that does "
    "not help, delete them in the browser's settings",
)
NO_KEY = Refused(
    403,
    "this page cannot show that it is ours, so nothing was changed",
    code="csrf",
    help="sign in again: `proctor open`",
)


def only_user() -> People:
    """Return the people of a home in which nobody is named."""
    return People(local=local_person())


class Access:
    """
    Knows which requests may come in, and whose they are.

    Args:
        tokens: the tokens of the home.
        port: the port at which the server is.
        people: who is among the people now.
        pages: the port at which its pages are, where that is another one.

    """

    def __init__(
        self,
        tokens: Tokens,
        port: int,
        people: Callable[[], People] = only_user,
        pages: int | None = None,
    ) -> None:
        self.tokens = tokens
        self.people = people
        # Those by which the last request was looked at.
        self.last_people: People | None = None
        self.sessions = Sessions(tokens, self.is_listed)
        self.links = OneTimeLinks()
        at = port if pages is None else pages
        self.cookie_name = cookie_name(at)
        self.url = f"http://{OURS.decode()}:{at}"
        self.own_hosts = hosts_of(OURS, at)
        self.hosts = frozenset().union(
            *(hosts_of(name, number) for name in (OURS, BY_NAME) for number in (port, at))
        )

    def is_listed(self, person: str) -> bool:
        """Say whether somebody is among the people now."""
        return known_may(self.people(), person) is not None

    def refusal(self, scope: Scope, *, note: bool = True) -> Refused | None:
        """
        Return why a request may not come in; whose it is goes into its scope.

        With `note`, a session counts as used by it.
        """
        found = headers_of(scope)
        if isinstance(found, Refused):
            return found
        host = found.get(HOST, b"").lower()
        if host not in self.hosts:
            return NOT_OURS
        path = scope["path"]
        # Before anything else of a person's is looked at: what they sent is not meant for there.
        signs_in = path.startswith(SIGN_IN)
        by_token = (TOKEN in found and not signs_in) or (
            path.startswith(OF_PROGRAMS) and JAR not in found
        )
        if host not in self.own_hosts and not by_token:
            return FOR_PROGRAMS
        elsewhere = ORIGIN in found and found[ORIGIN] != b"http://" + host
        if elsewhere or (SITE in found and found[SITE] not in OWN_SITES):
            return OTHER_SITE
        if path == SIGN_IN and scope["method"] not in SAFE and ORIGIN not in found:
            # Without a word where it comes from, a page could sign somebody in as another.
            return OTHER_SITE
        if path in OPEN or path.startswith(OPEN_BELOW):
            return None
        if path in PATHS:
            return self.refusal_of_agent(scope, borne(found) or "")
        if JAR in found and TOKEN not in found:
            return self.refusal_by_cookie(scope, found, note=note)
        return self.refusal_by_token(scope, borne(found))

    def refusal_by_token(self, scope: Scope, given: str | None) -> Refused | None:
        """Return why a request with a token, or with nothing, may not come in."""
        if given is None:
            return NO_TOKEN
        person = self.tokens.person_of(given)
        if person is None:
            return WRONG_TOKEN
        scope[CSRF] = ""
        return self.refusal_of_person(scope, person)

    def refusal_of_agent(self, scope: Scope, given: str) -> Refused | None:
        """Return why telemetry may not come in; which session's it is goes into its scope."""
        session = session_of(self.tokens.home, given)
        if session is None:
            return NO_SESSION_TOKEN
        scope[SESSION] = session
        return None

    def refusal_by_cookie(
        self, scope: Scope, found: Mapping[bytes, bytes], *, note: bool
    ) -> Refused | None:
        """Return why a request with cookies may not come in."""
        cookies = cookies_of(found[JAR].decode("latin-1"), self.cookie_name)
        if not cookies:
            return NO_TOKEN
        live = self.sessions.live(cookies, note=note)
        if not live:
            return SIGNED_OUT
        if len(live) > 1:
            return TWO_SESSIONS
        ((cookie, session),) = live.items()
        if scope["method"] not in SAFE:
            if ORIGIN not in found:
                return OTHER_SITE
            if not has_key(session, found.get(KEY, b"").decode("latin-1")):
                return NO_KEY
        scope[COOKIE] = cookie
        scope[CSRF] = IN_THE_BROWSER
        return self.refusal_of_person(scope, session.person)

    def refusal_of_person(self, scope: Scope, person: str) -> Refused | None:
        """Return why somebody may not come in who is known; what they may goes into the scope."""
        self.last_people = self.people()
        may = known_may(self.last_people, person)
        if may is None:
            return Refused(403, NOBODY.format(name=person), code="unknown-person", help=NOBODY_HELP)
        scope[PERSON], scope[MAY] = person, may
        # Deciding has a way of its own, past the routes: who may do it is looked at here.
        if scope["path"] == DECIDE and may < May.WORK:
            return Refused(403, lacks(person, may, May.WORK), code="not-allowed")
        return None

    def still_in(self, scope: Scope) -> bool:
        """Say whether a request that came in would still do so, as the same person's."""
        person = scope[PERSON]
        return self.refusal(scope, note=False) is None and bool(scope[PERSON] == person)


def headers_of(scope: Scope) -> dict[bytes, bytes] | Refused:
    """Return the headers that count; of two that differ, nobody knows who believes which."""
    found: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        if name in LOOKED_AT:
            if name in found:
                return Refused(
                    400, f"the header `{name.decode()}` came twice", code="doubled-header"
                )
            found[name] = value
    return found


def borne(found: Mapping[bytes, bytes]) -> str | None:
    """Return the token that a request bears; None where it bears none."""
    token = found.get(TOKEN, b"")
    if token[: len(BEARER)].lower() != BEARER:
        return None
    return token[len(BEARER) :].decode("latin-1").strip()


def cookies_of(header: str, wanted: str) -> list[str]:
    """Return the values that a header of cookies has for a name; others may be in it too."""
    pairs = (pair.strip().partition("=") for pair in header.split(";"))
    return [value for name, _, value in pairs if name == wanted]


def hosts_of(name: bytes, port: int) -> frozenset[bytes]:
    """Return how a browser may write a name with our port."""
    whole = frozenset({name + b":%d" % port})
    return whole | {name} if port == USUAL_PORT else whole


def is_opened(scope: Scope) -> bool:
    """Say whether somebody opens a page."""
    return scope["method"] in {"GET", "HEAD"} and not scope["path"].startswith(OF_PROGRAMS)


class Sending:
    """A way to answer that knows whether it was used."""

    __slots__ = ("begun", "send")

    def __init__(self, send: Send) -> None:
        self.send = send
        self.begun = False

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        """Send a piece of the answer."""
        self.begun = True
        await self.send(message)


class Guarded:
    """
    An application behind Access; nothing in it runs for a request that may not come in.

    Whatever happens in it, the answer is one of ours.
    """

    def __init__(self, access: Access, app: App) -> None:
        self.access = access
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] != "http":
            return  # there are no websockets here, and nothing to begin or end
        refused = self.access.refusal(scope)
        if refused is FOR_PROGRAMS and is_opened(scope):
            await lead_to(self.access.url, scope)(scope, receive, send)
            return
        if refused is not None:
            await refuse(scope, receive, send, refused)
            return
        sending = Sending(send)
        try:
            await self.app(scope, receive, sending)
        except asyncio.CancelledError:
            if sending.begun:
                raise
            await refuse(scope, receive, send, Refused(503, ENDING, code="server-error"))
        except Exception:
            LOG.exception("a request failed")
            if not sending.begun:
                await refuse(scope, receive, send, Refused(500, HIDDEN, code=INTERNAL))

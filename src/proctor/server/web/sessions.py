"""
Who is signed in, in which browser.

A browser that has signed in has two secrets. The cookie comes with every request. The key
stands in a header of each one that changes something; only pages of this very address can
read it where the browser keeps it. The cookie alone is not enough, because browsers send it
to every port of this machine: also to the server that an agent has just started, and that
somebody looks at.

A session is bound to the person's token: one that is revoked or made anew ends it at once,
and so does taking the person off the list.

Sessions are kept in memory, and end with the server. While it is away, anybody can have its
port, and an open page tells cookie and key to whoever has it: the next server knows neither.
"""

from __future__ import annotations

import hmac
import re
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from proctor.errors import NotAllowed, StoreError
from proctor.server.tokens import Tokens, digest

COOKIE_NAME = "proctor_session_{port}"
BYTES = 32
# By this a cookie or a key is known for a secret wherever it appears.
PREFIX = "proctor_web_"
SECRET = re.compile(PREFIX + r"[A-Za-z0-9_-]{43}")
A_DAY = 86_400.0
# Unused for so long, or begun so long ago, a session is over.
LONGEST_IDLE, LONGEST = A_DAY, 14 * A_DAY
# So many browsers of one person; with one more, the one is signed out that was used least lately.
MOST_OF_ONE = 10
# A use is noted no more often than this.
NOTED = 60.0


@dataclass(frozen=True, slots=True)
class Session:
    """
    Somebody who is signed in, in one browser.

    `cookie` and `key` are digests of what that browser has, `token` that of the person's
    token when they signed in, which is kept of it anyway. Moments are seconds since 1970.
    """

    cookie: str
    key: str
    person: str
    token: str
    made: float
    seen: float


class Fresh(NamedTuple):
    """What a browser is given once, when somebody signs in."""

    person: str
    cookie: str
    key: str


class Sessions:
    """
    The sessions of a server.

    Args:
        tokens: the tokens by which people are known.
        listed: says whether somebody is among the people now.
        clock: the time, in seconds since 1970.

    """

    def __init__(
        self,
        tokens: Tokens,
        listed: Callable[[str], bool],
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.tokens = tokens
        self.listed = listed
        self.clock = clock
        self.kept: dict[str, Session] = {}

    def begin(self, person: str) -> Fresh:
        """
        Sign somebody in.

        Raises:
            NotAllowed: they have no token, or are not among the people.

        """
        token = self.token_of(person)
        if not token or not self.listed(person):
            raise NotAllowed(f"`{person}` cannot sign in here")
        cookie, key = (PREFIX + secrets.token_urlsafe(BYTES) for _ in range(2))
        fresh = Fresh(person, cookie, key)
        now = self.clock()
        made = Session(digest(fresh.cookie), digest(fresh.key), person, token, now, now)
        self.forget_ended()
        theirs = [one for one in self.kept.values() if one.person == person]
        theirs.sort(key=lambda one: one.seen)
        for oldest in theirs[: max(len(theirs) + 1 - MOST_OF_ONE, 0)]:
            del self.kept[oldest.cookie]
        self.kept[made.cookie] = made
        return fresh

    def of(self, cookie: str, *, note: bool = True) -> Session | None:
        """Return the session of a cookie; None where there is none, or it is over."""
        if not SECRET.fullmatch(cookie):
            return None
        # Looked up by its digest: how long that takes tells nothing of the cookie.
        session = self.kept.get(digest(cookie))
        if session is None:
            return None
        if self.is_over(session):
            del self.kept[session.cookie]
            return None
        now = self.clock()
        if note and now - session.seen > NOTED:
            session = self.kept[session.cookie] = replace(session, seen=now)
        return session

    def live(self, cookies: Iterable[str], *, note: bool = True) -> dict[str, Session]:
        """Return the sessions of those cookies that have one; any server here can plant others."""
        found = ((cookie, self.of(cookie, note=note)) for cookie in dict.fromkeys(cookies))
        return {cookie: session for cookie, session in found if session is not None}

    def end(self, cookie: str) -> None:
        """Sign a browser out."""
        self.kept.pop(digest(cookie), None)

    def is_over(self, session: Session) -> bool:
        """Say whether a session counts no more."""
        now = self.clock()
        # One from the future was made by a clock that was wrong.
        late = session.made > now + NOTED or session.seen > now + NOTED
        idle = now - session.seen > LONGEST_IDLE or now - session.made > LONGEST
        token = self.token_of(session.person)
        same = bool(token) and hmac.compare_digest(token.encode(), session.token.encode())
        return late or idle or not same or not self.listed(session.person)

    def token_of(self, person: str) -> str:
        """Return what is kept of a person's token; nothing where they have none."""
        try:
            return self.tokens.current().get(person, "")
        except (OSError, StoreError):
            return ""

    def forget_ended(self) -> None:
        """Forget the sessions that are over."""
        self.kept = {name: one for name, one in self.kept.items() if not self.is_over(one)}


def cookie_name(port: int) -> str:
    """Return the name of the cookie; browsers send it to other ports, where others have theirs."""
    return COOKIE_NAME.format(port=port)


def has_key(session: Session, key: str) -> bool:
    """Say whether a request came with the key of a session."""
    given = digest(key).encode() if SECRET.fullmatch(key) else b""
    return hmac.compare_digest(given, session.key.encode("utf-8", "surrogatepass"))

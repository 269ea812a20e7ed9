"""Passwords and tokens in the part of a URL that says who logs in."""

from __future__ import annotations

import re

from proctor.audit.redaction.secret_ends import holds_nothing
from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from proctor.audit.redaction.secret_spans import Span

AUTHORITY = lazy(r"://([^\s/?#\"'<>`]*+)")
# A password may hold what a URL must not; so far it is looked for.
ODD_PASSWORD = lazy(r"[^\s\"'<>`]{0,300}@")
THIN = lazy(r"oracle:thin:[^/\s]{1,100}/(?P<secret>[^@\s]{1,200})@", re.IGNORECASE | re.ASCII)
PORT = lazy(r"[0-9]{0,5}")
# A user that is longer than a name is a token.
LONGEST_USER = 19
NO_PASSWORD = frozenset(("", "x-oauth-basic", "x", "x-token-auth"))


def url_spans(text: str) -> Iterator[Span]:
    """Return the passwords of URLs, and users that are tokens."""
    for found in AUTHORITY.finditer(text):
        start, end = found.span(1)
        host = found[1].rfind("@")
        if host >= 0:
            yield from login_spans(text, start, start + host)
            continue
        user, colon, rest = found[1].partition(":")
        if colon and not PORT.fullmatch(rest) and not user.startswith("["):
            odd = ODD_PASSWORD.match(text, end)
            if odd:
                yield from login_spans(text, start, odd.end() - 1)
    yield from (match.span("secret") for match in THIN.finditer(text))


def login_spans(text: str, start: int, end: int) -> Iterator[Span]:
    """Return what is secret between `://` and `@`."""
    user, colon, password = text[start:end].partition(":")
    middle = start + len(user)
    if not holds_nothing(password) and password not in NO_PASSWORD:
        yield middle + 1, end
    alone = not colon or password in NO_PASSWORD
    if (len(user) > LONGEST_USER or (alone and colon and user)) and not holds_nothing(user):
        yield start, middle

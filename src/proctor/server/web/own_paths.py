"""Where somebody is led after signing in: a path of ours, whatever was asked for."""

from __future__ import annotations

import re
from urllib.parse import quote

START = "/"
LONGEST = 2000
SIGN_IN, SIGN_OUT = "/sign-in", "/sign-out"
STATIC = "/static/"
# Browsers take a backslash for a slash, and leave out what cannot be seen: so neither is taken.
# Two slashes would begin the name of another machine.
OWN = re.compile(r"/(?![/\\])[!-\[\]-~]*")
# What is no page.
ELSEWHERE = (SIGN_IN, SIGN_OUT, "/api", "/static", "/v1", "/live", "/healthz")


def own_path(asked: str) -> str:
    """Return the path that was asked for if it is a page of ours, else that of the first page."""
    if len(asked) > LONGEST or not OWN.fullmatch(asked):
        return START
    bare = asked.partition("?")[0].partition("#")[0]
    if any(bare == place or bare.startswith(f"{place}/") for place in ELSEWHERE):
        return START
    return asked


def sign_in_for(path: str) -> str:
    """Return the address at which somebody signs in who wanted to see a page."""
    wanted = own_path(path)
    return SIGN_IN if wanted == START else f"{SIGN_IN}?next={quote(wanted, safe='/')}"

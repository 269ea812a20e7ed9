"""What an examination finds: one line of what it is, and one of what to do."""

from __future__ import annotations

from typing import NamedTuple

OK, WARNING, PROBLEM = "ok", "warning", "problem"


class Fix(NamedTuple):
    """A repair that is safe: `kind` is reinstall, switch-on or close, and of what."""

    kind: str
    path: str
    scope: str = ""


class Finding(NamedTuple):
    """One thing that was looked at; `area` is what it belongs to, `code` a name for programs."""

    level: str
    area: str
    what: str
    do: str = ""
    fix: Fix | None = None
    code: str = ""


def ok(area: str, what: str) -> Finding:
    """Return what is as it should be."""
    return Finding(OK, area, what)


def warning(area: str, what: str, do: str = "", *, code: str = "") -> Finding:
    """Return what is worth knowing, and may be meant so."""
    return Finding(WARNING, area, what, do, code=code)


def problem(area: str, what: str, do: str = "", fix: Fix | None = None) -> Finding:
    """Return what lets a call run unchecked, or keeps us from checking."""
    return Finding(PROBLEM, area, what, do, fix)

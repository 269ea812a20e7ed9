"""The kinds of tools."""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """What a tool works on, and so how a rule's pattern is read."""

    SHELL = "shell"
    READ = "read"
    EDIT = "edit"
    FETCH = "fetch"
    SEARCH = "search"
    MCP = "mcp"
    DELEGATE = "delegate"
    OTHER = "other"

    # A member is one object, and kinds are looked up on every decision.
    __hash__ = object.__hash__


# The members by themselves, for code that compares on every call.
SHELL, READ, EDIT, FETCH = Kind.SHELL, Kind.READ, Kind.EDIT, Kind.FETCH

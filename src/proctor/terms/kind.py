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

"""The categories of calls that a person can allow for a whole session."""

from __future__ import annotations

from enum import StrEnum


class Category(StrEnum):
    """A kind of work: commands, edits of files, reading and searching, fetching from the web."""

    BASH = "bash"
    EDIT = "edit"
    READ = "read"
    FETCH = "fetch"

    @property
    def key(self) -> str:
        """Return the word by which rules and commands name it."""
        return self.value

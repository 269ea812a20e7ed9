"""What is not read, apart from the grammar: most lines can be told without that."""

from __future__ import annotations

# A longer text is not parsed.
LONGEST = 128 * 1024


class Unreadable(Exception):
    """The line has something that this reader does not know."""

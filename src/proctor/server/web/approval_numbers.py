"""The number of a question in an address: whatever else stands there is no question."""

from __future__ import annotations

from proctor.audit.rows import LARGEST
from proctor.errors import NotFound


def read_number(text: str) -> int:
    """
    Return the number of a question.

    Raises:
        NotFound: no question can have it.

    """
    if text.isascii() and text.isdigit() and len(text) < len(str(LARGEST)):
        return int(text)
    raise NotFound("there is no such question", help="the inbox has those that wait")

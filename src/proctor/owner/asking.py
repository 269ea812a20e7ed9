"""Ask a person from any process: through the owner of the home, which is started if none is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from proctor.owner.background import ensure_owner
from proctor.owner.client import wait_for_answer


def ask_a_person(home: Path, question: dict[str, Any], seconds: float) -> dict[str, Any] | None:
    """
    Ask, and return the question as it ended; None where it has not ended in time.

    A server that is not there is started; one that dies meanwhile is started again,
    and asked the same question.

    Args:
        home: Proctor's home.
        question: the fields of the op `ask`, with a `uid` of its own.
        seconds: how long to wait.

    """
    return wait_for_answer(
        home, question, seconds, start=lambda left: ensure_owner(home, seconds=left)
    )

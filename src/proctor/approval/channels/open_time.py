"""For how long a question is still open."""

from __future__ import annotations

from datetime import UTC, datetime

from proctor.terms.question import Question

USUAL_TIME = 60.0


def seconds_left(question: Question) -> float:
    """Return for how long a question is still open; never longer than it was meant to be."""
    try:
        asked = datetime.fromisoformat(question.asked_at)
        end = datetime.fromisoformat(question.expires_at)
        left = min(end - datetime.now(UTC), end - asked)
    except (ValueError, TypeError):
        return USUAL_TIME
    return max(left.total_seconds(), 0)

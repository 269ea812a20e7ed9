"""What a review says in the record, and what answer it is."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.approval.reviewer import Judgement, Review
from proctor.approval.reviewing import CHANGED, reply_of, words_of
from proctor.terms.reply import Answer, Decider, Reply
from tests.tables import each_row

REVIEW = Review(Judgement.ALLOW, "it only tests", 2.314, 0.00123, "haiku")


@each_row(
    ("changes", "words"),
    [
        ({}, "reviewer haiku: ALLOW in 2.31 s, $0.0012: it only tests"),
        ({"cost": None}, "reviewer haiku: ALLOW in 2.31 s: it only tests"),
        (
            {"cost": None, "tokens": 720},
            "reviewer haiku: ALLOW in 2.31 s, 720 tokens: it only tests",
        ),
        ({"reason": ""}, "reviewer haiku: ALLOW in 2.31 s, $0.0012"),
        (
            {"saved": "remembered", "cost": 0.0, "seconds": 0.0},
            "reviewer haiku: ALLOW, remembered: it only tests",
        ),
        (
            {"saved": "shared", "cost": 0.0},
            "reviewer haiku: ALLOW in 2.31 s, shared: it only tests",
        ),
        (
            {"verdict": Judgement.ASK_USER, "reason": CHANGED},
            f"reviewer haiku: ASK_USER in 2.31 s, $0.0012: {CHANGED}",
        ),
        (
            {
                "verdict": Judgement.ASK_USER,
                "reason": "connection refused",
                "failed": True,
                "cost": None,
                "seconds": 20.0,
            },
            "reviewer haiku: no answer in 20.00 s: connection refused",
        ),
        (
            {
                "verdict": Judgement.ASK_USER,
                "reason": "x",
                "failed": True,
                "cost": None,
                "model": "",
            },
            "reviewer: no answer in 2.31 s: x",
        ),
    ],
)
def test_a_review_in_words(changes: dict[str, Any], words: str) -> None:
    """The record says who judged, how long it took and what it cost."""
    assert words_of(REVIEW._replace(**changes)) == words


@pytest.mark.parametrize(
    ("verdict", "answer"), [(Judgement.ALLOW, Answer.ALLOW), (Judgement.DENY, Answer.DENY)]
)
def test_a_verdict_is_an_answer(verdict: Judgement, answer: Answer) -> None:
    """An ALLOW and a DENY answer the question, in the reviewer's name."""
    review = REVIEW._replace(verdict=verdict)

    assert reply_of(review) == Reply(
        answer,
        by="reviewer haiku",
        channel="reviewer",
        words="it only tests",
        decider=Decider.REVIEWER,
        review=words_of(review),
    )


def test_no_verdict_is_no_answer() -> None:
    """What a reviewer leaves to a person goes on to people."""
    assert reply_of(REVIEW._replace(verdict=Judgement.ASK_USER)) is None

"""
Verdicts that need not be asked for twice: in this process, and only for the very same.

One memory belongs to one reviewer: who judges is not part of the key.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from hashlib import sha256

from proctor.approval.review_request import Request
from proctor.approval.reviewer import REMEMBERED, Judgement, Review

MOST = 1_000


def key_of(request: Request, instructions: str, scripts: str | None) -> str | None:
    """
    Return what a verdict is remembered under; None if it must not be.

    It holds for the same input, place, role, policy and instructions, and the same
    content of every script that would run, of which `scripts` is the digest. A script
    whose content is not known, an input without a digest or a policy without a revision
    is never the same.
    """
    if not request.digest or not request.policy_revision or not scripts:
        return None
    # The digest stands for the exact input; the one in the request is redacted.
    told = [*request._replace(input=None), instructions, scripts]
    return sha256(json.dumps(told).encode()).hexdigest()


class Memory:
    """A bounded number of verdicts, those that were used last."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.reviews: OrderedDict[str, Review] = OrderedDict()

    def look(self, key: str | None) -> Review | None:
        """Return the verdict that is remembered; to look it up took no time and cost nothing."""
        if key is None or key not in self.reviews:
            return None
        self.reviews.move_to_end(key)
        return self.reviews[key]._replace(seconds=0.0, cost=0.0, saved=REMEMBERED)

    def keep(self, key: str | None, review: Review) -> None:
        """Remember a verdict; that somebody else shall be asked is none."""
        if key is None or review.verdict not in {Judgement.ALLOW, Judgement.DENY}:
            return
        self.reviews[key] = review
        self.reviews.move_to_end(key)
        while len(self.reviews) > self.most:
            self.reviews.popitem(last=False)

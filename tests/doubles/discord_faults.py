"""What a double of Discord answers instead of what it was asked for."""

from __future__ import annotations

import json
from typing import NamedTuple


class Fault(NamedTuple):
    """
    What is answered instead.

    `drop` hangs up instead, `hang` never answers; `late` does what was asked first.
    """

    status: int = 500
    body: bytes = b'{"message": "500: Internal Server Error", "code": 0}'
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "application/json"),)
    drop: bool = False
    hang: bool = False
    late: bool = False


def too_many(seconds: float, *, everywhere: bool = False) -> Fault:
    """Return what whoever asks too often is told."""
    told = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
    scope = "global" if everywhere else "shared"
    more = (("Retry-After", str(seconds)), ("X-RateLimit-Scope", scope))
    return Fault(429, json.dumps(told).encode(), (("Content-Type", "application/json"), *more))


RUBBISH = Fault(200, b"<html>\xff\x00 not json")
WRONG_JSON = Fault(200, b'{"id": ["?"], "type": {}}')
CLOUD = Fault(502, b"<html>bad gateway</html>", (("Content-Type", "text/html"),))

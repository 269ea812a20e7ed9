"""
How much a test tries.

`make test` has ten minutes, so a test of generated input or of repeated faults tries as much as
finds most of what it can find. `make full` sets `PROCTOR_TESTS=full` and tries far more.
"""

from __future__ import annotations

import os

FULL = os.environ.get("PROCTOR_TESTS") == "full"


def amount(usual: int, full: int) -> int:
    """Return how often something is tried: `usual` in `make test`, `full` in `make full`."""
    return full if FULL else usual

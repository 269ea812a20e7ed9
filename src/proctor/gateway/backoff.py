"""How long to wait before an upstream is started again: twice as long each time it fails."""

from __future__ import annotations

import random
from dataclasses import dataclass

FIRST, MOST = 0.5, 60.0
WELL_FOR = 60.0
JITTER = 0.2


@dataclass
class Backoff:
    """
    The waits of one upstream, in seconds.

    They begin with `first` and double up to `most`, each a little longer or shorter by
    chance, so that many do not come back at once. After `well_for` without a failure they
    begin anew.
    """

    first: float = FIRST
    most: float = MOST
    well_for: float = WELL_FOR
    failures: int = 0

    def failed(self, well: float) -> float:
        """Return how long to wait now, after the upstream was well for so many seconds."""
        if well >= self.well_for:
            self.failures = 0
        # The exponent is limited too: a number of some thousand digits is no wait.
        wait = min(self.most, self.first * 2.0 ** min(self.failures, 30))
        self.failures += 1
        return wait * random.uniform(1 - JITTER, 1)  # noqa: S311 - no secret

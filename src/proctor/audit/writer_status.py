"""How the writer fares, and what it leaves alone for a while after it has failed."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

# After an error of the store, the spool is used at once for so many seconds.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0


@dataclass
class Status:
    """How the writer fares: what is wrong with store and spool, and how many rows went where."""

    store: str = ""
    spool: str = ""
    kept: int = 0
    spooled: int = 0
    lost: int = 0

    @property
    def trouble(self) -> str:
        """Say what is wrong; nothing where all is well."""
        return "; and ".join(filter(None, (self.store, self.spool)))


class Rest:
    """A while for which something that has failed is left alone, each time a longer one."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.until = 0.0

    def begin(self) -> None:
        """Leave it alone from now on."""
        self.seconds = min(max(FIRST_PAUSE, self.seconds * 2), LONGEST_PAUSE)
        self.until = monotonic() + self.seconds

    def end(self) -> None:
        """Forget that it has failed."""
        self.seconds = self.until = 0.0

    def lasts(self) -> bool:
        """Say whether it is still to be left alone."""
        return self.seconds > 0 and monotonic() < self.until


def words(error: Exception) -> str:
    """Return what an error says."""
    return str(error) or type(error).__name__

"""What all of the store in memory shares: its lock, its numbers, and who listens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Condition

from proctor.audit.store import Change
from proctor.errors import StoreError


class MemoryChanges:
    """An ear for what changes in a store of this process."""

    def __init__(self, store: MemoryShared) -> None:
        self._store = store
        self._heard: list[Change] = []
        self._closed = False
        store.ears.append(self)

    def hear(self, change: Change) -> None:
        """Take a change in; under the lock of the store."""
        self._heard.append(change)

    def wait(self, seconds: float) -> Sequence[Change]:
        """Return what has changed since last time; wait until something has, or time is over."""
        with self._store.lock:
            self._store.lock.wait_for(self._over, max(seconds, 0))
            if self._store.closed and not self._closed:
                raise closed_error()
            heard, self._heard = self._heard, []
            return heard

    def close(self) -> None:
        """Stop listening; this also ends a wait of another thread."""
        with self._store.lock:
            self._closed = True
            self._heard = []
            if self in self._store.ears:
                self._store.ears.remove(self)
            self._store.lock.notify_all()

    def _over(self) -> bool:
        return bool(self._heard) or self._closed or self._store.closed


class MemoryShared:
    """One lock around everything that is kept, and a word to whoever listens."""

    def __init__(self) -> None:
        self.lock = Condition()
        self.closed = False
        self.ears: list[MemoryChanges] = []
        self._numbers: Counter[str] = Counter()

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Be alone with what is kept."""
        with self.lock:
            if self.closed:
                raise closed_error()
            yield

    def _next(self, kind: str) -> int:
        """Return a number that was never given."""
        self._numbers[kind] += 1
        return self._numbers[kind]

    def _tell(self, kind: str, number: int) -> None:
        """Let whoever listens know of a change."""
        for ear in self.ears:
            ear.hear(Change(kind, number))
        self.lock.notify_all()

    def close(self) -> None:
        """Let go of it, and of whoever waits."""
        with self.lock:
            self.closed = True
            self.lock.notify_all()


def closed_error() -> StoreError:
    """Return what a closed store says to whoever uses it."""
    return StoreError("the store is closed")

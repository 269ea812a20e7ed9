"""Let nothing come between a process that was started and our knowing of it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

HELD = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """
    Hold Ctrl-C and SIGTERM back while something short is done, then let them come.

    Only the main thread is interrupted by them, so elsewhere there is nothing to hold.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def hold(number: int, _: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.signal(number, hold) for number in HELD}
    try:
        yield
    finally:
        for number, handler in before.items():
            # None: somebody else than Python had set it, and it cannot be set again from here.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
    for held in dict.fromkeys(came):
        signal.raise_signal(held)

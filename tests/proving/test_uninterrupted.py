"""Signals that are held back for a moment."""

from __future__ import annotations

import signal
import threading
from types import FrameType

import pytest

from proctor.proving.uninterrupted import uninterrupted


def test_ctrl_c_comes_afterwards() -> None:
    """What was begun is finished first, and nothing is lost."""
    done: list[str] = []

    def do() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append("finished")

    with pytest.raises(KeyboardInterrupt):
        do()
    assert done == ["finished"]


def test_the_handlers_are_as_before() -> None:
    """Whoever had set one has it again, and hears of what came meanwhile."""
    heard: list[int] = []

    def hear(number: int, _: FrameType | None) -> None:
        heard.append(number)

    before = signal.signal(signal.SIGTERM, hear)
    try:
        with uninterrupted():
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)
            assert heard == []
        assert (heard, signal.getsignal(signal.SIGTERM)) == ([signal.SIGTERM], hear)
    finally:
        signal.signal(signal.SIGTERM, before)


def test_an_error_passes_through() -> None:
    """It is not hidden, and the handlers are set again."""
    before = signal.getsignal(signal.SIGINT)

    def fail() -> None:
        with uninterrupted():
            raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        fail()
    assert signal.getsignal(signal.SIGINT) == before


def test_other_threads_have_nothing_to_hold() -> None:
    """There it only does what is inside."""
    done: list[str] = []

    def work() -> None:
        with uninterrupted():
            done.append("done")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert done == ["done"]

"""Whoever called a tool is told, from time to time, that nobody has decided yet."""

from __future__ import annotations

import asyncio

import pytest

from proctor.tools.waiting import telling


def test_what_takes_no_time_is_not_told() -> None:
    """A call that is decided at once tells nothing, and leaves nothing behind."""
    told: list[float] = []

    async def note(seconds: float) -> None:
        told.append(seconds)

    async def main() -> int:
        async with telling(note):
            pass
        return len(asyncio.all_tasks())

    assert (asyncio.run(main()), told) == (1, [])


def test_what_takes_longer_is_told_again_and_again() -> None:
    """Each time it says for how long it has been; at the end nobody is told any more."""
    told: list[float] = []
    often = asyncio.Event()

    async def note(seconds: float) -> None:
        told.append(seconds)
        if len(told) == 3:
            often.set()

    async def main() -> int:
        async with telling(note, every=0.01):
            await often.wait()
        return len(asyncio.all_tasks())

    assert asyncio.run(main()) == 1
    assert sorted(told) == told
    assert len(told) == 3


def test_who_cannot_be_told_harms_nothing() -> None:
    """An error of whoever is told is not the call's."""
    tried = asyncio.Event()

    async def fail(seconds: float) -> None:
        tried.set()
        message = f"gone after {seconds}"
        raise ConnectionError(message)

    async def main() -> str:
        async with telling(fail, every=0.01):
            await tried.wait()
        return "done"

    assert asyncio.run(main()) == "done"


def test_what_goes_wrong_inside_comes_out() -> None:
    """An error inside ends the telling, and is the caller's as it was."""

    async def note(seconds: float) -> None:
        del seconds

    async def main() -> None:
        async with telling(note, every=0.01):
            raise LookupError

    with pytest.raises(LookupError):
        asyncio.run(main())

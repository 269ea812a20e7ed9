"""One look for all who want to see the same, and never one that began before they asked."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from proctor.server.shared_look import SharedLook
from tests.server.offices import run


class Eye:
    """Looks when it is let, and counts."""

    def __init__(self) -> None:
        self.looks = 0
        self.let = asyncio.Event()

    async def look(self) -> int:
        """Look once."""
        self.looks += 1
        number = self.looks
        await self.let.wait()
        return number


def test_all_who_ask_meanwhile_share_the_next_look() -> None:
    """Fifty who ask while one is looking are shown what is seen after that."""

    async def work() -> None:
        eye = Eye()
        shared = SharedLook(eye.look, pause=0.0)
        first = asyncio.create_task(shared.see())
        while not eye.looks:
            await asyncio.sleep(0)
        others = [asyncio.create_task(shared.see()) for _ in range(50)]
        await asyncio.sleep(0)
        eye.let.set()

        assert await first == 1
        assert set(await asyncio.gather(*others)) == {2}
        assert eye.looks == 2

    run(work())


def test_who_goes_away_takes_nothing_from_the_others() -> None:
    """The look goes on, and nobody begins another."""

    async def work() -> None:
        eye = Eye()
        shared = SharedLook(eye.look, pause=0.0)
        gone, stays = (asyncio.create_task(shared.see()) for _ in range(2))
        while not eye.looks:
            await asyncio.sleep(0)
        gone.cancel()
        eye.let.set()

        assert (await stays, eye.looks) == (1, 1)

    run(work())


def test_looks_begin_at_least_a_pause_apart() -> None:
    """However many ask, one after the other."""

    async def work() -> None:
        began: list[float] = []
        clock = asyncio.get_running_loop().time

        async def look() -> None:
            began.append(clock())

        shared = SharedLook(look, pause=0.05)
        for _ in range(3):
            await shared.see()

        assert all(later - earlier >= 0.049 for earlier, later in pairwise(began))
        assert len(began) == 3

    run(work())


def test_what_goes_wrong_is_told_and_over() -> None:
    """Everybody who asked is told; who asks then gets another look."""

    async def work() -> None:
        answers = [ValueError("no"), None]

        async def look() -> str:
            if error := answers.pop(0):
                raise error
            return "seen"

        shared = SharedLook(look, pause=0.0)
        both = await asyncio.gather(shared.see(), shared.see(), return_exceptions=True)

        assert [str(each) for each in both] == ["no", "no"]
        assert await shared.see() == "seen"

    run(work())


@pytest.mark.parametrize("pause", [0.0, 10.0], ids=["at-once", "after-long"])
def test_the_first_look_waits_for_nothing(pause: float) -> None:
    """Whoever comes first is shown at once."""

    async def work() -> None:
        async def look() -> str:
            return "seen"

        assert await asyncio.wait_for(SharedLook(look, pause=pause).see(), 5) == "seen"

    run(work())

"""The line before the desk: one after the other, and nobody waits for ever."""

from __future__ import annotations

import asyncio

import pytest

from proctor.approval.line import Line

ARCH = ("arch-1", "s", "")


async def settle() -> None:
    """Let everybody go as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_one_is_asked_after_the_other_in_their_order() -> None:
    """Whoever came first is first."""

    async def work() -> tuple[list[int], int]:
        line, seen, most, inside = Line(), [], 0, 0

        async def one(number: int) -> None:
            nonlocal most, inside
            async with line.turn(ARCH, 30) as mine:
                assert mine
                inside += 1
                most = max(most, inside)
                seen.append(number)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(one(number) for number in range(20)))
        assert (line.turns, line.waiting) == ({}, {})
        return seen, most

    assert asyncio.run(work()) == (list(range(20)), 1)


def test_others_do_not_wait_and_who_has_no_name_waits_for_nobody() -> None:
    """Each agent has a line of its own; the nameless may be anybody."""

    async def work() -> None:
        line = Line()
        async with line.turn(ARCH, 30), line.turn(("arch-1", "t", ""), 30) as other:
            assert other
            async with line.turn(("", "", ""), 30) as first, line.turn(("", "", ""), 30) as second:
                assert first
                assert second
        assert (line.turns, line.waiting) == ({}, {})

    asyncio.run(work())


def test_who_waits_too_long_is_told_so_and_the_turn_stays_with_its_holder() -> None:
    """And who comes later still gets it."""

    async def work() -> list[bool]:
        line = Line()
        seen = []
        async with line.turn(ARCH, 30) as first:
            seen.append(first)
            async with line.turn(ARCH, 0.01) as second:
                seen.append(second)
            assert line.turns[ARCH].locked()
        async with line.turn(ARCH, 0.01) as third:
            seen.append(third)
        assert (line.turns, line.waiting) == ({}, {})
        return seen

    assert asyncio.run(work()) == [True, False, True]


def test_who_goes_away_leaves_the_line_whole() -> None:
    """While it waits, or while it has its turn: the next one comes in either case."""

    async def work() -> list[str]:
        line, seen = Line(), []

        async def one(name: str) -> None:
            async with line.turn(ARCH, 30):
                seen.append(name)
                await asyncio.Event().wait()

        tasks = {}
        for name in "abcd":
            tasks[name] = asyncio.create_task(one(name))
            await settle()
        tasks["b"].cancel()
        await settle()
        for name in "acd":
            tasks[name].cancel()
            await settle()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        assert (line.turns, line.waiting) == ({}, {})
        return seen

    assert asyncio.run(work()) == ["a", "c", "d"]


def test_an_error_in_ones_turn_ends_the_turn() -> None:
    """The next one is asked as if nothing had been."""

    async def work() -> bool:
        line = Line()
        with pytest.raises(ZeroDivisionError):
            async with line.turn(ARCH, 30):
                print(1 / 0)  # noqa: T201 - it is never printed
        async with line.turn(ARCH, 30) as mine:
            return mine

    assert asyncio.run(work())

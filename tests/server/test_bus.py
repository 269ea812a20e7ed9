"""What happens is told to everybody who listens."""

from __future__ import annotations

import asyncio
from typing import Any

from proctor.server.bus import FURTHEST_BEHIND, Bus
from tests.server.offices import run


async def collect(bus: Bus, into: list[Any]) -> None:
    """Listen to the end."""
    async for happening in bus.listen():
        into.append(happening)  # noqa: PERF401 - seen while it goes on


def test_everybody_hears_everything() -> None:
    """Each listener gets each happening, in order, until the end."""

    async def work() -> None:
        bus, heard = Bus(), ([], [])  # type: tuple[Bus, tuple[list[Any], list[Any]]]
        tasks = [asyncio.create_task(collect(bus, into)) for into in heard]
        await asyncio.sleep(0)
        for number in range(3):
            bus.tell("event", {"id": number})
        bus.close()
        await asyncio.gather(*tasks)

        assert heard[0] == heard[1] == [{"kind": "event", "id": n} for n in range(3)]
        assert bus.listeners == set()

    run(work())


def test_a_slow_listener_is_told_what_it_missed() -> None:
    """Whoever does not keep up loses the oldest, is told so, and holds up nobody."""

    async def work() -> None:
        bus, heard = Bus(), []  # type: tuple[Bus, list[Any]]
        task = asyncio.create_task(collect(bus, heard))
        await asyncio.sleep(0)
        for number in range(FURTHEST_BEHIND + 5):
            bus.tell("event", {"id": number})
        bus.close()
        await task

        assert heard[0] == {"kind": "missed", "number": FURTHEST_BEHIND}
        assert heard[-1] == {"kind": "event", "id": FURTHEST_BEHIND + 4}

    run(work())


def test_whoever_only_wants_to_know_that_is_told_at_once() -> None:
    """The kind is enough for them, and nobody else has to listen."""
    bus, heard = Bus(), []  # type: tuple[Bus, list[str]]
    bus.hearers.append(heard.append)
    bus.tell("agent", {"name": "arch-1"})
    bus.tell("question", {"id": 1})

    assert heard == ["agent", "question"]

"""Happenings as an event stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from proctor.server.bus import Bus
from proctor.server.stream import lines
from tests.server.offices import run

HAPPENING = {"kind": "decision", "why": "é\n\nevent: question"}


async def told(*happenings: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
    """Tell happenings, and end."""
    for happening in happenings:
        yield happening


def test_a_happening_is_one_event() -> None:
    """Nothing that is said in it can end it, or begin another."""

    async def heard() -> list[bytes]:
        return [line async for line in lines(told(HAPPENING), lambda: True)]

    assert run(heard()) == [
        b": listening\n\n",
        b'event: decision\ndata: {"kind":"decision","why":"\\u00e9\\n\\nevent: question"}\n\n',
    ]


def test_who_is_told_that_it_listens_misses_nothing() -> None:
    """What happens right after the first line is heard."""

    async def heard() -> bytes:
        bus = Bus()
        stream = lines(bus.listen(), lambda: True)
        await anext(stream)
        bus.tell("decision", {})
        try:
            return await anext(stream)
        finally:
            await stream.aclose()  # type: ignore[attr-defined] # it is a generator

    assert run(heard()) == b'event: decision\ndata: {"kind":"decision"}\n\n'


def test_silence_is_broken_now_and_then() -> None:
    """What stands between sees that the stream is alive, and nothing is lost by that."""

    async def heard() -> list[bytes]:
        bus = Bus()
        stream = lines(bus.listen(), lambda: True, every=0.01)
        found = [await anext(stream) for _ in range(3)]
        bus.tell("grant", {"id": 1})
        found += [line async for line in ending(bus, stream) if line != b": still here\n\n"]
        return found

    async def ending(bus: Bus, stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        async for line in stream:
            bus.close()
            yield line

    assert run(heard()) == [
        b": listening\n\n",
        b": still here\n\n",
        b": still here\n\n",
        b'event: grant\ndata: {"id":1,"kind":"grant"}\n\n',
    ]


def test_who_may_not_listen_any_more_hears_nothing() -> None:
    """The stream ends instead, at the next happening or in the silence before it."""

    async def heard(*, every: float) -> list[bytes]:
        bus, allowed = Bus(), [True]
        stream = lines(bus.listen(), lambda: allowed[0], every=every)
        found = [await anext(stream)]
        allowed.clear()
        allowed.append(False)
        if every > 1:
            bus.tell("decision", {})
        return found + [line async for line in stream]

    assert run(heard(every=0.01)) == [b": listening\n\n"]
    assert run(heard(every=600)) == [b": listening\n\n"]


def test_who_goes_is_forgotten() -> None:
    """The bus keeps nothing for a listener that is not there."""

    async def listeners() -> tuple[int, int]:
        bus = Bus()
        stream = lines(bus.listen(), lambda: True)
        await anext(stream)
        before = len(bus.listeners)
        await stream.aclose()  # type: ignore[attr-defined] # it is a generator
        while bus.listeners:
            await asyncio.sleep(0)
        return before, len(bus.listeners)

    assert run(listeners()) == (1, 0)

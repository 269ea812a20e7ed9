"""Looks at files: how many at once, and in which order."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

import pytest

from proctor.approval.looking import MOST_AT_ONCE, Looker, Looking


class Looks:
    """Looks that go on until they are let go, in the order in which they began."""

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self.looking = Looking(most)
        self.began: list[str] = []
        self.gates: dict[str, threading.Event] = {}
        self.lock = threading.Condition()

    def look(self, name: str) -> str:
        """Look until it is let go."""
        with self.lock:
            self.began.append(name)
            self.lock.notify_all()
        self.gates[name].wait()
        return name

    def ask(self, name: str, agent: str, session: str) -> asyncio.Task[str]:
        """Ask for a look."""
        self.gates[name] = threading.Event()
        run = self.looking.run(Looker(agent, session), partial(self.look, name))
        return asyncio.ensure_future(run)

    async def until(self, count: int) -> list[str]:
        """Wait until so many have begun, and return which."""

        def begun() -> list[str]:
            with self.lock:
                self.lock.wait_for(lambda: len(self.began) >= count)
                return [*self.began]

        return await asyncio.to_thread(begun)


def test_other_agents_look_before_the_rest_of_a_flood() -> None:
    """A session has one look at a time, an agent with many sessions one turn like any other."""

    async def flooded() -> list[str]:
        looks = Looks(2)
        asked = [looks.ask(f"loud {n}", "loud", "one") for n in range(3)]
        asked += [looks.ask(f"invented {n}", "loud", f"s{n}") for n in range(3)]
        await looks.until(2)
        asked += [looks.ask("quiet", "quiet", "one"), looks.ask("calm", "calm", "one")]
        order: list[str] = []
        for count in range(3, len(asked) + 1):
            first = next(name for name in looks.began if name not in order)
            order.append(first)
            looks.gates[first].set()
            await looks.until(count)
        for gate in looks.gates.values():
            gate.set()
        assert await asyncio.gather(*asked) == [*looks.gates]
        looks.looking.close()
        return looks.began

    assert asyncio.run(flooded()) == [
        "loud 0", "invented 0", "quiet", "loud 1", "calm", "invented 1", "invented 2", "loud 2",
    ]  # fmt: skip


def test_looker_that_leaves_gives_its_turn_to_the_next() -> None:
    """Whether it waited or was looking; what is under way keeps its place until it has ended."""

    async def left() -> tuple[list[str], int]:
        looks = Looks(1)
        first, second, third = (looks.ask(name, name, "s") for name in ("a", "b", "c"))
        await looks.until(1)
        for task in (first, second):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert looks.began == ["a"]
        for gate in looks.gates.values():
            gate.set()
        assert await third == "c"
        await asyncio.sleep(0)
        looks.looking.close()
        return looks.began, len(looks.looking.waiting)

    assert asyncio.run(left()) == (["a", "c"], 0)


def test_look_that_fails_gives_its_turn_to_the_next() -> None:
    """The error is that of whoever asked."""

    async def failed() -> int:
        looking = Looking(1)

        def fail() -> None:
            raise ZeroDivisionError

        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await looking.run(Looker("a", "s"), fail)
        found = await looking.run(Looker("b", "s"), lambda: 1)
        looking.close()
        return found

    assert asyncio.run(failed()) == 1

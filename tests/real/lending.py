"""
One world that tests use one after the other, where starting it costs more than they do.

    with Lent(lambda: agent(folder()), is_sound) as lent:
        with lent.out() as here: ...        # the first test starts it
        with lent.out() as here: ...        # the next one goes on in it

After a test that leaves it unsound, as one that fails may do, the next test gets a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from types import TracebackType
from typing import Generic, Self, TypeVar

from tests.server.running import until

World = TypeVar("World")
# How long a world has to come to rest after a test.
REST = 10.0


class Lent(Generic[World]):
    """
    A world, and whether it can be used again.

    Args:
        make: starts a new one.
        is_sound: whether the next test can use it; it may raise where it cannot.

    """

    def __init__(
        self,
        make: Callable[[], AbstractContextManager[World]],
        is_sound: Callable[[World], bool],
    ) -> None:
        self.make = make
        self.is_sound = is_sound
        self.stack = ExitStack()
        self.world: World | None = None

    def __enter__(self) -> Self:
        """Start nothing yet: perhaps no test needs it."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the world."""
        self.end()

    def end(self) -> None:
        """End the world, if there is one; the next test gets a new one."""
        self.world = None
        self.stack.close()

    @contextmanager
    def out(self) -> Iterator[World]:
        """Give the world to one test, and see in what state it comes back."""
        if self.world is None:
            self.world = self.stack.enter_context(self.make())
        world = self.world
        try:
            yield world
        finally:
            try:
                until(lambda: self.is_sound(world), REST)
            except Exception:  # noqa: BLE001 - whatever is wrong with it, it is not used again
                self.end()

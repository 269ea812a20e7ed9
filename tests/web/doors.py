"""The door of an empty home, for the tests of who comes in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from tests.server.front_door import FrontDoor, at_the_door

Result = TypeVar("Result")


def door(tmp_path: Path, work: Callable[[FrontDoor], Awaitable[Result]]) -> Result:
    """Do something at the door of an empty home."""
    return at_the_door(tmp_path / "home", work)

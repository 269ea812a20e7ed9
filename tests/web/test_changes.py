"""Every change is on record with the person who made it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from proctor.errors import StoreError
from proctor.server.web.changes import note_change
from tests.server.front_door import FrontDoor, at_the_door


def test_a_change_is_kept_with_the_person(tmp_path: Path) -> None:
    """Before anybody is told that it was done; without the secrets that were in it."""
    secret = "ghp_" + "a1B2" * 9

    async def work(door: FrontDoor) -> tuple[Any, Any]:
        heard = door.office.bus.listen()
        hearing = asyncio.ensure_future(anext(heard))
        await asyncio.sleep(0)
        await note_change(door.office, "ada", "role-saved", role="coder", rule=f"curl {secret}")
        return door.office.keepers.reader.events(), await hearing

    events, told = at_the_door(tmp_path / "home", work)
    (kept,) = [event for event in events if event.kind == "changed"]

    assert (kept.body["person"], kept.body["what"], kept.body["role"]) == (
        "ada",
        "role-saved",
        "coder",
    )
    assert secret not in str(kept.body) + str(told)
    assert (told["kind"], told["person"]) == ("change", "ada")


def test_nothing_in_it_can_take_the_persons_name(tmp_path: Path) -> None:
    """Whatever it is about, who did it is what the server knows."""

    async def work(door: FrontDoor) -> Any:
        await note_change(door.office, "ada", "tool-pinned", kind="x", agent="y")
        return door.office.keepers.reader.events()

    (kept,) = [one for one in at_the_door(tmp_path / "home", work) if one.kind == "changed"]
    assert (kept.agent, kept.body["person"]) == ("", "ada")


def test_a_store_in_trouble_does_not_lose_it(tmp_path: Path) -> None:
    """It goes where records go meanwhile, and is there when the next owner has looked."""
    home = tmp_path / "home"

    async def work(door: FrontDoor) -> None:
        def broken(*_: object) -> None:
            raise StoreError("the disk is full")

        door.office.keepers.store.__dict__["put_events"] = broken
        await note_change(door.office, "ada", "role-saved", role="coder")

    async def later(door: FrontDoor) -> Any:
        return door.office.keepers.reader.events()

    at_the_door(home, work)
    kept = [one for one in at_the_door(home, later) if one.kind == "changed"]
    assert [one.body["person"] for one in kept] == ["ada"]

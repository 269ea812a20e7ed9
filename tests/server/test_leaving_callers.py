"""Whoever asks about a call and goes away before the answer asks nobody any more."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.line_house import PATIENCE, House, house

DECIDE = {
    "op": "decide",
    "tool": "Bash",
    "input": {"command": "make deploy"},
    "cwd": "/srv/app",
    "agent": "ada-1",
    "uid": "one",
    "ask": "hold",
}


@pytest.fixture(autouse=True)
def _in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep nothing."""
    monkeypatch.setenv("PROCTOR_STORE", "memory")


async def question(here: House, status: str) -> dict[str, Any]:
    """Return the one question there is, once it stands so."""
    while True:
        found = await here.office.questions()
        if [one["status"] for one in found] == [status]:
            return found[0]
        await asyncio.sleep(0.01)


def test_who_goes_away_takes_the_question_back(tmp_path: Path) -> None:
    """A call whose asker closes the connection is closed, and on record as denied."""

    async def main() -> tuple[dict[str, Any], list[str]]:
        async with asyncio.timeout(PATIENCE), house(tmp_path / "home") as here:
            peer = await here.peer()
            peer.send(DECIDE)
            await question(here, "pending")
            await peer.close()
            ended = await question(here, "cancelled")
            while not (kept := await here.office.records({}, limit=5)):
                await asyncio.sleep(0.01)
            return ended, [one["decision"] for one in kept]

    ended, kept = asyncio.run(main())

    assert kept == ["ask_timeout"]
    assert "gave up waiting" in str(ended)


def test_one_who_stays_keeps_the_question_of_both(tmp_path: Path) -> None:
    """Two who wait for one question have it as long as one of them is there."""

    async def main() -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE), house(tmp_path / "home") as here:
            first, second, person = [await here.peer() for _ in range(3)]
            first.send(DECIDE)
            asked = await question(here, "pending")
            second.send({**DECIDE, "uid": "two"})
            while [shared.waiting for shared in here.office.desk.open.values()] != [2]:
                await asyncio.sleep(0.01)
            await first.close()
            while [shared.waiting for shared in here.office.desk.open.values()] != [1]:
                await asyncio.sleep(0.01)
            answer = {"op": "answer", "number": asked["id"], "answer": "allow"}
            await person.call({**answer, "token": here.tokens.new_token("grace")})
            answered: dict[str, Any] = (await second.hear())["ok"]
            return answered

    assert asyncio.run(main())["effect"] == "allow"


def test_who_does_not_wait_for_people_has_no_question(tmp_path: Path) -> None:
    """A caller that leaves an ask to its own dialog puts no question to anybody."""

    async def main() -> list[dict[str, Any]]:
        async with asyncio.timeout(PATIENCE), house(tmp_path / "home") as here:
            peer = await here.peer()
            peer.send({**DECIDE, "ask": "leave"})
            assert (await peer.hear())["ok"]["effect"] == "ask"
            return await here.office.questions()

    assert asyncio.run(main()) == []

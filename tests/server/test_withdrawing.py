"""What still waits for an agent is taken back by whom it is from."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor.server.tokens import Tokens, local_person
from tests.server.asking_rig import until
from tests.server.hook_rig import run
from tests.server.posting import post

NAME = "arch-1"
TAKEN_BACK = ("withdrawn", "it was taken back")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home; one kind of store will do."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


def test_each_sender_takes_back_their_own(home: Path, shop: Path) -> None:
    """A person a person's, an agent its own, also where one is called as the other."""

    async def work() -> None:
        async with post(home, shop) as here:
            me, token = local_person(), Tokens(home).local_token()
            agent = await here.agent(idle=False)
            for number, who in enumerate(({"token": token}, {"sender": "bob"}, {"sender": me})):
                told = await here.call(name=NAME, text=f"message {number}", **who)
                assert told["ok"]["state"] == "held"
            answers = [
                await here.call(name=NAME, withdraw=True, **who)
                for who in ({"token": token}, {"token": token}, {"sender": "bob"})
            ]
            assert answers == [{"ok": {"withdrawn": many}} for many in (1, 0, 1)]
            await here.hear(NAME, "SessionStart", source="startup")
            await until(lambda: agent.prompts == [f"From {me} (an unknown program): message 2"])

    run(work())


def test_whoever_waits_hears_that_it_was_taken_back(home: Path, shop: Path) -> None:
    """And sending the same again does not bring it back."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent(idle=False)
            uid = "a" * 32
            waiting = asyncio.create_task(here.send("hello", uid=uid, seconds=30))
            await until(lambda: bool(here.postman.queue(NAME).waiting()))
            answer = await here.call(name=NAME, withdraw=True, sender="bob")
            assert answer == {"ok": {"withdrawn": 1}}
            assert await waiting == TAKEN_BACK
            assert await here.send("hello", uid=uid) == TAKEN_BACK
            await here.hear(NAME, "SessionStart", source="startup")
            assert await here.send("another") == ("delivered", "")
            assert agent.prompts == ["From bob (an unknown program): another"]

    run(work())


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({"sender": "bob", "withdraw": 1}, "usage-error", "`withdraw` is true or false"),
        ({"sender": "bob", "text": "x"}, "usage-error", "goes with nothing that is sent"),
        ({"sender": "bob", "name": "nobody"}, "not-found", "there is no agent `nobody`"),
        ({}, "not-allowed", "from a person with a token, or from an agent"),
        ({"token": "no"}, "not-allowed", "only a person may do this"),
    ],
)
def test_a_wrong_request_takes_nothing_back(
    home: Path, shop: Path, fields: dict[str, Any], code: str, words: str
) -> None:
    """It is said what is wrong, and the message still waits."""

    async def work() -> None:
        async with post(home, shop) as here:
            await here.agent(idle=False)
            await here.send("hello")
            answer = await here.call(**{"name": NAME, "withdraw": True, **fields})
            assert answer["error"]["code"] == code
            assert words in answer["error"]["message"]
            assert len(here.postman.queue(NAME).waiting()) == 1

    run(work())

"""Whoever waits is woken by the answer itself: nobody here looks whether one has come."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.inbox import Inbox
from tests.kept_homes import postgres_url
from tests.server.line_house import house
from tests.server.offices import opened, run
from tests.server.running import call, running
from tests.server.stores import BOTH_STORES

HOUR = 3600.0
# What the server does by itself now and then; and how long it listens at a time.
CHORES = ("TAKE_IN", "TIDY", "TIDY_OTHERS", "RETAIN", "LISTEN")
QUESTION: dict[str, Any] = {
    "uid": "q-1", "tool": "Bash", "action": "tool:bash:make", "input": {"command": "make"},
    "agent": "arch-1", "seconds": HOUR,
}  # fmt: skip
ASKER = """
import json, sys
from pathlib import Path
from proctor.owner.client import wait_for_answer
print(json.dumps(wait_for_answer(Path(sys.argv[1]), json.loads(sys.argv[2]), 300)))
"""
ANSWERER = """
import sys
from pathlib import Path
from proctor.owner.client import Client
from proctor.server.tokens import Tokens
home = Path(sys.argv[1])
with Client.connect(home) as client:
    token = Tokens(home).local_token()
    client.call("answer", number=int(sys.argv[2]), answer="allow", token=token)
"""


@pytest.fixture(autouse=True)
def _nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an hour pass between two looks at anything: longer than any test may take."""
    for name in CHORES:
        monkeypatch.setattr(f"proctor.server.chores.{name}", HOUR)


async def parked(inbox: Inbox) -> int:
    """Return the number of the question that somebody waits for, as soon as somebody does."""
    while not inbox.waiting:
        await asyncio.sleep(0.01)
    number: int = next(iter(inbox.waiting))
    return number


def said(ended: dict[str, Any]) -> tuple[Any, ...]:
    """Return what whoever waited got."""
    return ended["status"], ended["reply"]["answer"]


async def program(text: str, *args: str) -> asyncio.subprocess.Process:
    """Start a program of its own."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", text, *args, stdout=subprocess.PIPE
    )


@BOTH_STORES
def test_an_answer_in_this_process_wakes(home: Path) -> None:
    """Who waits at the server that is told the answer has it from there."""

    async def work() -> None:
        async with opened(home) as office:
            number = (await office.ask(QUESTION))["id"]
            waiting = asyncio.create_task(office.wait(number, HOUR))
            assert await parked(office.inbox) == number
            await office.answer(number, {"answer": "deny"}, person="ada")

            assert said(await waiting) == ("answered", "deny")

    run(work())


@BOTH_STORES
def test_an_answer_of_another_process_wakes(home: Path) -> None:
    """One process asks on the socket, another one answers there, and the first one is woken."""

    async def work() -> None:
        async with house(home) as here:
            asker = await program(ASKER, str(home), json.dumps(QUESTION))
            number = await parked(here.office.inbox)
            answerer = await program(ANSWERER, str(home), str(number))
            out, _ = await asker.communicate()
            await answerer.communicate()

            assert said(json.loads(out)) == ("answered", "allow")

    run(work())


def test_an_answer_at_another_machine_wakes(fresh_postgres: str, tmp_path: Path) -> None:
    """What a person says to another server of the same PostgreSQL is told by it, and wakes."""
    homes = (tmp_path / "anvil", tmp_path / "bellows")
    for folder in homes:
        folder.mkdir(mode=0o700)
        config = f'store: "{postgres_url(fresh_postgres)}"\nserver: {{name: {folder.name}}}\n'
        (folder / "config.yaml").write_text(config)

    async def work() -> None:
        async with opened(homes[0]) as office:
            number = (await office.ask(QUESTION))["id"]
            waiting = asyncio.create_task(office.wait(number, HOUR))
            assert await parked(office.inbox) == number
            done = await asyncio.to_thread(call, homes[1], "approve", str(number))

            assert (done.returncode, done.stderr) == (0, "")
            assert said(await waiting) == ("answered", "allow")

    with running(homes[1]):
        run(work())

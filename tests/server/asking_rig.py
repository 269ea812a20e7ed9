"""A home with a role that asks, people who answer, and channels of a test's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from proctor.approval.channel import HandIn, Told
from proctor.server.office import Office
from proctor.server.tokens import local_person
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Reply
from tests.server.offices import bash, question

CODER = """\
description: Reads, and asks about the rest
permissions:
  allow: [Read]
  # Asked by a rule, so *always* is a grant.
  ask: [Bash]
"""
ME = local_person()
# Only ends a hang.
PATIENCE = 30


def write_role(home: Path, text: str = CODER, name: str = "coder") -> None:
    """Write a role of the home."""
    (home / "roles").mkdir(exist_ok=True)
    (home / "roles" / f"{name}.yaml").write_text(text)


def configure(home: Path, text: str) -> None:
    """Write config.yaml anew, with the store that it names."""
    path = home / "config.yaml"
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    path.write_text("".join(line for line in lines if line.startswith("store:")) + text)


def coder(command: str, project: Path, **more: Any) -> dict[str, Any]:
    """Return a request of the role that asks."""
    return bash(command, project, **{"role": "coder", "session": "s-1", **more})


async def answered(
    office: Office, request: dict[str, Any], person: str = ME, **reply: Any
) -> dict[str, Any]:
    """Have a call decided that is asked about, and answer."""
    asking = asyncio.create_task(office.decide(request))
    asked = await question(office)
    await office.answer(asked["id"], {"answer": "allow", **reply}, person=person)
    return await asking


async def effect(office: Office, request: dict[str, Any]) -> str:
    """
    Return what is known of a call already: `ask` where somebody would have to be asked.

    Where it is named who may answer, the call is held for them: that question is taken back.
    """
    before = set(office.inbox.ends)
    asking = asyncio.create_task(office.decide({**request, "ask": "leave"}))
    await until(lambda: asking.done() or set(office.inbox.ends) - before)
    if asking.done():
        return str(asking.result()["effect"])
    [number] = set(office.inbox.ends) - before
    await office.inbox.end(number, Status.CANCELLED)
    assert (await asking)["effect"] == "deny"
    return "ask"


async def until(check: Callable[[], object]) -> None:
    """Wait until something has come true."""
    async with asyncio.timeout(PATIENCE):
        while not check():
            await asyncio.sleep(0.001)


class Phone:
    """A channel in which a test presses the buttons, and which it can break."""

    trouble = ""

    def __init__(self, name: str = "phone", broken: str = "", hangs: str = "") -> None:
        self.name = name
        self.broken = broken
        self.hangs = hangs
        self.hand_in: HandIn | None = None
        self.asked: list[Question] = []
        self.over: list[Question] = []
        self.notices: list[str] = []
        self.done: list[str] = []

    async def start(self, hand_in: HandIn) -> None:
        """Begin to listen."""
        self.hand_in = hand_in
        await self.does("start")

    async def stop(self) -> None:
        """Stop listening."""
        await self.does("stop")

    async def ask(self, question: Question) -> Reply:
        """Ring, and wait for ever: a test hands in what is pressed."""
        self.asked.append(question)
        await self.does("ask")
        await asyncio.Event().wait()
        return Reply(Answer.DENY)

    async def ended(self, question: Question) -> None:
        """Show how it ended."""
        self.over.append(question)
        await self.does("ended")

    async def notify(self, text: str) -> None:
        """Show a sentence."""
        self.notices.append(text)
        await self.does("notify")

    async def does(self, what: str) -> None:
        """Do something, as well as this phone can."""
        self.done.append(what)
        if self.broken == what:
            message = "secret-token-of-this-phone"
            raise RuntimeError(message)
        if self.hangs == what:
            await asyncio.Event().wait()

    async def press(self, user: str, answer: Answer = Answer.ALLOW, **more: Any) -> Told:
        """Answer the last question."""
        assert self.hand_in is not None
        return await self.hand_in(self.asked[-1].id, user, self.name, Reply(answer, **more))

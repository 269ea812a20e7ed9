"""Watch questions on a terminal, and answer them there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

from proctor.agents.session_files import running_names
from proctor.approval.channel import Told
from proctor.approval.channels.terminal import NOTHING_WAITS, TerminalChannel
from proctor.approval.message import ending
from proctor.cli.blocked_agents import dialog_hints
from proctor.cli.question_feed import Happening, QuestionFeed, is_pending
from proctor.cli.told_question import question_from
from proctor.cli.watch_trouble import EVERY, Trouble
from proctor.errors import ProctorError, ServerError, StoreError
from proctor.owner.client import Client
from proctor.server.tokens import Tokens, local_person
from proctor.terms.question import Status
from proctor.terms.reply import Reply, Scope

CLOSES = "No question waits; this closes by itself"
# For how many seconds the last answer is shown before that.
MOMENT = 1.5
GONE = "that question is over: another has its number now"


class TerminalWatch:
    """
    Everything that waits in a home, before one person at a terminal.

    Args:
        home: Proctor's own folder.
        first: the agent whose questions are shown before those of others.
        until_empty: whether to end once something was answered and nothing waits any more.

    """

    def __init__(self, home: Path, *, first: str = "", until_empty: bool = False) -> None:
        self.home = home
        self.feed = QuestionFeed(home)
        self.channel = TerminalChannel(user=local_person())
        self.channel.first = first
        self.asking: dict[int, asyncio.Task[Reply]] = {}
        self.until_empty = until_empty
        # When it ends by itself; None where something waits, or nothing was answered yet.
        self.closes_at: float | None = None

    async def run(self) -> None:
        """
        Show each question as it comes, until whoever sits there leaves or nothing waits.

        Raises:
            ChannelError: this is no terminal.

        """
        trouble = Trouble()
        await self.channel.start(self.hand_in)
        try:
            while not self.channel.left.is_set() and not self.is_over():
                problem: ServerError | StoreError | None = None
                try:
                    self.channel.started = await asyncio.to_thread(running_names, self.home)
                    for told in await asyncio.to_thread(self.feed.news):
                        await self.show(told)
                    await self.look_for_dialogs()
                except (ServerError, StoreError) as error:
                    problem = error
                if words := trouble.is_now(problem):
                    self.channel.say(words)
                    self.channel.draw()
                with suppress(TimeoutError):
                    async with asyncio.timeout(EVERY):
                        await self.channel.left.wait()
        finally:
            await self.channel.stop()
            for number in list(self.asking):
                await self.take_off(number)

    async def show(self, told: Happening) -> None:
        """Put a question before the person, or show how it ended."""
        question = question_from(told)
        await self.take_off(question.id)
        if is_pending(told):
            self.asking[question.id] = asyncio.create_task(self.channel.ask(question))
        else:
            await self.channel.ended(question)
        # One that expired may be open in the agent's own dialog: that is said, and stays.
        closes = self.until_empty and not self.feed.open and question.status is not Status.EXPIRED
        self.closes_at = asyncio.get_running_loop().time() + MOMENT if closes else None
        self.channel.nothing_waits = CLOSES if closes else NOTHING_WAITS

    def is_over(self) -> bool:
        """Say whether the last answer was shown for long enough."""
        return self.closes_at is not None and asyncio.get_running_loop().time() >= self.closes_at

    async def look_for_dialogs(self) -> None:
        """Where nothing waits, say which agents are blocked all the same, and what to do."""
        hints: list[str] = []
        if not self.feed.open:
            hints = await asyncio.to_thread(dialog_hints, self.home, self.channel.first)
        if hints != self.channel.meanwhile:
            self.channel.meanwhile = hints
            self.channel.draw()

    async def take_off(self, number: int) -> None:
        """Wait no more for an answer."""
        task = self.asking.pop(number, None)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def hand_in(self, number: int, _user: str, _channel: str, reply: Reply) -> Told:
        """Give an answer to the server, in the name of whoever sits here."""
        try:
            return await asyncio.to_thread(self.give, number, reply)
        except ProctorError as error:
            return Told(counts=False, words=error.message, error=error)

    def give(self, number: int, reply: Reply) -> Told:
        """
        Give an answer to the server.

        Raises:
            ProctorError: it does not count, or the server is not there.

        """
        fields: dict[str, Any] = {
            "answer": reply.answer.value,
            "channel": "terminal",
            "words": reply.words,
            "scope": reply.scope.value,
            **({"category": reply.category} if reply.category else {}),
            **({"seconds": reply.seconds} if reply.scope is Scope.TIME else {}),
        }
        seen = self.feed.open.get(number, {}).get("mark")
        token = Tokens(self.home).local_token()
        with Client.connect(self.home) as client:
            # A store in memory begins to count again; what was seen is what is answered.
            if client.call("wait", number=number, seconds=0)["mark"] != seen:
                return Told(counts=False, words=GONE)
            told = client.call("answer", number=number, token=token, **fields)
        return Told(counts=True, words=ending(question_from(told)))

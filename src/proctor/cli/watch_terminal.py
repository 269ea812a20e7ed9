"""Watch questions on a terminal, and answer them there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

from proctor.approval.channel import Told
from proctor.approval.channels.terminal import TerminalChannel
from proctor.approval.message import ending
from proctor.cli.question_feed import Happening, QuestionFeed, is_pending
from proctor.cli.told_question import question_from
from proctor.cli.watch_trouble import EVERY, Trouble
from proctor.errors import ProctorError, ServerError, StoreError
from proctor.server.client import Client
from proctor.server.tokens import Tokens, local_person
from proctor.terms.reply import Reply, Scope

GONE = "that question is over: another has its number now"


class TerminalWatch:
    """Everything that waits in a home, before one person at a terminal."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.feed = QuestionFeed(home)
        self.channel = TerminalChannel(user=local_person())
        self.asking: dict[int, asyncio.Task[Reply]] = {}

    async def run(self) -> None:
        """
        Show each question as it comes, until whoever sits there leaves.

        Raises:
            ChannelError: this is no terminal.

        """
        trouble = Trouble()
        await self.channel.start(self.hand_in)
        try:
            while not self.channel.left.is_set():
                problem: ServerError | StoreError | None = None
                try:
                    for told in await asyncio.to_thread(self.feed.news):
                        await self.show(told)
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

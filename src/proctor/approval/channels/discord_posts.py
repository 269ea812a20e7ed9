"""
The messages that were sent: which question each is about, sending and changing them.

Sending goes on through faults until the question's time is over; changing them at the
end is tried for a moment and then given up, as it decides nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, TypeVar

from proctor.approval.channels.chat_board import ChatBoard
from proctor.approval.channels.discord_api import DiscordApi, DiscordError
from proctor.approval.channels.discord_text import buttons_of, nonce_of, text_of
from proctor.approval.channels.newest import forget_oldest
from proctor.approval.channels.open_time import seconds_left
from proctor.approval.channels.pauses import Pauses
from proctor.terms.question import Question

LOG = logging.getLogger("proctor.discord")
Result = TypeVar("Result")

# How long a message is tried to be changed, and how long a stop waits, in seconds.
LAST_WORDS, BRIEF = 10.0, 5.0
# What Discord says of a message that somebody has deleted.
GONE = 404


class Post:
    """One question's message."""

    def __init__(self) -> None:
        self.message = 0
        self.over = asyncio.Event()
        self.sending: asyncio.Task[None] | None = None


class Posts:
    """All messages of this process that may still have buttons."""

    def __init__(self, api: DiscordApi, *, channel: int, key: bytes, pauses: Pauses) -> None:
        self.api = api
        self.channel = channel
        self.key = key
        self.pauses = pauses
        self.posts: dict[int, Post] = {}
        self.board = ChatBoard()
        # What each message shows, of those that show an end.
        self.shown: dict[int, str] = {}
        self.changing: dict[int, asyncio.Lock] = {}
        self.taken: dict[Hashable, bool] = {}
        self.tasks: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Do something beside the rest; `stop` waits for it."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def do(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something beside the rest, whose result nobody needs."""
        self.begin(work)

    def is_new(self, done: Hashable) -> bool:
        """Say whether what somebody did, such as a message, was not taken before; remember it."""
        new = done not in self.taken
        self.taken[done] = True
        forget_oldest(self.taken)
        return new

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            LOG.warning("Discord: %s: %s", type(error).__name__, error)

    def send(self, question: Question) -> asyncio.Task[None]:
        """Begin to send a question."""
        post = self.posts.setdefault(question.id, Post())
        forget_oldest(self.posts)
        post.over.clear()
        if post.sending is None or post.sending.done():
            post.sending = self.begin(self._send(question, post))
        return post.sending

    async def _send(self, question: Question, post: Post) -> None:
        """Send a question's message, until it worked or nobody waits for it any more."""
        text, buttons = text_of(question), buttons_of(question, self.key)
        nonce = nonce_of(question, self.key)

        async def work() -> None:
            post.message = await self.api.send(self.channel, text, buttons, nonce)
            self.board.opened(question.id, post.message)

        await self.persist(work, seconds_left(question), post.over)

    def give_up(self, number: int) -> None:
        """Do not begin again to send a question that nobody waits for."""
        if post := self.posts.get(number):
            post.over.set()

    async def persist(
        self, work: Callable[[], Awaitable[None]], seconds: float, over: asyncio.Event
    ) -> None:
        """Do something again until it works, for so many seconds or until it is over."""
        clock = asyncio.get_running_loop().time
        end, faults = clock() + seconds, 0
        while not (faults and over.is_set()):
            try:
                async with asyncio.timeout(max(end - clock(), 0)):
                    return await work()
            except TimeoutError:
                raise DiscordError("Discord could not be reached in time", passing=False) from None
            except DiscordError as error:
                faults += 1
                pause = max(error.retry_after, self.pauses.after(faults))
                if not error.passing or clock() + pause > end:
                    raise
                LOG.info("%s; tried again in %.0f s", error.message, pause)
            await wait_at_most(over, pause)
        return None

    async def finish(self, question: Question, also: int = 0) -> None:
        """Show how a question ended, in its messages; what goes wrong is only logged."""
        post = self.posts.pop(question.id, None)
        messages = {also}
        if post is not None:
            post.over.set()
            if post.sending is not None:
                # Where it is on its way, its id is known in a moment.
                await asyncio.wait({post.sending}, timeout=LAST_WORDS)
            messages.add(post.message)
        text = text_of(question)
        await asyncio.gather(*(self._change(each, text) for each in messages - {0}))

    async def _change(self, message: int, text: str) -> None:
        """Change a message, unless it shows that already."""
        lock = self.changing.setdefault(message, asyncio.Lock())
        forget_oldest(self.changing)
        async with lock:
            if self.shown.get(message) == text:
                return

            async def work() -> None:
                self.shows(message, text, await self.api.edit(self.channel, message, text))

            try:
                await self.persist(work, LAST_WORDS, asyncio.Event())
            except DiscordError as error:
                LOG.warning("a message in Discord still shows an open question: %s", error.message)
                if error.status == GONE:
                    self.board.over(message, time.time())

    def shows(self, message: int, text: str, at: float) -> None:
        """Remember what a message shows, since a moment of Discord's clock."""
        self.board.over(message, at)
        self.shown[message] = text
        forget_oldest(self.shown)

    async def stop(self) -> None:
        """Let what is under way end, for a moment; then end it."""
        for post in self.posts.values():
            post.over.set()
        mine = self.tasks - {asyncio.current_task()}
        if mine:
            await asyncio.wait(mine, timeout=BRIEF)
        left = [task for task in mine if not task.done()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


async def wait_at_most(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, for so many seconds at most."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return

"""
The messages that were sent: which question each is about, sending and changing them.

Sending goes on through faults until the question's time is over. Changing them at the
end decides nothing, so nobody waits for it longer than a moment; it goes on behind.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

from proctor.approval.channels.answering_words import LONGEST_WORDS
from proctor.approval.channels.chat_board import ChatBoard
from proctor.approval.channels.newest import forget_oldest
from proctor.approval.channels.open_time import seconds_left
from proctor.approval.channels.pauses import Pauses
from proctor.approval.channels.telegram_api import BRIEF, BotApi, TelegramError
from proctor.approval.channels.telegram_text import buttons_of, list_of, text_of
from proctor.errors import ChannelError
from proctor.terms.plain import plain
from proctor.terms.question import Question

LOG = logging.getLogger("proctor.telegram")
Result = TypeVar("Result")

# Seconds: how long a message is tried to be changed, and how long anybody waits for that.
LAST_WORDS = 600.0
# What Telegram says of a message that somebody has deleted.
GONE = "message to edit not found"


class Post:
    """One question's messages; more than one where it is not known whether the first arrived."""

    def __init__(self) -> None:
        self.messages: list[int] = []
        self.over = asyncio.Event()
        self.sending: asyncio.Task[None] | None = None


class Posts:
    """All messages of this process that may still have buttons."""

    def __init__(self, api: BotApi, *, chat: int, key: bytes, pauses: Pauses) -> None:
        self.api = api
        self.chat = chat
        self.key = key
        self.pauses = pauses
        self.posts: dict[int, Post] = {}
        self.board = ChatBoard()
        self.edits: dict[int, tuple[str, asyncio.Task[bool]]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.stopping = asyncio.Event()
        # Whether the last message could not be sent or changed, and may be in a moment.
        self.failing = False

    def send(self, question: Question) -> Post:
        """Begin to send a question; one that is there already is not sent again."""
        post = self.posts.setdefault(question.id, Post())
        forget_oldest(self.posts)
        post.over.clear()
        if post.sending is None or (post.sending.done() and not post.messages):
            post.sending = self.begin(self._send(question, post))
        return post

    def begin(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Do something beside the rest; `stop` waits for it."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            LOG.warning("Telegram: %s", error)

    async def _send(self, question: Question, post: Post) -> None:
        """Send a question's message, until it worked or nobody waits for it any more."""
        text, buttons = text_of(question), buttons_of(question, self.key)

        async def work() -> None:
            message = await self.api.send(self.chat, text, markup=buttons)
            self.board.opened(question.id, message)
            post.messages.append(message)

        await self.persist(work, seconds_left(question), post.over)

    async def persist(
        self, work: Callable[[], Awaitable[None]], seconds: float, over: asyncio.Event
    ) -> bool:
        """Do something again until it works, for so many seconds; say whether it did."""
        clock = asyncio.get_running_loop().time
        end, faults = clock() + seconds, 0
        while True:
            try:
                await work()
            except TelegramError as error:
                faults += 1
                pause = self.pauses.after(faults)
                pause = error.retry_after + pause / 10 if error.retry_after else pause
                if not error.passing or over.is_set() or clock() + pause > end:
                    raise
                self.note_fault(error.message)
            else:
                self.note_success()
                return True
            try:
                async with asyncio.timeout(pause):
                    await over.wait()
            except TimeoutError:
                continue
            return False

    def note_fault(self, message: str) -> None:
        """Log a fault that may pass: the first of an outage, whichever question it meets."""
        if not self.failing:
            LOG.warning("%s; it is tried again", message)
        self.failing = True

    def note_success(self) -> None:
        """Log the end of an outage."""
        if self.failing:
            LOG.warning("Telegram takes messages again")
        self.failing = False

    async def finish(self, question: Question, also: int = 0) -> None:
        """Show how a question ended, in each of its messages."""
        post = self.posts.pop(question.id, None)
        messages = {also} - {0}
        if post is not None:
            post.over.set()
            if post.sending is not None and post.sending is not asyncio.current_task():
                # Where it is on its way, its number is known in a moment.
                await asyncio.wait({post.sending}, timeout=BRIEF)
            messages |= set(post.messages)
        if messages:
            text = text_of(question)
            edits = [self._edit(message, text) for message in messages]
            await asyncio.wait(edits, timeout=BRIEF)

    def _edit(self, message: int, text: str) -> asyncio.Task[bool]:
        """Begin to change a message, or return the change that has begun already."""
        before = self.edits.get(message)
        if before is not None and before[0] == text:
            task = before[1]
            if not task.done() or (not task.cancelled() and task.result()):
                return task
        task = self.begin(self._change(message, text))
        self.edits[message] = text, task
        forget_oldest(self.edits)
        return task

    async def _change(self, message: int, text: str) -> bool:
        """Change a message, and say whether it worked; what goes wrong is only logged."""

        async def work() -> None:
            self.board.over(message, await self.api.edit(self.chat, message, text))

        try:
            return await self.persist(work, LAST_WORDS, self.stopping)
        except TelegramError as error:
            LOG.warning("a message in Telegram still shows an open question: %s", error.message)
            if GONE in error.message:
                self.board.over(message, time.time())
            return False

    def acknowledge(self, query: str, words: str, *, alert: bool) -> None:
        """Begin to end a button's spinner; where that fails, it is only logged."""
        work = partial(self.api.answer, query, words, alert=alert)
        self.begin(logged(work, "a press is not acknowledged"))

    def tell(self, message: int, words: str) -> None:
        """Begin to answer a message with words; where that fails, it is only logged."""
        shown = plain(words)[:LONGEST_WORDS]
        work = partial(self.api.send, self.chat, shown, html=False, reply_to=message)
        self.begin(logged(work, "nobody could be told why an answer does not count"))

    def list_open(self, message: int, waiting: Sequence[Question]) -> None:
        """Begin to answer a message with the questions that wait; each has its buttons."""
        text, buttons = list_of(waiting, self.key)
        work = partial(self.api.send, self.chat, text, markup=buttons, reply_to=message)
        self.begin(logged(work, "nobody could be told which questions wait"))

    async def stop(self) -> None:
        """Let what is under way end, for a moment; then end it."""
        self.stopping.set()
        for post in self.posts.values():
            post.over.set()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=BRIEF)
        left = list(self.tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


async def logged(work: Callable[[], Awaitable[object]], what: str) -> None:
    """Do something that decides nothing: where it fails, that is only logged."""
    try:
        await work()
    except TelegramError as error:
        LOG.warning("%s: %s", what, error.message)


def unreachable(error: BaseException) -> ChannelError:
    """Return what whoever asks is told, in words that help."""
    message = error.message if isinstance(error, ChannelError) else type(error).__name__
    text = message.lower()
    if "chat not found" in text or "upgraded to a supergroup" in text:
        hint = "look at the number of the chat: TG_CHAT_ID, or `chat` under `channels: telegram`"
    elif "forbidden" in text or "bot was" in text:
        hint = "add the bot to the chat again, or write to it first: bots cannot begin"
    else:
        hint = "proctor channel test telegram"
    return ChannelError(message, help=hint)

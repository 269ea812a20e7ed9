"""
Ask people in a Telegram chat.

A question is a message with buttons; it can be answered in words as well. A button is
bound to its question by a tag that only a process with the bot's token and the
question's uid can make, so it does not matter which process asked and which listens.
Who pressed is Telegram's word; whether they may is the desk's.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from hashlib import sha256

from proctor.approval.channel import HandIn, Lookup, Told
from proctor.approval.channel import Waiting as AllWaiting
from proctor.approval.channels.answering_words import (
    LONGEST_WORDS,
    NOT_NOW,
    NOT_THE_BUTTON,
    NOT_UNDERSTOOD,
    NOTHING_WAITS,
    two_numbers,
)
from proctor.approval.channels.button_tags import Pressed, belongs, choice_of
from proctor.approval.channels.one_listener import Exclusive
from proctor.approval.channels.pauses import Pauses
from proctor.approval.channels.telegram_api import API, UNAUTHORISED, BotApi, TelegramError
from proctor.approval.channels.telegram_poller import Poller
from proctor.approval.channels.telegram_posts import Posts, unreachable
from proctor.approval.channels.telegram_updates import Press, Reader, Said
from proctor.approval.channels.waiting import Waiting
from proctor.errors import ChannelError
from proctor.terms.plain import plain
from proctor.terms.question import Question, Status
from proctor.terms.reply import Reply

LOG = logging.getLogger("proctor.telegram")

NAME = "telegram"
# How long a button may spin while an answer is handed in, in seconds.
SPIN = 2.0
NOT_LISTED = "you are not among those who may answer here"
RECEIVED = "received, and being kept"
GREETING = "This chat is reached: questions of agents come here."


class TelegramChannel:
    """One bot in one chat."""

    name = NAME

    def __init__(  # noqa: PLR0913 - each of them is a setting
        self,
        *,
        token: str,
        chat: int,
        lookup: Lookup,
        all_waiting: AllWaiting,
        exclusive: Exclusive,
        users: frozenset[int] = frozenset(),
        poll: float = 5.0,
        api: str = API,
        pauses: Pauses = Pauses(),  # noqa: B008 - it cannot be changed
    ) -> None:
        self.chat = chat
        self.users = users
        self.lookup = lookup
        self.all_waiting = all_waiting
        self.key = sha256(b"proctor telegram buttons\0" + token.encode()).digest()
        self.api = BotApi(token, api, patience=pauses.answer)
        self.posts = Posts(self.api, chat=chat, key=self.key, pauses=pauses)
        # The first part of a token is the number of its bot.
        self.reader = Reader(bot=int(token.partition(":")[0]), chat=chat)
        self.poller = Poller(
            self.api,
            self.take,
            exclusive=exclusive,
            lock=f"telegram:{sha256(token.encode()).hexdigest()[:16]}",
            poll=poll,
            pauses=pauses,
        )
        self.waiting = Waiting(NAME)
        self.hand_in: HandIn | None = None
        # What the bot is called, as soon as Telegram has been reached.
        self.username = ""
        self.listening: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        return f"TelegramChannel(chat={self.chat})"

    @property
    def trouble(self) -> str:
        """Return why Telegram cannot be reached; nothing where the last call to it worked."""
        return self.api.trouble

    async def start(self, hand_in: HandIn) -> None:
        """
        Begin to listen; a Telegram that cannot be reached now may be in a moment.

        Raises:
            ChannelError: Telegram does not know the token.
            MissingExtra: httpx is not installed.

        """
        self.hand_in = hand_in
        self.posts.stopping.clear()
        try:
            await self.learn_name()
        except TelegramError as error:
            if error.number in UNAUTHORISED:
                await self.api.close()
                raise ChannelError(
                    "Telegram does not know this bot token",
                    help="copy it again from @BotFather, or make a new one there with /token",
                ) from None
            LOG.warning("Telegram cannot be reached yet: %s", error.message)
        if self.listening is None:
            self.listening = asyncio.create_task(self.poller.run())

    async def learn_name(self) -> None:
        """Learn what the bot is called in commands such as `/allow@shop_bot 12`."""
        self.username = str((await self.api.get_me()).get("username") or "").lower()

    async def is_meant(self, said: Said) -> bool:
        """Say whether a command is for this bot: it names it, or none."""
        if said.words.to and not self.username:
            with suppress(TelegramError):
                await self.learn_name()
        return said.words.to in {"", self.username}

    async def stop(self) -> None:
        """Stop listening; the last answer is acknowledged, and open messages stay as they are."""
        listening, self.listening = self.listening, None
        if listening is not None:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
        self.waiting.stop()
        await self.posts.stop()
        await self.api.close()

    async def ask(self, question: Question) -> Reply:
        """
        Send a question, and return the answer that counts.

        Raises:
            ChannelError: it could not be sent in its time, or never can.

        """
        post = self.posts.send(question)
        assert post.sending is not None  # noqa: S101 - for the type checker
        try:
            with self.waiting.answered(question.id) as answered:
                return await answered.once_sent(post.sending, unreachable)
        finally:
            if question.id not in self.waiting:
                post.over.set()

    async def greet(self) -> str:
        """
        Write to the chat that it is reached, and return what the bot is called.

        Raises:
            ChannelError: it is not, and why.

        """
        try:
            await self.learn_name()
            await self.api.send(self.chat, GREETING, html=False)
        except TelegramError as error:
            raise unreachable(error) from None
        return self.username

    async def ended(self, question: Question) -> None:
        """Show how a question ended, in the messages that this process sent."""
        await self.posts.finish(question)

    async def notify(self, text: str) -> None:
        """
        Send a sentence.

        Raises:
            ChannelError: it could not be sent.

        """
        await self.api.send(self.chat, plain(text)[:LONGEST_WORDS], html=False)

    async def take(self, update: object) -> None:
        """Take what somebody did."""
        found = self.reader.read(update)
        if isinstance(found, Press):
            await self.take_press(found)
        elif isinstance(found, Said) and await self.is_meant(found):
            await self.take_words(found)

    async def take_press(self, press: Press) -> None:
        """Take a button that was pressed."""
        wrong = press.wrong or self.not_listed(press.user)
        choice = choice_of(press.pressed.key)
        if not wrong:
            wrong = await self.wrong_button(press.pressed, over=press.bare)
        if wrong or choice is None:
            LOG.warning("a press of user %s does not count: %s", press.user, wrong)
            self.posts.acknowledge(press.query, wrong, alert=True)
            return
        reply = choice.reply(NAME)
        handing = asyncio.create_task(self.handed(press.pressed.number, press.user, reply))
        try:
            done, _ = await asyncio.wait({handing}, timeout=SPIN)
            early = Told(counts=True, words=RECEIVED)
            shown = handing.result() if done else early
            self.posts.acknowledge(press.query, shown.words, alert=not shown.counts)
            told = await handing
        finally:
            handing.cancel()
        if shown is early and not told.counts:
            self.posts.tell(press.message, told.words)
        await self.settle(press.pressed.number, reply, told, press.message)

    async def take_words(self, said: Said) -> None:
        """Take an answer in words."""
        if self.not_listed(said.user):
            # No word in return: whoever is not listed shall not make the bot talk.
            LOG.warning("an answer of user %s does not count: %s", said.user, NOT_LISTED)
            return
        words, replied = said.words, await self.question_replied_to(said)
        if words.answer is None:
            if await self.is_open(replied):
                self.posts.tell(said.message, NOT_UNDERSTOOD)
            return
        if wrong := two_numbers(words.number, replied):
            self.posts.tell(said.message, wrong)
            return
        number = words.number or replied or await self.only_open(said)
        if not number:
            return
        reply = Reply(words.answer, channel=NAME, words=words.words)
        told = await self.handed(number, said.user, reply)
        if not told.counts:
            self.posts.tell(said.message, told.words)
        await self.settle(number, reply, told, said.replied if replied == number else 0)

    async def only_open(self, said: Said) -> int:
        """Return the only question that a command can mean; where that is not certain, list all."""
        if not said.words.command and not said.buttons:
            return 0
        try:
            waiting = await self.all_waiting()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no yes, and listening goes on
            LOG.warning("which questions wait is not known: %s", error)
            self.posts.tell(said.message, NOT_NOW)
            return 0
        if said.words.bare and not said.replied:
            numbers = [question.id for question in waiting]
            if only := self.posts.board.only_open(said.message, said.at, numbers):
                return only
        if waiting:
            self.posts.list_open(said.message, waiting)
        else:
            self.posts.tell(said.message, NOTHING_WAITS)
        return 0

    async def is_open(self, number: int) -> bool:
        """Say whether a question waits, for what is only shown."""
        with suppress(Exception):
            question = await self.lookup(number)
            return question is not None and question.status is Status.PENDING
        return False

    async def question_replied_to(self, said: Said) -> int:
        """Return the question whose message was replied to; 0 where there is none, or a list."""
        if len({button.number for button in said.buttons}) > 1:
            return 0
        for button in said.buttons[:1]:
            if not await self.wrong_button(button):
                return button.number
        return self.posts.board.question_of(said.replied)

    async def wrong_button(self, pressed: Pressed, *, over: bool = False) -> str:
        """Say why a button is none of its question's, which is over or not; else nothing."""
        try:
            question = await self.lookup(pressed.number)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no yes, and listening goes on
            LOG.warning("question %d cannot be looked up: %s", pressed.number, error)
            return NOT_NOW
        if question is None or not belongs(pressed, question, self.key):
            return NOT_THE_BUTTON
        return NOT_THE_BUTTON if over and question.status is Status.PENDING else ""

    def not_listed(self, user: int) -> str:
        """Say that somebody is not among those who may answer; nothing where they are."""
        return NOT_LISTED if self.users and user not in self.users else ""

    async def handed(self, number: int, user: int, reply: Reply) -> Told:
        """Hand an answer in; where that fails, nothing counts and its giver is told."""
        if self.hand_in is None:
            return Told(counts=False, words=NOT_NOW)
        try:
            return await self.hand_in(number, str(user), NAME, reply)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no yes, and listening goes on
            LOG.warning("an answer to question %d was not kept: %s", number, error)
            return Told(counts=False, words=NOT_NOW)

    async def settle(self, number: int, reply: Reply, told: Told, message: int) -> None:
        """Let whoever waits here have an answer that counts, and show how the question ended."""
        question = None
        with suppress(Exception):
            # What counts, counts, also where it cannot be looked up for the message.
            question = await self.lookup(number)
        over = question is not None and question.status is not Status.PENDING
        if told.counts:
            kept = question.reply if question is not None and over else None
            self.waiting.settle(number, kept or reply)
        if question is not None and over and (message or number in self.posts.posts):
            self.posts.begin(self.posts.finish(question, message))

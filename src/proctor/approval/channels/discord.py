"""
Ask people in a channel of Discord.

A question is a message with buttons; it can be answered in words as well, or by a reaction to
it. A button is bound to its question by a tag that only a process with the bot's token and the
question's uid can make, so it does not matter which process asked and which listens.
Who pressed is Discord's word; whether they may is the desk's.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from hashlib import sha256
from typing import Any

from proctor.approval.channel import HandIn, Lookup, Told
from proctor.approval.channel import Waiting as AllWaiting
from proctor.approval.channels.answering_words import (
    NOT_NOW,
    NOT_THE_BUTTON,
    NOT_UNDERSTOOD,
    NOTHING_WAITS,
    two_numbers,
)
from proctor.approval.channels.button_tags import Pressed, belongs, choice_of
from proctor.approval.channels.discord_api import DiscordApi, DiscordError, unreachable
from proctor.approval.channels.discord_gateway import Listener
from proctor.approval.channels.discord_missed import (
    event_of,
    is_meant,
    missed_answers,
    missed_reactions,
)
from proctor.approval.channels.discord_people import Listed
from proctor.approval.channels.discord_posts import Posts
from proctor.approval.channels.discord_reader import (
    Press,
    Reacted,
    Reader,
    Said,
    Who,
    buttons_of,
    written_at,
)
from proctor.approval.channels.discord_settings import bot_of
from proctor.approval.channels.discord_text import list_of, text_of
from proctor.approval.channels.one_listener import Exclusive
from proctor.approval.channels.pauses import Pauses
from proctor.approval.channels.waiting import Waiting
from proctor.errors import ChannelError
from proctor.terms.question import Question, Status
from proctor.terms.reply import Reply

LOG = logging.getLogger("proctor.discord")

NAME = "discord"
# How long a press may wait for what becomes of it; after 3 s Discord calls it failed.
SPIN = 1.5


class DiscordChannel:
    """One bot in one channel."""

    name = NAME

    def __init__(  # noqa: PLR0913 - each of them is a setting
        self,
        *,
        token: str,
        channel: int,
        lookup: Lookup,
        all_waiting: AllWaiting,
        exclusive: Exclusive,
        roles: frozenset[str] = frozenset(),
        users: frozenset[int] = frozenset(),
        url: str = "",
        pauses: Pauses = Pauses(),  # noqa: B008 - it cannot be changed
    ) -> None:
        self.channel = channel
        self.lookup = lookup
        self.all_waiting = all_waiting
        self.key = sha256(b"proctor discord buttons\0" + token.encode()).digest()
        self.api = DiscordApi(token, url)
        self.posts = Posts(self.api, channel=channel, key=self.key, pauses=pauses)
        self.listed = Listed(self.api, channel=channel, users=users, roles=roles)
        self.reader = Reader(bot=bot_of(token), channel=channel)
        self.listener = Listener(
            token,
            url,
            self.heard,
            lambda: self.posts.do(self.catch_up()),
            exclusive=exclusive,
            lock=f"discord:{sha256(token.encode()).hexdigest()[:16]}",
            pauses=pauses,
        )
        self.waiting = Waiting(NAME)
        self.hand_in: HandIn | None = None
        self.listening: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        return f"DiscordChannel(channel={self.channel})"

    @property
    def trouble(self) -> str:
        """Return why Discord cannot be reached; nothing where the last call to it worked."""
        return self.api.trouble

    async def start(self, hand_in: HandIn) -> None:
        """
        Begin to listen; a Discord that cannot be reached now may be in a moment.

        Raises:
            ChannelError: Discord does not know the token, or the bot not the channel.
            MissingExtra: hikari is not installed.

        """
        self.hand_in = hand_in
        try:
            await self.api.check()
            await self.listed.learn()
        except DiscordError as error:
            if not error.passing:
                await self.api.close()
                raise unreachable(error) from None
            LOG.warning("Discord cannot be reached yet: %s", error.message)
        except ChannelError:
            await self.api.close()
            raise
        if self.listening is None:
            self.listening = asyncio.create_task(self.listener.run())

    async def stop(self) -> None:
        """Stop listening; open messages stay as they are."""
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
        sending = self.posts.send(question)
        try:
            with self.waiting.answered(question.id) as answered:
                return await answered.once_sent(sending, unreachable)
        finally:
            self.posts.give_up(question.id)

    async def ended(self, question: Question) -> None:
        """Show how a question ended, in the messages that this process sent."""
        await self.posts.finish(question)

    async def notify(self, text: str) -> None:
        """Send a sentence."""
        await self.api.say(self.channel, text)

    def heard(self, name: str, event: Any) -> None:
        """Take what somebody did, beside the rest: a press is acknowledged in 3 s or never."""
        found = self.reader.read(name, event)
        if isinstance(found, Press):
            self.posts.do(self.take_press(found))
        elif isinstance(found, Said):
            self.posts.do(self.take_words(found))
        elif isinstance(found, Reacted):
            # One that was refused may come again; only `catch_up` does not take it twice.
            self.posts.is_new(found.key)
            self.posts.do(self.take_reaction(found))

    async def take_press(self, press: Press) -> None:
        """Take a button that was pressed."""
        judging = self.posts.begin(self.judge_press(press))
        await asyncio.wait({judging}, timeout=SPIN)
        deferred = not judging.done()
        if deferred:
            await self.quietly(self.api.defer(press.name, press.token))
        told = await judging
        if not told.counts:
            LOG.warning("a press of user %s does not count: %s", press.who.user, told.words)
            words = (
                self.api.whisper_later(press.application, press.token, told.words)
                if deferred
                else self.api.whisper(press.name, press.token, told.words)
            )
            await self.quietly(words)
        await self.show_end(press, acknowledge=told.counts and not deferred)

    async def judge_press(self, press: Press) -> Told:
        """Hand a press in, and let whoever waits know."""
        choice = choice_of(press.pressed.key)
        wrong = press.wrong or await self.wrong_person(press.who, press.guild)
        wrong = wrong or await self.wrong_button(press.pressed)
        if wrong or choice is None:
            return Told(counts=False, words=wrong or NOT_THE_BUTTON)
        return await self.handed(press.pressed.number, press.who, press.guild, choice.reply(NAME))

    async def show_end(self, press: Press, *, acknowledge: bool) -> None:
        """Show how the question of a press ended, in the message that was pressed."""
        question = None if press.wrong else await self.question_of(press.pressed)
        over = question is not None and question.status is not Status.PENDING
        if question is None or not over:
            if acknowledge:
                await self.quietly(self.api.defer(press.name, press.token))
            return
        if acknowledge:
            text = text_of(question)
            if await self.quietly(self.api.update(press.name, press.token, text)):
                self.posts.shows(press.message, text, written_at(press.name).timestamp())
        await self.posts.finish(question, press.message)

    async def catch_up(self) -> None:
        """Take the answers in words, and the reactions, that nobody listened to."""
        guild = await self.listed.learn()
        for said in await missed_answers(self.api, self.reader, guild):
            number = said.words.number or await self.question_replied_to(said)
            if said.words.answer is not None and is_meant(said, await self.looked_up(number)):
                await self.take_words(said)
        messages = [post.message for post in self.posts.posts.values() if post.message]
        for reacted in await missed_reactions(self.api, self.reader, guild, messages):
            if self.posts.is_new(reacted.key):
                await self.take_reaction(reacted)

    async def take_words(self, said: Said) -> None:
        """Take an answer in words, once."""
        if not self.posts.is_new(said.message):
            return
        if wrong := await self.wrong_person(said.who, said.guild):
            # No word in return: whoever is not listed shall not make the bot talk.
            LOG.warning("an answer of user %s does not count: %s", said.who.user, wrong)
            return
        replied = await self.question_replied_to(said)
        if said.words.answer is None:
            if await self.is_open(replied):
                await self.quietly(self.api.reply(self.channel, said.message, NOT_UNDERSTOOD))
            return
        words = two_numbers(said.words.number, replied)
        number = said.words.number or replied
        if not number:
            number = await self.only_open(said)
            if not number:
                return
        if not words:
            reply = Reply(said.words.answer, channel=NAME, words=said.words.words)
            told = await self.handed(number, said.who, said.guild, reply)
            words = "" if told.counts else told.words
        if words:
            await self.quietly(self.api.reply(self.channel, said.message, words))
            return
        question = await self.looked_up(number)
        if question is not None and question.status is not Status.PENDING:
            await self.posts.finish(question, said.replied if replied == number else 0)

    async def only_open(self, said: Said) -> int:
        """Return the only question that a command can mean; where that is not certain, list all."""
        if not said.words.command and not said.buttons:
            return 0
        try:
            waiting = await self.all_waiting()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no yes, and listening goes on
            LOG.warning("which questions wait is not known: %s", error)
            await self.quietly(self.api.reply(self.channel, said.message, NOT_NOW))
            return 0
        if said.words.bare and not said.replied:
            numbers = [question.id for question in waiting]
            at = written_at(said.message).timestamp()
            if only := self.posts.board.only_open(said.message, at, numbers):
                return only
        text, buttons = list_of(waiting, self.key) if waiting else (NOTHING_WAITS, [])
        await self.quietly(self.api.reply(self.channel, said.message, text, buttons))
        return 0

    async def take_reaction(self, reacted: Reacted) -> None:
        """Take a reaction to the message of a question that is open; any other is none."""
        number = await self.question_shown_in(reacted.message)
        if not await self.is_open(number):
            return
        if wrong := await self.wrong_person(reacted.who, reacted.guild):
            LOG.warning("a reaction of user %s does not count: %s", reacted.who.user, wrong)
            return
        reply = Reply(reacted.answer, channel=NAME)
        told = await self.handed(number, reacted.who, reacted.guild, reply)
        question = await self.looked_up(number)
        if not told.counts:
            await self.quietly(self.api.reply(self.channel, reacted.message, told.words))
        elif question is not None and question.status is not Status.PENDING:
            await self.posts.finish(question, reacted.message)

    async def question_shown_in(self, message: int) -> int:
        """Return the question whose own message this is, also one that another process sent."""
        if number := self.posts.board.question_of(message):
            return number
        try:
            shown = event_of(await self.api.message(self.channel, message))
        except DiscordError as error:
            LOG.warning("a message that somebody reacted to cannot be read: %s", error.message)
            return 0
        buttons = list(buttons_of(shown)) if self.reader.ours(shown) else []
        if len({button.number for button in buttons}) != 1:
            return 0
        return buttons[0].number if await self.question_of(buttons[0]) is not None else 0

    async def is_open(self, number: int) -> bool:
        """Say whether a question waits, for what is only shown."""
        question = await self.looked_up(number)
        return question is not None and question.status is Status.PENDING

    async def question_replied_to(self, said: Said) -> int:
        """Return the question whose message was replied to; 0 where there is none, or a list."""
        if len({button.number for button in said.buttons}) > 1:
            return 0
        for button in said.buttons[:1]:
            if await self.question_of(button) is not None:
                return button.number
        return self.posts.board.question_of(said.replied)

    async def wrong_person(self, who: Who, guild: int) -> str:
        """Say why somebody may not answer here; nothing where they may."""
        try:
            return await self.listed.wrong(who, guild)
        except ChannelError as error:
            LOG.warning("it is not known whether user %s may answer: %s", who.user, error.message)
            return NOT_NOW

    async def wrong_button(self, pressed: Pressed) -> str:
        """Say why a button is none of its question's; nothing where it is."""
        try:
            question = await self.lookup(pressed.number)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no yes, and listening goes on
            LOG.warning("question %d cannot be looked up: %s", pressed.number, error)
            return NOT_NOW
        ours = question is not None and belongs(pressed, question, self.key)
        return "" if ours else NOT_THE_BUTTON

    async def question_of(self, pressed: Pressed) -> Question | None:
        """Return the question that a button belongs to; None where there is none."""
        question = await self.looked_up(pressed.number)
        return question if question is not None and belongs(pressed, question, self.key) else None

    async def looked_up(self, number: int) -> Question | None:
        """Return a question for what is shown of it: nothing depends on that."""
        with suppress(Exception):
            return await self.lookup(number)
        return None

    async def handed(self, number: int, who: Who, guild: int, reply: Reply) -> Told:
        """Hand an answer in, and let whoever waits here have one that counts."""
        if self.hand_in is None:
            return Told(counts=False, words=NOT_NOW)
        try:
            roles = await self.listed.roles_of(who, guild)
            reply = reply._replace(chat_roles=" ".join(map(str, sorted(roles))))
            told = await self.hand_in(number, str(who.user), NAME, reply)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no yes, and listening goes on
            LOG.warning("an answer to question %d was not kept: %s", number, error)
            return Told(counts=False, words=NOT_NOW)
        if told.counts:
            question = await self.looked_up(number)
            kept = question.reply if question is not None else None
            self.waiting.settle(number, kept or reply)
        return told

    async def quietly(self, work: Any) -> bool:
        """Do what decides nothing, and say whether it worked; where not, it is only logged."""
        try:
            await work
        except DiscordError as error:
            LOG.warning("Discord did not show somebody what became of an answer: %s", error.message)
            return False
        return True

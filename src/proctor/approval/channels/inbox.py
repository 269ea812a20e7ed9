"""
Ask in the inbox: the API behind `proctor approvals` and the web page.

The question itself lies in the store, where everybody who looks finds it; what is here
waits for an answer, and takes one. Whoever calls `answer` vouches for the user.
"""

from __future__ import annotations

import logging

from proctor.approval.channel import HandIn, Told
from proctor.approval.channels.answering_words import NOT_NOW
from proctor.approval.channels.waiting import Waiting
from proctor.terms.question import Question
from proctor.terms.reply import Answer, Decider, Reply

LOG = logging.getLogger("proctor.inbox")

NAME = "inbox"
NO_ANSWER = "this is no answer: allow or deny"


class InboxChannel:
    """
    Where people look for questions by themselves.

    Args:
        name: the channel's own, under which answers are handed in.

    """

    trouble = ""

    def __init__(self, name: str = NAME) -> None:
        self.name = name
        self.waiting = Waiting(name)
        self.hand_in: HandIn | None = None

    async def start(self, hand_in: HandIn) -> None:
        """Begin to take answers."""
        self.hand_in = hand_in

    async def stop(self) -> None:
        """Take no more answers, and let nobody wait for one."""
        self.hand_in = None
        self.waiting.stop()

    async def ask(self, question: Question) -> Reply:
        """
        Wait for an answer that counts.

        Raises:
            ChannelError: the channel was stopped before.

        """
        with self.waiting.answered(question.id) as answered:
            return await answered.reply()

    async def answer(self, number: int, user: str, reply: Reply, channel: str = "") -> Told:
        """
        Take somebody's answer, whichever process asked, and say what became of it.

        `channel` is through what they gave it, where that is not this one's name. Who they
        are and who decided is not for the answer itself to say.
        """
        if reply.answer not in {Answer.ALLOW, Answer.DENY}:
            return Told(counts=False, words=NO_ANSWER)
        if self.hand_in is None:
            return Told(counts=False, words=NOT_NOW)
        through = channel or self.name
        reply = reply._replace(
            by="",
            channel=through,
            question=number,
            decider=Decider.PERSON,
            review="",
            chat_roles="",
        )
        try:
            told = await self.hand_in(number, user, through, reply)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no yes
            LOG.warning("an answer to question %d was not kept: %s", number, error)
            return Told(counts=False, words=NOT_NOW)
        if told.counts:
            self.waiting.settle(number, reply._replace(by=user))
        return told

    async def ended(self, question: Question) -> None:
        """Do nothing: whoever looks is shown the question as it stands."""

    async def notify(self, text: str) -> None:
        """Do nothing: pages and commands show alarms by themselves."""

"""
A way to reach people.

    ask(question) -> reply      the first answer there of somebody who may give it
    ended(question)             show there how it ended, and who ended it through what
    notify(text)                show something that needs no answer, such as an alarm

`tests/contracts/channel.py` is the other half of this page: each channel passes it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

from proctor.errors import ProctorError
from proctor.terms.question import Question
from proctor.terms.reply import Reply


class Told(NamedTuple):
    """
    What became of an answer: whether it counts, and what its giver is told.

    `error` is what is wrong with one that does not count, for a door that speaks in errors.
    """

    counts: bool
    words: str
    error: ProctorError | None = None


# Hands in what somebody said: the question's number, who they are in this channel, the
# channel's name, and the answer. The desk knows whether they may, and ends the question.
HandIn = Callable[[int, str, str, Reply], Awaitable[Told]]

# Returns a question as it stands, also one that another process asked.
Lookup = Callable[[int], Awaitable[Question | None]]

# Returns all questions that wait, also those that another process asked.
Waiting = Callable[[], Awaitable[Sequence[Question]]]


class Channel(Protocol):
    """
    One way to reach people.

    A channel vouches for one thing only: which of its users said what, about which
    question. Who that is, and whether they may, is not for it to say.

    """

    name: str

    @property
    def trouble(self) -> str:
        """Return what keeps it from reaching people now; nothing where it works."""

    async def start(self, hand_in: HandIn) -> None:
        """
        Begin to listen for answers; each is handed in, whichever process asked.

        Raises:
            ChannelError: it cannot be used as it is configured.

        """

    async def stop(self) -> None:
        """Stop listening."""

    async def ask(self, question: Question) -> Reply:
        """
        Put a question before people, and return the answer that counts.

        Is cancelled when the question ends elsewhere, or its time is over.

        Raises:
            ChannelError: people could not be reached.

        """

    async def ended(self, question: Question) -> None:
        """Show where it was asked how a question ended; what goes wrong is only logged."""

    async def notify(self, text: str) -> None:
        """
        Show people a sentence that needs no answer.

        Raises:
            ChannelError: people could not be reached.

        """

"""
Ask a script: for tests and demonstrations, where nobody sits there.

    - {tool: Bash, action: "tool:bash:git push *", answer: deny, words: use a branch}
    - {tool: Read, answer: allow, scope: session, delay: 2}

The first line that fits a question answers it. INVARIANT: what no line fits gets no
answer, as if nobody were there; a script that cannot be read is refused as a whole.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from proctor.approval.channel import HandIn, Told
from proctor.approval.channels.inbox import InboxChannel
from proctor.approval.channels.question_rows import choice_rows, end_row, rows_of
from proctor.approval.grants import CATEGORIES
from proctor.approval.message import choices_of, message_of
from proctor.errors import ChannelError
from proctor.terms.plain import plain
from proctor.terms.question import Question
from proctor.terms.reply import Answer, Reply, Scope

LOG = logging.getLogger("proctor.scripted")

NAME = "scripted"
MOST_LINES = 1000
LONGEST_DELAY = 86_400.0
UNREAD = "a line of the script cannot be read: "


class Line(NamedTuple):
    """
    One line of a script: which questions it answers, as patterns with `*` and `?`, and how.

    `delay` is for how many seconds whoever answers thinks. `number` is that of the one
    question that it is about, or 0.
    """

    answer: Answer
    tool: str = "*"
    action: str = "*"
    scope: Scope = Scope.ONCE
    seconds: int = 0
    category: str = ""
    words: str = ""
    delay: float = 0.0
    user: str = "script"
    number: int = 0

    def fits(self, question: Question) -> bool:
        """Say whether this line is about a question."""
        named = self.number in {0, question.id}
        tool = fnmatchcase(question.tool, self.tool)
        return named and tool and fnmatchcase(question.action, self.action)

    def reply(self) -> Reply:
        """Return the answer."""
        return Reply(
            self.answer,
            channel=NAME,
            words=self.words,
            scope=self.scope,
            seconds=self.seconds,
            category=self.category,
        )


class ScriptedChannel:
    """
    One who answers by a script.

    Args:
        script: the lines, each a `Line` or what stands in a file for one.
        say: is told, line by line, what is asked and what came of it.

    Raises:
        ChannelError: a line is none.

    """

    name = NAME
    trouble = ""

    def __init__(
        self, script: Iterable[Line | Mapping[str, object]], say: Callable[[str], None] = LOG.info
    ) -> None:
        self.script = [read_line(each) for each in script]
        self.say = say
        # What was said last, for whoever looks later.
        self.said: deque[str] = deque(maxlen=MOST_LINES)
        self.inbox = InboxChannel(NAME)
        self.open: dict[int, Question] = {}

    async def start(self, hand_in: HandIn) -> None:
        """Begin to answer."""
        await self.inbox.start(hand_in)

    async def stop(self) -> None:
        """Answer nothing any more."""
        await self.inbox.stop()

    async def ask(self, question: Question) -> Reply:
        """
        Wait for what the script says; for ever where it says nothing.

        Raises:
            ChannelError: the channel was stopped before.

        """
        self.tell_question(question)
        self.open[question.id] = question
        line = next((each for each in self.script if each.fits(question)), None)
        answering = asyncio.create_task(self.answer(question.id, line)) if line else None
        try:
            return await self.inbox.ask(question)
        finally:
            if question.id not in self.inbox.waiting:
                self.open.pop(question.id, None)
            if answering is not None:
                answering.cancel()
                await asyncio.gather(answering, return_exceptions=True)

    async def add(self, line: Line | Mapping[str, object]) -> list[Told]:
        """
        Add a line to the script, and answer by it what waits already.

        A line with the number of a question is tried on that one in any case, as somebody
        would who is late. Returns what became of each answer.

        Raises:
            ChannelError: it is no line.

        """
        new = read_line(line)
        self.script.append(new)
        fits = [each.id for each in self.open.values() if new.fits(each)]
        return [await self.answer(each, new) for each in fits or [new.number] if each]

    async def answer(self, number: int, line: Line) -> Told:
        """Answer a question as a line says."""
        await asyncio.sleep(line.delay)
        told = await self.inbox.answer(number, line.user, line.reply())
        self.tell(f"Question {number}: {line.user} answers {line.answer}: {plain(told.words)}")
        return told

    async def ended(self, question: Question) -> None:
        """Say how a question ended that was asked here."""
        if any(each.startswith(f"Question {question.id} ") for each in self.said):
            self.tell(end_row(message_of(question)))

    async def notify(self, text: str) -> None:
        """Say a sentence."""
        self.tell(plain(text))

    def tell_question(self, question: Question) -> None:
        """Say what is asked, and what could be answered."""
        message = message_of(question)
        self.tell(f"Question {message.number} is asked")
        for row in rows_of(message):
            self.tell(f"  {row.label}: {row.text}")
        for row in choice_rows(choices_of(question)):
            self.tell(f"  [{row.label}] {row.text}")

    def tell(self, line: str) -> None:
        """Say a line."""
        self.said.append(line)
        self.say(line)


def read_line(line: Line | Mapping[str, object]) -> Line:
    """
    Read a line of a script.

    Raises:
        ChannelError: it is none.

    """
    given = line._asdict() if isinstance(line, Line) else dict(line)
    if extra := set(given) - set(Line._fields):
        raise wrong(f"`{plain(str(min(map(str, extra))))}` is no part of a line")
    answer, scope = given.pop("answer", None), given.pop("scope", Scope.ONCE)
    if answer not in {Answer.ALLOW, Answer.DENY}:
        raise wrong("`answer` is `allow` or `deny`")
    if scope not in set(Scope):
        raise wrong(f"`scope` is one of {', '.join(Scope)}")
    for name, value in given.items():
        check(name, value)
    read = Line(answer=Answer(str(answer)), scope=Scope(str(scope)), **given)
    if (read.scope is Scope.TIME) != (read.seconds > 0):
        raise wrong("`seconds` belongs to the scope `time`, and that to it")
    if read.category and (read.scope is not Scope.SESSION or read.category not in CATEGORIES):
        raise wrong(f"`category` is one of {', '.join(CATEGORIES)}, for a session")
    return read


def check(name: str, value: object) -> None:
    """
    Look whether something can stand in a line.

    Raises:
        ChannelError: it cannot.

    """
    if name == "delay":
        if type(value) not in {int, float} or not 0 <= float(str(value)) <= LONGEST_DELAY:
            raise wrong("`delay` is a number of seconds, at most a day")
    elif name in {"seconds", "number"}:
        if type(value) is not int or value < 0:
            raise wrong(f"`{name}` is a whole number")
    elif not isinstance(value, str):
        raise wrong(f"`{name}` is a text")


def wrong(message: str) -> ChannelError:
    """Return what whoever wrote a script is told."""
    return ChannelError(f"{UNREAD}{message}")

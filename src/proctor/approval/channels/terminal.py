"""
Ask whoever sits at a terminal.

One question is shown at a time; the arrows go to the others. INVARIANT: a key counts
only for what has been on the screen for a moment, and only alone: what was typed ahead,
goes on being typed, or was pasted answers nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Collection, Coroutine, Mapping
from typing import Any

from proctor.approval.channel import HandIn, Told
from proctor.approval.channels.answering_words import NOT_NOW
from proctor.approval.channels.newest import forget_oldest
from proctor.approval.channels.open_time import seconds_left
from proctor.approval.channels.question_rows import end_row
from proctor.approval.channels.terminal_dialog import DENY_ALL, OPEN_LINE, Dialog, Taken
from proctor.approval.channels.terminal_keys import Key, Keys
from proctor.approval.channels.terminal_page import (
    Line,
    Page,
    Place,
    Shown,
    broken,
    empty_page,
    page_of,
)
from proctor.approval.channels.terminal_screen import Screen
from proctor.approval.channels.waiting import Waiting
from proctor.approval.message import message_of
from proctor.errors import ChannelError
from proctor.terms.inbox_lines import InboxLine, inbox_lines, line_with
from proctor.terms.plain import plain
from proctor.terms.question import Question
from proctor.terms.reply import Reply

LOG = logging.getLogger("proctor.terminal")

NAME = "terminal"
# How long something must have been seen before a key counts for it, in seconds.
SETTLE = 0.3
TICK = 1.0
NOTHING_WAITS = "No question waits; q leaves"
LEFT = "whoever sat at the terminal has left it"


class TerminalChannel:
    """
    One person at one terminal.

    `left` is set when they leave, or the terminal is gone.

    Args:
        user: who sits there, as they are known on this machine.
        into: the file descriptor that keys come from.
        out: the one that is written to.
        environ: where `TERM` and `NO_COLOR` stand.
        settle: for how many seconds a question is shown before a key counts.

    """

    name = NAME
    trouble = ""

    def __init__(
        self,
        *,
        user: str,
        into: int = 0,
        out: int = 1,
        environ: Mapping[str, str] = os.environ,
        settle: float = SETTLE,
    ) -> None:
        self.user = user
        self.screen = Screen(into, out, environ)
        self.settle = settle
        # The agent whose questions come before those of others; empty where there is none.
        self.first = ""
        # What is said while no question waits, and what can be done then.
        self.meanwhile: list[str] = []
        self.nothing_waits = NOTHING_WAITS
        self.keys = Keys()
        self.waiting = Waiting(NAME)
        self.open: dict[int, Dialog] = {}
        # What was asked here and has not been seen to end.
        self.asked: dict[int, bool] = {}
        self.current = 0
        # The questions of a line that was opened: each of them can be gone to.
        self.opened: frozenset[int] = frozenset()
        # The names of the agents that Proctor has started.
        self.started: Collection[str] = frozenset()
        # Whether the window is large enough for the question that is shown.
        self.fits = True
        self.ready_at = 0.0
        self.left = asyncio.Event()
        self.hand_in: HandIn | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.timers: dict[str, asyncio.TimerHandle] = {}

    async def start(self, hand_in: HandIn) -> None:
        """
        Take the terminal.

        Raises:
            ChannelError: there is none.

        """
        self.hand_in = hand_in
        self.screen.open()
        self.left.clear()
        asyncio.get_running_loop().add_reader(self.screen.into, self.typed)
        self.tick()

    async def stop(self) -> None:
        """Leave the terminal as it was found; nothing that is open is answered."""
        self.leave()
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def leave(self) -> None:
        """Give the terminal back."""
        asyncio.get_running_loop().remove_reader(self.screen.into)
        for timer in self.timers.values():
            timer.cancel()
        self.screen.close()
        self.left.set()
        self.waiting.stop()

    async def ask(self, question: Question) -> Reply:
        """
        Show a question when its turn comes, and return the answer that counts.

        Raises:
            ChannelError: whoever sat there has left.

        """
        if self.screen.before is None:
            raise ChannelError(LEFT)
        self.open.setdefault(question.id, Dialog(question))
        self.asked[question.id] = True
        forget_oldest(self.asked)
        try:
            with self.waiting.answered(question.id) as answered:
                self.after("draw", 0, self.draw)
                return await answered.reply()
        finally:
            if question.id not in self.waiting:
                self.open.pop(question.id, None)
                self.after("draw", 0, self.draw)

    async def ended(self, question: Question) -> None:
        """Take a question off, and write down who ended it and through what."""
        self.open.pop(question.id, None)
        if self.asked.pop(question.id, False):
            self.say(end_row(message_of(question)))
        self.draw()

    async def notify(self, text: str) -> None:
        """Write a sentence above the questions."""
        self.say(plain(text))
        self.draw()

    def tick(self) -> None:
        """Show how the time goes by, and fit into a window that has changed."""
        self.draw()
        self.after("tick", TICK, self.tick)

    def after(self, name: str, seconds: float, work: Any) -> None:
        """Do something later, once."""
        if name in self.timers:
            self.timers[name].cancel()
        if self.screen.before is not None:
            self.timers[name] = asyncio.get_running_loop().call_later(seconds, work)

    def draw(self) -> None:
        """Show the question whose turn it is, and what can be done."""
        if self.screen.before is None:
            return
        self.turn()
        dialog = self.open.get(self.current)
        if dialog is None:
            page = empty_page(self.meanwhile, self.nothing_waits, self.screen.size())
            self.show(page.lines, page.hint, tuple(self.meanwhile))
            return
        page = self.page_of(dialog)
        if page.whole and not self.fits:
            self.wait_a_moment()
            # Its hint says that keys do not count yet.
            page = self.page_of(dialog)
        self.fits = page.whole
        self.show(page.lines, page.hint, (self.current, dialog.mode == "words"))

    def page_of(self, dialog: Dialog) -> Page:
        """Return the page of the current question, with a hint that says what can be done now."""
        numbers = self.numbers
        dialog.on_line = len(self.line_of(self.current).questions)
        left = seconds_left(dialog.question)
        another = bool(self.first) and dialog.question.agent != self.first
        place = Place(numbers.index(self.current) + 1, len(numbers), left, another)
        hint = dialog.hint(ready=self.is_ready)
        if dialog.on_line > 1 and dialog.mode == "choosing":
            opens = "" if self.current in self.opened else f"{OPEN_LINE} shows each, "
            words = self.line_of(self.current).in_words()
            hint = f"{hint}. {words}: {opens}{DENY_ALL} denies all"
        shown = Shown(dialog.question, dialog.choices, dialog.selected, hint)
        return page_of(shown, place, self.screen.size())

    def show(self, lines: list[Line], hint: list[Line], name: object) -> None:
        """Draw, or give up where the terminal is gone."""
        try:
            self.screen.show(lines, hint, name)
        except OSError as error:
            LOG.warning("the terminal is gone: %s", error)
            self.leave()

    def turn(self) -> None:
        """Go on to the next question where the one that was shown is gone."""
        if self.current not in self.open:
            self.go_to(next(iter(self.numbers), 0))

    @property
    def lines(self) -> list[InboxLine]:
        """Return the lines of the inbox, in the order of every view: first those of one agent."""
        waiting = [self.open[number].question for number in sorted(self.open)]
        lines = inbox_lines(waiting, self.started, most=len(waiting))
        if not self.first:
            return lines
        return sorted(lines, key=lambda line: line.question.agent != self.first)

    def line_of(self, number: int) -> InboxLine:
        """Return the line that an open question stands on."""
        question = self.open[number].question
        return line_with(self.lines, question) or InboxLine((question,))

    @property
    def numbers(self) -> list[int]:
        """Return the question that stands for each line, and all of a line that was opened."""
        found: list[int] = []
        for line in self.lines:
            every = [question.id for question in line.questions]
            if self.opened.intersection(every):
                found += every
            else:
                # Whatever is on the screen stays there when others join its line.
                found.append(self.current if self.current in every else every[0])
        return found

    def go_to(self, number: int) -> None:
        """Show another question; nothing that was typed until now is about it."""
        if before := self.open.get(self.current):
            before.sure = None
        self.current = number
        self.screen.forget_typed()
        self.keys.forget()
        self.wait_a_moment()

    @property
    def is_ready(self) -> bool:
        """Say whether what is shown has been there for long enough."""
        return asyncio.get_running_loop().time() >= self.ready_at

    def wait_a_moment(self) -> None:
        """Let no key count for a moment."""
        self.ready_at = asyncio.get_running_loop().time() + self.settle
        self.after("ready", self.settle, self.draw)

    def typed(self) -> None:
        """Take what was typed."""
        data = self.screen.read()
        if data is None:
            return
        if not data:
            self.leave()
            return
        keys = self.keys.feed(data)
        for key in keys:
            if self.screen.before is None:
                return
            self.take(key, alone=len(keys) == 1)
        self.draw()

    def take(self, key: Key, *, alone: bool) -> None:
        """Take one key; `alone` says that it did not come with others."""
        dialog = self.open.get(self.current)
        writing = dialog is not None and dialog.mode == "words"
        leaves = key == Key("letter", "q") and alone and not writing
        if key.name == "leave" or (leaves and (dialog is None or self.is_ready)):
            self.leave()
            return
        if dialog is None:
            return
        if key.name in {"left", "right"} and not writing:
            self.step(1 if key.name == "right" else -1)
            return
        moves = key.name in {"up", "down"}
        seen = self.is_ready and alone and self.fits and key.name != "paste"
        if not writing and not moves and not seen:
            self.wait_a_moment()
            return
        if key == Key("letter", OPEN_LINE) and dialog.mode == "choosing" and dialog.on_line > 1:
            self.opened = frozenset(one.id for one in self.line_of(self.current).questions)
            return
        taken = dialog.press(key)
        if dialog.mode == "sure" or key.name == "escape":
            # The rest of a sequence that came in two is no key.
            self.wait_a_moment()
        if taken is not None:
            dialog.handing_in = True
            number = dialog.question.id
            self.begin(self.deny_line(number, taken) if taken.to_all else self.give(number, taken))

    def step(self, step: int) -> None:
        """Go to another question that waits."""
        numbers = self.numbers
        if len(numbers) > 1:
            self.go_to(numbers[(numbers.index(self.current) + step) % len(numbers)])

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the rest; `stop` ends it."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def give(self, number: int, taken: Taken) -> None:
        """Hand an answer in, and say what became of it."""
        reply = taken.choice.reply(NAME, taken.words)
        told = await self.handed(number, reply)
        if told.counts:
            self.asked.pop(number, None)
            self.open.pop(number, None)
            words = f"{taken.choice.says}: {told.words}"
            self.waiting.settle(number, reply._replace(by=self.user))
        else:
            words = told.words
            if dialog := self.open.get(number):
                dialog.start_again()
                self.wait_a_moment()
        self.say(f"Question {number}: {plain(words)}")
        self.draw()

    async def deny_line(self, number: int, taken: Taken) -> None:
        """Deny every question of a line, and say how many were denied."""
        reply = taken.choice.reply(NAME, taken.words)
        denied, why = 0, ""
        for question in self.line_of(number).questions:
            told = await self.handed(question.id, reply)
            if told.counts:
                denied += 1
                self.asked.pop(question.id, None)
                self.open.pop(question.id, None)
                self.waiting.settle(question.id, reply._replace(by=self.user))
            else:
                why = told.words
        if dialog := self.open.get(number):
            dialog.start_again()
            self.wait_a_moment()
        self.say(f"{denied:,} questions denied{f'; others not: {plain(why)}' if why else ''}")
        self.draw()

    async def handed(self, number: int, reply: Reply) -> Told:
        """Hand an answer in; where that fails, nothing counts and its giver is told."""
        if self.hand_in is None:
            return Told(counts=False, words=NOT_NOW)
        try:
            return await self.hand_in(number, self.user, NAME, reply)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no yes
            LOG.warning("an answer to question %d was not kept: %s", number, error)
            return Told(counts=False, words=NOT_NOW)

    def say(self, text: str) -> None:
        """Write a line that stays."""
        try:
            for line in broken(text, self.screen.size().width, 2):
                self.screen.say(line)
        except OSError as error:
            LOG.warning("the terminal is gone: %s", error)
            self.leave()

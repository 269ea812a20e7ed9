"""The terminal: what every channel does, at a real pty, and whose key counts for what."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from proctor.approval.channel import Told
from proctor.approval.channels.answering_words import NOT_NOW
from proctor.approval.channels.terminal import TerminalChannel
from proctor.approval.channels.terminal_dialog import KEYS_LATER
from proctor.errors import ChannelError
from proctor.terms.question import Status
from proctor.terms.reply import Answer, Scope
from tests.approval.terminal_rig import terminal_rig
from tests.contracts.channel import Channels, MakeRig, run, take_back
from tests.contracts.samples import HANGS
from tests.doubles.book import Book
from tests.doubles.terminal import Terminal


class TestContract(Channels):
    """What every channel does, at a terminal."""

    @pytest.fixture
    def rig(self) -> MakeRig:
        """Give a channel at a terminal."""
        return terminal_rig


def test_what_was_typed_ahead_answers_nothing() -> None:
    """Keys from before a question, from its first moment, and from one who goes on typing."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book, settle=0.3) as there:
            there.terminal.type("aaa\rsw")
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await there.until(lambda: there.block()[0] == question.id)
            there.terminal.type("a")
            await there.ready(question.id)
            assert book.handed == []
            assert not asking.done()

            there.terminal.type("s")
            assert (await asking).scope is Scope.SESSION

    run(work())


@pytest.mark.parametrize("text", ["a", "allow\r", "aw\rs\r"])
def test_what_is_pasted_answers_nothing(text: str) -> None:
    """A paste is no key, whatever it holds, also where the terminal does not tell it."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book, settle=0.3) as there:
            asking = await there.asked(question := book.put())
            there.terminal.paste(text)
            await there.until(lambda: there.says(KEYS_LATER))
            if len(text) > 1:
                there.terminal.type(text)
            await there.press(question.id, "d", "no")

            assert (await asking).words == "no"
            assert [each.reply.answer for each in book.handed] == [Answer.DENY]

    run(work())


def test_the_next_question_needs_a_key_of_its_own() -> None:
    """A key that is pressed while one question gives way to another answers neither."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book, settle=0.3) as there:
            first = await there.asked(one := book.put())
            second = asyncio.create_task(there.channel.ask(two := book.put(action="tool:bash:rm")))
            await there.until(lambda: "1 of 2" in there.terminal.text)
            await take_back(first)
            await there.until(lambda: there.block()[0] == two.id)
            there.terminal.type("a")
            await there.ready(two.id)
            assert not second.done()
            assert book.handed == []
            await there.channel.ended(book.end(one.id, Status.EXPIRED))
            await there.press(two.id, "a")
            assert (await second).answer is Answer.ALLOW

    run(work())


def test_flood_of_one_session_is_one_line_that_d_denies() -> None:
    """The arrows pass it by, no key allows more than what is shown, and D denies all of it."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book, columns=200) as there:
            flood = [book.put(action=f"tool:bash:job {n}", agent="loud") for n in range(6)]
            quiet = book.put(agent="quiet")
            asking = [asyncio.create_task(there.channel.ask(one)) for one in (*flood, quiet)]
            await there.until(lambda: "of agent loud (1 of 2" in there.terminal.text)
            await there.until(lambda: there.says("6 questions of one session: o shows each"))
            await there.ready(flood[0].id)
            there.terminal.type("D")
            await there.until(lambda: there.says("Enter denies all 6 questions of this line"))
            there.terminal.type("one at a time\r")
            replies = await asyncio.gather(*asking[:-1])

            assert {reply.answer for reply in replies} == {Answer.DENY}
            assert {reply.words for reply in replies} == {"one at a time"}
            await there.until(lambda: there.says("6 questions denied"))
            await there.press(quiet.id, "a")
            assert (await asking[-1]).answer is Answer.ALLOW

    run(work())


def test_one_agents_questions_come_before_those_of_others() -> None:
    """However old the others are; the arrows go through them in that order."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book) as there:
            there.channel.first = "a3"
            others, ours = book.put(agent="a4"), book.put(agent="a3")
            asking = [asyncio.create_task(there.channel.ask(each)) for each in (others, ours)]
            await there.until(lambda: there.says(f"Question {ours.id} of agent a3 (1 of 2"))
            there.terminal.type("\x1b[C")
            await there.until(
                lambda: there.says(f"Question {others.id} of another agent, a4 (2 of")
            )
            there.terminal.type("\x1b[C")
            await there.until(lambda: there.says(f"Question {ours.id} of agent a3 (1 of 2"))
            await there.press(ours.id, "a")
            await asking[1]
            assert [each.number for each in book.handed] == [ours.id]
            await take_back(asking[0])

    run(work())


def test_a_question_that_comes_later_does_not_take_the_place_of_one_that_is_read() -> None:
    """Not even where it is the first agent's: a key would count for what was not read."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book) as there:
            there.channel.first = "a3"
            asking = asyncio.create_task(there.channel.ask(other := book.put(agent="a4")))
            await there.until(lambda: there.says(f"Question {other.id} of another agent, a4, "))
            later = asyncio.create_task(there.channel.ask(book.put(agent="a3")))
            await there.until(lambda: there.says(f"{other.id} of another agent, a4 (2 of 2"))
            await take_back(asking)
            await there.until(lambda: there.says("of agent a3, "))
            await take_back(later)

    run(work())


def test_while_nothing_waits_what_is_known_is_said() -> None:
    """Also on a terminal where nothing can be taken back: each thing once."""

    async def work() -> None:
        for environ in ({"TERM": "xterm"}, {"TERM": "dumb"}):
            async with terminal_rig(Book("ada"), environ=environ) as there:
                there.channel.meanwhile = ["agent a3 is blocked"]
                there.channel.draw()
                there.channel.draw()
                await there.until(lambda: there.says("agent a3 is blocked\nNo question waits"))
                assert there.terminal.text.count("agent a3") == 1

    run(work())


@pytest.mark.parametrize("key", ["w", "c"])
def test_what_lasts_or_is_wide_is_asked_once_more(key: str) -> None:
    """Always, and a whole category, want a yes behind it; a key that is held down is none."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book) as there:
            more = {"always": "adds `Bash(x)` to the role coder", "category": "bash"}
            question = book.put(body={"role": "coder", **more})
            asking = await there.asked(question)
            assert await there.offered(question.id) == frozenset("astwcd")
            there.terminal.type(key)
            await there.until(lambda: there.says("Sure?"))
            await there.ready(question.id)
            words = more["always"] if key == "w" else "every bash call, whatever it does"
            assert f"{words}" in there.block()[1][-1]
            there.terminal.type(key)
            await there.until(lambda: not there.says("Sure?"))
            assert book.handed == []

            await there.press(question.id, key)
            reply = await asking
            assert reply.category == ("bash" if key == "c" else "")
            assert reply.scope is (Scope.SESSION if key == "c" else Scope.ALWAYS)

    run(work())


def test_arrows_choose_and_enter_takes() -> None:
    """Enter alone takes nothing; after an arrow it takes what is marked."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book) as there:
            asking = await there.asked(question := book.put())
            there.terminal.type("\r")
            await there.ready(question.id)
            there.terminal.type("\x1b[B")
            await there.until(lambda: there.says("> [a]"))
            there.terminal.type("\x1bOB")
            await there.until(lambda: there.says("> [s]"))
            await there.ready(question.id)
            there.terminal.type("\r")

            assert (await asking).scope is Scope.SESSION

    run(work())


@pytest.mark.parametrize("key", ["q", "\x03", "\x04"])
def test_leaving_answers_nothing_and_gives_the_terminal_back(key: str) -> None:
    """Whoever leaves allows nothing, and finds the terminal as it was."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book) as there:
            asking = await there.asked(book.put())
            assert not there.terminal.is_as_before
            there.terminal.type(key)
            with pytest.raises(ChannelError, match="stopped"):
                await asking
            assert there.channel.left.is_set()
            await there.until(lambda: there.terminal.is_as_before)
            with pytest.raises(ChannelError, match="left"):
                await there.channel.ask(book.put())
            assert book.handed == []

    run(work())


def test_a_terminal_that_cannot_be_written_to_asks_nobody() -> None:
    """Keys would answer a question that is not to be seen."""

    async def work() -> None:
        book = Book("ada")
        async with Terminal() as terminal:
            window, out = os.openpty()
            channel = TerminalChannel(
                user="ada", into=terminal.here, out=out, environ={"TERM": "xterm"}
            )
            await channel.start(book.hand_in)
            os.close(window)
            with pytest.raises(ChannelError, match="stopped"):
                await channel.ask(book.put())
            await channel.stop()
            os.close(out)

    run(work())


def test_a_window_that_is_closed_answers_nothing() -> None:
    """A terminal that is gone is left; nothing is answered."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book) as there:
            asking = await there.asked(book.put())
            there.terminal.hang_up()
            with pytest.raises(ChannelError, match="stopped"):
                await asking
            assert book.handed == []

    run(work())


def test_an_answer_that_is_not_kept_is_no_answer() -> None:
    """Where handing in fails, that is said, and the question can be answered again."""

    async def broken(*_: object) -> Told:
        raise OSError("no space left")

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book) as there:
            asking = await there.asked(question := book.put())
            there.channel.hand_in = broken
            await there.press(question.id, "a")
            assert there.log(question.id) == [f"Question {question.id}: {NOT_NOW}"]
            there.channel.hand_in = book.hand_in
            await there.press(question.id, "a")
            assert (await asking).answer is Answer.ALLOW

    run(work())


@pytest.mark.parametrize(
    ("environ", "styled", "moves"),
    [({"TERM": "xterm"}, True, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False, True),
     ({"TERM": "dumb"}, False, False), ({}, False, False)],
)  # fmt: skip
def test_only_what_the_terminal_knows_is_written(
    environ: dict[str, str], styled: bool, moves: bool
) -> None:
    """Without colours there are none, and a dumb terminal gets no sequence at all."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book, environ=environ) as there:
            asking = asyncio.create_task(there.channel.ask(book.put()))
            await there.until(lambda: there.says("press a key"))
            assert bool(there.terminal.styles) is styled
            assert there.terminal.tells_pastes is moves
            there.terminal.type("t")
            assert (await asking).seconds == 600

    run(work())


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 24), (30, 40), (200, 14)])
def test_a_small_window_shows_both_ends(columns: int, rows: int) -> None:
    """In a narrow or low window no line breaks by itself, and the end of a command is seen."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book, columns=columns, rows=rows) as there:
            action = "tool:bash:begin " + "漢字 x " * 300 + "; rm -rf end"
            asking = asyncio.create_task(there.channel.ask(book.put(action=action)))
            await there.until(lambda: there.says("press a key"))
            text = there.terminal.text
            assert "begin" in text
            assert "rm -rf end" in "".join(text.split("\n")) or "end" in text
            assert len(text.splitlines()) < rows
            there.terminal.type("a")
            await asking

    run(work())


def test_a_window_that_is_too_small_takes_no_answer() -> None:
    """What cannot be seen cannot be allowed; in a larger window it can."""

    async def work() -> None:
        book = Book("ada")
        async with terminal_rig(book, columns=40, rows=6) as there:
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await there.until(lambda: there.says("Make this window larger"))
            before = there.channel.ready_at
            there.terminal.type("a")
            # The kernel hands the key on when it gets to it, perhaps after the resize.
            await there.until(lambda: there.channel.ready_at != before)
            there.terminal.resize(100, 30)
            await there.until(lambda: there.says("press a key"))
            assert book.handed == []
            await there.press(question.id, "a")
            await asking

    run(work())


PROGRAM = """
import asyncio, sys
from proctor.approval.channels.terminal import TerminalChannel

async def nobody(*_):
    raise AssertionError

async def work():
    channel = TerminalChannel(user="ada", environ={"TERM": "xterm"})
    await channel.start(nobody)
    if sys.argv[1] == "fail":
        raise ValueError("not caught")
    await asyncio.sleep(600)

asyncio.run(work())
"""


@pytest.mark.parametrize(
    ("how", "code"), [("fail", 1), (signal.SIGTERM, -15), (signal.SIGHUP, -1), (signal.SIGINT, -2)]
)
def test_a_process_that_ends_gives_the_terminal_back(how: str | signal.Signals, code: int) -> None:
    """However a process ends that can still do something, its terminal is as it was."""

    async def work() -> None:
        async with Terminal(80, 24) as terminal:
            arguments = [sys.executable, "-c", PROGRAM, str(how)]
            process = await asyncio.create_subprocess_exec(
                *arguments, stdin=terminal.here, stdout=terminal.here, stderr=subprocess.DEVNULL
            )
            async with asyncio.timeout(HANGS):
                if isinstance(how, signal.Signals):
                    while "No question waits" not in terminal.text:
                        await asyncio.sleep(0.01)
                    assert not terminal.is_as_before
                    process.send_signal(how)
                assert await process.wait() == code
                while not terminal.is_as_before:
                    await asyncio.sleep(0.01)

    run(work())


def test_without_a_terminal_nobody_is_asked() -> None:
    """Where there is no terminal, that is said at the start."""

    async def work() -> None:
        ending, end = os.pipe()
        try:
            with pytest.raises(ChannelError, match="no terminal"):
                await TerminalChannel(user="ada", into=ending, out=end).start(Book().hand_in)
        finally:
            os.close(ending)
            os.close(end)

    run(work())

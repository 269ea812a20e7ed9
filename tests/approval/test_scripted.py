"""The scripted channel: what every channel does, and what its script says, and no more."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from proctor.approval.channels.scripted import Line, ScriptedChannel, read_line
from proctor.errors import ChannelError
from proctor.terms.question import Question
from proctor.terms.reply import Answer, Reply, Scope
from tests.approval.scripted_rig import scripted_rig
from tests.contracts.channel import Channels, MakeRig, run, take_back, until
from tests.doubles.book import NOT_YOU, Book
from tests.tables import each_row

SCRIPT: list[dict[str, object]] = [
    {"tool": "Bash", "action": "tool:bash:git push *", "answer": "deny", "words": "use a branch"},
    {"tool": "Read", "answer": "allow", "scope": "session"},
    {"tool": "Web*", "answer": "allow", "scope": "time", "seconds": 600},
    {"tool": "Edit", "answer": "allow", "scope": "session", "category": "edit"},
]


class TestContract(Channels):
    """What every channel does, by a script that grows."""

    @pytest.fixture
    def rig(self) -> MakeRig:
        """Give a channel whose script is empty."""
        return scripted_rig


ANSWERED: list[tuple[dict[str, Any], Reply]] = [
    ({}, Reply(Answer.DENY, words="use a branch")),
    ({"tool": "Read", "action": "tool:view:/srv/app/x"},
     Reply(Answer.ALLOW, scope=Scope.SESSION)),
    ({"tool": "WebFetch", "action": "tool:fetch:https://example.org"},
     Reply(Answer.ALLOW, scope=Scope.TIME, seconds=600)),
    ({"tool": "Edit", "action": "tool:str_replace:/srv/app/x"},
     Reply(Answer.ALLOW, scope=Scope.SESSION, category="edit")),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "wanted"), ANSWERED)
def test_the_first_line_that_fits_answers(changes: dict[str, Any], wanted: Reply) -> None:
    """A question is answered as its line says, under the name of the script."""

    async def work() -> None:
        book = Book("script")
        channel = ScriptedChannel(SCRIPT)
        await channel.start(book.hand_in)
        question = book.put(**changes)
        reply = await channel.ask(question)
        await channel.stop()

        handed = wanted._replace(channel="scripted", question=question.id)
        assert reply == handed._replace(by="script")
        assert [each.reply for each in book.handed] == [handed]

    run(work())


UNANSWERED: dict[str, tuple[list[dict[str, object]], dict[str, Any]]] = {
    "no script": ([], {}),
    "another command": (SCRIPT, {"action": "tool:bash:git pull"}),
    "another case": (SCRIPT, {"tool": "read", "action": "tool:view:x"}),
    "another tool": (SCRIPT, {"tool": "Deploy", "action": "tool:deploy"}),
    "nobody who may": ([{"answer": "allow", "user": "eve"}], {}),
    "only the second line may": (
        [{"answer": "allow", "user": "eve"}, {"answer": "allow"}], {}),
    "another number": ([{"answer": "allow", "number": 99}], {}),
}  # fmt: skip


@each_row("name", UNANSWERED)
def test_what_the_script_does_not_have_is_no_answer(name: str) -> None:
    """Where no line fits, or its person may not, nobody answers."""
    script, changes = UNANSWERED[name]

    async def work() -> None:
        book = Book("script")
        channel = ScriptedChannel(script)
        await channel.start(book.hand_in)
        asking = asyncio.create_task(channel.ask(book.put(**changes)))
        # Something else is answered meanwhile, by a line of its own.
        other = book.put(tool="Other")
        await asyncio.gather(channel.ask(other), until(lambda: opened(channel, other)))
        assert not asking.done()
        await take_back(asking)
        await channel.stop()

        assert [each.number for each in book.counted] == [other.id]

    async def opened(channel: ScriptedChannel, other: Question) -> bool:
        if other.id not in channel.open:
            return False
        await channel.add({"tool": "Other", "answer": "deny", "number": other.id})
        return True

    run(work())


def test_a_delay_is_waited_for_and_ends_with_its_question() -> None:
    """Whoever thinks for a day answers nothing when the question has ended before."""

    async def work() -> None:
        book = Book("script")
        channel = ScriptedChannel([{"answer": "allow", "delay": 86_400}])
        await channel.start(book.hand_in)
        before = asyncio.all_tasks()
        asking = asyncio.create_task(channel.ask(question := book.put()))
        await asyncio.sleep(0)
        await take_back(asking)

        assert book.handed == []
        assert asyncio.all_tasks() == before
        assert question.id not in channel.open

    run(work())


def test_what_happens_is_said_line_by_line() -> None:
    """A demonstration shows what is asked, who answers, and what became of it."""

    async def work() -> None:
        book = Book()
        lines: list[str] = []
        channel = ScriptedChannel([{"answer": "deny"}], say=lines.append)
        await channel.start(book.hand_in)
        asking = asyncio.create_task(channel.ask(book.put()))
        answered = f"Question 12: script answers deny: {NOT_YOU}"
        async with asyncio.timeout(30):
            while answered not in lines:
                await asyncio.sleep(0)
        await take_back(asking)

        assert lines[:3] == [
            "Question 12 is asked",
            "  Tool: Bash",
            "  Action: git push origin main",
        ]

    run(work())


WRONG: dict[str, tuple[dict[str, object], str]] = {
    "no answer": ({}, "`answer` is `allow` or `deny`"),
    "another answer": ({"answer": "yes"}, "`answer` is `allow` or `deny`"),
    "a truth": ({"answer": True}, "`answer` is `allow` or `deny`"),
    "the time-out": ({"answer": "timeout"}, "`answer` is `allow` or `deny`"),
    "an unknown key": ({"answer": "allow", "acton": "x"}, "`acton` is no part of a line"),
    "an unknown scope": ({"answer": "allow", "scope": "ever"}, "`scope` is one of"),
    "a time without seconds": ({"answer": "allow", "scope": "time"}, "`seconds` belongs"),
    "seconds without a time": ({"answer": "allow", "seconds": 5}, "`seconds` belongs"),
    "a truth for a number": ({"answer": "deny", "seconds": True}, "`seconds` is a whole number"),
    "less than nothing": ({"answer": "deny", "delay": -1}, "`delay` is a number"),
    "no number at all": ({"answer": "deny", "delay": float("nan")}, "`delay` is a number"),
    "a category for ever": (
        {"answer": "allow", "scope": "always", "category": "bash"}, "`category` is one of"),
    "an unknown category": (
        {"answer": "allow", "scope": "session", "category": "all"}, "`category` is one of"),
    "no text": ({"answer": "allow", "tool": 5}, "`tool` is a text"),
}  # fmt: skip


@each_row("name", WRONG)
def test_a_script_that_cannot_be_read_is_refused(name: str) -> None:
    """A line that is none refuses the whole script, and says what is wrong."""
    line, words = WRONG[name]

    with pytest.raises(ChannelError, match=words):
        ScriptedChannel([{"answer": "allow"}, line])


def test_a_line_is_read_as_it_stands() -> None:
    """Each part of a line is read, and what is left out is the usual."""
    line = read_line({"answer": "allow", "scope": "session", "category": "bash", "delay": 0.5})

    assert line == Line(Answer.ALLOW, scope=Scope.SESSION, category="bash", delay=0.5)
    assert read_line(line) == line

"""What a client is told while its call goes on."""

from __future__ import annotations

import asyncio

from proctor.gateway.progress import ASKED, WAITING, Reporter


class Heard:
    """What was reported, and the questions that were known, one after the other."""

    def __init__(self, *numbers: int | None, fails: bool = False) -> None:
        self.numbers = list(numbers)
        self.fails = fails
        self.said: list[tuple[float, float | None, str]] = []

    async def report(self, done: float, total: float | None, words: str) -> None:
        """Hear something."""
        if self.fails:
            raise ConnectionError
        self.said.append((done, total, words))

    async def question(self) -> int | None:
        """Say which question it is."""
        return self.numbers.pop(0)

    def reporter(self) -> Reporter:
        """Return who reports to us."""
        return Reporter(self.report, self.question)


def test_a_question_is_named_once_it_is_known() -> None:
    """Until then only that somebody is asked; it is not looked up again afterwards."""
    heard = Heard(None, 12)
    reporter = heard.reporter()

    async def main() -> None:
        for seconds in (1.0, 2.0, 3.0):
            await reporter.waiting(seconds)

    asyncio.run(main())
    asked = ASKED.format(number=12)
    assert heard.said == [(1.0, None, WAITING), (2.0, None, asked), (3.0, None, asked)]


def test_what_is_told_only_grows() -> None:
    """An upstream's numbers go on from the seconds of waiting; one that goes back is not told."""
    heard = Heard(None)
    reporter = heard.reporter()

    async def main() -> None:
        await reporter.waiting(5.0)
        for done, total in ((1.0, 4.0), (0.5, 4.0), (float("nan"), None), (2.0, None)):
            await reporter.upstream(done, total, "packing\x1b[2J")

    asyncio.run(main())
    words = "packing\\x1b[2J"
    assert heard.said == [(5.0, None, WAITING), (6.0, 9.0, words), (7.0, None, words)]


def test_who_does_not_listen_harms_nobody() -> None:
    """A client that cannot be told does not end its call by that."""
    reporter = Heard(None, fails=True).reporter()

    asyncio.run(reporter.waiting(1.0))
    assert reporter.last == 1.0

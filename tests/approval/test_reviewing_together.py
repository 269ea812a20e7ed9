"""Several reviews at once: they share, take turns, and end when nobody waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from proctor.approval.reviewer import Judgement, Review
from proctor.approval.reviewers.make import make_reviewer
from proctor.approval.reviewing import STOPPED
from proctor.terms.asking import ReviewerSettings
from tests.approval.review_calls import Reviewed, bash
from tests.approval.scripts import PATIENCE, SYSTEM_PATH, Wire, run, script

LOOPS = pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
ALLOWED = Review(Judgement.ALLOW, "fine", 0, None, "judge")
SHARED = ALLOWED._replace(cost=0, saved="shared")
NOTE = 'cat >/dev/null; : > "$HOME/began.$$"; '
# Says nothing before it is let go.
HELD = f'{NOTE}until [ -e "$HOME/go" ]; do sleep 0.01; done; echo ALLOW; echo fine'


class Court(Reviewed):
    """A reviewer that is a script; it leaves a note whenever it begins."""

    def __init__(self, folder: Path, text: str, *, seconds: float = PATIENCE, **how: Any) -> None:
        program = script(folder / "judge", text)
        settings = ReviewerSettings("command", (str(program),), seconds=seconds)
        env = {"PATH": SYSTEM_PATH, "HOME": str(folder)}
        place = folder / "reviewer"
        super().__init__(folder, partial(make_reviewer, settings, place=place, env=env), **how)

    def asked(self, command: str = "ls") -> asyncio.Task[Review | None]:
        """Have a command reviewed, beside all else."""
        return asyncio.create_task(self.look(bash(command)))

    @property
    def began(self) -> int:
        """Return how often the program was started."""
        return len([*self.folder.glob("began.*")])

    @property
    def waiting(self) -> list[int]:
        """Return how many wait for each review that is under way."""
        return sorted(under.waiting for under in self.reviewing.under_way.values())

    def let_go(self) -> None:
        """Let the program answer."""
        (self.folder / "go").touch()


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    while not true():
        await asyncio.sleep(0.005)


async def heard(*tasks: asyncio.Task[Review | None]) -> list[Review | None]:
    """Return what came back, without the time that it took."""
    found = await asyncio.gather(*tasks)
    return [review and review._replace(seconds=0) for review in found]


@LOOPS
def test_the_same_at_once_is_one_review(loop: str, tmp_path: Path) -> None:
    """Who asks for what is under way gets the same verdict, and only one has the bill."""
    court = Court(tmp_path, HELD)

    async def work() -> list[Review | None]:
        tasks = [court.asked() for _ in range(3)]
        await until(lambda: court.waiting == [3])
        court.let_go()
        return await heard(*tasks)

    assert sorted(filter(None, run(loop, work())), key=lambda each: each.saved) == [
        ALLOWED,
        SHARED,
        SHARED,
    ]
    assert court.began == 1
    assert court.reviewing.under_way == {}


@LOOPS
def test_who_goes_away_does_not_end_what_others_wait_for(loop: str, tmp_path: Path) -> None:
    """A review goes on while somebody waits, whoever asked for it first."""
    court = Court(tmp_path, HELD)

    async def work() -> tuple[bool, list[Review | None]]:
        first, second = court.asked(), court.asked()
        await until(lambda: court.waiting == [2] and court.began)
        first.cancel()
        await asyncio.wait([first])
        court.let_go()
        return first.cancelled(), await heard(second)

    assert run(loop, work()) == (True, [ALLOWED])
    assert court.began == 1


@LOOPS
def test_a_review_that_nobody_waits_for_is_ended(loop: str, tmp_path: Path) -> None:
    """With the last who waits, the program and all that it started end."""
    wire = Wire(tmp_path / "wire")
    court = Court(tmp_path, 'exec 3>"$HOME/wire"; echo begun >&3; sleep 1000 & sleep 1000')

    async def work() -> None:
        tasks = [court.asked(), court.asked()]
        await until(lambda: court.waiting == [2])
        await asyncio.to_thread(wire.begun)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await asyncio.to_thread(wire.ended)
        await until(lambda: not court.reviewing.tasks)

    run(loop, work())
    assert court.reviewing.under_way == {}
    assert [*(tmp_path / "reviewer").iterdir()] == []


@LOOPS
def test_what_is_being_ended_is_joined_by_nobody(loop: str, tmp_path: Path) -> None:
    """Who asks right after the last one went away gets a review of its own."""
    court = Court(tmp_path, HELD)

    async def work() -> list[Review | None]:
        gone = court.asked()
        await until(lambda: court.began == 1)
        gone.cancel()
        await asyncio.wait([gone])
        court.let_go()
        found = await heard(court.asked())
        await until(lambda: not court.reviewing.tasks)
        return found

    assert run(loop, work()) == [ALLOWED]
    assert court.began == 2


@LOOPS
def test_what_is_stopped_is_left_to_a_person(loop: str, tmp_path: Path) -> None:
    """When the server ends, so do its reviews, and nobody is left waiting."""
    court = Court(tmp_path, HELD)

    async def work() -> list[Review | None]:
        tasks = [court.asked("ls"), court.asked("ls"), court.asked("pwd")]
        await until(lambda: court.waiting == [1, 2] and court.began == 2)
        await court.reviewing.close()
        await court.reviewing.close()
        return await heard(*tasks)

    stopped = ALLOWED._replace(verdict=Judgement.ASK_USER, reason=STOPPED)
    assert run(loop, work()) == [stopped] * 3


@LOOPS
def test_reviews_run_beside_each_other(loop: str, tmp_path: Path) -> None:
    """Different calls do not wait for each other, up to so many."""
    meets = f'{NOTE}until [ "$(ls "$HOME" | grep -c began)" -ge 3 ]; do sleep 0.01; done; echo DENY'
    court = Court(tmp_path, meets, most=3)

    async def work() -> list[Review | None]:
        return await asyncio.gather(*(court.asked(f"ls {number}") for number in range(3)))

    assert [review and review.verdict for review in run(loop, work())] == [Judgement.DENY] * 3


@LOOPS
def test_no_more_run_than_so_many(loop: str, tmp_path: Path) -> None:
    """Who comes when all turns are taken waits for one, and gets it."""
    counts = f'{NOTE}echo + >> "$HOME/log"; sleep 0.05; echo - >> "$HOME/log"; echo ALLOW'
    court = Court(tmp_path, counts, most=2)

    async def work() -> list[Review | None]:
        return await asyncio.gather(*(court.asked(f"ls {number}") for number in range(6)))

    seen = run(loop, work())
    depth = most = 0
    for sign in (tmp_path / "log").read_text().split():
        depth += 1 if sign == "+" else -1
        most = max(most, depth)

    assert [review and review.verdict for review in seen] == [Judgement.ALLOW] * 6
    assert most <= 2


@LOOPS
def test_to_wait_for_a_turn_takes_of_the_time(loop: str, tmp_path: Path) -> None:
    """Who gets no turn in time is answered in time, and nothing was started for it."""
    court = Court(tmp_path, HELD, seconds=0.2, most=1)

    async def work() -> list[Review | None]:
        async with court.reviewing.turns:
            return await heard(court.asked())

    late = "its timeout is 0.2 s"
    assert run(loop, work()) == [
        ALLOWED._replace(verdict=Judgement.ASK_USER, reason=late, failed=True)
    ]
    assert court.began == 0


@LOOPS
def test_who_goes_away_in_line_gives_its_place_up(loop: str, tmp_path: Path) -> None:
    """One that waits for a turn and is cancelled takes none."""
    court = Court(tmp_path, HELD, most=1)

    async def work() -> list[Review | None]:
        async with court.reviewing.turns:
            gone = court.asked("ls")
            await until(lambda: court.waiting == [1])
            gone.cancel()
            await asyncio.wait([gone])
        court.let_go()
        return await heard(court.asked("pwd"))

    assert run(loop, work()) == [ALLOWED]
    assert court.began == 1


@LOOPS
def test_a_reviewer_has_its_time(loop: str, tmp_path: Path) -> None:
    """A review that takes too long is ended, and a person is asked."""
    court = Court(tmp_path, HELD, seconds=0.3)
    late = "its timeout is 0.3 s"

    async def work() -> list[Review | None]:
        return await heard(court.asked())

    expected = ALLOWED._replace(verdict=Judgement.ASK_USER, reason=late, failed=True)
    assert run(loop, work()) == [expected]
    assert [*(tmp_path / "reviewer").iterdir()] == []

"""
The gates of workflow runs: tried once a stage's tasks are finished, or when a person says so.

    auto             opens by itself
    human_approval   a question on the desk, for people only; it waits for a day
    verification     commands, each decided like a call of the stage's role, then run

While a gate is tried its run waits, and nothing in it moves. A run that the last server of this
home left waiting is taken up by the next one: its question again, its commands not.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from proctor.audit.ids import new_uid, timestamp
from proctor.errors import MoveRefused, ProctorError, StoreError
from proctor.server.answers import MovedOn
from proctor.server.stage_checks import Checks
from proctor.server.stage_questions import GateQuestions
from proctor.server.workflow_runs import WorkflowRuns
from proctor.workflows import moves
from proctor.workflows.gates import AskPerson, Nothing, RunCommands, tries_itself, wanted
from proctor.workflows.run import Run, RunStatus

LOG = logging.getLogger("proctor.workflows")

MARK_LENGTH = 12
PAUSE = 0.5
# How often, and how long each time, it is looked whether a question is kept by now.
LOOKS, SHORTLY = 100, 0.02
INTERRUPTED = "the server ended while the gate was tried; try it again"
FAILED = "the gate could not be tried: {why}"
INTERNAL = "something went wrong inside, see the server's log"
ANSWER = "it waits for a person: `proctor approve {number}` or `proctor deny {number}`"
ELSEWHERE = "the run {id} is in stage `{now}`, not in `{stage}`"


class Outcome(NamedTuple):
    """What came of a gate: whether it opens, by whom, and in words."""

    opens: bool
    by: str
    text: str


class StageGates:
    """
    Tries the gates of the runs of a home.

    Args:
        runs: the runs.
        questions: asks people.
        checks: runs commands.
        owner: what the owner of this home is known by, also after a restart.

    """

    def __init__(
        self, runs: WorkflowRuns, questions: GateQuestions, checks: Checks, owner: str
    ) -> None:
        self.runs = runs
        self.questions = questions
        self.checks = checks
        # Of the tries that are this home's; in a shared store there are others.
        self.mark = sha256(owner.encode("utf-8", "surrogatepass")).hexdigest()[:MARK_LENGTH]
        self.trials: dict[str, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Take up what the last server of this home has left."""
        for run in [*self.runs.known.values()]:
            if not self.is_left(run):
                continue
            if isinstance(wanted(run), AskPerson):
                self.begin(run, run.history[-1].by)
            else:
                with suppress(ProctorError):
                    await self.release(run, run.history[-1].by)

    async def stop(self) -> None:
        """Try nothing any more: questions stay open, commands are ended."""
        tasks = [*self.trials.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def is_left(self, run: Run) -> bool:
        """Say whether a run waits for a try of this home's that nobody is at."""
        ours = run.attempt.startswith(f"{self.mark}-")
        return run.status is RunStatus.WAITING and ours and run.attempt not in self.trials

    async def pass_on(self, name: str, *, by: str, stage: str = "", person: str = "") -> Run:
        """
        Try the gate of the stage that a run is in, and return the run as it is then.

        Args:
            name: the run.
            by: who wants it.
            stage: the stage that they mean; empty for whichever it is.
            person: the person who wants it, empty where it is none.

        Raises:
            NotFound: there is no such run.
            MoveRefused: it has ended, has tasks left, is elsewhere, or its gate is being tried.
            StoreError: it cannot be kept.

        """
        run = await self.runs.get(name)
        if self.is_left(run):
            run = await self.release(run, by)
        meant = stage or run.current.name
        if isinstance(wanted(run), Nothing):
            return await self.runs.move(
                name, lambda now: moves.advance(in_stage(now, meant), by=by, at=timestamp())
            )
        attempt = f"{self.mark}-{new_uid()}"
        try:
            waiting = await self.runs.move(
                name,
                lambda now: moves.wait(
                    in_stage(now, meant), attempt=attempt, by=by, at=timestamp()
                ),
            )
        except MoveRefused as error:
            if number := self.questions.number(run):
                error.help = ANSWER.format(number=number)
            raise
        self.begin(waiting, by, person)
        return waiting

    async def after_task(self, run: Run, by: str, person: str = "") -> Run:
        """Try the gate of a run whose last task may be finished; return the run as it is then."""
        if not tries_itself(run):
            return run
        try:
            return await self.pass_on(run.id, by=by, stage=run.current.name, person=person)
        except MoveRefused:
            # Somebody else was quicker.
            return await self.runs.get(run.id)

    async def settled(self, name: str, seconds: float) -> Run:
        """Wait until the gate of a run is not tried any more, or the time is over; return it."""
        run = await self.runs.get(name)
        if run.status is not RunStatus.WAITING or not seconds:
            return run
        if task := self.trials.get(run.attempt):
            await asyncio.wait({task}, timeout=seconds)
        else:
            # Another server tries it, of which we only hear.
            await asyncio.sleep(min(seconds, PAUSE))
        return await self.runs.get(name)

    async def asked(self, run: Run) -> None:
        """Wait a moment until the question of a run that waits for a person has its number."""
        task = self.trials.get(run.attempt)
        for _ in range(LOOKS):
            known = self.questions.number(run) is not None
            if task is None or task.done() or known or not isinstance(wanted(run), AskPerson):
                return
            await asyncio.wait({task}, timeout=SHORTLY)

    async def release(self, run: Run, by: str) -> Run:
        """Let a run go on that waits for a try that nobody is at."""
        return await self.runs.move(
            run.id,
            lambda now: moves.hold(
                now, attempt=run.attempt, by=by, at=timestamp(), text=INTERRUPTED
            ),
        )

    # One try

    def begin(self, run: Run, by: str, person: str = "") -> None:
        """Begin to try a gate."""
        task = asyncio.create_task(self.trial(run, by, person))
        self.trials[run.attempt] = task
        task.add_done_callback(lambda _: self.trials.pop(run.attempt, None))

    def changed(self, before: Run | None, run: Run) -> None:
        """Hear that a run has changed: what it does not wait for any more is given up."""
        if before is None or not before.attempt or before.attempt == run.attempt:
            return
        task = self.trials.get(before.attempt)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def trial(self, run: Run, by: str, person: str) -> None:
        """Try a gate to its end, and move the run."""
        try:
            outcome = await self.outcome(run, by, person)
        except asyncio.CancelledError:
            await self.given_up(run)
            raise
        except ProctorError as error:
            outcome = Outcome(opens=False, by=by, text=FAILED.format(why=error.message))
        except Exception:
            LOG.exception("the gate of %s could not be tried", run.id)
            outcome = Outcome(opens=False, by=by, text=FAILED.format(why=INTERNAL))
        step: Callable[..., Run] = moves.advance if outcome.opens else moves.hold
        try:
            await self.runs.move(
                run.id,
                lambda now: step(
                    now,
                    attempt=run.attempt,
                    by=outcome.by or by,
                    at=timestamp(),
                    text=outcome.text,
                ),
            )
        except MoveRefused as error:
            LOG.info("a gate of %s came too late: %s", run.id, error.message)
        except StoreError as error:
            LOG.warning("the gate of %s is not kept: %s", run.id, error.message)

    async def outcome(self, run: Run, by: str, person: str) -> Outcome:
        """Return what came of a gate."""
        match wanted(run):
            case AskPerson(text):
                reply = await self.questions.ask(run, text)
                return Outcome(reply.yes, reply.by, reply.words)
            case RunCommands(commands, seconds):
                why = await self.checks.trouble(run, commands, seconds, requester=person)
                ran = "\n".join(f"ran: {command}" for command in commands)
                return Outcome(not why, by, why or ran)
            case Nothing():
                return Outcome(opens=False, by=by, text="the gate is open by itself")

    async def given_up(self, run: Run) -> None:
        """Close the question of a gate that nobody tries any more; at our own end it stays."""
        now = self.runs.known.get(run.id)
        if now is not None and now.attempt != run.attempt:
            await self.questions.close(run)


def in_stage(run: Run, stage: str) -> Run:
    """
    Return a run that is in the stage that somebody means.

    Raises:
        MovedOn: it is in another one.

    """
    if run.current.name != stage:
        raise MovedOn(ELSEWHERE.format(id=run.id, now=run.current.name, stage=stage[:60]))
    return run

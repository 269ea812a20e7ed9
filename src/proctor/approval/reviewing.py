"""
Have open decisions reviewed: each only once, not too many at a time, and never for long.

    look ──► seen before? ──► under way? ──► a turn ──► Reviewer.review ──► same scripts?

Who asks for the same as somebody else at this moment gets the same review. Nobody is
asked for an answer that nobody waits for any more. What goes wrong is ASK_USER.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import NamedTuple

from proctor.approval.review_memory import Memory, key_of
from proctor.approval.review_request import Request, request_of, shown_of, telling
from proctor.approval.reviewer import (
    FAILED,
    LATE,
    REMEMBERED,
    SHARED,
    Judgement,
    Review,
    Reviewer,
    may_review,
    short,
)
from proctor.approval.rights import SELF_EDITS
from proctor.approval.scripts import contents, scripts_of
from proctor.errors import ProctorError
from proctor.terms import role
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.record import Standing
from proctor.terms.reply import Answer, Decider, Reply

MOST_AT_ONCE = 4
# Of so many roles, as they are written, verdicts are remembered.
MOST_BENCHES = 64
# So many that fail are told of.
MOST_FAILING = 4
CHANGED = "a script that it runs changed while the reviewer looked"
UNKNOWN = "what a script says that it runs could not be read"
STOPPED = "the reviewer was stopped"
NO_ANSWER = "no answer"
# What an agent changes of itself is approved by people, and not by a machine.
SELF_EDIT, SELF_EDIT_TOOLS = "tool:self_edit:", tuple(SELF_EDITS)
ANSWERS = {Judgement.ALLOW: Answer.ALLOW, Judgement.DENY: Answer.DENY}


class Bench(NamedTuple):
    """A reviewer, as one role wants it, and what it said before."""

    reviewer: Reviewer
    memory: Memory


class Case(NamedTuple):
    """What is reviewed: the request, the scripts that would run, and what they said before."""

    request: Request
    scripts: tuple[str, ...]
    before: str | None


@dataclass(slots=True)
class UnderWay:
    """A review that is not over, how many wait for it, and whether somebody has its bill."""

    task: asyncio.Task[Review]
    waiting: int = 0
    paid: bool = False


class Reviewing:
    """
    The reviewers of all roles, under one configuration.

    Args:
        make: gives the reviewer of a role. How it is reached does not change meanwhile:
            for another configuration there is another `Reviewing`.
        fingerprint: names a value so that nobody can guess it from its name; an empty
            name means that nothing is remembered.
        clean: redacts a text of any length; what it returns may be cut.
        redacted: redacts an input. If it cuts something, no ALLOW counts.
        most: so many reviews are under way at once; the others wait their turn.

    """

    def __init__(
        self,
        make: Callable[[role.Reviewer], Reviewer],
        *,
        fingerprint: Callable[[object], str],
        clean: Callable[[str], str],
        redacted: Callable[[object], object],
        most: int = MOST_AT_ONCE,
    ) -> None:
        self.make = make
        self.fingerprint = fingerprint
        self.clean = clean
        self.redacted = redacted
        self.turns = asyncio.Semaphore(most)
        self.benches: OrderedDict[role.Reviewer, Bench] = OrderedDict()
        self.under_way: dict[object, UnderWay] = {}
        self.tasks: set[asyncio.Task[Review]] = set()
        # What is wrong with those that gave no answer when they were asked last, by their model.
        self.failing: dict[str, str] = {}

    async def look(
        self, call: ToolCall, decision: Decision, standing: Standing, settings: role.Reviewer
    ) -> Review | None:
        """
        Return what the reviewer of a role says of an open decision.

        None where it has none, or one without instructions, or where it must not see it. Never
        raises but when cancelled.
        """
        if settings.enabled is not True or not may_see(decision):
            return None
        # A policy that an earlier version kept may have a reviewer that is told nothing.
        if not (settings.instructions or "").strip():
            return None
        try:
            bench = self.bench_of(settings)
            case = await self.case_of(call, decision, standing)
            key = key_of(case.request, settings.instructions or "", case.before)
        except ProctorError as problem:
            words = "; ".join(filter(None, (problem.message, problem.help)))
            return self.failed(settings, short(words))
        except Exception as problem:  # noqa: BLE001 - whatever it is, a person decides
            return self.failed(settings, FAILED.format(kind=type(problem).__name__))
        return bench.memory.look(key) or await self.shared(bench, settings, key, case)

    def failed(self, settings: role.Reviewer, words: str) -> Review:
        """Return the review of a reviewer that could not even be asked."""
        model = settings.model or ""
        return self.noted(model, Review(Judgement.ASK_USER, words, 0.0, None, model, failed=True))

    def noted(self, model: str, review: Review) -> Review:
        """Note whether a reviewer answers; of many that do not, the last ones are told of."""
        self.failing.pop(model, None)
        if review.failed:
            self.failing[model] = words_of(review)
        while len(self.failing) > MOST_FAILING:
            del self.failing[next(iter(self.failing))]
        return review

    def trouble(self) -> str:
        """Say which reviewers gave no answer when they were asked last, and why."""
        return "; ".join(self.failing.values())

    def bench_of(self, settings: role.Reviewer) -> Bench:
        """Return the reviewer of a role with its memory; who was not asked for longest goes."""
        if settings not in self.benches:
            self.benches[settings] = Bench(self.make(settings), Memory())
        self.benches.move_to_end(settings)
        while len(self.benches) > MOST_BENCHES:
            self.benches.popitem(last=False)
        return self.benches[settings]

    async def case_of(self, call: ToolCall, decision: Decision, standing: Standing) -> Case:
        """Return what is to be reviewed."""
        scripts = scripts_of(decision.action)
        before = await asyncio.to_thread(contents, scripts)
        shown, shortened = shown_of(call.input, self.redacted)
        # Two that differ look the same once they are redacted: their name tells them apart.
        whole = [call.tool, call.input, decision.action.around.place, *standing]
        request = request_of(
            decision,
            standing,
            input=shown,
            digest=self.fingerprint(whole),
            clean=telling(call.input, shown, self.clean),
            shortened=shortened,
            hidden=shown != call.input,
        )
        return Case(request, scripts, before)

    async def shared(
        self, bench: Bench, settings: role.Reviewer, key: str | None, case: Case
    ) -> Review:
        """Return a review that may be under way for others; who waits last can end it."""
        name = object() if key is None else (settings, key)
        under = self.under_way.get(name)
        if under is None:
            under = self.under_way[name] = UnderWay(self.begun(self.reviewed(bench, key, case)))
        under.waiting += 1
        try:
            await asyncio.wait([under.task])
        finally:
            under.waiting -= 1
            if not under.waiting:
                under.task.cancel()
            # What is over, or is being ended, is joined by nobody.
            if self.under_way.get(name) is under and (under.task.done() or not under.waiting):
                del self.under_way[name]
        if under.task.cancelled():
            return Review(Judgement.ASK_USER, STOPPED, 0.0, None, bench.reviewer.model)
        review = under.task.result()
        if under.paid:
            return review._replace(cost=0.0, saved=SHARED)
        under.paid = True
        return review

    def begun(self, work: Coroutine[None, None, Review]) -> asyncio.Task[Review]:
        """Begin a review; it is held until it is over, also when nobody waits for it."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def reviewed(self, bench: Bench, key: str | None, case: Case) -> Review:
        """Have a case reviewed and remember the verdict; to wait for a turn takes of its time."""
        reviewer, began = bench.reviewer, time.monotonic()
        failed = Review(Judgement.ASK_USER, "", 0.0, None, reviewer.model, failed=True)
        try:
            async with asyncio.timeout(reviewer.seconds), self.turns:
                review = await reviewer.review(case.request)
        except TimeoutError:
            review = failed._replace(reason=LATE.format(seconds=reviewer.seconds))
        except Exception as problem:  # noqa: BLE001 - whatever it is, a person decides
            review = failed._replace(reason=FAILED.format(kind=type(problem).__name__))
        review = self.noted(reviewer.model, review._replace(seconds=time.monotonic() - began))
        if review.verdict is Judgement.ASK_USER:
            return review
        now = await asyncio.to_thread(contents, case.scripts)
        if now != case.before:
            return review._replace(verdict=Judgement.ASK_USER, reason=CHANGED)
        if now is None and review.verdict is Judgement.ALLOW:
            return review._replace(verdict=Judgement.ASK_USER, reason=UNKNOWN)
        bench.memory.keep(key, review)
        return review

    async def close(self) -> None:
        """End all reviews that are under way, with their programs."""
        tasks = [*self.tasks]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


def may_see(decision: Decision) -> bool:
    """Say whether a reviewer may see a decision: self-edits are approved by people only."""
    action = decision.action
    tools = {action.tool, *(part.tool for part in action.parts)}
    strings = (action.string, *(text for part in action.parts for text in part.strings))
    of_itself = any(tool.endswith(SELF_EDIT_TOOLS) for tool in tools) or any(
        text.startswith(SELF_EDIT) for text in strings
    )
    return may_review(decision) and not of_itself


def words_of(review: Review) -> str:
    """Return a review in words, for the record: who, what, how long, for how much, and why."""
    took = "" if review.saved == REMEMBERED else f" in {review.seconds:.2f} s"
    verdict = NO_ANSWER if review.failed else review.verdict.value
    said = f"{f'reviewer {review.model}'.rstrip()}: {verdict}{took}{price_of(review)}"
    return f"{said}: {review.reason}" if review.reason else said


def price_of(review: Review) -> str:
    """Return what a review cost: nothing, so many dollars, or else so many tokens."""
    if review.saved:
        return f", {review.saved}"
    if review.cost is not None:
        return f", ${review.cost:.4f}"
    return "" if review.tokens is None else f", {review.tokens} tokens"


def reply_of(review: Review) -> Reply | None:
    """Return the answer that a review is; None where it leaves that to a person."""
    answer = ANSWERS.get(review.verdict)
    if answer is None:
        return None
    return Reply(
        answer,
        by=f"reviewer {review.model}",
        channel="reviewer",
        words=review.reason,
        decider=Decider.REVIEWER,
        review=words_of(review),
    )

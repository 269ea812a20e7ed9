"""
The desk: where an ASK gets its answer.

    remembered? ──► reviewer? ──► people, through every channel at once ──► remember

The first that has an answer gives it. No answer is never a yes, and neither is one that
came for something else: a script that has changed meanwhile, rules that say no by now, a
person who may not.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, NamedTuple

from proctor.approval.askers import Asker, Manner, Shared
from proctor.approval.covered_files import NO_FILES, Snapshot, snapshot
from proctor.approval.drafts import draft_of
from proctor.approval.grants import Bound, Grants, granted, looker_of, places_of
from proctor.approval.line import Line
from proctor.approval.neighbours import Inbox, Lasting
from proctor.approval.reviewer import Review
from proctor.approval.reviewing import Reviewing, may_see, reply_of, words_of
from proctor.approval.rights import Rights, is_self_edit
from proctor.errors import ProctorError, StoreError
from proctor.terms.asking import TIMEOUT
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.grant import Grant
from proctor.terms.question import Question, Status
from proctor.terms.record import Standing, said
from proctor.terms.reply import Answer, Reply, Scope
from proctor.terms.role import Reviewer

LOG = logging.getLogger("proctor.desk")

NOT_HEARD = "the question could not be kept, so nobody could be asked"
NO_CHANNEL = "nobody can be asked: there is no channel to people"
NO_ANSWER = "nobody answered within {seconds:.0f} s"
IN_LINE = "nobody answered within {seconds:.0f} s: other questions of this agent came first"
NOBODY = "it was answered, but nobody knows by whom"
TAKEN_BACK = "the question was taken back"
CHANGED = "what it runs has changed since it was asked about"
DENIED_NOW = "allowed by {by}, but denied by rules that have changed meanwhile: {why}"


class Turn(NamedTuple):
    """
    One call at the desk.

    `now` decides the call by the rules as they are at that moment; `bound` is what an
    answer holds for, None where that cannot be said, and `files` all that a yes to this one
    question covers. `manner` is that of whoever waits, where it is not a stricter one.
    `review` is what a reviewer said, who left it to people.
    """

    call: ToolCall
    decision: Decision
    standing: Standing
    uid: str
    manner: Manner
    reviewer: Reviewer
    now: Callable[[ToolCall], Decision]
    bound: Bound | None
    asker: Asker
    files: Snapshot = NO_FILES
    review: str = ""

    @property
    def name(self) -> tuple[str, str, str]:
        """Return whose call it is."""
        return said(self.call.agent), said(self.call.session), said(self.call.subagent)


class Desk:
    """
    Asks, for all agents of a home.

    Args:
        inbox: where questions wait.
        grants: the remembered answers.
        reviewing: the AI reviewer, asked where a role has one.
        rights: what people may.
        lasting: what *always* does.
        reachable: says whether there is any channel.
        trouble: says what is wrong with channels that cannot reach anybody.
        timeout: how long people have, in seconds, where no dialog stays open beside it.
        dialog: whether an expired question is left to a dialog that is open beside it.

    """

    def __init__(  # noqa: PLR0913 - everybody who may be asked
        self,
        inbox: Inbox,
        *,
        grants: Grants,
        reviewing: Reviewing,
        rights: Rights,
        lasting: Lasting,
        reachable: Callable[[], bool],
        trouble: Callable[[], str] = str,
        timeout: float = TIMEOUT,
        dialog: bool = True,
    ) -> None:
        self.inbox = inbox
        self.grants = grants
        self.reviewing = reviewing
        self.rights = rights
        self.lasting = lasting
        self.reachable = reachable
        self.trouble = trouble
        self.timeout = timeout
        self.dialog = dialog
        self.line = Line()
        # Identical questions of one agent, by what they ask.
        self.open: dict[tuple[object, ...], Shared] = {}
        self.tasks: set[asyncio.Task[Reply]] = set()
        # What is asked about, while people have it before them, by the question's number.
        self.asked: dict[int, Turn] = {}

    async def ask(  # noqa: PLR0913 - what is asked, of whom, and how
        self,
        call: ToolCall,
        decision: Decision,
        standing: Standing,
        *,
        uid: str,
        now: Callable[[ToolCall], Decision],
        manner: Manner = Manner.HOLD,
        reviewer: Reviewer = Reviewer(),  # noqa: B008 - it cannot be changed
        asker: Asker | None = None,
        review: str = "",
    ) -> Reply | None:
        """
        Return what comes back; None leaves it to the program's own dialog.

        `review` is what a reviewer said before, who is not asked again.
        """
        asker = asker or Asker(manner)
        manner = asker.manner
        bound = await self.grants.bound(call, decision, standing)
        named = self.rights.wants_somebody(decision, standing)
        if named or is_self_edit(decision):
            # Whoever sits before a dialog is nobody whose rights could be looked at.
            manner = Manner.HOLD
        if named:
            # Who may answer was named, and no machine was.
            reviewer = Reviewer()
        turn = Turn(
            call, decision, standing, uid, manner, reviewer, now, bound, asker, review=review
        )
        if grant := await self.remembered(call, decision, standing):
            return granted(grant)
        turn = turn._replace(files=await self.files_of(call, decision))
        found = await self.reviewed(turn)
        judged = await self.judged(turn, found)
        if judged is not None:
            return judged
        if asker.words:
            return self.gone(turn)
        if found is not None:
            turn = turn._replace(review=words_of(found))
        if manner is Manner.LEAVE:
            return Reply(Answer.DIALOG, review=turn.review) if turn.review else None
        reply = await self.together(turn)
        return reply._replace(review=turn.review) if turn.review else reply

    async def files_of(self, call: ToolCall, decision: Decision) -> Snapshot:
        """Look at the files that a yes to a call covers, when it is its session's turn."""
        return await self.grants.looking.run(looker_of(call), partial(snapshot, decision.action))

    async def reviewed(self, turn: Turn) -> Review | None:
        """Return what the reviewer says, if the role has one and somebody still waits for it."""
        if turn.reviewer.enabled is not True:
            return None
        looking = asyncio.ensure_future(
            self.reviewing.look(turn.call, turn.decision, turn.standing, turn.reviewer)
        )
        try:
            return looking.result() if await turn.asker.outlasts(looking) else None
        finally:
            looking.cancel()

    async def judged(self, turn: Turn, review: Review | None) -> Reply | None:
        """Return the answer that a review is; None where people decide, also by rules of now."""
        reply = reply_of(review) if review is not None else None
        if reply is None or reply.answer is not Answer.ALLOW:
            return reply
        reply = await self.still_open(turn, reply, covers=turn.files)
        if reply.answer is Answer.ALLOW and not may_judge(turn.now(turn.call)):
            return None
        return reply

    async def stop(self) -> None:
        """Wait for nobody any more; questions stay open in the store."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.grants.looking.close()

    async def together(self, turn: Turn) -> Reply:
        """Ask people once for all identical calls of one agent that wait at the same time."""
        if turn.asker.people is not None:
            turn.asker.people()
        key = (turn.bound, turn.files.digest, turn.name, turn.standing, turn.manner)
        shared = self.open.get(key) if turn.bound is not None and any(turn.name) else None
        if shared is None:
            shared = self.open[key] = Shared()
            shared.task = self.begin(self.ask_people(turn, shared))
            shared.task.add_done_callback(partial(self.forget, key, shared))
        shared.waiting += 1
        try:
            # Who asked first may go away; the others wait on.
            answered = await turn.asker.outlasts(shared.task)
        finally:
            shared.waiting -= 1
        if answered:
            return shared.task.result()
        if not turn.asker.words:
            words = self.with_trouble(NO_ANSWER.format(seconds=self.timeout))
            return self.unanswered(turn, Reply(Answer.TIMEOUT, words=words))
        if not shared.waiting:
            self.forget(key, shared)
            if not await self.closed(shared, turn.asker.words):
                return await asyncio.shield(shared.task)
        return self.gone(turn, shared.question)

    async def closed(self, shared: Shared, words: str) -> bool:
        """End a question that nobody waits for; False where somebody has answered just before."""
        shared.words = words
        if shared.question is None:
            return True
        reply = Reply(Answer.DENY, words=words)
        try:
            ended = await self.inbox.end(shared.question.id, Status.CANCELLED, reply)
        except StoreError:
            return True
        return ended is not None

    def gone(self, turn: Turn, question: Question | None = None) -> Reply:
        """Return what holds for one who has left: where there is a dialog, that decides."""
        answer = Answer.DENY if turn.manner is Manner.HOLD else Answer.DIALOG
        number = question.id if question is not None else None
        return Reply(answer, words=turn.asker.words, question=number)

    def begin(self, work: Coroutine[Any, Any, Reply]) -> asyncio.Task[Reply]:
        """Begin to ask."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def forget(self, key: tuple[object, ...], done: Shared, _: object = None) -> None:
        """Let the next one ask anew."""
        if self.open.get(key) is done:
            del self.open[key]

    async def ask_people(self, turn: Turn, shared: Shared) -> Reply:
        """Ask people about a call, when it is its agent's turn."""
        why = self.rights.nobody(turn.decision, turn.standing)
        if not self.reachable() or why:
            words = why or self.with_trouble(NO_CHANNEL)
            return self.unanswered(turn, Reply(Answer.DENY, words=words))
        began, patience = time.monotonic(), self.patience(turn)
        async with self.line.turn(turn.name, patience) as mine:
            if not mine:
                words = self.with_trouble(IN_LINE.format(seconds=patience))
                return self.unanswered(turn, Reply(Answer.TIMEOUT, words=words))
            if shared.words:
                return Reply(Answer.DENY, words=shared.words)
            if covered := await self.covered_meanwhile(turn):
                return covered
            left = max(patience - (time.monotonic() - began), 0.0)
            # The turn ends when the answer is kept: the next in line may be covered by it.
            return await self.taken(turn, await self.question_of(turn, left, shared), patience)

    def patience(self, turn: Turn) -> float:
        """
        Return for how long people can answer, in seconds.

        Beside a dialog that stays open nothing is over when the time-out is: it can be answered
        as long as whoever waits there says.
        """
        seconds = turn.asker.seconds
        stays = turn.manner is Manner.BESIDE and self.dialog and seconds != math.inf
        return seconds if stays else min(self.timeout, seconds)

    async def covered_meanwhile(self, turn: Turn) -> Reply | None:
        """Return an answer that was given for more than its call while this one waited."""
        try:
            decision = turn.now(turn.call)
        except ProctorError:
            return None
        grant = await self.remembered(turn.call, decision, turn.standing)
        return None if grant is None else await self.still_open(turn, granted(grant))

    async def taken(self, turn: Turn, question: Question | None, patience: float) -> Reply:
        """Return what a question came to as it counts now, and remember what shall be."""
        if question is None:
            return self.unanswered(turn, Reply(Answer.DENY, words=NOT_HEARD))
        reply = answer_of(question, patience)
        if reply.answer is Answer.TIMEOUT:
            reply = reply._replace(words=self.with_trouble(reply.words))
        if question.status is not Status.ANSWERED:
            return self.unanswered(turn, reply)
        if reply.answer is Answer.ALLOW:
            reply = await self.looked_at_again(turn, reply)
        if reply.answer is Answer.ALLOW and reply.scope is not Scope.ONCE:
            await self.remember(turn, reply, question)
        return reply

    async def question_of(self, turn: Turn, seconds: float, shared: Shared) -> Question | None:
        """Put a question to people, and return how it ended; None where it was not heard."""
        always = await self.lasting.shown(turn.call, turn.decision, turn.standing)
        draft = draft_of(
            turn.call,
            turn.decision,
            turn.standing,
            uid=turn.uid,
            seconds=seconds,
            always=always,
            files=(turn.bound.scripts if turn.bound else "") + turn.files.digest,
            review=turn.review,
        )
        question = shared.question = await self.inbox.put(draft)
        if question is None:
            return None
        self.asked[question.id] = turn
        try:
            if shared.words:
                await self.closed(shared, shared.words)
            if question.status is Status.PENDING:
                question = await self.inbox.wait(question, seconds)
            if question.status is Status.PENDING:
                question = await self.inbox.expire(question)
            return question
        finally:
            self.asked.pop(question.id, None)

    def with_trouble(self, words: str) -> str:
        """Return why nobody answered, with the channels that could not reach anybody."""
        trouble = self.trouble()
        return f"{words}; {trouble}" if trouble else words

    def unanswered(self, turn: Turn, reply: Reply) -> Reply:
        """Return what holds where nobody has answered: the dialog, if one is open beside."""
        if turn.manner is Manner.BESIDE and self.dialog:
            return reply._replace(answer=Answer.DIALOG)
        return reply

    async def remembered(
        self, call: ToolCall, decision: Decision, standing: Standing
    ) -> Grant | None:
        """Return an answer that was given before and holds for this; never for a self-edit."""
        if is_self_edit(decision):
            return None
        may = partial(self.may_still, decision, standing)
        return await self.grants.find(call, decision, standing, may)

    def may_still(self, decision: Decision, standing: Standing, grant: Grant) -> bool:
        """Say whether who gave an answer that is remembered might give it now."""
        return self.rights.refuses(granted(grant), decision, standing) is None

    async def looked_at_again(self, turn: Turn, reply: Reply) -> Reply:
        """Return a person's yes as it counts now that it has come."""
        reply = await self.still_open(turn, reply, covers=turn.files)
        if reply.answer is not Answer.ALLOW:
            return reply
        decision = turn.now(turn.call)
        why = self.rights.refuses(reply, decision, turn.standing)
        why = why or self.rights.refuses_requester(turn.call, decision)
        return reply if why is None else no_longer(reply, why)

    async def still_open(self, turn: Turn, reply: Reply, covers: Snapshot | None = None) -> Reply:
        """
        Return a yes as it counts now: no rule may say no, and no script may be another one.

        `covers` has the files that a yes covers; a remembered one is not bound to them.
        """
        if reply.answer is not Answer.ALLOW:
            return reply
        try:
            decision = turn.now(turn.call)
        except ProctorError as error:
            return no_longer(reply, DENIED_NOW.format(by=reply.by, why=error.message))
        if decision.effect is Effect.DENY:
            return no_longer(reply, DENIED_NOW.format(by=reply.by, why=decision.why))
        # By the call as it is read now: a link may lead elsewhere than it did. That is looked at
        # by itself, too: of scripts that cannot be read there is nothing to compare.
        elsewhere = places_of(decision) != places_of(turn.decision)
        bound = await self.grants.bound(turn.call, decision, turn.standing)
        changed = CHANGED if elsewhere else None
        if covers is not None and changed is None:
            files = await self.files_of(turn.call, decision)
            changed = files.differs_from(covers)
        if changed is None and bound != turn.bound:
            changed = CHANGED
        if changed:
            return no_longer(reply, f"allowed by {reply.by}, but {changed}")
        return reply

    async def remember(self, turn: Turn, reply: Reply, question: Question) -> None:
        """Keep an answer that shall hold for longer than its question."""
        call, decision, standing = turn.call, turn.decision, turn.standing
        if is_self_edit(decision):
            # How long the change holds is kept with the change.
            return
        shown = str(question.body.get("always") or "")
        always = reply.scope is Scope.ALWAYS and shown
        if always and await self.lasting.keep(call, decision, standing, shown=shown, reply=reply):
            return
        try:
            await self.grants.remember(
                reply, turn.bound, call, decision, standing, uid=f"{question.uid}-{reply.scope}"
            )
        except StoreError as error:
            # The call itself was allowed; the same will be asked again.
            LOG.warning("question %d: the answer is not remembered: %s", question.id, error.message)


def answer_of(question: Question, seconds: float) -> Reply:
    """Return what a question came to; only one that a person answered can be a yes."""
    reply = question.reply
    if question.status is Status.ANSWERED and reply is not None:
        if reply.answer is Answer.ALLOW and not reply.by:
            return Reply(Answer.DENY, words=NOBODY, question=question.id)
        return reply._replace(question=question.id)
    if question.status is Status.CANCELLED:
        words = reply.words if reply is not None else ""
        return Reply(Answer.DENY, words=words or TAKEN_BACK, question=question.id)
    words = reply.words if reply is not None else ""
    words = words or NO_ANSWER.format(seconds=seconds)
    return Reply(Answer.TIMEOUT, words=words, question=question.id)


def may_judge(decision: Decision) -> bool:
    """Say whether a reviewer's yes counts under a decision: no rule wants a human by now."""
    return decision.effect is Effect.ALLOW or may_see(decision)


def no_longer(reply: Reply, why: str) -> Reply:
    """Return a yes that does not count: it denies, and is remembered by nobody."""
    return reply._replace(answer=Answer.DENY, words=why, scope=Scope.ONCE, category="")

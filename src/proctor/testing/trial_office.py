"""
The server's own work in a trial: the same rules, desk and records, kept in memory.

INVARIANT: no channel but the script, no reviewer, no store but memory, whatever a
configuration says: a test reaches nobody.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from proctor.approval.review_request import Request as ReviewRequest
from proctor.approval.reviewer import Judgement, Review, Reviewer
from proctor.audit.store import Filter
from proctor.errors import StoreError, UsageError
from proctor.keepers import VARIABLE
from proctor.roles.file_times import Signature
from proctor.server.office import Office
from proctor.server.posts import Post, Posts
from proctor.server.requests import Request, read_request
from proctor.terms import role
from proctor.terms.catalogue import ToolInfo
from proctor.terms.keeping import MEMORY
from proctor.terms.question import Question, Status
from proctor.terms.record import Record, outcome
from proctor.terms.reply import Answer, Reply
from proctor.testing.answers import AnswerLike, TrialChannel
from proctor.testing.outcome import Outcome

Result = TypeVar("Result")
ALL = 1_000_000
NO_REVIEWER = "no reviewer is asked in a trial"


class NoReviewer:
    """Leaves everything to people: what a model would say is not for a test to find out."""

    model = "none"
    seconds = 1.0

    async def review(self, request: ReviewRequest) -> Review:  # noqa: ARG002 - it is the same for all
        """Judge nothing."""
        return Review(Judgement.ASK_USER, NO_REVIEWER, 0.0, None, self.model)


class TrialPosts(Posts):
    """Roles at work, with the guard before the home that is meant as well as the trial's."""

    meant: str

    def load(  # noqa: PLR0913, PLR0917 - as there
        self,
        role: str,
        start: str,
        root: str,
        last: Post | None,
        signature: Signature,
        declared: tuple[ToolInfo, ...] = (),
        profile: str = "",
    ) -> Post:
        """Load a role, or fall back to the denies of the last time."""
        post = super().load(role, start, root, last, signature, declared, profile)
        around = post.pipeline.around
        post.pipeline.around = around._replace(proctor_home=self.meant)
        return post


class TrialOffice(Office):
    """
    The work of a server that keeps everything in memory, and asks a script.

    Args:
        home: the trial's own home.
        answers: the script.
        meant: the home that it stands for.

    """

    def __init__(self, home: Path, answers: Iterable[AnswerLike], *, meant: Path) -> None:
        self.channel = TrialChannel(answers, self.unanswered)
        super().__init__(home, channels=[self.channel], env={VARIABLE: MEMORY})
        self.posts = TrialPosts(home, self.stage_of, self.place_of)
        self.posts.meant = str(meant)
        self.self_edits.posts = self.posts

    def open_desk(self) -> None:
        """Put a script where people would be."""
        asking = self.staff.asking
        self.staff.asking = asking._replace(inbox=False, telegram=None, discord=None)
        super().open_desk()

    def reviewer_of(self, wanted: role.Reviewer) -> Reviewer:  # noqa: ARG002 - whatever is wanted
        """Return a reviewer who says nothing."""
        return NoReviewer()

    async def unanswered(self, question: Question, words: str) -> None:
        """End a question for which the script has no answer, without anybody's waiting."""
        await self.inbox.end(question.id, Status.EXPIRED, Reply(Answer.TIMEOUT, words=words))

    async def outcome(self, data: Mapping[str, Any]) -> Outcome:
        """
        Decide a call, and tell all that came of it.

        Raises:
            ProctorError: the request is wrong, or its role does not load.

        """
        request = read_request(data)
        verdict, decision, reply = await self.judge(request)
        number = reply.question if reply else None
        return Outcome(
            effect=verdict.effect,
            why=verdict.why,
            rule=decision.rule.text if decision.rule else "",
            decision=decision,
            record=self.record_of(request, outcome(decision, reply).value),
            question=await self.lookup(number) if number is not None else None,
        )

    def record_of(self, request: Request, word: str) -> Record:
        """
        Return the record of a call.

        Raises:
            StoreError: none was kept.

        """
        uid = f"{self.bound(request.uid, request)}-{word}"
        for record in self.kept_records():
            if record.uid == uid:
                return record
        raise StoreError("no record of the call was kept")

    def kept_records(self) -> list[Record]:
        """Return every record, newest first."""
        return [kept.record for kept in self.keepers.store.find(Filter(), limit=ALL)]


class OfficeThread:
    """
    An office with a loop of its own, for callers of every colour.

    Whoever calls may have a loop of their own, or none: neither stands still for the other.
    """

    def __init__(self, office: TrialOffice) -> None:
        self.office = office
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = threading.Thread(target=self._work, name="proctor-trial", daemon=True)
        self.begun: Future[None] = Future()
        self.end = asyncio.Event()

    def start(self) -> None:
        """
        Begin to work.

        Raises:
            ProctorError: what is configured is wrong.

        """
        self.thread.start()
        try:
            self.begun.result()
        except BaseException:
            self.thread.join()
            raise

    def submit(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        """
        Begin a piece of work.

        Raises:
            UsageError: the trial is over, or has not begun.

        """
        if self.loop is None:
            work.close()
            raise UsageError("the trial is over", help="use it inside its `with`")
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def stop(self) -> None:
        """End the work; who still waits is told so."""
        loop, self.loop = self.loop, None
        if loop is not None:
            loop.call_soon_threadsafe(self.end.set)
        self.thread.join()

    def _work(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # noqa: BLE001 - whoever started it hears of it
            if not self.begun.done():
                self.begun.set_exception(error)

    async def _serve(self) -> None:
        await self.office.start()
        try:
            self.loop = asyncio.get_running_loop()
            self.begun.set_result(None)
            await self.end.wait()
        finally:
            await self.office.stop()


def as_sent(data: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return a request as it would arrive at a server: as JSON.

    Raises:
        TypeError: something in it has no form in JSON.
        ValueError: likewise.

    """
    sent: dict[str, Any] = json.loads(json.dumps(data, allow_nan=False))
    return sent

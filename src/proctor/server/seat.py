"""One request's seat at the desk: its role, its rules of now, and how it waits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from proctor.approval.askers import Asker
from proctor.approval.desk import Desk
from proctor.pipeline import Audit, Pipeline
from proctor.server.posts import Post, Posts
from proctor.server.requests import Request
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision, Source
from proctor.terms.effect import Effect
from proctor.terms.record import Outcome, Record, Standing
from proctor.terms.reply import Reply
from proctor.terms.role import Reviewer
from proctor.terms.rule import By

WISHED = "the rules of the role allow it, but the agent program's own wish that somebody is asked"


class Sitting(NamedTuple):
    """
    How a request is judged, beyond what it says.

    `uid` names its question and its record. `asker` is whoever waits, `begins` is done
    before anybody is asked. With `wished`, what the rules allow is asked too, of people;
    with `reviewed`, the reviewer has had its look. `about` is the uid of an earlier record
    that left the call to the program's dialog: then only what somebody says is kept.
    """

    uid: str = ""
    asker: Asker | None = None
    begins: Callable[[], Awaitable[None]] | None = None
    wished: bool = False
    reviewed: bool = False
    about: str = ""


PLAIN = Sitting()


class Wished(Pipeline):
    """A policy that asks people where it would allow."""

    def __init__(self, usual: Pipeline) -> None:
        super().__init__(usual.policy, usual.around)
        self.usual = usual

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call."""
        return asked(self.usual.decide(call))


class Behind:
    """Keeps what became of a call that was left to a dialog, behind the record of that."""

    __slots__ = ("about", "audit")

    def __init__(self, audit: Audit, about: str) -> None:
        self.audit = audit
        self.about = about

    async def append(self, record: Record) -> bool:
        """Keep a record; that the dialog is still open is known already."""
        if record.decision == Outcome.ASK_DIALOG:
            return True
        return await self.audit.append(record._replace(about=self.about))


class Seat:
    """Asks the desk for one request."""

    __slots__ = ("desk", "post", "posts", "request", "sitting")

    def __init__(
        self, desk: Desk, posts: Posts, post: Post, request: Request, sitting: Sitting = PLAIN
    ) -> None:
        self.desk = desk
        self.posts = posts
        self.post = post
        self.request = request
        self.sitting = sitting

    async def ask(
        self, call: ToolCall, decision: Decision, standing: Standing, *, uid: str
    ) -> Reply | None:
        """Ask about a call and return what came back; None leaves it to a dialog."""
        sitting = self.sitting
        if sitting.begins is not None:
            await sitting.begins()
        return await self.desk.ask(
            call,
            decision,
            standing,
            uid=uid,
            now=self.now,
            manner=self.request.manner,
            reviewer=Reviewer() if sitting.reviewed else self.post.reviewer,
            asker=sitting.asker,
        )

    def unasked(self, call: ToolCall, decision: Decision) -> Decision:
        """Return what holds where nobody is asked: permissions need somebody who may grant them."""
        why = self.desk.rights.refuses_unasked(call, decision)
        if why is None:
            return decision
        because = (
            finding._replace(effect=Effect.DENY, source=Source.RIGHTS, why=why, rule=None)
            for finding in decision.because
        )
        return decision._replace(effect=Effect.DENY, because=tuple(because))

    def now(self, call: ToolCall) -> Decision:
        """
        Decide the call by the rules as they are now.

        Raises:
            ProctorError: the role does not load, and never did.

        """
        request = self.request
        decision = self.posts.get(request.role, request.project).pipeline.decide(call)
        return asked(decision) if self.sitting.wished else decision


def asked(decision: Decision) -> Decision:
    """Return a decision that asks people where it would allow."""
    if decision.effect is not Effect.ALLOW:
        return decision
    because = (
        finding._replace(effect=Effect.ASK, source=Source.RULE, why=WISHED, rule=None, by=By.HUMAN)
        for finding in decision.because
    )
    return decision._replace(effect=Effect.ASK, because=tuple(because))

"""One request's seat at the desk: its role, its rules of now, and how it waits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import NamedTuple

from proctor.agents.session_folder import reviewer_instructions
from proctor.approval.askers import Asker
from proctor.approval.desk import Desk
from proctor.pipeline import Audit, Pipeline
from proctor.server.called_otherwise import decided_as_meant
from proctor.server.hook_answers import Reuse
from proctor.server.posts import Caller, Post, Posts
from proctor.server.requests import Request
from proctor.server.stage_posts import MOVED_ON, denied
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision, Source
from proctor.terms.effect import Effect
from proctor.terms.record import Outcome, Record, Standing, said
from proctor.terms.reply import Reply
from proctor.terms.role import Reviewer
from proctor.terms.role_chain import UNDER
from proctor.terms.rule import By

WISHED = "the rules of the role allow it, but the agent program itself wants a person to confirm it"
# What records of earlier versions say of the same.
WISHES = (
    WISHED,
    "the rules of the role allow it, but the agent program's own wish that somebody is asked",
)


class Sitting(NamedTuple):
    """
    How a request is judged, beyond what it says.

    `uid` names its question and its record. `asker` is whoever waits, `begins` is done
    before anybody is asked. With `wished`, what the rules allow is asked too, of people;
    with `reviewed`, the reviewer has had its look, and said `review`. `session` is the agent
    whose session folder says what its reviewer is told, empty where nobody vouches for the
    name; with `named`, its role is said too, and that one has to have a reviewer itself.
    `about` is the uid of an earlier record that left the call to the program's dialog: then
    only what somebody says is kept. `called_as` is how the agent program calls a tool that
    is another one behind a gateway. `reuse` has what a hook was answered about the call.
    With `flaw`, the call cannot be read, and nobody waits for an answer about it. `proves`
    says whether the call comes from the very agent that its name is of.
    """

    uid: str = ""
    asker: Asker | None = None
    begins: Callable[[], Awaitable[None]] | None = None
    wished: bool = False
    reviewed: bool = False
    review: str = ""
    about: str = ""
    session: str = ""
    named: bool = False
    called_as: str = ""
    reuse: Reuse | None = None
    flaw: str = ""
    proves: Callable[[], bool] = lambda: False


PLAIN = Sitting()


class Wished(Pipeline):
    """A policy that asks people where it would allow."""

    def __init__(self, usual: Pipeline) -> None:
        super().__init__(usual.policy, usual.around)
        self.usual = usual

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call."""
        return asked(self.usual.decide(call), WISHED)


class Unasked(Pipeline):
    """A policy that denies at once where it would ask, and says why."""

    def __init__(self, usual: Pipeline, why: str) -> None:
        super().__init__(usual.policy, usual.around)
        self.usual = usual
        self.reason = why

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call."""
        decision = self.usual.decide(call)
        return denied(decision, self.reason) if decision.effect is Effect.ASK else decision


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
            reviewer=Reviewer() if sitting.reviewed else self.reviewer(),
            asker=sitting.asker,
            review=sitting.review,
        )

    def reviewer(self) -> Reviewer:
        """Return the reviewer of the role, told what the agent's session folder says."""
        usual, agent = self.post.reviewer, self.sitting.session
        # Who took the reviewer out of a role has taken it out for those that run.
        bound = self.sitting.named or UNDER in self.request.role
        if not agent or (bound and not usual.enabled):
            return usual
        told = reviewer_instructions(str(self.posts.home), agent)
        return replace(usual, enabled=True, instructions=told) if told else usual

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
        post = post_of(self.posts, request, self.sitting)
        decision = decided_as_meant(post.pipeline, call, self.sitting.called_as)
        asked_under = (self.post.standing.role, self.post.stage)
        if decision.effect is not Effect.DENY and (post.standing.role, post.stage) != asked_under:
            # Who may answer, and what they were shown, was that of another role, or another stage.
            return denied(decision, MOVED_ON)
        return asked(decision, WISHED) if self.sitting.wished else decision


def post_of(posts: Posts, request: Request, sitting: Sitting) -> Post:
    """
    Return the role of a request as it counts now, with what was changed for its agent alone.

    Raises:
        ProctorError: it does not load, and never did.

    """
    caller = Caller(said(request.call.agent), said(request.call.session), sitting.proves)
    return posts.get(request.role, request.project, request.declared, caller)


def asked(decision: Decision, why: str) -> Decision:
    """Return a decision that asks people where it would allow."""
    if decision.effect is not Effect.ALLOW:
        return decision
    because = (
        finding._replace(effect=Effect.ASK, source=Source.RULE, why=why, rule=None, by=By.HUMAN)
        for finding in decision.because
    )
    return decision._replace(effect=Effect.ASK, because=tuple(because))

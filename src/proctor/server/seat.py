"""One request's seat at the desk: its role, its rules of now, and how it waits."""

from __future__ import annotations

from proctor.approval.desk import Desk
from proctor.server.posts import Post, Posts
from proctor.server.requests import Request
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision, Source
from proctor.terms.effect import Effect
from proctor.terms.record import Standing
from proctor.terms.reply import Reply


class Seat:
    """Asks the desk for one request."""

    __slots__ = ("desk", "post", "posts", "request")

    def __init__(self, desk: Desk, posts: Posts, post: Post, request: Request) -> None:
        self.desk = desk
        self.posts = posts
        self.post = post
        self.request = request

    async def ask(
        self, call: ToolCall, decision: Decision, standing: Standing, *, uid: str
    ) -> Reply | None:
        """Ask about a call and return what came back; None leaves it to a dialog."""
        return await self.desk.ask(
            call,
            decision,
            standing,
            uid=uid,
            now=self.now,
            manner=self.request.manner,
            reviewer=self.post.reviewer,
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
        return self.posts.get(request.role, request.project).pipeline.decide(call)

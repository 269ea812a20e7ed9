"""A desk with real grants, a real reviewing of scripted words, and an inbox by script."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from proctor import Policy
from proctor.approval.desk import Desk
from proctor.approval.grants import Grants
from proctor.approval.neighbours import Proposed
from proctor.approval.people import People
from proctor.approval.review_request import Request
from proctor.approval.reviewer import Review, Said, review_with
from proctor.approval.reviewing import Reviewing
from proctor.approval.rights import Rights
from proctor.audit.ids import timestamp
from proctor.audit.stores.memory import MemoryStore
from proctor.terms import role
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.grant import Grant
from proctor.terms.person import Person
from proctor.terms.question import Draft, Question, Status
from proctor.terms.record import Standing
from proctor.terms.reply import Answer, Reply

CALL = ToolCall(tool="Bash", input={"command": "make"}, agent="arch-1")
STANDING = Standing(role="coder", project="/srv/shop")
ADA = Reply(Answer.ALLOW, "ada", "inbox")


def ended(status: Status, reply: Reply | None = None, **body: Any) -> Question:
    """Return a question that has ended."""
    asked = Question("u", "h", "h", "a", "t", "x", "", "", id=7, body=body)
    return asked._replace(status=status, reply=reply)


class Scripted:
    """An inbox in which each question goes as it is told."""

    def __init__(self, *, kept: bool = True, **ends: Question | None) -> None:
        self.kept = kept
        self.ends = ends
        self.drafts: list[Draft] = []
        self.closed: list[tuple[int, Status, Reply | None]] = []
        self.meanwhile: Callable[[], object] = lambda: None

    async def put(self, draft: Draft) -> Question | None:
        """Keep a question, or not."""
        self.drafts.append(draft)
        asked = Question("u", "h", "h", draft.agent, draft.tool, draft.action, "", "", id=7)
        return (self.ends.get("at_once") or asked) if self.kept else None

    async def wait(self, question: Question, seconds: float) -> Question:
        """Wait as long as it takes to read the script."""
        self.meanwhile()
        return self.ends.get("waited") or question

    async def expire(self, question: Question) -> Question:
        """End it, unless somebody was quicker."""
        return self.ends.get("late") or question._replace(status=Status.EXPIRED)

    async def end(self, number: int, status: Status, reply: Reply | None = None) -> Question | None:
        """End it in any other way."""
        self.closed.append((number, status, reply))
        return ended(status, reply)


class Kept:
    """Grants in memory."""

    def __init__(self) -> None:
        self.store = MemoryStore()

    async def grants_for(self, key: str) -> list[Grant]:
        """Return those that hold now."""
        return self.store.grants_for(key, at=timestamp())

    async def add(self, grant: Grant) -> Grant:
        """Keep one."""
        return self.store.grant(grant)


class Rules:
    """What *always* would write, by script, and what it wrote."""

    def __init__(self, always: str) -> None:
        self.always = always
        self.kept: list[str] = []

    async def shown(self, call: ToolCall, decision: Decision, standing: Standing) -> Proposed:
        """Say what would be written."""
        return Proposed(self.always)

    async def keep(
        self, call: ToolCall, decision: Decision, standing: Standing, *, shown: str, reply: Reply
    ) -> bool:
        """Write it."""
        self.kept.append(f"{shown} by {reply.by}")
        return True


class Model:
    """A reviewer whose model says what a test wants."""

    model = "haiku"
    seconds = 20.0

    def __init__(self, says: str) -> None:
        self.says = says

    async def review(self, request: Request) -> Review:
        """Judge a call."""

        async def say(_: str) -> Said:
            return Said(self.says, cost=0.001)

        return await review_with(say, request, "be careful", model=self.model)


class Rig:
    """A desk, and what stands around it."""

    def __init__(
        self,
        inbox: Scripted,
        *,
        people: Sequence[Person] = (),
        approvers: Mapping[str, Sequence[str]] | None = None,
        reachable: bool = True,
        dialog: bool = True,
        timeout: float = 60.0,
        always: str = "",
        says: str = "",
    ) -> None:
        self.shelf = Kept()
        self.lasting = Rules(always)
        self.policy = Policy.of()
        known = People(people, approvers=approvers, local="ada")
        self.says = says
        self.desk = Desk(
            inbox,
            grants=Grants(self.shelf, repr, timestamp),
            reviewing=self.reviewing(),
            rights=Rights(lambda: known),
            lasting=self.lasting,
            reachable=lambda: reachable,
            timeout=timeout,
            dialog=dialog,
        )

    def reviewing(self) -> Reviewing:
        """Return a reviewing that belongs to the loop in which it is first used."""
        return Reviewing(
            lambda _: Model(self.says), fingerprint=repr, clean=str, redacted=lambda value: value
        )

    async def ask(
        self,
        call: ToolCall = CALL,
        *,
        uid: str = "u",
        now: Callable[[ToolCall], Decision] | None = None,
        reviewer: role.Reviewer = role.Reviewer(),  # noqa: B008 - it cannot be changed
        **how: Any,
    ) -> Reply | None:
        """Ask about a call that the rules leave open."""
        decide = self.policy.decide
        return await self.desk.ask(
            call, decide(call), STANDING, uid=uid, now=now or decide, reviewer=reviewer, **how
        )

    def granted(self) -> int:
        """Return how many answers are remembered."""
        return len(self.shelf.store.grants())

"""
Remembered answers.

They are no rules: they are looked up once the decision is ASK, so none of them lifts
a deny. An exact one holds for the very same input, in the same folder, under the same
role in the same project, while the scripts that it runs say what they said.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from proctor.approval.scripts import contents, scripts_of
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.grant import Grant
from proctor.terms.kind import Kind
from proctor.terms.record import Standing, said
from proctor.terms.reply import Answer, Reply, Scope

CATEGORIES = {
    "bash": frozenset({Kind.SHELL}),
    "edit": frozenset({Kind.EDIT}),
    "read": frozenset({Kind.READ, Kind.SEARCH}),
    "fetch": frozenset({Kind.FETCH}),
}


class Shelf(Protocol):
    """Where grants are kept."""

    async def grants_for(self, key: str) -> list[Grant]:
        """Return the grants of a key that hold now, oldest first."""

    async def add(self, grant: Grant) -> Grant:
        """Keep a grant."""


class Bound(NamedTuple):
    """What an exact grant holds for; `scripts` is a digest of what would be run."""

    role: str
    project: str
    tool: str
    input: str
    cwd: str
    scripts: str

    @property
    def key(self) -> str:
        """Return the name under which grants for exactly this are kept."""
        return f"exact:{digest(list(self))}"


class Grants:
    """
    The remembered answers of a home.

    Args:
        shelf: where they are kept.
        fingerprint: names an input so that nobody can guess it from its name.

    """

    def __init__(self, shelf: Shelf, fingerprint: Callable[[object], str]) -> None:
        self.shelf = shelf
        self.fingerprint = fingerprint

    def bound(self, call: ToolCall, decision: Decision, standing: Standing) -> Bound | None:
        """Return what an answer about a call holds for; None where that cannot be said."""
        scripts = contents(scripts_of(decision.action))
        if scripts is None:
            return None
        return Bound(
            role=standing.role,
            project=standing.project,
            tool=decision.action.tool,
            input=self.fingerprint(call.input),
            cwd=decision.action.around.cwd,
            scripts=scripts,
        )

    async def find(self, call: ToolCall, decision: Decision, standing: Standing) -> Grant | None:
        """Return a grant that answers a question; None if nobody has answered it yet."""
        bound = self.bound(call, decision, standing)
        keys = [bound.key] if bound else []
        keys += [category_key(name, standing, call) for name in categories_of(decision)]
        for key in keys:
            for grant in await self.shelf.grants_for(key):
                if for_this_agent(grant, call):
                    return grant
        return None

    async def remember(  # noqa: PLR0913 - what an answer was about, and what it was
        self,
        reply: Reply,
        before: Bound | None,
        call: ToolCall,
        decision: Decision,
        standing: Standing,
        *,
        uid: str,
        now: float,
        stamp: Callable[[float], str],
    ) -> Grant | None:
        """
        Keep an answer that shall hold for longer than its question.

        `before` is what was bound when the question was asked: if a script has changed
        meanwhile, the answer was about something else, and nothing is remembered.
        """
        if reply.answer is not Answer.ALLOW or reply.scope is Scope.ONCE or before is None:
            return None
        if self.bound(call, decision, standing) != before:
            return None
        lasts = now + reply.seconds if reply.scope is Scope.TIME else None
        session = reply.scope is Scope.SESSION
        return await self.shelf.add(
            Grant(
                uid=uid,
                key=before.key,
                scope=reply.scope,
                made_by=reply.by,
                made_at=stamp(now),
                role=standing.role,
                agent=said(call.agent) if session else "",
                session=said(call.session) if session else "",
                expires_at=stamp(lasts) if lasts is not None else "",
                body=shown(decision, reply),
            )
        )


def categories_of(decision: Decision) -> list[str]:
    """Return the categories that the tool of a decision belongs to."""
    return [name for name, kinds in CATEGORIES.items() if decision.action.kind in kinds]


def category_key(category: str, standing: Standing, call: ToolCall) -> str:
    """Return the name under which a session's grant for a whole category is kept."""
    who = [standing.role, standing.project, said(call.agent), said(call.session)]
    return f"category:{category}:{digest(who)}"


def for_this_agent(grant: Grant, call: ToolCall) -> bool:
    """Say whether a grant holds for the agent that calls: a session's is for that one only."""
    if grant.scope is not Scope.SESSION:
        return True
    agent, session = said(call.agent), said(call.session)
    return bool(session or agent) and (grant.agent, grant.session) == (agent, session)


def shown(decision: Decision, reply: Reply) -> dict[str, Any]:
    """Return what people are shown of a grant."""
    return {
        "tool": decision.action.tool,
        "action": decision.action.string,
        "cwd": decision.action.around.cwd,
        "channel": reply.channel,
        "question": reply.question,
    }


def digest(words: list[str]) -> str:
    """Return a short name for some words, in this order."""
    return sha256(json.dumps(words).encode()).hexdigest()[:32]

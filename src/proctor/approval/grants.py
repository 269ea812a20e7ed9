"""
Remembered answers.

They are no rules: they are looked up once the decision is ASK, so none of them lifts
a deny. An exact one holds for the very same input, in the same folder, under the same
role in the same project, while the scripts that it runs say what they said.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from proctor.approval.looking import Looker, Looking
from proctor.approval.scripts import contents, scripts_of
from proctor.errors import UsageError, did_you_mean
from proctor.terms.call import ToolCall
from proctor.terms.category import Category
from proctor.terms.decision import Decision, Source
from proctor.terms.effect import Effect
from proctor.terms.grant import Grant
from proctor.terms.kind import Kind
from proctor.terms.record import Standing, said
from proctor.terms.reply import Answer, Decider, Reply, Scope
from proctor.terms.rule import By

CATEGORIES: dict[str, frozenset[Kind]] = {
    Category.BASH: frozenset({Kind.SHELL}),
    Category.EDIT: frozenset({Kind.EDIT}),
    Category.READ: frozenset({Kind.READ, Kind.SEARCH}),
    Category.FETCH: frozenset({Kind.FETCH}),
}
HOLDS = {
    Scope.ONCE: "for one call",
    Scope.SESSION: "for this session",
    Scope.TIME: "for a time",
    Scope.ALWAYS: "for good",
}
LONGEST_SHOWN = 60
# What is told of a command, anew each time, and changes nothing that it does.
COMMANDS, WORDS = "Bash", "description"
# A session without a name is never seen to end: so long it lasts at most, in seconds.
NAMELESS = 8 * 3600.0


class Shelf(Protocol):
    """Where grants are kept."""

    async def grants_for(self, key: str) -> list[Grant]:
        """Return the grants of a key that hold now, oldest first."""

    async def add(self, grant: Grant) -> Grant:
        """Keep a grant."""


class Bound(NamedTuple):
    """
    What an exact grant holds for.

    `scripts` is a digest of what would be run, `places` of where every path leads, so
    that a link in the place of a file is something else. `guard` says that the guard
    asked: what was allowed otherwise is no answer to it.
    """

    role: str
    project: str
    tool: str
    input: str
    cwd: str
    scripts: str
    places: str
    guard: str

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
        stamp: writes a moment as it is kept.
        clock: says what time it is.

    """

    def __init__(
        self,
        shelf: Shelf,
        fingerprint: Callable[[object], str],
        stamp: Callable[[float], str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.shelf = shelf
        self.fingerprint = fingerprint
        self.stamp = stamp
        self.clock = clock
        self.looking = Looking()

    async def bound(self, call: ToolCall, decision: Decision, standing: Standing) -> Bound | None:
        """Return what an answer about a call holds for; None where that cannot be said."""
        action = decision.action
        if action.around.strays and action.kind is Kind.SHELL:
            # The same words in another folder are something else.
            return None
        paths = scripts_of(action)
        look = partial(contents, paths)
        scripts = await self.looking.run(looker_of(call), look) if paths else look()
        if scripts is None:
            return None
        return Bound(
            role=standing.role,
            project=standing.project,
            tool=action.tool,
            input=self.fingerprint(without_words(call, action.tool)),
            cwd=action.around.place,
            scripts=scripts,
            places=digest(places_of(decision)),
            guard="guard" if asks_by_guard(decision) else "",
        )

    async def find(
        self,
        call: ToolCall,
        decision: Decision,
        standing: Standing,
        may: Callable[[Grant], bool] = lambda _: True,
    ) -> Grant | None:
        """
        Return a grant that answers a question; None if nobody has answered it yet.

        `may` says whether one still counts.
        """
        bound = await self.bound(call, decision, standing)
        keys = [bound.key] if bound else []
        keys += [category_key(name, standing, call) for name in categories_of(decision)]
        for key in keys:
            for grant in await self.shelf.grants_for(key):
                if for_this_agent(grant, call) and may(grant):
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
    ) -> Grant | None:
        """
        Keep an answer that shall hold for longer than its question.

        `before` is what was bound when the question was asked: if a script has changed
        meanwhile, the answer was about something else, and nothing is remembered. The same
        `uid` is the same grant, so that what is done again after a crash is done once.
        """
        if reply.answer is not Answer.ALLOW or reply.scope is Scope.ONCE or before is None:
            return None
        if await self.bound(call, decision, standing) != before:
            return None
        key = before.key
        session = reply.scope is Scope.SESSION
        if reply.category:
            if not session or reply.category not in categories_of(decision):
                return None
            key = category_key(reply.category, standing, call)
        now = self.clock()
        lasts = now + reply.seconds if reply.scope is Scope.TIME else None
        if session and not said(call.session):
            lasts = now + NAMELESS
        return await self.shelf.add(
            Grant(
                uid=uid,
                key=key,
                scope=reply.scope,
                made_by=reply.by,
                made_at=self.stamp(now),
                role=standing.role,
                agent=said(call.agent) if session else "",
                session=said(call.session) if session else "",
                expires_at=self.stamp(lasts) if lasts is not None else "",
                body=shown(decision, reply, standing),
            )
        )

    async def allow_for_session(  # noqa: PLR0913 - for whom it holds is said in full
        self,
        category: str,
        *,
        role: str,
        project: str,
        agent: str,
        session: str,
        by: str,
        uid: str,
        channel: str = "",
    ) -> Grant:
        """
        Keep a person's yes for a whole category, before anything was asked.

        It holds for the calls that come with exactly this agent and this session.

        Raises:
            UsageError: there is no such category, or it is nobody's session.
            StoreError: it cannot be kept.

        """
        check_category(category)
        if not agent and not session:
            raise UsageError("`agent` or `session` is missing: a category is for one session")
        now = self.clock()
        return await self.shelf.add(
            Grant(
                uid=uid,
                key=session_key(category, role, project, agent, session),
                scope=Scope.SESSION,
                made_by=by,
                made_at=self.stamp(now),
                role=role,
                agent=agent,
                session=session,
                expires_at="" if session else self.stamp(now + NAMELESS),
                body={
                    "tool": "",
                    "action": "",
                    "category": category,
                    "project": project,
                    "cwd": "",
                    "channel": channel,
                    "question": None,
                },
            )
        )


def looker_of(call: ToolCall) -> Looker:
    """Return in whose turn files are looked at for a call."""
    return Looker(said(call.agent), said(call.session))


def without_words(call: ToolCall, tool: str) -> object:
    """Return what a call does, without the words in which its agent describes a command."""
    given = call.input
    if tool != COMMANDS or not isinstance(given, dict) or WORDS not in given:
        return given
    return {name: value for name, value in given.items() if name != WORDS}


def check_category(category: str) -> None:
    """
    Look whether there is such a category.

    Raises:
        UsageError: there is none.

    """
    if category not in CATEGORIES:
        known = f"there are {', '.join(CATEGORIES)}"
        # Cut first: a word of megabytes is not to be compared with anything.
        near = did_you_mean(category[:LONGEST_SHOWN], list(CATEGORIES))
        raise UsageError("there is no such category", help=near or known)


def granted(grant: Grant) -> Reply:
    """Return the answer that a remembered one gives."""
    words = f"allowed by {grant.made_by} {HOLDS[grant.scope]} (grant {grant.id})"
    return Reply(
        Answer.ALLOW, grant.made_by, "grant", words, at=grant.made_at, decider=Decider.GRANT
    )


def places_of(decision: Decision) -> list[str]:
    """Return where the paths of an action really lead, and the repositories that it works in."""
    parts = decision.action.parts
    touched = [touch.path.real for part in parts for touch in part.touches]
    return [*touched, "", *(folder for part in parts for folder in part.repositories)]


def asks_by_guard(decision: Decision) -> bool:
    """Say whether the guard asks about any part."""
    return any(
        finding.effect is Effect.ASK and finding.source is Source.GUARD
        for finding in decision.because
    )


def is_malformed(decision: Decision) -> bool:
    """Say whether a part of a call lacks its target, or has one that no program could take."""
    return any(part.malformed or part.broken for part in decision.action.parts)


def categories_of(decision: Decision) -> list[str]:
    """
    Return the categories in which an answer about a decision may be given for all.

    What the guard asks, or a rule that wants a human, is asked each time by itself. So is a call
    that lacks its target, or that could not be read: it may hide what is denied.
    """
    if is_malformed(decision) or any(part.unread for part in decision.action.parts):
        return []
    asked = [finding for finding in decision.because if finding.effect is Effect.ASK]
    if any(finding.source is Source.GUARD or finding.by is By.HUMAN for finding in asked):
        return []
    return [name for name, kinds in CATEGORIES.items() if decision.action.kind in kinds]


def category_key(category: str, standing: Standing, call: ToolCall) -> str:
    """Return the name under which a session's grant for a whole category is kept."""
    return session_key(
        category, standing.role, standing.project, said(call.agent), said(call.session)
    )


def session_key(category: str, role: str, project: str, agent: str, session: str) -> str:
    """Return the name of a category's grant for one agent's session, under a role in a project."""
    return f"category:{category}:{digest([role, project, agent, session])}"


def for_this_agent(grant: Grant, call: ToolCall) -> bool:
    """Say whether a grant holds for the agent that calls: a session's is for that one only."""
    if grant.scope is not Scope.SESSION:
        return True
    agent, session = said(call.agent), said(call.session)
    return bool(session or agent) and (grant.agent, grant.session) == (agent, session)


def shown(decision: Decision, reply: Reply, standing: Standing) -> dict[str, Any]:
    """Return what people are shown of a grant."""
    return {
        "tool": decision.action.tool,
        "action": decision.action.string,
        "category": reply.category,
        "project": standing.project,
        "cwd": decision.action.around.place,
        "channel": reply.channel,
        "question": reply.question,
    }


def digest(words: list[str]) -> str:
    """Return a short name for some words, in this order."""
    return sha256(json.dumps(words).encode()).hexdigest()[:32]

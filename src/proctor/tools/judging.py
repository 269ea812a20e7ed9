"""
Who decides about the calls of a toolbox: the owner of the home, or whoever you put there.

The owner decides, asks people where the rules are silent and keeps the record before it
answers, so nothing runs that is not in the audit. Where no owner can be had, nothing runs.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from proctor.errors import NoOwner, ProctorError
from proctor.owner.background import ensure_owner
from proctor.owner.pool import Pool
from proctor.terms.effect import Effect
from proctor.terms.verdict import Verdict
from proctor.tools.declarations import DECLARED, declarations

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from proctor.terms.call import ToolCall
    from proctor.terms.catalogue import ToolInfo

# A person may be given a day to answer; whoever waits for the server waits a little longer.
LONGEST = 86_400.0 + 60.0
# A server that goes away while it asks is started again, and asked the same, so often.
ATTEMPTS = 5
# What became of a call is told in so many seconds, or not at all.
TELLING = 10.0
HOLD, LEAVE = "hold", "leave"
WORDS = {effect.word: effect for effect in Effect}
NOT_UNDERSTOOD = "the answer of the server cannot be understood"
GOES_AWAY = "the server goes away before it answers"
# What may go wrong with a question: at the server, or already on the way into JSON.
FAILURES = (ProctorError, TypeError, ValueError, OverflowError, RecursionError)


class Ruling(NamedTuple):
    """What was decided about a call, and the name of the record of it."""

    verdict: Verdict
    record: str = ""


class RunOf(NamedTuple):
    """What became of a call: which one, the name of the event, and what it says."""

    call: ToolCall
    uid: str
    body: dict[str, Any]


class Judge(Protocol):
    """Whoever decides about calls, and keeps what became of them."""

    async def judge(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool = True
    ) -> Ruling:
        """
        Decide a call, and keep the record of that; whatever goes wrong is a deny.

        Args:
            call: what the model wants.
            role: the role, or chain of roles, under which it is decided.
            project: the folder that the agent works in.
            uid: the name of this call; the same call under the same name is asked and
                kept once.
            waits: whether people may be asked.

        """

    async def tell(self, kind: str, call: ToolCall, *, uid: str, body: dict[str, Any]) -> bool:
        """Keep what became of a call; False if that was not possible."""


class OwnerJudge:
    """
    Lets the owner of a home decide: the server, which is started if none runs.

    Whoever cancels `judge` hangs up, and the server is told so by that. It may be used by
    any thread and any event loop, and by a process that was forked from this one.

    Args:
        home: Proctor's home.
        seconds: how long a server may take to start.

    """

    def __init__(self, home: Path, *, seconds: float = 10.0) -> None:
        self.home = home
        self.seconds = seconds
        self.declared: list[dict[str, Any]] = []
        self.pool = Pool(home)

    def declare(self, tools: Sequence[ToolInfo]) -> None:
        """Have the tools of a program's own code decided by what they say of themselves."""
        self.declared = declarations(tools)

    # From an event loop

    async def judge(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool = True
    ) -> Ruling:
        """Decide a call, and keep the record of that; whatever goes wrong is a deny."""
        request = self.request(call, role=role, project=project, uid=uid, waits=waits)
        try:
            return read_ruling(await self.decided(request))
        except FAILURES as error:
            return undecided(error)

    async def decided(self, request: dict[str, Any]) -> object:
        """
        Ask the server that runs, or one that is started; after a crash the next one.

        Raises:
            ProctorError: none can be had, or it refuses.

        """
        for _ in range(ATTEMPTS):
            try:
                return await self.pool.ask_here("decide", within=LONGEST, **request)
            except NoOwner:
                await asyncio.to_thread(ensure_owner, self.home, seconds=self.seconds)
        raise NoOwner(GOES_AWAY)

    async def tell(self, kind: str, call: ToolCall, *, uid: str, body: dict[str, Any]) -> bool:
        """Keep what became of a call, as an event; False if that was not possible."""
        return await self.tell_all(kind, [RunOf(call, uid, body)])

    async def tell_all(self, kind: str, events: Sequence[RunOf]) -> bool:
        """Keep what became of several calls, at once; see `tell`."""
        lines = [event_line(kind, one.call, one.uid, one.body) for one in events]
        try:
            try:
                await self.pool.ask_here("keep", within=TELLING, lines=lines)
            except NoOwner:
                await asyncio.to_thread(ensure_owner, self.home, seconds=TELLING)
                await self.pool.ask_here("keep", within=TELLING, lines=lines)
        except FAILURES:
            return False
        return True

    # From a thread that may wait

    def judge_now(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool = True
    ) -> Ruling:
        """Decide a call, as `judge` does."""
        request = self.request(call, role=role, project=project, uid=uid, waits=waits)
        try:
            return read_ruling(self.decided_now(request))
        except FAILURES as error:
            return undecided(error)

    def decided_now(self, request: dict[str, Any]) -> object:
        """
        Ask the server, as `decided` does.

        Raises:
            ProctorError: none can be had, or it refuses.

        """
        for _ in range(ATTEMPTS):
            try:
                return self.pool.ask("decide", within=LONGEST, **request)
            except NoOwner:
                ensure_owner(self.home, seconds=self.seconds)
        raise NoOwner(GOES_AWAY)

    def tell_now(self, kind: str, call: ToolCall, *, uid: str, body: dict[str, Any]) -> bool:
        """Keep what became of a call, as `tell` does."""
        lines = [event_line(kind, call, uid, body)]
        try:
            try:
                self.pool.ask("keep", within=TELLING, lines=lines)
            except NoOwner:
                ensure_owner(self.home, seconds=TELLING)
                self.pool.ask("keep", within=TELLING, lines=lines)
        except FAILURES:
            return False
        return True

    def request(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool
    ) -> dict[str, Any]:
        """Return the fields of the request; made by whoever asks, before anything is sent."""
        said = zip(call._fields, call, strict=True)
        fields: dict[str, Any] = {field: value for field, value in said if value is not None}
        # Nothing of a call is called so.
        fields.update(role=role, project=project, uid=uid, ask=HOLD if waits else LEAVE)
        if self.declared:
            fields[DECLARED] = self.declared
        return fields

    def close(self) -> None:
        """Let go of the server; whoever asks later connects for that question alone."""
        self.pool.close()


def event_line(kind: str, call: ToolCall, uid: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return what became of a call, as the server keeps it."""
    row = {
        "uid": f"{uid}-{kind}",
        "timestamp": now(),
        "kind": kind,
        "agent": call.agent or "",
        "session": call.session or "",
        "body": {"tool": call.tool, "call_id": call.call_id or "", **body},
    }
    return {"v": 1, "kind": "event", "row": row}


def undecided(error: Exception) -> Ruling:
    """Return the no that an error comes to."""
    if isinstance(error, ProctorError):
        return denied(f"nobody decided: {error.message}")
    return denied(f"nobody decided: the input cannot be handed on: {error}")


def read_ruling(answer: object) -> Ruling:
    """Return what an answer of the server says; one that is none is a deny."""
    if not isinstance(answer, dict):
        return denied(NOT_UNDERSTOOD)
    effect, why, record = answer.get("effect"), answer.get("why"), answer.get("record", "")
    if not isinstance(effect, str) or not isinstance(why, str) or not isinstance(record, str):
        return denied(NOT_UNDERSTOOD)
    known = WORDS.get(effect)
    return Ruling(Verdict(known, why), record) if known else denied(NOT_UNDERSTOOD)


def denied(why: str) -> Ruling:
    """Return a no that nobody said."""
    return Ruling(Verdict(Effect.DENY, why))


def now() -> str:
    """Return the moment, as events have it: UTC, to the millisecond."""
    stamp = datetime.now(UTC).isoformat(timespec="milliseconds")
    return stamp.replace("+00:00", "Z")

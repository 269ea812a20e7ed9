"""
One decision for each call, however many hooks of this home hand it in.

An installed hook and the one of `proctor run` are both called for the same call. The first to
come has it decided; the others wait for that decision and say the same. Nothing is recorded,
asked or shown twice.

INVARIANT: a decision is shared only where everything that it depends on is the same: the call
with its exact input, the agent, the role and its rules of now, the project, and whether a dialog
is there. A hook that differs in any of these has the call decided for itself, and the program
takes the strictest of what its hooks say.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Container
from typing import NamedTuple

from proctor.server.asked_calls import Asked, Source
from proctor.server.hook_requests import Visit
from proctor.terms.call import ToolCall
from proctor.terms.verdict import Verdict

# So many calls of one session, and so many sessions, are remembered.
MOST_CALLS, MOST_SESSIONS = 100, 1000
# All hooks of one call are started at once: so long after its decision none of them comes.
LATE = 60.0


class DecidedCall(NamedTuple):
    """
    Everything that a decision depends on; `call` is without its input, which `asked` names.

    With `wished` it is the one about a dialog that no ask of ours has opened.
    """

    asked: Asked
    call: ToolCall
    role: str
    project: str
    called_as: str
    revision: str
    stage: str
    leaves: bool
    wished: bool = False


class CallDecision:
    """
    The decision of one call, in the making or made.

    `uid` and `visit` are those of the hook that came first, `handed_in` counts the hooks that
    came. `asks` is done when somebody is about to be asked; `answer` when the decision is made,
    with None where it was not, so that whoever waits has it decided again.
    """

    __slots__ = ("answer", "asks", "decided", "ended", "handed_in", "uid", "visit")

    def __init__(self, decided: DecidedCall, uid: str, visit: Visit) -> None:
        loop = asyncio.get_running_loop()
        self.decided = decided
        self.uid = uid
        self.visit = visit
        self.handed_in: Counter[Source] = Counter()
        self.asks: asyncio.Future[None] = loop.create_future()
        self.answer: asyncio.Future[Verdict | None] = loop.create_future()
        self.ended = 0.0

    @property
    def verdict(self) -> Verdict | None:
        """Return what was decided; None while it is not, or where it could not be."""
        return self.answer.result() if self.answer.done() else None

    @property
    def is_open_to_others(self) -> bool:
        """Say whether another hook may share it: not where nobody waits, nor long after."""
        if not self.answer.done():
            return not self.visit.gone
        return self.verdict is not None and time.monotonic() - self.ended < LATE

    def will_ask(self) -> None:
        """Note that the answer takes a while."""
        if not self.asks.done():
            self.asks.set_result(None)

    def end(self, verdict: Verdict | None) -> None:
        """Tell all who wait what was decided; what was told first counts."""
        self.will_ask()
        if not self.answer.done():
            self.ended = time.monotonic()
            self.answer.set_result(verdict)

    async def follow(self, visit: Visit) -> Verdict | None:
        """Wait, for another hook of the same call, until it is decided."""
        await asyncio.wait({self.asks})
        if not self.answer.done():
            await visit.wait()
            await asyncio.wait({self.answer})
        return self.verdict


class CallDecisions:
    """The decisions of all sessions, until their calls are over; the oldest go."""

    def __init__(self) -> None:
        self.sessions: OrderedDict[str, list[CallDecision]] = OrderedDict()

    def find(self, decided: DecidedCall, uid: str) -> CallDecision | None:
        """Return the decision of a call that another hook has handed in; None for the first."""
        if not decided.call.call_id:
            return None
        for known in self.sessions.get(decided.asked.session, ()):
            if known.decided == decided and known.uid != uid and known.is_open_to_others:
                return known
        return None

    def begin(self, decided: DecidedCall, uid: str, visit: Visit) -> CallDecision:
        """Begin to decide a call, in place of an earlier decision of the same one."""
        session = decided.asked.session
        made = CallDecision(decided, uid, visit)
        calls = self.sessions.setdefault(session, [])
        calls[:] = [known for known in calls if known.decided != decided][-MOST_CALLS + 1 :]
        calls.append(made)
        self.sessions.move_to_end(session)
        if len(self.sessions) > MOST_SESSIONS:
            self.sessions.popitem(last=False)
        return made

    def of_dialog(self, asked: Asked, cwd: str, taken: Container[str]) -> CallDecision | None:
        """Return the oldest decision of what a dialog is open for, but for calls that are taken."""
        for known in self.sessions.get(asked.session, ()):
            decided = known.decided
            same = decided.asked == asked and decided.call.cwd == cwd and not decided.wished
            if same and (decided.call.call_id or "") not in taken:
                return known
        return None

    def forget(self, session: str, call_id: str) -> None:
        """Forget a call that is over."""
        calls = self.sessions.get(session)
        if calls is not None and call_id:
            calls[:] = [known for known in calls if known.decided.call.call_id != call_id]
            if not calls:
                del self.sessions[session]

    def forget_all(self, session: str) -> None:
        """Forget the calls of a session that is over."""
        self.sessions.pop(session, None)

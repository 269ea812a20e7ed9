"""
The calls of one agent in a framework of somebody else's: each is decided before it runs.

Every plug stands on this file. An answer is yes or no: what the judge would leave to a
dialog is a no here, since no framework has one, and so is everything that goes wrong.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    NamedTuple,
    Protocol,
    TypedDict,
    TypeVar,
    Unpack,
    runtime_checkable,
)

from proctor.errors import ProctorError
from proctor.home import proctor_home
from proctor.nodes import visible
from proctor.plugs.near_judge import NearJudge
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.verdict import Verdict
from proctor.tools.judging import Judge, Ruling, RunOf, denied
from proctor.tools.offered import Offered

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

T = TypeVar("T")
RAN, REFUSED = "tool-ran", "tool-refused"


@runtime_checkable
class JudgeNow(Protocol):
    """A judge that can also be asked by a program that is not asynchronous."""

    def judge_now(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool = True
    ) -> Ruling:
        """Decide a call, as `judge` does."""

    def tell_now(self, kind: str, call: ToolCall, *, uid: str, body: dict[str, Any]) -> bool:
        """Keep what became of a call, as `tell` does."""


@runtime_checkable
class TellsMany(Protocol):
    """A judge that can keep what became of several calls at once."""

    async def tell_all(self, kind: str, events: Sequence[RunOf]) -> bool:
        """Keep them, as `tell` does each."""


class Whose(TypedDict, total=False):
    """
    Whose calls they are, as every plug takes it.

    * `stage`: the id of a workflow run, or `template/stage`; with a role, both count.
    * `workspace`: the folder that the agent works in; the current one if not given.
    * `home`: Proctor's own folder; PROCTOR_HOME or `~/.proctor` if not given.
    * `agent`: the name under which the calls are kept. `person`: on whose behalf it works.
    * `session`: what a grant for this session holds for; a new one if not given.
    * `judge`: who decides; if not given, the rules here and the owner of the home: see `NearJudge`.
    """

    stage: str | None
    workspace: Path | str | None
    home: Path | str | None
    agent: str
    person: str
    session: str
    judge: Judge | None


class Around(TypedDict, total=False):
    """
    What is known around a call.

    * `session`: the conversation that it belongs to, if not that of all calls.
    * `subagent`: who of several agents makes it.
    * `cwd`: the folder that it works in, if not the workspace.
    * `mode`: the mode that the program is in, if it has any.
    """

    session: str
    subagent: str
    cwd: str
    mode: str


class Told(NamedTuple):
    """What became of one call."""

    tool: str
    ruling: Ruling
    call_id: str
    session: str
    body: dict[str, Any]


class AgentCalls:
    """
    Has the calls of an agent decided, under a role.

    Args:
        role: a role, or a chain of them; may be left out where a stage is given.
        harness: what the calls come from, as the record says it.

    The others are those of `Whose`.

    Raises:
        UsageError: there is no role and no stage.
        NotFound: there is no such role.
        ProctorError: the role does not load.

    """

    def __init__(  # noqa: PLR0913 - keyword only but for the role
        self,
        role: str | None = None,
        *,
        stage: str | None = None,
        workspace: Path | str | None = None,
        home: Path | str | None = None,
        agent: str = "",
        person: str = "",
        session: str = "",
        judge: Judge | None = None,
        harness: str = "library",
    ) -> None:
        self.workspace = Path(workspace or ".").absolute()
        self.home = Path(home).absolute() if home else proctor_home()
        self.agent = agent
        self.person = person
        self.session = session or secrets.token_hex(8)
        self.offered = Offered(
            role=role,
            stage=stage,
            workspace=self.workspace,
            home=self.home,
            agent=agent,
            session=self.session,
        )
        self.harness = harness
        if judge is None:
            # A slip in the name of a role is found here, not by the first call of a model.
            chain, _ = self.offered.now()
            judge = NearJudge(self.home)
            judge.prepare(chain, str(self.workspace))
        self.judge: Judge = judge
        # The same one, if it needs no loop.
        self.judge_at_once = self.judge if isinstance(self.judge, JudgeNow) else None

    # Deciding

    async def decide(
        self,
        tool: str,
        input: object,  # noqa: A002 - the call's word
        call_id: str = "",
        *,
        uid: str = "",
        waits: bool = True,
        **around: Unpack[Around],
    ) -> Ruling:
        """
        Decide a call: allow or deny, nothing else, and never an exception.

        Calls that one agent makes at once are asked about one by one; that is the desk's work.

        Args:
            tool: the tool, as rules name it.
            input: exactly what the tool is about to be given.
            call_id: the framework's own name of the call.
            uid: our name of the call; under the same one it is asked and kept once.
            waits: whether people may be asked; if not, what they would be asked is a no.
            around: see `Around`.

        """
        call = self.call(tool, input, call_id, **around)
        words = {"project": str(self.workspace), "uid": uid or secrets.token_hex(16)}
        try:
            role = self.offered.chain()
            return settled(await self.judge.judge(call, role=role, waits=waits, **words))
        except Exception as error:  # noqa: BLE001 - a judge may be anybody's
            return denied(f"nobody decided: {told(error)}")

    def decide_now(
        self,
        tool: str,
        input: object,  # noqa: A002 - the call's word
        call_id: str = "",
        *,
        uid: str = "",
        waits: bool = True,
        **around: Unpack[Around],
    ) -> Ruling:
        """Decide a call, from a thread that may wait; see `decide`."""
        call = self.call(tool, input, call_id, **around)
        words = {"project": str(self.workspace), "uid": uid or secrets.token_hex(16)}
        try:
            role = self.offered.chain()
            if self.judge_at_once is not None:
                return settled(self.judge_at_once.judge_now(call, role=role, waits=waits, **words))
            return settled(waited(self.judge.judge(call, role=role, waits=waits, **words)))
        except Exception as error:  # noqa: BLE001 - a judge may be anybody's
            return denied(f"nobody decided: {told(error)}")

    # What became of it

    async def tell(
        self,
        tool: str,
        ruling: Ruling,
        call_id: str = "",
        *,
        kind: str = RAN,
        session: str = "",
        **body: Any,
    ) -> bool:
        """Keep what became of a call, as an event; False if that was not possible."""
        call = self.call(tool, None, call_id, session=session)
        uid, said = secrets.token_hex(16), self.said(ruling, body)
        try:
            return await self.judge.tell(kind, call, uid=uid, body=said)
        except Exception:  # noqa: BLE001 - what has happened has happened
            return False

    async def tell_all(self, told: Sequence[Told]) -> bool:
        """Keep what became of calls that have run, at once if the judge can; see `tell`."""
        if len(told) == 1 or not isinstance(self.judge, TellsMany):
            kept = [
                await self.tell(one.tool, one.ruling, one.call_id, session=one.session, **one.body)
                for one in told
            ]
            return all(kept)
        events = [
            RunOf(
                self.call(one.tool, None, one.call_id, session=one.session),
                secrets.token_hex(16),
                self.said(one.ruling, one.body),
            )
            for one in told
        ]
        try:
            return await self.judge.tell_all(RAN, events)
        except Exception:  # noqa: BLE001 - what has happened has happened
            return False

    def tell_now(
        self,
        tool: str,
        ruling: Ruling,
        call_id: str = "",
        *,
        kind: str = RAN,
        session: str = "",
        **body: Any,
    ) -> bool:
        """Keep what became of a call, from a thread that may wait; see `tell`."""
        call = self.call(tool, None, call_id, session=session)
        uid, said = secrets.token_hex(16), self.said(ruling, body)
        try:
            if self.judge_at_once is not None:
                return self.judge_at_once.tell_now(kind, call, uid=uid, body=said)
            return waited(self.judge.tell(kind, call, uid=uid, body=said))
        except Exception:  # noqa: BLE001 - what has happened has happened
            return False

    def said(self, ruling: Ruling, body: dict[str, Any]) -> dict[str, Any]:
        """Return what an event says, with what it belongs to."""
        role = self.offered.role or self.offered.stage
        return {**body, "record": ruling.record, "role": role, "project": str(self.workspace)}

    def call(  # noqa: PLR0913 - what is known of a call
        self,
        tool: object,
        given: object,
        call_id: object,
        *,
        session: str = "",
        subagent: str = "",
        cwd: str = "",
        mode: str = "",
    ) -> ToolCall:
        """Return a call as the judge wants it, whatever a model made of it."""
        return ToolCall(
            tool=tool if isinstance(tool, str) and tool else visible(tool),
            input=given,
            cwd=cwd or str(self.workspace),
            agent=self.agent or None,
            session=f"{self.session}/{session}" if session else self.session,
            subagent=subagent or None,
            harness=self.harness,
            call_id=call_id if isinstance(call_id, str) and call_id else None,
            mode=mode or None,
            requester=self.person or None,
        )


def settled(ruling: object) -> Ruling:
    """Return a yes or a no: only a plain allow is the first."""
    if not isinstance(ruling, Ruling) or not isinstance(ruling.verdict, Verdict):
        return denied("the judge gave no answer that can be understood")
    if ruling.verdict.effect is Effect.ALLOW:
        return ruling
    return ruling._replace(verdict=ruling.verdict._replace(effect=Effect.DENY))


def denied_words(ruling: Ruling) -> str:
    """Return what the model reads in place of a result."""
    return f"The call was refused, and nothing was done: {ruling.verdict.why}"


def is_allowed(ruling: Ruling) -> bool:
    """Say whether a call may run."""
    return ruling.verdict.effect is Effect.ALLOW


def told(error: Exception) -> str:
    """Return what an error says; of one that is not ours its name too."""
    return error.message if isinstance(error, ProctorError) else f"{type(error).__name__}: {error}"


def waited(answer: Coroutine[Any, Any, T]) -> T:
    """Return what comes of something asynchronous, also where a loop runs in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(answer)
    found: list[T] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            found.append(asyncio.run(answer))
        except BaseException as error:  # noqa: BLE001 - it is raised again where it is waited for
            failed.append(error)

    thread = threading.Thread(target=work, name="proctor-judge")
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return found[0]

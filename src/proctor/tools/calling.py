"""
The way of one call through a toolbox.

    known and offered now ─► arguments ─► hooks ─► judge ─► the function, once ─► hooks ─► event

Whatever stops a call before the function has stopped it for good: there is one place where a
function is called, and only an allow of the judge leads there.
"""

from __future__ import annotations

import asyncio
import inspect
import secrets
import time
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from proctor.errors import NoStageRole, ProctorError, ToolInputError, UsageError, did_you_mean
from proctor.nodes import visible
from proctor.permissions.permission_manager import PermissionManager
from proctor.policy.decide import LACKS
from proctor.terms.call import ToolCall
from proctor.terms.decision import Source
from proctor.terms.effect import Effect
from proctor.tools.arguments import checked, is_shapeless, with_defaults
from proctor.tools.context import HARNESS, Context
from proctor.tools.judging import denied
from proctor.tools.loop_hooks import Abort, Deny, HookContext, ask_before, tell_after
from proctor.tools.result import ToolResult
from proctor.tools.waiting import telling

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

    from proctor.tools.definition import ToolDefinition
    from proctor.tools.judging import Judge, Ruling
    from proctor.tools.loop_hooks import After, Before
    from proctor.tools.model_names import Names
    from proctor.tools.offered import AtWork, Offered, OfManager
    from proctor.tools.waiting import OnWait

RAN, REFUSED = "tool-ran", "tool-refused"
HAS_NOT = "the role does not have it"
UNTOLD = "what became of it could not be kept"


class Refused(Exception):
    """
    A call does not go on: `code` is why in a word, `ruling` what was decided, if anything.

    `kept` is false where it was to be recorded, and that was not possible.
    """

    def __init__(
        self,
        why: str,
        code: str,
        ruling: Ruling | None = None,
        *,
        tool: str = "",
        kept: bool = True,
    ) -> None:
        super().__init__(why)
        self.why = why
        self.code = code
        self.ruling = ruling
        # Its id, where that is known and no call of it has come to be.
        self.tool = tool
        self.kept = kept


class Circumstances(NamedTuple):
    """
    What belongs to one call beside its tool and arguments.

    `session` is what a grant for this session holds for, instead of the toolbox's own.
    `on_wait` is told every second or so that the judge has not decided yet. `agent` is who
    calls, where the toolbox itself was told of nobody.
    """

    call_id: str = ""
    session: str = ""
    on_wait: OnWait | None = None
    agent: str = ""


class Ready(NamedTuple):
    """A call that nothing more is in the way of but the judge."""

    definition: ToolDefinition
    call: ToolCall
    chain: str
    at_work: AtWork
    arguments: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Way:
    """What every call of a toolbox goes through; the fields are those of `Toolbox`."""

    names: Names
    offered: Offered | OfManager
    judge: Judge
    workspace: Path
    home: Path
    agent: str
    person: str
    session: str
    before: tuple[Before, ...]
    after: tuple[After, ...]
    one_by_one: bool = True
    tells_later: bool = False
    harness: str = HARNESS
    later: set[asyncio.Task[bool]] = field(default_factory=set)
    turns: WeakKeyDictionary[Any, asyncio.Lock] = field(default_factory=WeakKeyDictionary)

    async def take(self, name: object, arguments: object, how: Circumstances) -> ToolResult:
        """
        Take a call all the way.

        Raises:
            Abort: a hook ends the loop.

        """
        uid = secrets.token_hex(16)
        call = ToolCall(
            tool=name if isinstance(name, str) else visible(name),
            input=arguments,
            cwd=str(self.workspace),
            agent=self.agent or how.agent or None,
            session=how.session or self.session,
            harness=self.harness,
            call_id=how.call_id or None,
            requester=self.person or None,
        )
        try:
            ready = await self.ready(call, uid)
            async with telling(how.on_wait):
                ruling = await self.ruling(ready, uid)
        except Refused as no:
            return await self.refuse(call, no, uid)
        except Abort:
            await self.tell(REFUSED, shown(call), uid, {"why": "aborted"})
            raise
        return await self.run(ready, ruling, uid)

    async def ready(self, call: ToolCall, uid: str) -> Ready:
        """Find the tool, check its arguments, and ask the hooks."""
        called, definition = call.tool, self.names.get(call.tool)
        if definition is not None:
            call = call._replace(tool=definition.id)
        try:
            found = self.offered.unchanged()
            if found is None:
                found = await asyncio.to_thread(self.offered.now)
            chain, at_work = found
        except NoStageRole as error:
            # Nobody is asked: without a role the judge can only say no, and keep that.
            raise await self.unasked(call, self.offered.chain(), uid, error.message) from error
        except ProctorError as error:
            raise Refused(error.message, "no-role") from error
        if definition is None or definition.function is None:
            no = self.missing(call.tool, at_work)
            no.kept = await self.keep_refusal(call, no.why, uid, Source.TOOLS)
            raise no
        if not at_work.offers(definition):
            raise await self.unasked(call, chain, uid, f"the tool `{called}` is not offered")
        try:
            given = judged_input(definition, call.input)
            given = await ask_before(
                self.before, call, definition, given, lambda made: judged_input(definition, made)
            )
            arguments = checked(definition, given)
        except ToolInputError as error:
            kept = await self.keep_refusal(call, worded(error), uid, Source.UNREAD)
            raise Refused(worded(error), error.code, kept=kept) from error
        except Deny as no:
            why = str(no) or "a hook refuses it"
            kept = await self.keep_refusal(call, why, uid, Source.HOOK)
            raise Refused(why, "hook", kept=kept) from no
        except Abort as abort:
            why = str(abort) or "a hook ends the loop"
            await self.keep_refusal(call, why, uid, Source.HOOK)
            raise
        return Ready(definition, call._replace(input=given), chain, at_work, arguments)

    async def keep_refusal(self, call: ToolCall, why: str, uid: str, source: Source) -> bool:
        """Record a call refused before a decision, in a program that keeps its own records."""
        if not isinstance(self.judge, PermissionManager):
            return True
        return await self.judge.refused(call, why, uid=uid, source=source)

    def missing(self, name: str, at_work: AtWork) -> Refused:
        """Refuse what cannot be called; why it cannot is for those who may call it otherwise."""
        there = self.names.withheld(name)
        if there is not None and at_work.offers(there.definition):
            return Refused(there.why, there.code, tool=there.definition.id)
        return Refused(self.unknown(name, at_work), "unknown-tool")

    def unknown(self, name: str, at_work: AtWork) -> str:
        """Say that there is no such tool, and which one may be meant."""
        offered = [self.names.of(one) for one in self.names.all() if is_offered(one, at_work)]
        near = did_you_mean(name, offered)
        return f"there is no tool `{visible(name)}`" + (f"; {near}" if near else "")

    async def unasked(self, call: ToolCall, chain: str, uid: str, why: str) -> Refused:
        """Refuse what is not offered, without asking anybody; the judge keeps the record."""
        ruling = await self.decided(call, chain, uid, waits=False)
        if ruling.verdict.effect is Effect.DENY and ruling.verdict.why not in why:
            said = ruling.verdict.why
            # The rules have another name for the same tool, which the caller never heard of.
            why = f"{why}: {HAS_NOT if said.startswith(LACKS) else said}"
        return Refused(why, "not-offered", ruling)

    async def ruling(self, ready: Ready, uid: str) -> Ruling:
        """Have a call decided; calls that are made at once are asked about one by one."""
        turn = self.turns.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with turn if self.one_by_one else nullcontext():
            ruling = await self.decided(ready.call, ready.chain, uid)
        # Nobody here has a dialog of their own, so what is left to one is a no.
        if ruling.verdict.effect is not Effect.ALLOW:
            raise Refused(ruling.verdict.why, "denied", ruling)
        return ruling

    async def decided(self, call: ToolCall, chain: str, uid: str, *, waits: bool = True) -> Ruling:
        """
        Ask the judge; one that fails, whoever wrote it, has not said yes.

        Raises:
            Abort: the judge ends the loop.

        """
        try:
            return await self.judge.judge(
                call, role=chain, project=str(self.workspace), uid=uid, waits=waits
            )
        except Abort:
            raise
        except Exception as error:  # noqa: BLE001 - a judge may be anybody's
            return denied(f"nobody decided: {type(error).__name__}: {error}")

    async def tell(self, kind: str, call: ToolCall, uid: str, body: dict[str, Any]) -> bool:
        """Have an event kept; where that fails, what has happened has happened."""
        try:
            return await self.judge.tell(kind, call, uid=uid, body=body)
        except Exception:  # noqa: BLE001 - a judge may be anybody's
            return False

    async def refuse(self, call: ToolCall, no: Refused, uid: str) -> ToolResult:
        """Return the result of a call that did not run; where nobody decided, an event tells."""
        call = call._replace(tool=no.tool or call.tool)
        result = ToolResult(
            tool=call.tool,
            call_id=call.call_id or "",
            ok=False,
            text=f"The call was refused, and nothing was done: {no.why}",
            error=no.why,
            verdict=no.ruling.verdict if no.ruling else None,
            record=no.ruling.record if no.ruling else "",
            refused=no.code,
        )
        if no.ruling is not None:
            return result
        told = await self.tell(REFUSED, shown(call), uid, {"why": no.code})
        return result if told and no.kept else result.with_remark(UNTOLD)

    async def run(self, ready: Ready, ruling: Ruling, uid: str) -> ToolResult:
        """Run the function, tell the hooks, and keep what became of it."""
        began = time.monotonic()
        failed: Exception | SystemExit | None = None
        value, words = None, ""
        try:
            value = await self.called(ready)
        except ProctorError as error:
            failed, words = error, worded(error)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the loop goes on
            failed, words = error, f"{type(error).__name__}: {error}"
        except BaseException as error:
            # Who cancels the loop leaves behind a tool of which nobody knows how it ended.
            await asyncio.shield(self.begun(self.told(ready, ruling, uid, error, began)))
            raise
        frame = ToolResult(
            tool=ready.definition.id,
            call_id=ready.call.call_id or "",
            ok=failed is None,
            ran=True,
            text="",
            verdict=ruling.verdict,
            record=ruling.record,
        )
        result = frame.returned(value) if failed is None else frame.failed(words)
        telling_it = self.told(ready, ruling, uid, failed, began, ok=result.ok)
        if self.tells_later:
            self.begun(telling_it)
        elif not await telling_it:
            result = result.with_remark(UNTOLD)
        given = ready.call.input if isinstance(ready.call.input, dict) else {}
        seen = HookContext(call=ready.call, definition=ready.definition, input=given)
        return await tell_after(self.after, seen, result)

    def begun(self, work: Coroutine[Any, Any, bool]) -> asyncio.Task[bool]:
        """Begin to keep something that nobody has to wait for."""
        task = asyncio.create_task(work)
        self.later.add(task)
        task.add_done_callback(self.later.discard)
        return task

    async def called(self, ready: Ready) -> Any:
        """Call the function: here if it is asynchronous, else in a thread."""
        definition, arguments = ready.definition, dict(ready.arguments)
        function = definition.function
        if function is None:
            raise UsageError(f"`{definition.id}` has no function here")
        if is_shapeless(definition):
            # Its parameters have whatever names somebody gave them, so they are no keywords here.
            return await function(arguments)
        if definition.wants_context:
            arguments[definition.wants_context] = self.context(ready)
        if inspect.iscoroutinefunction(function):
            return await function(**arguments)
        value = await asyncio.to_thread(function, **arguments)
        return await value if inspect.isawaitable(value) else value

    def context(self, ready: Ready) -> Context:
        """Return what the tool is told about its call."""
        return Context(
            workspace=self.workspace,
            home=self.home,
            role=ready.chain,
            agent=ready.call.agent or "",
            person=self.person,
            session=ready.call.session or "",
            run=self.offered.run,
            call_id=ready.call.call_id or "",
            may_read=partial(ready.at_work.may_read, ready.definition),
            harness=self.harness,
        )

    async def told(  # noqa: PLR0913 - what is known of the end
        self,
        ready: Ready,
        ruling: Ruling,
        uid: str,
        error: BaseException | None,
        began: float,
        *,
        ok: bool = False,
    ) -> bool:
        """Keep what became of a call; the words of an error stay out, they may hold a secret."""
        body = {
            "ok": ok,
            "error": type(error).__name__ if error else "",
            "duration_ms": int((time.monotonic() - began) * 1000),
            "record": ruling.record,
            "role": ready.chain,
            "project": str(self.workspace),
        }
        return await self.tell(RAN, ready.call, uid, body)


def is_offered(definition: ToolDefinition, at_work: AtWork) -> bool:
    """Say whether a tool can be run here, and some call of it could pass."""
    return definition.function is not None and at_work.offers(definition)


def judged_input(definition: ToolDefinition, arguments: object) -> dict[str, Any]:
    """
    Return the input that is decided about, and from which the function is called.

    Defaults are in it, so that a rule sees what will happen; a parameter that may be left
    out and is, is not.
    """
    filled = with_defaults(definition, arguments)
    shape = definition.shape
    empty = {one.name for one in shape.fields if one.default is None} if shape else set()
    return {name: value for name, value in filled.items() if value is not None or name not in empty}


def shown(call: ToolCall) -> ToolCall:
    """Return a call whose tool has a name that can be kept, however long the model made it."""
    return call._replace(tool=visible(call.tool))


def worded(error: ProctorError) -> str:
    """Return what an error says, with its help."""
    return f"{error.message} ({error.help})" if error.help else error.message

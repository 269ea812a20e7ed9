"""
Permissions in your own process: a policy, a dialog, and answers that hold for the session.

    call ─► rules ─► session ─► dialog ─► record ─► Verdict

There is no server, no role file and no catalogue to write. INVARIANT: a call is allowed by a
rule, a mode, a category or tool of the session, or a dialog that returned True. Without a dialog
an ask is denied, and so it is where the dialog or the record fails.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from proctor.approval.grants import check_category
from proctor.assemble import checked_call, pipeline_in, with_declared_tools
from proctor.errors import UsageError
from proctor.home import proctor_home
from proctor.permissions.dialog import DialogDesk, category_of, settled_now, wants_person
from proctor.permissions.recording import NotRecorded, Recorder, Recording
from proctor.pipeline import Gate, Judged
from proctor.policy.patterns import literal_prefix
from proctor.policy.policy import Policy
from proctor.terms.action_strings import named_start
from proctor.terms.category import Category
from proctor.terms.decision import Decision, Finding, Source
from proctor.terms.effect import Effect
from proctor.terms.record import Record, Standing, outcome
from proctor.terms.rule import Form
from proctor.terms.verdict import Verdict
from proctor.tools.judging import Ruling, now
from proctor.tools.loop_hooks import Deny, HookContext, settled

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from proctor.assemble import ToolLike
    from proctor.permissions.dialog import Dialog, Settle
    from proctor.permissions.recording import Keeping
    from proctor.pipeline import Pipeline
    from proctor.terms.call import ToolCall
    from proctor.terms.rule import Rule

T = TypeVar("T")
# So many names of tools are remembered of calls, none of them longer.
MOST_CALLED, LONGEST_NAME = 1000, 200


class PermissionManager:
    """
    Decides calls by a policy, and asks a dialog where the policy asks.

    >>> from proctor import PermissionManager, Policy, ToolCall
    >>> manager = PermissionManager(Policy.of(allow=["Read"], ask=["Bash"]))
    >>> bool(manager.check(ToolCall("Bash", {"command": "make"})))
    False

    Args:
        policy: the rules, `Policy.of(…)`.
        dialog: is called with a `PermissionQuestion`, and returns True for yes. A text is a
            no with these words for the agent; anything else is a no. It may be `async`, raise
            `Deny` to refuse and `Abort` to end the loop. None: what would be asked is denied.
        tools: functions with `@tool` whose annotations count; `declare` adds more.
        record: is called with the redacted record of every decision before the verdict is
            returned; or a store of `proctor.audit`. Where it fails, the call is denied.
        cwd: the folder that the agent works in; the current one if not given.
        home: Proctor's own folder, which the guard closes; PROCTOR_HOME or `~/.proctor`.

    Raises:
        TypeError: the policy, the dialog or the record is something else.
        UsageError: something is no tool.

    """

    def __init__(  # noqa: PLR0913 - keyword only but for the two that everybody gives
        self,
        policy: Policy,
        dialog: Dialog | None = None,
        *,
        tools: Iterable[ToolLike] = (),
        record: Keeping | None = None,
        cwd: Path | str | None = None,
        home: Path | str | None = None,
    ) -> None:
        check_given(policy, dialog)
        self.dialog = dialog
        self.folder = Path(cwd or ".").absolute()
        self.home = Path(home).absolute() if home else proctor_home()
        self._session: set[Category] = set()
        # Tools of the program's own, which are in no category; apart, as names may be alike.
        self._tools: set[str] = set()
        # Tools that calls have named, the latest last.
        self._called: dict[str, None] = {}
        self._recorder = Recorder(record)
        self._pipeline = pipeline_in(with_declared_tools(policy, tools), self.folder, self.home)

    # What decides

    @property
    def pipeline(self) -> Pipeline:
        """Return the way that a call takes through the rules."""
        return self._pipeline

    @property
    def policy(self) -> Policy:
        """Return the rules, as they are compiled with the tools that are declared."""
        return self._pipeline.policy

    def declare(self, *tools: ToolLike) -> None:
        """
        Let the annotations, names and targets of tools count from now on.

        Raises:
            UsageError: something is no tool, or has another tool's name.
            RuleError: a rule's pattern cannot be read for a tool of such a kind.

        """
        policy = with_declared_tools(self.policy, tools)
        if policy is not self.policy:
            self._pipeline = pipeline_in(policy, self.folder, self.home)

    def decide(self, call: ToolCall) -> Decision:
        """Say what the rules make of a call; nobody is asked, and nothing is kept."""
        return self._pipeline.decide(checked_call(call))

    # Checking

    def check(self, call: ToolCall) -> Verdict:
        """
        Decide a call, ask where the rules ask, and keep the record.

        The verdict is true where the call may run, and only there.

        Raises:
            Abort: the dialog ends the loop.
            UsageError: an event loop runs here, and the dialog or the record is asynchronous.

        """
        return finished(self._judged(call, settle=settled_now)).verdict

    async def acheck(self, call: ToolCall) -> Verdict:
        """
        Decide a call as `check` does, for whoever must not stand still.

        Raises:
            Abort: the dialog ends the loop.

        """
        return (await self._judged(call)).verdict

    def hook(self) -> Callable[[HookContext | ToolCall], None]:
        """
        Return a hook for a loop of your own, or for the `before` of a Toolbox.

        It takes the call, or the context that a Toolbox gives to its hooks. It returns None
        where the call may run, and raises `Deny` with the reason where it may not.
        """

        def permission(given: HookContext | ToolCall) -> None:
            deny_unless(self.check(self._call_of(given)))

        return permission

    def ahook(self) -> Callable[[HookContext | ToolCall], Coroutine[Any, Any, None]]:
        """Return the same hook for an asynchronous loop: it has to be awaited."""

        async def permission(given: HookContext | ToolCall) -> None:
            deny_unless(await self.acheck(self._call_of(given)))

        return permission

    def _call_of(self, given: HookContext | ToolCall) -> ToolCall:
        """Return the call that a hook is asked about, its tool declared."""
        if not isinstance(given, HookContext):
            return given
        self.declare(given.definition)
        return given.call

    async def _judged(
        self, call: ToolCall, *, uid: str = "", waits: bool = True, settle: Settle = settled
    ) -> Judged:
        """Take a call all the way; one whose record cannot be kept is denied."""
        call, pipeline = checked_call(call), self._pipeline
        self._note_called(call.tool)
        desk = DialogDesk(self, settle, waits=waits)
        standing = Standing(profile=pipeline.policy.profile or "", project=pipeline.around.root)
        gate = Gate(pipeline, standing, desk=desk, audit=Recording(self._recorder, settle))
        try:
            judged = await gate.judge(call, uid=uid)
        except NotRecorded as error:
            why = f"the record of this call could not be kept: {error}"
            judged = Judged(Verdict(Effect.DENY, why), pipeline.decide(call))
        if desk.abort is not None:
            raise desk.abort
        return judged

    def _note_called(self, tool: object) -> None:
        """Remember the latest names that calls have had; agents may say anything there."""
        if not isinstance(tool, str) or len(tool) > LONGEST_NAME:
            return
        self._called.pop(tool, None)
        self._called[tool] = None
        while len(self._called) > MOST_CALLED:
            del self._called[next(iter(self._called))]

    # The session

    def allow_for_session(self, allowed: Category | str) -> None:
        """
        Let every call of a category, or of a tool, run that the rules would ask about.

        A deny stays a deny, and so does what the mode denies. What a rule wants a person to
        answer or names approvers for, and what the guard asks, is asked each time.

        Args:
            allowed: a category or its word, or the name of one tool: one that is known here,
                or that a rule or a call has named.

        Raises:
            UsageError: there is no such category and no such tool.

        """
        word = str(allowed)
        if word not in tuple(Category) and self._knows(word):
            self._tools.add(self.policy.catalogue.canonical(word))
            return
        check_category(word)
        self._session.add(Category(word))

    def _knows(self, word: str) -> bool:
        """Say whether a word is the name of one tool that is known, or that was named here."""
        policy = self.policy
        if not word or set("*?") & set(word):
            return False
        if policy.catalogue.knows(word) or word in self._called or word in (policy.tools or ()):
            return True
        return any(names_one_tool(rule, word) for rule in policy.rules)

    @property
    def allowed_for_session(self) -> tuple[Category | str, ...]:
        """Return the categories that are allowed for the session, then the tools."""
        return (*(one for one in Category if one in self._session), *sorted(self._tools))

    def session_allows(self, decision: Decision) -> str:
        """Return the category or tool by which the session allows a call; "" if it does not."""
        category, tool = category_of(decision), decision.action.tool
        if category is not None and category in self._session:
            return category
        unread = any(part.unread for part in decision.action.parts)
        covered = tool in self._tools and not unread and not wants_person(decision)
        return tool if covered else ""

    def end_session(self) -> None:
        """Take back what was allowed for the session."""
        self._session.clear()
        self._tools.clear()

    # For a toolbox

    async def judge(
        self,
        call: ToolCall,
        *,
        role: str,  # noqa: ARG002 - the policy decides, whatever the role is
        project: str,  # noqa: ARG002 - it is the manager's own
        uid: str,
        waits: bool = True,
    ) -> Ruling:
        """
        Decide a call of a toolbox; see `Judge`.

        Raises:
            Abort: the dialog ends the loop.

        """
        judged = await self._judged(call, uid=uid, waits=waits)
        became = outcome(judged.decision, judged.reply)
        return Ruling(judged.verdict, f"{uid}-{became}" if self._recorder.keeps else "")

    async def refused(
        self, call: ToolCall, why: str, *, uid: str, source: Source = Source.HOOK
    ) -> bool:
        """
        Keep the record of a call that was refused undecided; False if that was not possible.

        Args:
            call: what the agent wanted.
            why: why it was refused.
            uid: names the record.
            source: what refused it.

        """
        action = self.decide(call).action
        because = tuple(Finding(part, Effect.DENY, source, why) for part in action.parts)
        standing = Standing(profile=self.policy.profile or "", project=self._pipeline.around.root)
        decision = Decision(Effect.DENY, action, because)
        record = Record.of(call, decision, None, standing, uid=uid, timestamp=now())
        try:
            await self._recorder.keep(record, settled)
        except NotRecorded:
            return False
        return True

    async def tell(self, kind: str, call: ToolCall, *, uid: str, body: dict[str, Any]) -> bool:
        """Keep what became of a call, where there is a store."""
        return self._recorder.tell(kind, call, uid=uid, body=body)


def check_given(policy: object, dialog: object) -> None:
    """
    Look whether a manager can be made of a policy and a dialog.

    Raises:
        TypeError: one of them is something else.

    """
    if not isinstance(policy, Policy):
        message = f"a manager needs a policy, Policy.of(…), not {type(policy).__name__}"
        raise TypeError(message)
    if dialog is not None and not callable(dialog):
        message = f"the dialog is a callable or None, not {type(dialog).__name__}"
        raise TypeError(message)


def names_one_tool(rule: Rule, word: str) -> bool:
    """Say whether a rule is about the tool of a name, and about no other."""
    if rule.form is not Form.STRING:
        return rule.tool == word
    return literal_prefix(rule.pattern or "").startswith(named_start(word))


def deny_unless(verdict: Verdict) -> None:
    """
    Let a call go on that may run.

    Raises:
        Deny: it may not.

    """
    if verdict.effect is not Effect.ALLOW:
        raise Deny(verdict.why)


def finished(work: Coroutine[Any, Any, T]) -> T:
    """
    Run what waits for nothing, without an event loop.

    A dialog at a terminal is then interrupted by Ctrl-C as any other program is.

    Raises:
        UsageError: it has waited for something all the same.

    """
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    work.close()
    raise UsageError("it cannot be waited for here", help="await manager.acheck(…)")

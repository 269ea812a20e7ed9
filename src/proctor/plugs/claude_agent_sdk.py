"""
A plug for claude-agent-sdk: every call of a tool that Claude Code wants is decided by a role.

    options = guard_options(ClaudeAgentOptions(cwd="/srv/shop"), "coder")

Our PreToolUse hook decides each call, also one that the options would let pass; a question
waits there for its answer. Your own hooks and `can_use_tool` stay and are asked: their no
counts, and what they put in the place of an input is decided too. A hook that fails blocks.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from proctor.adapters.claude_code import NO_OPINION, REASON
from proctor.errors import MissingExtra
from proctor.plugs.calls import AgentCalls, Told, Whose, denied_words, is_allowed
from proctor.plugs.claude_sdk_options import (
    LONGEST,
    VARIABLE,
    checked,
    hidden_tools,
    hooks_stay_on,
    is_asked,
    sources,
)
from proctor.plugs.claude_sdk_words import (
    FAILED,
    POST,
    PRE,
    REQUEST,
    STOP,
    digest,
    is_persons,
    said,
    updated_input,
    word,
)
from proctor.plugs.telling import Telling
from proctor.tools.judging import Ruling, denied

try:
    from claude_agent_sdk import (
        ClaudeAgentOptions,
        HookMatcher,
        PermissionResultAllow,
        PermissionResultDeny,
    )
except ImportError as error:
    raise MissingExtra(
        "this plug needs the package claude-agent-sdk",
        help="pip install 'proctor-gate[claude-agent-sdk]'",
    ) from error
if "on_failure" not in HookMatcher.__dataclass_fields__:
    # Without it a hook that fails lets the call pass.
    raise MissingExtra(
        "this plug needs a newer claude-agent-sdk",
        help="pip install 'proctor-gate[claude-agent-sdk]'",
    )

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from claude_agent_sdk import ToolPermissionContext

    Hook = Callable[[Any, str | None, Any], Awaitable[Any]]
    CanUse = Callable[[str, dict[str, Any], ToolPermissionContext], Awaitable[Any]]

HARNESS = "claude-agent-sdk"
# So many calls are remembered until they have run.
MOST = 5_000
NOBODY = (
    "Claude Code itself wants somebody to be asked about this, and nobody is: "
    "the role allows it, but no person has, and there is no `can_use_tool`"
)
NOTHING_SAID = denied("nobody decided")
NOT_SEEN = "nobody has decided this call before it was asked about"
NO_USER = "nobody is there who could be asked: there is no `can_use_tool`"
NO_RESULT = "`can_use_tool` gave no answer that can be understood"


def guard_options(
    options: ClaudeAgentOptions | None = None,
    role: str | None = None,
    **whose: Unpack[Whose],
) -> ClaudeAgentOptions:
    """
    Return options under which every call of a tool is decided by a role.

    Args:
        options: yours; they stay as they are.
        role: a role, or a chain of them; may be left out where a stage is given.
        whose: stage, workspace, home, agent, person, session and judge; see `Whose`.
            The options' `cwd` is the workspace where none is given.

    Raises:
        UsageError: there is no role and no stage, or the options would switch our hook off.
        ProctorError: the role does not load.

    """
    options = checked(options or ClaudeAgentOptions())
    whose["workspace"] = whose.get("workspace") or options.cwd
    calls = AgentCalls(role, harness=HARNESS, **whose)
    listens = bool(options.can_use_tool or options.permission_prompt_tool_name or options.hooks)
    guard = ProctorGuard(calls, options.can_use_tool, listens=listens)
    return replace(
        options,
        hooks=guard.hooks(options.hooks or {}),
        can_use_tool=guard.can_use_tool if is_asked(options) else None,
        settings=hooks_stay_on(options),
        setting_sources=sources(options),
        env={**options.env, VARIABLE: ""},
        # What the role allows, it allows: these would only count where we cannot be asked.
        allowed_tools=[],
        disallowed_tools=[*options.disallowed_tools, *hidden_tools(calls.offered)],
    )


class Decided(NamedTuple):
    """A call that was decided: what it would do, and what was said of it."""

    digest: str
    ruling: Ruling


class ProctorGuard:
    """
    The hooks and the `can_use_tool` of one agent.

    Args:
        calls: has them decided.
        own: the `can_use_tool` of whoever built the agent, if there is one.
        listens: whether they may hear what the agent asks its user.

    """

    def __init__(
        self, calls: AgentCalls, own: CanUse | None = None, *, listens: bool = True
    ) -> None:
        self.calls = calls
        self.own = own
        self.listens = listens
        # By the program's own id of a call; several where a hook put in another input.
        self.decided: OrderedDict[str, list[Decided]] = OrderedDict()
        # Where a call that the program asks about comes from: it does not say it again.
        self.events: OrderedDict[str, Mapping[str, Any]] = OrderedDict()
        # What is being told of calls that have run.
        self.telling = Telling(calls)

    def hooks(self, given: Mapping[Any, list[HookMatcher]]) -> dict[Any, list[HookMatcher]]:
        """Return ours before those that are given, which cannot change an input unseen."""
        kept = {event: list(matchers) for event, matchers in given.items()}
        for event in (PRE, REQUEST):
            if event in kept:
                kept[event] = [
                    replace(one, hooks=[self.watched(hook, event) for hook in one.hooks])
                    for one in kept[event]
                ]
        ours = HookMatcher(hooks=[self.before], timeout=LONGEST, on_failure="block")
        kept[PRE] = [ours, *kept.get(PRE, [])]
        for event, hook in ((POST, self.after), (FAILED, self.after), (STOP, self.all_told)):
            kept[event] = [HookMatcher(hooks=[hook]), *kept.get(event, [])]
        return kept

    # Before a call

    async def before(self, event: Any, _: str | None, __: Any) -> Any:
        """Decide a call that is about to be made."""
        if event.get("tool_name") in NO_OPINION:
            # They speak with the user by themselves: whoever built the agent has the answer.
            return {} if self.listens else said(denied(NO_USER))
        return said(await self.decide(event, event.get("tool_input")))

    async def decide(self, event: Mapping[str, Any], given: object) -> Ruling:
        """Decide a call with an input, and remember what was said."""
        self.note_event(event)
        call_id, tool = word(event, "tool_use_id"), event.get("tool_name")
        ruling = await self.calls.decide(
            tool if isinstance(tool, str) else "",
            given,
            call_id,
            session=word(event, "session_id"),
            subagent=word(event, "agent_id"),
            cwd=word(event, "cwd"),
            mode=word(event, "permission_mode"),
        )
        self.note(call_id, Decided(digest(tool, given), ruling))
        return ruling

    def note(self, call_id: str, new: Decided) -> None:
        """Remember what was said last of a call, if that was a yes to one that has an id."""
        others = [one for one in self.decided.pop(call_id, []) if one.digest != new.digest]
        if call_id and (is_allowed(new.ruling) or others):
            self.decided[call_id] = [*others, new] if is_allowed(new.ruling) else others
            forget_oldest(self.decided)

    def note_event(self, event: Mapping[str, Any]) -> None:
        """Remember where a call comes from."""
        if call_id := word(event, "tool_use_id"):
            self.events[call_id] = event
            forget_oldest(self.events)

    def watched(self, hook: Hook, name: str) -> Hook:
        """Return a hook of somebody's; what it puts in the place of an input is decided first."""

        async def watching(event: Any, call_id: str | None, context: Any) -> Any:
            output = await hook(event, call_id, context)
            changed = updated_input(output)
            if changed is None or event.get("tool_name") in NO_OPINION:
                return output
            ruling = await self.decide({"tool_use_id": call_id, **event}, changed)
            return output if is_allowed(ruling) else said(ruling, name)

        return watching

    # What the program asks by itself

    async def can_use_tool(
        self, tool: str, given: dict[str, Any], context: ToolPermissionContext
    ) -> PermissionResultAllow | PermissionResultDeny:
        """
        Answer what the program asks although our hook has let it pass.

        Its own rules wish that somebody is asked: who built the agent, or the person who
        has said yes already. What the role alone allows is no answer to that.
        """
        call_id = context.tool_use_id or ""
        ruling: Ruling | None = None
        if tool not in NO_OPINION:
            ruling = await self.again(tool, given, call_id)
            if ruling is None or not is_allowed(ruling):
                return refused(ruling)
        if self.own is None:
            if ruling is not None and is_persons(ruling):
                return PermissionResultAllow(updated_input=given)
            return PermissionResultDeny(message=NOBODY)
        try:
            result = await self.own(tool, given, context)
        except Exception as error:  # noqa: BLE001 - it is somebody's, and no yes
            return PermissionResultDeny(message=f"{NO_RESULT}: {type(error).__name__}")
        return await self.checked(tool, given, call_id, result)

    async def again(self, tool: str, given: object, call_id: str) -> Ruling | None:
        """Return what was said of exactly this call; another input under its id is decided."""
        wanted = digest(tool, given)
        for one in self.decided.get(call_id, ()):
            if one.digest == wanted:
                return one.ruling
        event = self.events.get(call_id)
        return None if event is None else await self.decide({**event, "tool_name": tool}, given)

    async def checked(
        self, tool: str, given: object, call_id: str, result: object
    ) -> PermissionResultAllow | PermissionResultDeny:
        """Return what somebody's `can_use_tool` says, with another input decided first."""
        if isinstance(result, PermissionResultDeny):
            return result
        if not isinstance(result, PermissionResultAllow):
            return PermissionResultDeny(message=NO_RESULT)
        changed = result.updated_input
        if changed is None or changed == given or tool in NO_OPINION:
            return result
        ruling = await self.again(tool, changed, call_id)
        if ruling is None or not is_allowed(ruling):
            return refused(ruling)
        return result

    # After a call

    async def after(self, event: Any, _: str | None, __: Any) -> Any:
        """Keep that a call was made, and whether it is one that was decided."""
        call_id, tool = word(event, "tool_use_id"), event.get("tool_name")
        known = self.decided.pop(call_id, [])
        self.events.pop(call_id, None)
        if tool in NO_OPINION:
            return {}
        ran = digest(tool, event.get("tool_input"))
        same = [one for one in known if one.digest == ran]
        body = {"ok": event.get("hook_event_name") == POST, "ms": event.get("duration_ms")}
        if not same:
            body |= {"otherwise": bool(known), "undecided": not known}
        ruling = (same or known or [Decided("", NOTHING_SAID)])[-1].ruling
        session = word(event, "session_id")
        told = Told(str(tool), ruling, call_id, session, body)
        if same:
            self.telling.leave(told)
        else:
            await self.calls.tell_all([told])
        return {}

    async def all_told(self, _: Any, __: str | None, ___: Any) -> Any:
        """Wait until all of a turn is told; the calls themselves have waited for nothing."""
        await self.telling.all_told()
        return {}


def refused(ruling: Ruling | None) -> PermissionResultDeny:
    """Return a no, in the words of `can_use_tool`."""
    words = NOT_SEEN if ruling is None else denied_words(ruling)[:REASON]
    return PermissionResultDeny(message=words)


def forget_oldest(known: OrderedDict[str, Any]) -> None:
    """Forget what came first, where there is too much."""
    while len(known) > MOST:
        known.popitem(last=False)

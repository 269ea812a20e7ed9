"""
openai-agents: runs that stop where a person has to be asked, and go on with the answer.

    result = await Runner.run(agent, "…")
    while result.interruptions:
        result = await Runner.run(agent, await answered(result))

Whether a run stops is the word of the rules alone, and no decision. The desk decides, in
`answered`, and its yes is kept in this process for the guardrail of the tool, which lets
exactly that call through, once. A yes that did not come from the desk counts for nothing.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

from agents import FunctionTool, RunState
from proctor.errors import ToolInputError
from proctor.plugs.calls import denied_words, is_allowed, waited
from proctor.plugs.exact_arguments import from_json
from proctor.plugs.openai_tool_guard import KeptAnswers, Said, ToolGuard, digest, is_persons
from proctor.tools.judging import Ruling, denied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agents import (
        RunConfig,
        RunContextWrapper,
        RunResult,
        RunResultStreaming,
        ToolApprovalItem,
    )

NOBODY = "the role allows it, but no person has, and the tool's own `needs_approval` wants one"


class Answer(NamedTuple):
    """What is said of a call: why not, nothing for a yes; and what each that guards it has said."""

    no: str
    found: Sequence[tuple[ToolGuard, str, Ruling]]


class WantsApproval:
    """
    The `needs_approval` of a guarded tool: its own, or the rules.

    Args:
        own: what the tool had before.
        guards: whose rules count.

    """

    def __init__(self, own: object, guards: Sequence[ToolGuard]) -> None:
        self.own = own
        self.guards = guards
        # Calls of which the tool's own has said that nobody need be asked.
        self.unwished = KeptAnswers()

    @classmethod
    def over(cls, before: object, guard: ToolGuard) -> WantsApproval:
        """Return what a tool wants that is guarded, perhaps not for the first time."""
        if isinstance(before, WantsApproval):
            return cls(before.own, [*before.guards, guard])
        return cls(before, [guard])

    async def __call__(
        self, context: RunContextWrapper[Any], given: dict[str, Any], call_id: str
    ) -> bool:
        """Say whether a run stops before a call."""
        if await self.own_wants(context, given, call_id):
            return True
        return any(guard.asks(given) for guard in self.guards)

    async def own_wants(self, context: object, given: dict[str, Any], call_id: str) -> bool:
        """Say whether the tool's own wants somebody to be asked, and remember where not."""
        if not callable(self.own):
            return self.own is not False
        name = digest(call_id, given)
        wants = self.own(context, given, call_id)
        if inspect.isawaitable(wants):
            wants = await wants
        if not wants:
            self.unwished.keep(name, denied(NOBODY))
        return bool(wants)

    def wished(self, said: Said) -> bool:
        """Say whether the tool's own may have wanted somebody to be asked about a call."""
        if self.own is False:
            return False
        try:
            name = digest(said.call_id, from_json(said.text))
        except ToolInputError:
            return True
        return self.unwished.take(name) is None

    async def answer(self, said: Said) -> Answer:
        """Have a call decided by all that guard the tool; the first no is the answer."""
        found: list[tuple[ToolGuard, str, Ruling]] = []
        for guard in self.guards:
            name = guard.name_of(said)
            ruling = await guard.decide(said)
            found.append((guard, name, ruling))
            if not is_allowed(ruling):
                return Answer(denied_words(ruling), found)
        if self.wished(said) and not any(is_persons(ruling) for _, _, ruling in found):
            return Answer(denied_words(denied(NOBODY)), found)
        return Answer("", found)


async def answered(
    interrupted: RunResult | RunResultStreaming | RunState[Any, Any],
    *,
    run_config: RunConfig | None = None,
) -> RunState[Any, Any]:
    """
    Have the desk answer what a run has stopped for, and return the state to go on with.

    Calls are asked about one after the other; each waits until somebody has answered. What
    is no call of a tool that is guarded with `approvals="interrupt"` is left to the program.
    What the program itself says of a call afterwards, on the state, takes the place of what
    is said here, as this does of what it said before: its no is a no, and a yes of its own is
    asked about when the call runs.

    Args:
        interrupted: the result of the run, or its state.
        run_config: that of the run: a grant for a session holds for one `group_id`.

    """
    if isinstance(interrupted, RunState):
        state, items = interrupted, interrupted.get_interruptions()
    else:
        state, items = interrupted.to_state(), list(interrupted.interruptions)
    session, answers = group_of(run_config), []
    for item in items:
        wants = wants_of(item)
        if wants is not None:
            said = Said(item.call_id or "", item.arguments, session, str(item.agent.name or ""))
            answers.append((item, await wants.answer(said)))
    # Only now, all at once: the first yes does not grow old while the last is waited for.
    for item, answer in answers:
        for guard, name, ruling in answer.found:
            guard.keep(name, ruling)
        if answer.no:
            state.reject(item, rejection_message=answer.no)
        else:
            state.approve(item)
    return state


def answered_now(
    interrupted: RunResult | RunResultStreaming | RunState[Any, Any],
    *,
    run_config: RunConfig | None = None,
) -> RunState[Any, Any]:
    """Have the desk answer, from a thread that may wait; see `answered`."""
    return waited(answered(interrupted, run_config=run_config))


def wants_of(item: ToolApprovalItem) -> WantsApproval | None:
    """Return whom to ask about an interruption; None where it is none of ours."""
    agent: Any = item.agent
    tools = [
        tool
        for tool in getattr(agent, "tools", ())
        if isinstance(tool, FunctionTool) and tool.qualified_name == item.qualified_name
    ]
    if len(tools) != 1 or getattr_or_item(item.raw_item, "type") != "function_call":
        return None
    wants: object = tools[0].needs_approval
    return wants if isinstance(wants, WantsApproval) else None


def getattr_or_item(thing: object, name: str) -> object:
    """Return a field of what the SDK keeps as an object or, read back, as a map."""
    return thing.get(name) if isinstance(thing, dict) else getattr(thing, name, None)


def group_of(run_config: object) -> str:
    """Return by what the program groups its runs, if it does: a grant holds for that session."""
    group = getattr(run_config, "group_id", None)
    return group if isinstance(group, str) else ""

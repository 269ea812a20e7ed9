"""Tools that only concern lists of their own session run where reading is allowed."""

from __future__ import annotations

import pytest

from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.offering import could_pass
from proctor.policy.policy import Policy
from proctor.policy.rules import parse_rule
from proctor.terms.builtin_tools import SESSION_TOOLS
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN, Annotations
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.role import ALLOW_BEFORE_ASK, STRICT_FIRST, Permissions
from proctor.terms.surroundings import Surroundings
from tests.realistic_inputs import INPUTS
from tests.tables import each_row

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
# What starts, plans, sends, writes or changes the mode, reaches the web or an MCP server.
OTHERS = (
    "Agent", "SendMessage", "TeamCreate", "TeamDelete", "close_agent", "CronCreate", "CronDelete",
    "Skill", "KillShell", "EnterWorktree", "ExitWorktree", "ExitPlanMode", "save_memory",
    "WebFetch", "WebSearch", "ListMcpResources", "ReadMcpResource", "Bash", "Write",
)  # fmt: skip
UNKNOWN = ("Workflow", "ScheduleWakeup", "ReportFindings", "mcp__list__TodoWrite")


def policy(
    *,
    allow: tuple[str, ...] = ("Read",),
    ask: tuple[str, ...] = (),
    deny: tuple[str, ...] = (),
    otherwise: Effect = ASK,
    order: tuple[Effect, ...] = STRICT_FIRST,
    tools: tuple[str, ...] | None = None,
) -> Policy:
    """Compile lists of rules."""
    lists = ((DENY, deny), (ASK, ask), (ALLOW, allow))
    rules = tuple(parse_rule(text, effect) for effect, texts in lists for text in texts)
    return Policy.compile(Permissions(rules, order, otherwise), tools=tools)


def decided(by: Policy, tool: str, around: Surroundings, given: object = None) -> Decision:
    """Decide a call of a tool, with a realistic input if none is given."""
    given = INPUTS.get(tool, {}) if given is None else given
    return decide(normalise(ToolCall(tool=tool, input=given), around), by)


@each_row("tool", SESSION_TOOLS)
def test_session_tools_run_where_reading_is_allowed(tool: str, around: Surroundings) -> None:
    """Under every name of theirs, and the reason names the rule for reading."""
    for name in BUILT_IN.get(tool).names:
        found = decided(policy(), name, around, INPUTS[tool])

        assert (found.effect, str(found.because[0].rule)) == (ALLOW, "Read")
        assert "lists of its own session" in found.because[0].why


@each_row("tool", (*OTHERS, *UNKNOWN))
def test_other_tools_are_asked_as_before(tool: str, around: Surroundings) -> None:
    """Whatever can start, plan, send or write something is no list of a session."""
    assert decided(policy(), tool, around).effect is ASK


@each_row(
    ("by", "wanted"),
    [
        (policy(ask=("TodoWrite",)), ASK),
        (policy(ask=("TodoWrite",), order=ALLOW_BEFORE_ASK), ASK),
        (policy(ask=("tool:.*",), order=ALLOW_BEFORE_ASK), ASK),
        (policy(deny=("TodoWrite",)), DENY),
        (policy(deny=("Todo*",)), DENY),
        (policy(otherwise=DENY), DENY),
        (policy(tools=("Read",)), DENY),
        (policy(tools=("Read",), otherwise=DENY), DENY),
        (policy(allow=("Read(docs/**)",)), ASK),
        (policy(allow=("Edit", "Bash")), ASK),
        (policy(allow=()), ASK),
        (policy().in_mode(Mode.DONT_ASK), DENY),
        (policy(allow=("Read", "TodoWrite")).in_mode(Mode.DONT_ASK), ALLOW),
        (policy(allow=("Read", "Todo*")).in_mode(Mode.DONT_ASK), ALLOW),
        (policy(allow=()).in_mode(Mode.DONT_ASK), DENY),
    ],
)
def test_rules_about_a_session_tool_count(by: Policy, wanted: Effect, around: Surroundings) -> None:
    """A deny, an ask, the role's tools and `otherwise: deny` come first; so does the order."""
    assert decided(by, "TodoWrite", around).effect is wanted
    assert could_pass(by, BUILT_IN.get("TodoWrite")) is (wanted is not DENY)


@each_row("tool", SESSION_TOOLS)
def test_no_session_tool_runs_unnamed_in_dont_ask(tool: str, around: Surroundings) -> None:
    """There a rule has to name it, whether the role or the agent program is in that mode."""
    own = decided(policy().in_mode(Mode.DONT_ASK), tool, around)
    call = ToolCall(tool=tool, input=INPUTS[tool], mode="dontAsk")
    said = decide(normalise(call, around), policy())

    assert (own.effect, said.effect) == (DENY, DENY)
    assert "the mode dontAsk denies" in own.because[0].why


@pytest.mark.parametrize("given", [None, [], "x", 7])
def test_a_broken_call_of_a_session_tool_is_not_allowed(
    given: object, around: Surroundings
) -> None:
    """What cannot be read is no list."""
    action = normalise(ToolCall(tool="TodoWrite", input=given), around)

    assert decide(action, policy()).effect is not ALLOW


def test_a_tool_that_is_said_to_change_something_is_asked(around: Surroundings) -> None:
    """A catalogue that takes the promise of the name back is believed."""
    other = BUILT_IN.get("TodoWrite")._replace(annotations=Annotations())
    catalogue = BUILT_IN.with_tools([other])
    known = around._replace(catalogue=catalogue)

    assert decided(policy().with_catalogue(catalogue), "TodoWrite", known).effect is ASK

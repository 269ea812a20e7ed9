"""The compiled policy: order, ends, modes, and its form as data."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from proctor import Effect, Mode, Policy, ToolCall
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.patterns import RE, RE2
from proctor.policy.policy import Policy as CompiledPolicy
from proctor.terms.action import Action
from proctor.terms.kind import Kind
from proctor.terms.rule import By
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

FULL = Policy.of(
    allow=["Read", "Bash(git *)", "tool:bash:npm (test|ci)", {"tool": "Skill", "regex": "^a"}],
    ask=[{"rule": "Bash(git push *)", "by": "human", "why": "Ask first."}],
    deny=[{"rule": "Bash(rm -rf *)", "until": "2026-12-31"}, "Read(.env)", "tool:view:(?!docs).*x"],
    mode="acceptEdits",
    order="deny, allow, ask",
    otherwise="deny",
    tools=["Bash", "Read", "Skill"],
)
COMMANDS = [
    "git status",
    "git push",
    "npm test",
    "npm x",
    "rm -rf x",
    "cat .env",
    "ls $X",
    "ls > a",
]


def call(command: str, around: Surroundings) -> Action:
    """Return the action of a command."""
    return normalise(ToolCall(tool="Bash", input={"command": command}), around)


def test_a_policy_survives_being_data() -> None:
    """What is dumped, made JSON and loaded is dumped again the same."""
    data = json.loads(json.dumps(FULL.dump()))

    assert CompiledPolicy.load(data).dump() == FULL.dump()


@each_row("engine", [RE2, RE])
@each_row("command", COMMANDS)
def test_a_loaded_policy_decides_the_same_on_both_engines(
    command: str, engine: str, around: Surroundings
) -> None:
    """The cold hook's engine gives every answer that RE2 gives."""
    loaded = CompiledPolicy.load(json.loads(json.dumps(FULL.dump())), engine=engine)
    action = call(command, around)

    expected, actual = decide(action, FULL), decide(action, loaded)

    assert [(f.effect, f.why, f.by) for f in expected.because] == [
        (f.effect, f.why, f.by) for f in actual.because
    ]


def test_order_inside_a_list_is_irrelevant_for_the_effect(around: Surroundings) -> None:
    """Rules turned round give the same effects."""
    rules = ["Bash(git *)", "Bash(git push *)", "Bash", "Read"]
    forward, backward = Policy.of(ask=rules), Policy.of(ask=rules[::-1])

    for command in COMMANDS:
        action = call(command, around)
        assert decide(action, forward).effect is decide(action, backward).effect


def test_a_rule_ends(around: Surroundings) -> None:
    """Up to its end a rule is there, from then on it is not."""
    policy = Policy.of(allow=["Bash"], deny=[{"rule": "Bash(x)", "until": "2026-06-01T12:00:00Z"}])
    before = around._replace(now=datetime(2026, 6, 1, 11, 59, 59, tzinfo=UTC))
    after = around._replace(now=datetime(2026, 6, 1, 12, tzinfo=UTC))

    assert decide(call("x", before), policy).effect is Effect.DENY
    assert decide(call("x", after), policy).effect is Effect.ALLOW


def test_by_human_is_kept(around: Surroundings) -> None:
    """A question for a human stays one as soon as one part wants it."""
    policy = Policy.of(ask=["Bash(a)", {"rule": "Bash(b)", "by": "human"}])

    assert decide(call("a", around), policy).by is By.ANY
    assert decide(call("a; b", around), policy).by is By.HUMAN


def test_an_action_without_parts_is_never_decided(around: Surroundings) -> None:
    """No evidence is never a yes."""
    empty = Action(tool="Bash", kind=Kind.SHELL, string="tool:bash:", parts=(), around=around)

    with pytest.raises(ValueError, match="max"):
        decide(empty, Policy.of(allow=["*"], otherwise="allow"))


def test_a_forced_mode_replaces_every_other(around: Surroundings) -> None:
    """`in_mode` counts alone, and leaves the policy itself as it was."""
    policy = Policy.of(allow=["Bash(ls *)"], mode="acceptEdits")
    forced = policy.in_mode(Mode.DONT_ASK)

    assert (policy.mode, forced.mode) == (Mode.ACCEPT_EDITS, Mode.DONT_ASK)
    assert decide(call("make", around), forced).effect is Effect.DENY
    assert forced.modes("bypassPermissions") == (Mode.DONT_ASK,)


def test_a_subject_too_long_for_a_pattern_is_asked(around: Surroundings) -> None:
    """A deny that cannot be tried is not skipped; no allow lifts that."""
    policy = Policy.of(allow=["Bash"], deny=["tool:bash:(?!x).*secret.*z"])
    decision = decide(call("echo " + "a" * 20_000, around), policy)

    assert decision.effect is Effect.ASK
    assert "too long" in decision.why


def test_a_whole_command_too_long_for_a_pattern_is_asked(around: Surroundings) -> None:
    """Short parts of a long line do not hide the line from such a deny."""
    policy = Policy.of(allow=["Bash"], deny=["tool:bash:(?!x).*secret.*z"])
    line = "; ".join(["echo " + "a" * 50] * 200)

    assert decide(call(line, around), policy).effect is Effect.ASK


def test_the_finding_of_a_decision_is_not_the_idle_part(around: Surroundings) -> None:
    """`cd x && git status` is allowed by the rule for git, and says so."""
    decision = decide(call("cd x && git status", around), Policy.of(allow=["Bash(git status)"]))

    assert decision.rule is not None
    assert decision.rule.text == "Bash(git status)"


@pytest.mark.parametrize("otherwise", ["ask", "allow"])
def test_a_deny_that_has_ended_restricts_no_command(otherwise: str, around: Surroundings) -> None:
    """A command that cannot be read is asked about only while a rule holds that it could meet."""
    rule = {"rule": "Bash(x)", "until": "2026-06-01T12:00:00Z"}
    ending = Policy.of(allow=["Bash"], deny=[rule], otherwise=otherwise)
    staying = Policy.of(allow=["Bash"], deny=[rule, "Bash(y)"], otherwise=otherwise)
    call = ToolCall(tool="Bash", input={"command": "cat $X"})
    before = around._replace(now=datetime(2026, 6, 1, 11, 59, tzinfo=UTC))

    def effects(policy: CompiledPolicy) -> list[Effect]:
        return [decide(normalise(call, host), policy).effect for host in (before, around)]

    assert effects(ending) == [Effect.ASK, Effect.ALLOW]
    assert effects(staying) == [Effect.ASK, Effect.ASK]

"""What one part gets: guard, tools, rules, mode and otherwise, and that no deny is passed over."""

from __future__ import annotations

import pytest

from proctor import Effect, Policy, ToolCall
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.decision import Decision, Source
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


def decided(policy: Policy, around: Surroundings, command: str) -> Decision:
    """Decide a command."""
    return decide(normalise(ToolCall("Bash", {"command": command}), around), policy)


@each_row("command", ["> out", ">> out", "> out < in", "> a > b"])
@each_row(
    "rule",
    ["Bash", "run_command", "?ash", "Bash(*)", "tool:bash:.*", {"tool": "Bash", "regex": "."}],
    ids=str,
)
@each_row("effect", ["deny", "ask"])
def test_a_rule_for_the_shell_meets_a_command_that_only_redirects(
    effect: str, rule: str, command: str, around: Surroundings
) -> None:
    """A command without a word is a use of the shell, though its part is an edit."""
    policy = Policy.of(otherwise="allow", **{effect: [rule]})  # type: ignore[arg-type]  # lists

    assert decided(policy, around, command).effect is Effect.of(effect)


def test_an_ask_for_the_shell_weakens_nothing(around: Surroundings) -> None:
    """Where otherwise denies the edit, an ask for the shell does not make an ask of that."""
    policy = Policy.of(otherwise="deny", ask=["Bash"])

    assert decided(policy, around, "> out").effect is Effect.DENY
    assert decided(policy, around, "echo a > out").effect is Effect.DENY


def test_an_ask_for_the_shell_gives_way_to_an_allow_that_comes_first(
    around: Surroundings,
) -> None:
    """In the order deny, allow, ask the allow of the file holds; in the other one the ask does."""
    rules = {"ask": ["Bash"], "allow": ["Edit(docs/**)"]}
    first = Policy.of(order=["deny", "allow", "ask"], **rules)  # type: ignore[arg-type]  # lists
    last = Policy.of(**rules)  # type: ignore[arg-type]  # lists

    assert decided(first, around, "> docs/a").effect is Effect.ALLOW
    assert decided(last, around, "> docs/a").effect is Effect.ASK


def test_who_may_answer_is_that_of_the_rule_for_the_shell(around: Surroundings) -> None:
    """Of several asks one that wants a human speaks, and each one's approvers count."""
    asks: list[dict[str, object]] = [
        {"rule": "Bash(*)", "by": "reviewer"},
        {"rule": "Bash", "approvers": ["lead"]},
    ]
    found = decided(Policy.of(otherwise="allow", ask=asks), around, "> out").finding

    assert (str(found.rule), found.by.value, found.approvers) == ("Bash", "human", (("lead",),))


def test_a_mode_tightens_what_is_said_of_the_whole(around: Surroundings) -> None:
    """A mode that never asks denies where the rule for the shell asks."""
    policy = Policy.of(allow=["Edit"], ask=["Bash"], mode="dontAsk")

    assert decided(policy, around, "> out").effect is Effect.DENY


@pytest.mark.parametrize("command", ["rm .git/hooks/pre-commit", "> .proctor/config.yaml"])
def test_an_ask_of_the_guard_is_no_way_past_otherwise_deny(
    command: str, around: Surroundings
) -> None:
    """What no rule gives is denied, also where the guard would have a person asked."""
    found = decided(Policy.of(otherwise="deny"), around, command)
    given = decided(Policy.of(otherwise="ask"), around, command)

    assert (found.effect, found.finding.source) == (Effect.DENY, Source.OTHERWISE)
    assert (given.effect, given.finding.source) == (Effect.ASK, Source.GUARD)


def test_a_denial_of_the_guard_keeps_its_reason(around: Surroundings) -> None:
    """Where both deny, the guard is named: its reason says more."""
    found = decided(Policy.of(otherwise="deny"), around, "cat ~/.proctor/tokens.json")

    assert (found.effect, found.finding.source) == (Effect.DENY, Source.GUARD)


def test_what_the_guard_asks_of_an_idle_part_is_not_let_go(around: Surroundings) -> None:
    """A part that does nothing by itself, and the guard speaks of, does not follow the rest."""
    policy = Policy.of(otherwise="deny", allow=["Bash(ls *)"])
    with_guard = decided(policy, around, "export CLAUDE_CONFIG_DIR=/srv/x; ls a")

    assert with_guard.effect is not Effect.ALLOW

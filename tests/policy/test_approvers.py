"""Rules that name who may answer what they ask."""

from __future__ import annotations

import json
from typing import Any

import pytest

from proctor import Effect, Policy, ToolCall
from proctor.errors import RuleError
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.explain import as_lines
from proctor.policy.patterns import RE
from proctor.policy.policy import Policy as CompiledPolicy
from proctor.policy.rules import parse_rule
from proctor.terms.decision import Decision, Source
from proctor.terms.rule import By
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


def asks(rule: str, *approvers: str, **more: object) -> dict[str, object]:
    """Return a rule that names approvers."""
    return {"rule": rule, "approvers": list(approvers), **more}


def decided(policy: CompiledPolicy, around: Surroundings, command: str, **more: Any) -> Decision:
    """Decide a command."""
    return decide(
        normalise(ToolCall(tool="Bash", input={"command": command}, **more), around), policy
    )


def test_a_rule_names_its_approvers() -> None:
    """Each once, in the order in which they are written."""
    rule = parse_rule(asks("Bash(make *)", "lead", "admin", "lead"), Effect.ASK)
    by_tool = parse_rule({"tool": "Bash", "approvers": ["lead"]}, Effect.ASK)

    assert (rule.approvers, by_tool.approvers) == (("lead", "admin"), ("lead",))
    assert parse_rule("Bash", Effect.ASK).approvers == ()


@pytest.mark.parametrize(
    ("said", "by"),
    [({}, By.HUMAN), ({"by": "any"}, By.ANY), ({"by": "reviewer"}, By.REVIEWER)],
)
def test_a_rule_with_approvers_is_for_people_unless_it_says_otherwise(
    said: dict[str, object], by: By
) -> None:
    """Who writes down who may answer does not mean a machine."""
    assert parse_rule(asks("Bash", "lead", **said), Effect.ASK).by is by


@each_row(
    ("approvers", "effect", "code"),
    [
        (["lead"], Effect.ALLOW, "wrong-form"),
        (["lead"], Effect.DENY, "wrong-form"),
        ([], Effect.ASK, "wrong-value"),
        ([""], Effect.ASK, "wrong-value"),
        (["a b"], Effect.ASK, "wrong-value"),
        (["lead\n"], Effect.ASK, "wrong-value"),
        (["x" * 65], Effect.ASK, "wrong-value"),
        ("lead", Effect.ASK, "wrong-type"),
        ([5], Effect.ASK, "wrong-type"),
        (None, Effect.ASK, "wrong-type"),
    ],
)
def test_approvers_that_mean_nothing_are_an_error(
    approvers: object, effect: Effect, code: str
) -> None:
    """A list that names nobody never becomes everybody."""
    with pytest.raises(RuleError) as caught:
        parse_rule({"rule": "Bash", "approvers": approvers}, effect)

    assert caught.value.code == code


def test_approvers_survive_being_data(around: Surroundings) -> None:
    """A policy that was dumped as JSON and loaded again wants the same people."""
    policy = Policy.of(ask=[asks("Bash(make *)", "lead", "admin"), "Bash(ls *)"])
    loaded = CompiledPolicy.load(json.loads(json.dumps(policy.dump())), engine=RE)

    assert loaded.dump() == policy.dump()
    assert decided(loaded, around, "make x").approvers == (("lead", "admin"),)
    assert decided(loaded, around, "ls x").approvers == ()


def test_every_part_that_asks_wants_its_own(around: Surroundings) -> None:
    """Whoever answers must satisfy each rule; the same roles are named once."""
    policy = Policy.of(
        ask=[
            asks("Bash(make *)", "lead", "admin"),
            asks("Bash(npm *)", "admin", "lead"),
            asks("Bash(git push *)", "release"),
            "Bash(ls *)",
        ]
    )
    found = decided(policy, around, "make x && npm ci; git push | ls a")

    assert found.approvers == (("lead", "admin"), ("release",))


def test_of_several_rules_for_one_part_all_count(around: Surroundings) -> None:
    """A rule that speaks first, because it wants a human, puts no other's approvers aside."""
    policy = Policy.of(
        ask=[
            asks("Bash(make *)", "lead", by="any"),
            {"rule": "Bash(make deploy)", "by": "human"},
            asks("Bash", "dev"),
        ]
    )
    found = decided(policy, around, "make deploy")

    assert (found.rule and found.rule.text, found.by) == ("Bash(make deploy)", By.HUMAN)
    assert found.approvers == (("lead",), ("dev",))


def test_what_may_be_meant_counts(around: Surroundings) -> None:
    """Where it is not certain which rule a command meets, none of their approvers is left out."""
    policy = Policy.of(
        allow=["Bash(rm *)"], ask=[asks("Bash(rm a)", "one"), asks("Bash(rm b)", "two")]
    )
    found = decided(policy, around, "rm $X")

    assert (found.effect, found.approvers) == (Effect.ASK, (("one",), ("two",)))


def test_what_is_too_long_to_compare_counts(around: Surroundings) -> None:
    """A rule that could not be tried asks, and for its own people."""
    rules = [asks("tool:bash:(?!x).*y", "one"), asks("Bash(make *)", "two")]
    found = decided(Policy.of(ask=rules), around, f"make {'a' * 40_000}")

    assert (found.effect, found.approvers) == (Effect.ASK, (("two",), ("one",)))


def test_the_guard_speaks_and_the_rules_say_who_answers(around: Surroundings) -> None:
    """What the guard asks about is asked of the people that the rule wants."""
    policy = Policy.of(allow=["Bash"], ask=[asks("Edit(.claude/**)", "lead")])
    call = ToolCall(tool="Write", input={"file_path": ".claude/settings.json", "content": ""})
    found = decide(normalise(call, around), policy)

    assert (found.effect, found.finding.source, found.by) == (Effect.ASK, Source.GUARD, By.HUMAN)
    assert found.approvers == (("lead",),)


@pytest.mark.parametrize(
    ("lists", "mode"),
    [
        ({"deny": ["Bash(make x)"]}, None),
        ({"allow": ["Bash(make *)"], "order": "deny, allow, ask"}, None),
        ({}, "dontAsk"),
        ({}, "plan"),
    ],
)
def test_who_may_answer_is_only_said_of_what_is_asked(
    lists: dict[str, Any], mode: str | None, around: Surroundings
) -> None:
    """Where a deny, an allow or a mode decides, nobody is asked."""
    policy = Policy.of(ask=[asks("Bash(make *)", "lead")], **lists)
    found = decided(policy, around, "make x", mode=mode)

    assert found.effect is not Effect.ASK
    assert found.approvers == ()


def test_a_rule_that_has_ended_wants_nobody(around: Surroundings) -> None:
    """After `until` the rule is not there, and neither are its approvers."""
    ended = asks("Bash(make *)", "lead", until="2000-01-01")
    policy = Policy.of(ask=[ended, asks("Bash(make x)", "dev")])

    assert decided(policy, around, "make x").approvers == (("dev",),)


def test_explain_says_who_may_answer(around: Surroundings) -> None:
    """A line for each rule that names approvers, under its part."""
    policy = Policy.of(ask=[asks("Bash(make *)", "lead", "admin"), asks("Bash", "dev")])

    assert as_lines(decided(policy, around, "make x"))[-2:] == [
        "        approvers: lead, admin",
        "        approvers: dev",
    ]

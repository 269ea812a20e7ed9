"""A rule's own examples."""

from __future__ import annotations

from functools import partial

from proctor import Effect, parse_rule
from proctor.normalise import read_example
from proctor.policy.examples import WrongExample, wrong_examples
from proctor.terms.action import Action
from proctor.terms.rule import Rule
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


def wrong(rule: dict[str, object], effect: Effect, around: Surroundings) -> list[WrongExample]:
    """Return the examples that do not hold."""

    def read(parsed: Rule, example: str) -> Action:
        return read_example(parsed, example, around)

    return wrong_examples(parse_rule(rule, effect), partial(read))


@each_row(
    ("rule", "match", "not_match", "effect"),
    [
        ("Bash(git push --force *)", ["git push -f origin",
        "ls; git push --force"], ["git push"], "deny"),
        ("Bash(git status *)", ["git status -s",
        "cd x && git status"], ["git status; ls"], "allow"),
        ("Read(.env)", [".env", "/x/.env"], [".env.example"], "deny"),
        ("WebFetch(domain:a.com)", ["https://b.a.com"], ["https://ba.com"], "ask"),
        ("tool:bash:npm .*", ["tool:bash:npm test"], ["tool:bash:npx test"], "allow"),
        ("Skill(a*)", ["ab"], ["ba"], "allow"),
        ("mcp__x__y(*1*)", ['{"a":1}'], ['{"a":2}'], "ask"),
    ],
)  # fmt: skip
def test_examples_that_hold(
    rule: str, match: list[str], not_match: list[str], effect: str, around: Surroundings
) -> None:
    """What matches matches, what does not does not."""
    fields: dict[str, object] = {"rule": rule, "match": match, "not_match": not_match}

    assert wrong(fields, Effect.of(effect), around) == []


def test_examples_that_do_not_hold(around: Surroundings) -> None:
    """Each wrong example is named, with what its author believed."""
    rule: dict[str, object] = {
        "rule": "Bash(rm -rf *)", "match": ["rm -r x", "rm -rf x"], "not_match": ["rm x",
        "rm -fr x"]
    }  # fmt: skip

    assert wrong(rule, Effect.DENY, around) == [
        WrongExample("rm -r x", should_match=True),
        WrongExample("rm -fr x", should_match=False),
    ]


def test_an_ended_rule_still_has_its_examples_run(around: Surroundings) -> None:
    """Whether an example holds does not depend on the day."""
    rule: dict[str, object] = {"rule": "Bash(ls)", "until": "2001-01-01", "match": ["ls"]}

    assert wrong(rule, Effect.DENY, around) == []


def test_an_allow_must_match_every_part(around: Surroundings) -> None:
    """An example of an allow that is only half covered does not hold."""
    rule: dict[str, object] = {"rule": "Bash(ls *)", "match": ["ls; pwd"]}

    assert wrong(rule, Effect.ALLOW, around) == [WrongExample("ls; pwd", should_match=True)]

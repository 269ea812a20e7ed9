"""Rules as people write them: the forms, and what is wrong with others."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from proctor.errors import RuleError
from proctor.policy.misplaced import GENERAL
from proctor.policy.rules import LONGEST_RULE, RULE_KEYS, parse_rule
from proctor.terms.effect import Effect
from proctor.terms.place import Place
from proctor.terms.rule import By, Form, Rule
from tests.tables import each_row

WHERE = Place("coder.yaml", 7, 3)


@each_row(
    ("text", "form", "tool", "pattern"),
    [
        ("Bash", Form.TOOL, "Bash", None),
        ("mcp__*", Form.TOOL, "mcp__*", None),
        ("mcp__github", Form.TOOL, "mcp__github__*", None),
        ("mcp__github__get", Form.TOOL, "mcp__github__get", None),
        ("task:list", Form.TOOL, "task:list", None),
        ("Bash(go test *)", Form.PATTERN, "Bash", "go test *"),
        (" Bash ( x ) ", Form.PATTERN, "Bash", "x"),
        ("Bash(echo (a))", Form.PATTERN, "Bash", "echo (a)"),
        ("Read(a(b)", Form.PATTERN, "Read", "a(b"),
        ("Read(*)", Form.PATTERN, "Read", "*"),
        ("tool:bash:git .*", Form.STRING, "", "tool:bash:git .*"),
        ("tool:bash:git (push|pull)", Form.STRING, "", "tool:bash:git (push|pull)"),
    ],
)
def test_a_string_is_one_of_three_forms(
    text: str, form: Form, tool: str, pattern: str | None
) -> None:
    """A bare tool, a tool with a pattern, or a pattern over the action string."""
    rule = parse_rule(text, Effect.DENY, where=WHERE)

    assert (rule.effect, rule.form, rule.tool, rule.pattern, rule.where) == (
        Effect.DENY, form, tool, pattern, WHERE
    )  # fmt: skip
    assert parse_rule(str(rule), Effect.DENY, where=WHERE) == rule


def test_a_mapping_says_more() -> None:
    """A rule may have a reason, who may answer, an end, and examples."""
    rule = parse_rule(
        {
            "rule": "Bash(git push *)", "why": "Ask first.", "by": "human", "until": "2026-12-31",
            "match": ["git push"], "not_match": ["git pull"],
        },
        "ask",
        where=WHERE,
    )  # fmt: skip

    assert rule == Rule(
        effect=Effect.ASK,
        text="Bash(git push *)",
        form=Form.PATTERN,
        tool="Bash",
        pattern="git push *",
        why="Ask first.",
        by=By.HUMAN,
        until=datetime(2026, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
        match=("git push",),
        not_match=("git pull",),
        where=WHERE,
    )


def test_a_regex_is_searched_in_the_target_of_a_tool() -> None:
    """`{tool, regex}` is printed as it is meant; without `regex` it is the tool."""
    assert parse_rule({"tool": "Bash", "regex": "^git"}).text == "{tool: Bash, regex: ^git}"
    assert parse_rule({"tool": "mcp__*"}).form is Form.TOOL


@each_row(
    ("rule", "code", "offset"),
    [
        ("", "empty-rule", 0),
        ("  \n", "empty-rule", 0),
        ("Bash(", "unclosed-parenthesis", 4),
        ("Bash(git push", "unclosed-parenthesis", 4),
        ("Bash)", "unopened-parenthesis", 4),
        ("Bash()", "empty-pattern", 4),
        ("Bash( )", "empty-pattern", 4),
        ("(x)", "no-tool", 0),
        ("Ba sh", "bad-tool-name", 2),
        ("Bash$", "bad-tool-name", 4),
        ("mcp__*(x)", "wild-tool", 5),
        ("Bash(a\0)", "bad-character", 6),
        ("Bash(\ud800)", "bad-character", 5),
        ("Bash(@frob)", "unknown-class", 5),
        ("Bash(echo 'x)", "unclosed-quote", None),
        ("tool:bash:(", "bad-pattern", None),
        ("(?i)tool:bash:LS", "bad-pattern", 0),
        ("(?:tool):bash:ls", "bad-pattern", 0),
        ("^tool:bash:ls$", "bad-pattern", 0),
        ("(tool:view:.*|tool:bash:ls)", "bad-pattern", 0),
        ("[t]ool:bash:.*", "bad-pattern", 0),
        ("tool:bash:[", "bad-pattern", None),
        ("tool:bash:a**", "bad-pattern", None),
        ("tool:bash:(a+)+", "exploding-pattern", None),
        ("tool:bash:(a|aa)*b", "exploding-pattern", None),
        ("x" * (LONGEST_RULE + 1), "long-rule", 0),
        ("x" * (1 << 20), "long-rule", 0),
        ({"tool": "Bash", "regex": "("}, "bad-pattern", None),
        ({"tool": "Bash", "regex": "(x*)*y"}, "exploding-pattern", None),
        ({"tool": "mcp__*", "regex": "x"}, "wild-tool", None),
        ({}, "wrong-form", None),
        ({"why": "x"}, "wrong-form", None),
        ({"rule": "Bash", "tool": "Bash"}, "wrong-form", None),
        ({"rule": "Bash", "regex": "x"}, "wrong-form", None),
        ({"rule": 7}, "wrong-type", None),
        ({"rule": "Bash", "why": 7}, "wrong-type", None),
        ({"rule": "Bash", "match": "x"}, "wrong-type", None),
        ({"rule": "Bash", "not_match": [7]}, "wrong-type", None),
        ({"rule": "Bash", "by": "robot"}, "wrong-value", None),
        ({"rule": "Bash", "by": ["human"]}, None, None),
        ({"rule": "Bash", "until": "tomorrow"}, "wrong-value", None),
        ({"rule": "Bash", "until": 7}, "wrong-type", None),
        ({"rule": "Bash", "whyy": "x"}, "unknown-key", None),
        (7, "wrong-type", None),
        (None, "wrong-type", None),
        (["Bash"], "wrong-type", None),
    ],
)
def test_what_is_wrong_has_a_code(rule: object, code: str | None, offset: int | None) -> None:
    """A rule that cannot be read is an error with a code and a place in its text."""
    with pytest.raises(RuleError) as caught:
        parse_rule(rule, Effect.DENY)  # type: ignore[arg-type]  # what a file may hold

    assert code is None or caught.value.code == code
    assert offset is None or caught.value.offset == offset
    assert caught.value.message


@each_row(
    ("rule", "wanted"),
    [
        ("(?i)tool:bash:LS", "write `tool:(?i:bash:LS)`"),
        ("(?:tool):bash:ls", "write `tool:bash:ls`"),
        ("^tool:bash:ls$", "write `tool:bash:ls`"),
        (r"^tool:bash:echo \$", r"write `tool:bash:echo \$`"),
        ("(?i)^(tool):bash:ls", "write `tool:(?i:bash:ls)`"),
        ("(tool:view:.*|tool:bash:ls)", "write a rule for each: `tool:view:.*`, `tool:bash:ls`"),
        ("[t]ool:bash:.*", GENERAL),
        ("(tool:(view|bash):.*)", GENERAL),
    ],
)
def test_help_says_how_a_pattern_over_action_strings_begins(rule: str, wanted: str) -> None:
    """Whatever Python takes for a pattern, the help has what is taken here."""
    with pytest.raises(RuleError) as caught:
        parse_rule(rule, Effect.DENY)

    assert wanted == caught.value.help
    for right in re.findall("`(tool:.*?)`", wanted):
        assert parse_rule(right, Effect.DENY).pattern == right


def test_an_allow_of_several_commands_is_refused() -> None:
    """An allow is compared with one command at a time, so a chain in it never matches."""
    for text in ("Bash(ls && pwd)", "Bash(ls; pwd)", "Bash(a | b)", "Bash(a $(b))"):
        with pytest.raises(RuleError) as caught:
            parse_rule(text, Effect.ALLOW)

        assert caught.value.code == "compound-pattern"
        assert parse_rule(text, Effect.DENY).text == text


def test_an_unknown_key_is_helped() -> None:
    """The nearest key is named."""
    with pytest.raises(RuleError) as caught:
        parse_rule({"rule": "Bash", "not_macth": []})

    assert caught.value.help == "did you mean `not_match`?"
    assert "not_match" in RULE_KEYS


@each_row(
    ("value", "until"),
    [
        ("2026-01-31", datetime(2026, 1, 31, 23, 59, 59, 999999, tzinfo=UTC)),
        ("2026-01-31T12:00:00Z", datetime(2026, 1, 31, 12, tzinfo=UTC)),
        ("2026-01-31T12:00:00+00:00", datetime(2026, 1, 31, 12, tzinfo=UTC)),
        ("2026-01-31T12:00", datetime(2026, 1, 31, 12, tzinfo=UTC)),
        (None, None),
    ],
)
def test_until_is_a_date_or_a_time(value: object, until: datetime | None) -> None:
    """A date means the end of that day; without a zone it is UTC."""
    assert parse_rule({"rule": "Bash", "until": value}).until == until


def test_the_effect_may_be_a_word() -> None:
    """The list's name is enough; another word is an error."""
    assert parse_rule("Bash", "deny").effect is Effect.DENY
    with pytest.raises(ValueError, match="is not an effect"):
        parse_rule("Bash", "maybe")

"""Two lists of patterns imply an order, and only where no ask loses what it was written for."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor import Effect, Policy, RuleError, parse_rule
from proctor.policy.two_lists import inferred_order
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.permissions import ALLOW_BEFORE_ASK, STRICT_FIRST
from tests.amounts import amount
from tests.tables import each_row

ERROR = "missing-order"
ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY


def implied(allow: list[str], ask: list[str], *written: str) -> object:
    """Return the order that two lists imply, or the code of the error."""
    rules = [
        [parse_rule(text, "allow") for text in allow],
        [parse_rule(text, "ask") for text in ask],
    ]
    try:
        return inferred_order(rules[0], rules[1], written, BUILT_IN)
    except RuleError as error:
        return error.code


PRINTED = [
    "tool:bash:.*", "tool:git:push .*", "tool:git:merge_request .*", "tool:self_edit:.*",
]  # fmt: skip
LISTS = [
    # Nothing overlaps, or an ask is wider.
    (["tool:view:.*"], [], ALLOW_BEFORE_ASK),
    ([], ["tool:.*"], ALLOW_BEFORE_ASK),
    (["tool:bash:npm .*"], ["tool:bash:.*"], ALLOW_BEFORE_ASK),
    (["tool:git:push origin (dev|staging)"], ["tool:git:push .*"], ALLOW_BEFORE_ASK),
    (["tool:git:push origin (?!main).*"], ["tool:git:push origin main"], ALLOW_BEFORE_ASK),
    (["tool:bash:git (status|log|diff).*"], ["tool:bash:git (push|commit).*"], ALLOW_BEFORE_ASK),
    (["tool:(view|grep):.*"], ["tool:(bash|create_file):.*"], ALLOW_BEFORE_ASK),
    (["tool:create_file:.*"], ["tool:str_replace:.*"], ALLOW_BEFORE_ASK),
    (["tool:bash:npm .*", "tool:create_file:docs/.*"],
     ["tool:create_file:.*", "tool:git:push .*"], ALLOW_BEFORE_ASK),
    # The asks that the Chorus document prints, and commands that are no use of a git tool.
    (["tool:bash:git (status|log|diff).*"], PRINTED, ALLOW_BEFORE_ASK),
    (["tool:bash:git --no-pager (log|diff).*"], PRINTED, ALLOW_BEFORE_ASK),
    (["tool:bash:(git|hg) status.*"], PRINTED, ALLOW_BEFORE_ASK),
    (["tool:bash:git (status|push).*"], PRINTED, ERROR),
    (["tool:bash:git -C .*"], PRINTED, ERROR),
    (["tool:bash:git .*"], PRINTED, ERROR),
    (["tool:bash:[g]it status.*"], PRINTED, ERROR),
    (["tool:bash:git checkout .*"], ["tool:bash:.*", "tool:git:branch .*"], ERROR),
    (["tool:bash:git checkout .*"], ["tool:bash:.*", "tool:git:push .*"], ALLOW_BEFORE_ASK),
    (["tool:bash:git commit.*"], ["tool:bash:.*", "tool:git_commit:.*"], ERROR),
    (["tool:bash:gh pr view .*"], ["tool:bash:.*", "tool:git:merge_request .*"], ERROR),
    (["tool:bash:gh pr view .*"], ["tool:bash:.*", "tool:git:push .*"], ALLOW_BEFORE_ASK),
    # An ask inside an allow, the same, or partly the same.
    (["tool:bash:.*"], ["tool:bash:git push.*"], ERROR),
    (["tool:.*"], ["tool:bash:.*"], ERROR),
    (["tool:bash:ls"], ["tool:bash:ls"], ERROR),
    (["tool:bash:.*"], ["tool:bash:.*"], ERROR),
    (["tool:bash:npm .*"], ["tool:bash:.* --force"], ERROR),
    (["tool:view:.*", "tool:bash:.*"], ["tool:.*", "tool:bash:rm .*"], ERROR),
    (["tool:bash:(?i:npm) .*"], ["tool:bash:NPM test"], ERROR),
    (["tool:bash:(a)\\1"], ["tool:bash:aa"], ERROR),
    (["tool:view:[à-ö]"], ["tool:view:á"], ERROR),
    # An ask about what commands do, and an allow for commands: as before, the ask comes first.
    (["tool:bash:.*"], ["tool:git:push .*"], STRICT_FIRST),
    (["tool:bash:.*"], ["tool:create_file:.*"], STRICT_FIRST),
    (["tool:bash:cat .*"], ["tool:view:secrets/.*"], STRICT_FIRST),
    (["tool:create_file:.*"], ["tool:Write:src/.*"], STRICT_FIRST),
    (["tool:bash:.*", "tool:view:docs/.*"], ["tool:git:push .*", "tool:view:.*"], ERROR),
    # Other forms, or nothing at all.
    (["Read"], [], None),
    (["tool:view:.*"], ["Bash(rm *)"], None),
    ([], [], None),
]  # fmt: skip


@each_row(("allow", "ask", "order"), LISTS)
def test_two_lists_imply_an_order(allow: list[str], ask: list[str], order: object) -> None:
    """An allow comes first only inside a wider ask; where that is not certain, nothing loads."""
    assert implied(allow, ask) == order


GLOBALS = [
    "", "--no-pager ", "-C 'a b' ", "-c push.default=current ", "'--git-dir=a b' ", "--git-dir x ",
    "-C push ", "--namespace x -P ", "-C \"it's\" ",
]  # fmt: skip
USES = [
    "status", "push origin main", "commit -m x", "init", "branch x", "checkout -b x", "log push",
]  # fmt: skip
COMMANDS = [
    *(f"git {option}{use}" for option in GLOBALS for use in USES),
    "gh pr create", "gh pr create --base main", "glab mr create -b x", "gh pr view", "hg push",
]  # fmt: skip
ALLOWS = [
    "tool:bash:git .*", "tool:bash:git (status|log|diff).*", "tool:bash:git push.*",
    "tool:bash:git -C .*", "tool:bash:git -C [^ ]* push.*", "tool:bash:git --no-pager .*",
    'tool:bash:git -C ".*" status.*', 'tool:bash:git -C ".*" push.*', "tool:bash:git -c .* push",
    'tool:bash:git "--git-dir.*', "tool:bash:git (init|commit)", "tool:bash:git --[^n].* init",
    "tool:bash:git (checkout|switch) .*", "tool:bash:git --namespace x -P branch x",
    "tool:bash:(git|gh) .*", "tool:bash:gh pr .*", "tool:bash:gh pr view.*", "tool:bash:hg .*",
]  # fmt: skip
ASKS = [
    "tool:git:push .*", "tool:git:commit", "tool:git_init:.*", "tool:git:branch x",
    "tool:git:merge_request .*", "tool:git:.*", "tool:git_(push|branch):.*",
]  # fmt: skip


@each_row("allow", ALLOWS)
def test_no_git_command_escapes_the_ask_about_its_tool(allow: str) -> None:
    """An ask about a git tool that leaves an allow in front meets none of what that allows."""
    apart = [one for one in ASKS if implied([allow], ["tool:bash:.*", one]) == ALLOW_BEFORE_ASK]
    alone = Policy.of(allow=[allow], otherwise="deny")
    asked = Policy.of(allow=[allow], ask=apart, order=["deny", "ask", "allow"], otherwise="deny")
    allowed = [one for one in COMMANDS if alone.check(f"tool:bash:{one}").effect is ALLOW]

    assert allowed
    assert [one for one in allowed if asked.check(f"tool:bash:{one}").effect is not ALLOW] == []


def test_other_keys_end_the_inference() -> None:
    """Whoever says an order, an `otherwise` or a parent is taken at their word."""
    for key in ("order", "otherwise", "profile", "extends"):
        assert implied(["tool:view:.*"], [], key) is None
        assert implied(["tool:view:.*"], [], key, "deny") is None
    for key in ("deny", "agent"):
        assert implied(["tool:view:.*"], [], key) == ERROR


def test_very_many_patterns_are_not_compared_for_ever() -> None:
    """A file of thousands of patterns is an error that asks for the order, and soon."""
    allow = [f"tool:bash:[a-z]*{n}b" for n in range(400)]
    ask = [f"tool:bash:[a-z]*{n}c" for n in range(400)]

    assert implied(allow, ask) == ERROR


NAMES = st.sampled_from(["bash", "view", "git", "create_file", "(bash|git)", "[a-h]+", "b.*"])
TAILS = st.lists(
    st.sampled_from(["a", "b", "ab", ".*", ".", "(a|b)", "[ab]+", "a?", "(?!a)", "$", "^", "\\w"]),
    max_size=4,
).map("".join)
PATTERNS = st.builds(lambda name, tail: f"tool:{name}:{tail}", NAMES, TAILS)
STRINGS = [
    f"tool:{name}:{detail}"
    for name in ("bash", "view", "git", "create_file", "grep")
    for detail in ("", "a", "b", "ab", "ba", "aab", "bab", "abab")
]


@settings(max_examples=amount(100, 2000), deadline=None)
@given(allow=st.lists(PATTERNS, max_size=3), ask=st.lists(PATTERNS, max_size=3))
def test_an_allow_that_comes_first_lies_inside_an_ask(allow: list[str], ask: list[str]) -> None:
    """What an ask matches, an allow takes from it only if all of that allow is in the ask."""
    try:
        order = implied(allow, ask)
    except RuleError:
        return  # a pattern that can take forever
    if order != ALLOW_BEFORE_ASK:
        return
    for one in allow:
        for other in ask:
            both = [[bool(re.fullmatch(pattern, string)) for string in STRINGS]
                    for pattern in (one, other)]  # fmt: skip
            met = [theirs for mine, theirs in zip(*both, strict=True) if mine]
            assert not any(met) or all(met), (one, other)


def test_a_policy_of_two_lists_is_read_alike_in_python() -> None:
    """`Policy.of` infers the same, and refuses the same."""
    policy = Policy.of(allow=["tool:bash:npm .*"], ask=["tool:bash:.*"])
    assert (policy.order, policy.otherwise) == (ALLOW_BEFORE_ASK, DENY)
    open_bash = {"allow": ["tool:bash:.*"], "ask": ["tool:bash:git push.*"]}
    refused: list[dict[str, list[str]]] = [
        open_bash,
        {"allow": ["tool:.*"], "deny": ["tool:bash:rm .*"]},
        {"allow": ["tool:.*"], "deny": ["Bash(rm *)"]},
    ]
    for lists in refused:
        with pytest.raises(RuleError, match=r"which comes first|needs `order`") as error:
            Policy.of(**lists)  # type: ignore[arg-type]  # lists of rules
        assert error.value.code == ERROR
    asked = Policy.of(**open_bash, order=["deny", "ask", "allow"], otherwise="ask")  # type: ignore[arg-type]  # likewise
    assert asked.check("tool:bash:git push origin main").effect is ASK

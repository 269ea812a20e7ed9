"""Patterns that can explode are found; plain ones are not taken for them."""

from __future__ import annotations

from proctor.policy.explosion import explodes
from tests.tables import each_row


@each_row(
    "pattern",
    [
        "(a+)+$", "(a*)*", "(a+)*b", "(a|a)*b", "(a|aa)+$", "(a|b|ab)*c", "(.*)*x", "(.+)+x",
        "([a-z]+)*$", r"(\w+\s?)+$", r"(\w*)*x", "(x+x+)+y", "((a+)b?)+$", "(a?){20}a{20}x",
        "(a{1,5}){1,30}$", "(ab|ab)*c", "(a|ab?)*c", "(?:a+)+", "((((a+)))+)+", "(?=(a+)+b)x",
        "(?!(a*)*b)x", "^(([a-z])+.)+[A-Z]([a-z])+$", "(a+|b)*c.*(d+)+",
    ],
)  # fmt: skip
def test_what_can_explode_is_found(pattern: str) -> None:
    """One text read in many ways inside a loop takes forever."""
    assert explodes(pattern)


@each_row(
    "pattern",
    [
        "", "abc", "a*", ".*", ".*a.*b.*", "(ab)*", "(a|b)*", "(git|npm) .*", "[a-z]+@[a-z]+",
        r"(\w+ )*x", "(a,)*b", "(?:/[^/]+)*/x", "a{1,3}b", "(a|b){2}", "(a{1}b)*x",
        "^git (status|diff)",
        "tool:bash:git (push|pull).*", r"tool:.*(?!x)secret", "(?i)abc", r"\d+(\.\d+)*",
    ],
)  # fmt: skip
def test_what_is_harmless_is_not_refused(pattern: str) -> None:
    """A loop that reads a text in one way only is fine."""
    assert not explodes(pattern)

"""What the program would match in a command, against what ours matches."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from proctor import Effect, Policy, RuleError, ToolCall
from proctor.adapters.claude_native_rules import native_command

WORDS = st.sampled_from(["git", "push", "-f", "--force", "rm", "-rf", "x", "x.y", "main", "'a b'"])
ENDS = st.sampled_from(["", " *", ":*", "*"])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """Make a command, and a pattern of words from it, some of them wild."""
    words = draw(st.lists(WORDS, min_size=1, max_size=5))
    kept = words[: draw(st.integers(1, len(words)))]
    wild = st.sampled_from(["{}", "{}", "{}", "*", "{}*", "*{}"])
    pattern = " ".join(draw(wild).format(word) for word in kept) + draw(ENDS)
    return pattern, " ".join(words)


def matched(form: str, command: str) -> bool:
    """Say whether the program takes a command for one of the rule: it compares texts."""
    pattern = form.removeprefix("Bash(").removesuffix(")")
    if pattern.endswith(":*"):
        start = pattern.removesuffix(":*")
        return command == start or command.startswith(f"{start} ")
    if pattern.endswith(" *") and pattern.count("*") == 1 and command == pattern[:-2]:
        return True
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), command) is not None


@given(pairs())
def test_a_native_deny_of_a_command_is_one_of_ours(pair: tuple[str, str]) -> None:
    """Whatever the program would deny by a rule of ours, ours denies."""
    pattern, command = pair
    forms = native_command(pattern, deny=True)
    if not any(matched(form, command) for form in forms):
        return
    policy = Policy.of(deny=[f"Bash({pattern})"], otherwise="allow")
    decision = policy.decide(ToolCall(tool="Bash", input={"command": command}, cwd="/"))

    assert decision.effect is Effect.DENY


@given(pairs())
def test_a_native_allow_of_a_command_is_one_of_ours(pair: tuple[str, str]) -> None:
    """Whatever plain command the program would allow by a rule of ours, ours allows."""
    pattern, command = pair
    forms = native_command(pattern, deny=False)
    if not any(matched(form, command) for form in forms):
        return
    try:
        policy = Policy.of(allow=[f"Bash({pattern})"])
    except RuleError:
        return
    decision = policy.decide(ToolCall(tool="Bash", input={"command": command}, cwd="/"))

    assert decision.effect is Effect.ALLOW

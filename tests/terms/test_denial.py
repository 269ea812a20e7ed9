"""What an agent is told that may not do something."""

from __future__ import annotations

import pytest

from proctor import Decision, Policy, ToolCall
from proctor.policy.profiles import PROFILES
from proctor.terms.denial import denial, sourced, told
from proctor.terms.effect import Effect
from proctor.terms.reply import Answer, Reply
from proctor.terms.verdict import Verdict
from tests.tables import each_row

GUARDED = Policy.compile(PROFILES["guarded"])


def decided(command: str, policy: Policy = GUARDED) -> Decision:
    """Decide a command."""
    return policy.decide(ToolCall(tool="Bash", input={"command": command}))


FORCED = (
    "Proctor (role guarded): `git push --force origin main` is not allowed: it rewrites history "
    "that others have. Push a branch and open a pull request. It cannot be undone. If it must be "
    "done, ask your user to do it."
)
BY_RULE = (
    "Proctor (role guarded): `npm publish` is not allowed: denied by the rule Bash(npm *). "
    "Do it another way, or ask your user to allow it."
)
OTHERWISE = (
    "Proctor (role guarded): `make` is not allowed: no rule matches; otherwise: deny. "
    "Do it another way, or ask your user to allow it."
)


@pytest.mark.parametrize(
    ("command", "policy", "said"),
    [
        ("git push --force origin main", GUARDED, FORCED),
        (
            "npm publish",
            Policy.of(deny=[{"rule": "Bash(npm *)", "why": "Use the CI."}]),
            "Proctor (role guarded): `npm publish` is not allowed. Use the CI.",
        ),
        ("npm publish", Policy.of(deny=["Bash(npm *)"]), BY_RULE),
        ("make", Policy.of(allow=["Read"], otherwise="deny"), OTHERWISE),
    ],
    ids=["class", "reason", "rule", "otherwise"],
)
def test_a_denial_names_its_source_and_the_way_on(command: str, policy: Policy, said: str) -> None:
    """Who denies, what, why, and what to do instead; a rule's author has the last word."""
    assert denial(decided(command, policy), "guarded") == said


def test_denial_names_the_tool_as_the_caller_did() -> None:
    """An agent that called `write_file` has never heard of `Write`."""
    policy = Policy.of(tools=["Read"], allow=["Read"])
    decision = policy.decide(ToolCall("write_file", {"path": "a", "content": "x"}))

    assert decision.why == "the role does not have the tool write_file"
    assert denial(decision).startswith("Proctor: write_file `a` is not allowed: ")


def test_denial_of_a_call_that_names_no_tool_says_so() -> None:
    """An event without a name of a tool leaves no gap in the sentence."""
    decision = Policy.of(otherwise="deny").decide(ToolCall("", {"command": "make"}))

    assert denial(decision).startswith(
        "Proctor: this call of a tool without a name is not allowed: "
        "it cannot be read: it does not name one tool"
    )


def test_a_source_is_named_once() -> None:
    """A text that names its source stays as it is."""
    assert sourced("no", "coder") == "Proctor (role coder): no"
    assert sourced(sourced("no", "coder")) == "Proctor (role coder): no"
    assert sourced("no") == "Proctor: no"


@each_row(
    ("said", "loads", "hinted"),
    [
        ({"command": "make"}, True, True),
        ({"command": "make"}, False, False),
        ({}, True, False),
        ({"command": 7}, True, False),
        ({"command": "a\0b"}, True, False),
        (None, True, False),
    ],
)
def test_the_remedy_is_named_where_it_helps(said: object, loads: bool, hinted: bool) -> None:
    """Nothing is remembered of a call without a target, nor under a role that does not load."""
    decision = Policy.of().decide(ToolCall("Bash", said))
    asked = told(Verdict(Effect.ASK, decision.why), decision, None, "guarded", loads=loads)

    assert asked.effect is Effect.ASK
    assert ("approve --always" in asked.why) is hinted


def test_the_words_change_no_effect() -> None:
    """An allow stays as it is; an ask says how to stop being asked; a person's no names them."""
    asked, denied = decided("make"), decided("git push --force")
    allow, ask = Verdict(Effect.ALLOW, "x"), Verdict(Effect.ASK, asked.why)
    no = Reply(Answer.DENY, by="ada", words="use a branch")

    assert told(allow, asked, None, "guarded") == allow
    assert told(ask, asked, None, "guarded") == Verdict(
        Effect.ASK,
        f"Proctor (role guarded): {asked.why}. "
        "To stop being asked, run `proctor approve --always` in another terminal.",
    )
    assert told(Verdict(Effect.DENY, "use a branch"), asked, no, "guarded") == Verdict(
        Effect.DENY, "Proctor (role guarded): denied by ada: use a branch"
    )
    assert told(Verdict(Effect.DENY, denied.why), denied, None, "x").effect is Effect.DENY

"""The library as its users see it."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import proctor as package
from proctor import (
    Effect,
    Mode,
    NotFound,
    Policy,
    Proctor,
    RuleError,
    ToolCall,
    UsageError,
    parse_rule,
)
from proctor.policy.misplaced import ANYTHING
from tests.empty_projects import stand_in_project
from tests.tables import each_row


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty project, with an empty home."""
    return stand_in_project(tmp_path, monkeypatch)


def test_a_role_decides_a_call() -> None:
    """`Proctor.for_role` needs a name and nothing else."""
    proctor = Proctor.for_role("coder")

    decision = proctor.decide(ToolCall(tool="Bash", input={"command": "git status"}))

    assert (decision.effect, decision.rule and decision.rule.text) == (
        Effect.ALLOW,
        "Bash(git status *)",
    )
    assert proctor.role.id == "coder"
    assert proctor.check("tool:bash:git push --force").effect is Effect.DENY


def test_a_role_in_a_mode() -> None:
    """A mode that is given replaces the role's; it may be a word."""
    call = ToolCall(tool="Edit", input={"file_path": "a.txt"})

    assert Proctor.for_role("coder").decide(call).effect is Effect.ALLOW
    assert Proctor.for_role("coder", mode="plan").decide(call).effect is Effect.DENY
    assert Proctor.for_role("coder", mode=Mode.PLAN).decide(call).effect is Effect.DENY


def test_a_role_in_another_folder(tmp_path: Path, project: Path) -> None:
    """Where the agent works is where its paths and its project are."""
    call = ToolCall(tool="Edit", input={"file_path": "a.txt"}, cwd=str(project))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    assert Proctor.for_role("coder", cwd=elsewhere).decide(call).effect is Effect.ASK
    assert Proctor.for_role("coder", cwd=str(project)).decide(call).effect is Effect.ALLOW


def test_a_role_that_is_not_there() -> None:
    """A wrong name is an error that names a near one."""
    with pytest.raises(NotFound) as caught:
        Proctor.for_role("codr")

    assert "coder" in caught.value.render()


def test_a_policy_of_plain_lists() -> None:
    """Lists of rules are all that a policy needs."""
    policy = Policy.of(
        allow=["Bash(ls *)", {"rule": "Read", "why": "Looking is free."}],
        ask=["Bash(git push *)"],
        deny=["Bash(rm *)"],
    )

    assert policy.check("tool:bash:ls -l").effect is Effect.ALLOW
    assert policy.check("tool:bash:git push").effect is Effect.ASK
    assert policy.check("tool:bash:ls; rm x").effect is Effect.DENY
    assert policy.check("tool:view:a").why == "Looking is free."
    assert policy.decide(ToolCall(tool="Write", input={"file_path": "a"})).effect is Effect.ASK


def test_a_policy_of_a_profile() -> None:
    """A profile has its order and its `otherwise`; rules are added to it."""
    assert Policy.of(profile="standard").check("tool:bash:ls").effect is Effect.ASK
    assert Policy.of(profile="open").check("tool:bash:ls").effect is Effect.ALLOW
    assert Policy.of(profile="locked").check("tool:bash:ls").effect is Effect.DENY
    more = Policy.of(profile="standard", allow=["Bash(ls *)"], deny=["Read(.env)"])
    assert more.check("tool:bash:ls").effect is Effect.ALLOW
    assert more.check("tool:view:.env").effect is Effect.DENY


def test_a_policy_with_a_mode_and_tools() -> None:
    """Mode, order, otherwise and tools are words and lists."""
    policy = Policy.of(
        allow=["Bash(ls *)"], ask=["Bash"], order=["deny", "allow", "ask"], otherwise="deny",
        tools=["Bash"], mode="default",
    )  # fmt: skip

    assert policy.check("tool:bash:ls").effect is Effect.ALLOW
    assert policy.check("tool:bash:make").effect is Effect.ASK
    assert policy.check("tool:view:a").effect is Effect.DENY


@each_row(
    "wrong",
    [
        {"order": "allow, deny, ask"}, {"order": ["deny"]}, {"order": "deny, ask, ask"},
        {"mode": "frob"}, {"otherwise": "maybe"},
    ],
)  # fmt: skip
def test_a_policy_that_cannot_be_made(wrong: dict[str, object]) -> None:
    """A wrong word is an error, never a default."""
    with pytest.raises(ValueError, match=r".+") as caught:
        Policy.of(**wrong)  # type: ignore[arg-type]  # what a user may write

    assert isinstance(caught.value, UsageError)


def test_a_policy_with_a_bad_rule() -> None:
    """A bad rule and an unknown profile are errors of ours."""
    with pytest.raises(RuleError):
        Policy.of(deny=["Bash("])
    for lists in ({"allow": ["tool:view:.*"]}, {}):
        with pytest.raises(UsageError, match="not a dict") as refused:
            Policy.of(profile=lists)  # type: ignore[arg-type]  # as people paste it
        assert refused.value.help == "pass its lists: `Policy.of(**profile)`"
    with pytest.raises(NotFound, match="no profile"):
        Policy.of(profile="opne")
    with pytest.raises(TypeError, match="list"):
        Policy.of(allow="Bash")


@pytest.mark.parametrize(
    ("wrong", "help_text"),
    [
        ({"mode": "plam"}, "did you mean `plan`?"),
        ({"mode": "x"}, "there are default, acceptEdits"),
        ({"otherwise": "alow"}, "did you mean `allow`?"),
        ({"order": "deny, aks, allow"}, "did you mean `ask`?"),
    ],
)
def test_a_wrong_word_gets_its_help(wrong: dict[str, object], help_text: str) -> None:
    """The word that was meant is named, else all that there are."""
    with pytest.raises(UsageError) as caught:
        Policy.of(**wrong)  # type: ignore[arg-type]  # what a user may write

    assert (caught.value.help or "").startswith(help_text)


def test_a_role_in_a_mode_that_is_none() -> None:
    """A wrong mode is an error of ours here too."""
    with pytest.raises(UsageError, match="`plam` is not a mode"):
        Proctor.for_role("coder", mode="plam")


@each_row(
    "lists",
    [
        {"deny": ["Bahs(rm *)"]},
        {"deny": ["bahs"]},
        {"ask": [{"tool": "Bsh", "regex": "^rm"}]},
        {"allow": [{"rule": "Wirte(docs/**)"}]},
        {"tools": ["Raed"]},
    ],
)
def test_a_mistyped_tool_is_never_silent(lists: dict[str, object]) -> None:
    """A tool that is a known one with a slip in it is an error, not a rule that never matches."""
    with pytest.raises(RuleError) as caught:
        Policy.of(**lists)  # type: ignore[arg-type]  # what a user may write

    assert caught.value.code == "unknown-tool"
    assert (caught.value.help or "").startswith("did you mean `")


@pytest.mark.parametrize("effect", ["allow", "ask", "deny"])
@pytest.mark.parametrize("rule", [".*", ".*bash.*", "tool.*"])
def test_a_regular_expression_for_tools_is_never_silent(effect: str, rule: str) -> None:
    """Names of tools are globs: it would match nothing, and the help says what does."""
    lists: dict[str, object] = {effect: [rule]}
    with pytest.raises(RuleError) as caught:
        Policy.of(**lists)  # type: ignore[arg-type]  # what a user may write

    assert (caught.value.code, caught.value.help) == ("bad-tool-name", ANYTHING)


def test_tools_of_ones_own_are_accepted() -> None:
    """A name that is near to none is a tool of the builder's own, and its rules count."""
    policy = Policy.of(
        allow=["query_orders", "mcp__x__y", "tool:read_files:.*"], deny=["send_invoice"]
    )

    assert policy.decide(ToolCall(tool="query_orders", input={})).effect is Effect.ALLOW
    assert policy.decide(ToolCall(tool="read_files", input={})).effect is Effect.ALLOW
    assert policy.decide(ToolCall(tool="send_invoice", input={})).effect is Effect.DENY


def test_a_call_is_a_tool_call() -> None:
    """A dict is not one, and whoever passes it is told what to pass."""
    call: Any = {"tool": "Bash", "input": {"command": "ls"}}

    for judge in (Policy.of(), Proctor.for_role("coder")):
        with pytest.raises(TypeError, match=r"takes a ToolCall\(tool=…, input=…\), not dict"):
            judge.decide(call)


def test_a_decision_prints_as_one_line() -> None:
    """Effect, action and reason; short, and without line breaks or controls."""
    policy = Policy.of(deny=[{"rule": "Bash(rm *)", "why": "Not here."}])

    assert str(policy.check("tool:bash:rm x")) == "deny tool:bash:rm x: Not here."
    hostile = str(policy.check("tool:bash:rm \x1b[31m\n" + "x" * 1000))
    assert r"rm \x1b[31m\n" in hostile
    assert len(hostile) < 150


def test_the_version_can_be_asked_for() -> None:
    """`proctor.__version__` is that of the installed package."""
    assert package.__version__ == version("proctor-gate")
    assert "__version__" in dir(package)


def test_check_takes_action_strings_only() -> None:
    """Anything else is an error, not a decision."""
    with pytest.raises(ValueError, match="is not an action string"):
        Policy.of(allow=["*"]).check("ls")


def test_a_rule_is_parsed() -> None:
    """`parse_rule` is public, for whoever writes a rule editor."""
    assert str(parse_rule("Bash( git push * )")) == "Bash(git push *)"


HOSTILE: dict[str, ToolCall] = {
    "a command of 1 MB": ToolCall(tool="Bash", input={"command": "ls " + "x" * (1 << 20)}),
    "ten thousand operators": ToolCall(tool="Bash", input={"command": "ls;" * 10_000}),
    "a hundred thousand quotes": ToolCall(tool="Bash", input={"command": "'" * 100_001}),
    "a hundred thousand commas": ToolCall(
        tool="Bash", input={"command": "ls {" + "," * 100_000 + "}"}
    ),
    "deep parentheses": ToolCall(tool="Bash", input={"command": "(" * 100_000}),
    "deep substitutions": ToolCall(tool="Bash", input={"command": "$(" * 50_000}),
    "deep wrappers": ToolCall(tool="Bash", input={"command": "sudo " * 10_000 + "ls"}),
    "many redirections": ToolCall(tool="Bash", input={"command": "ls " + ">a " * 10_000}),
    "a null byte": ToolCall(tool="Bash", input={"command": "ls \0"}),
    "half a character": ToolCall(tool="Bash", input={"command": "ls \ud800"}),
    "a null byte in a path": ToolCall(tool="Read", input={"file_path": "a\0b"}),
    "half a character in a path": ToolCall(tool="Write", input={"file_path": "\udfff"}),
    "half a character in a URL": ToolCall(tool="WebFetch", input={"url": "https://a\ud800.com"}),
    "half a character in JSON": ToolCall(tool="mcp__x__y", input={"a": "\ud800"}),
    "half a character in the tool": ToolCall(tool="B\ud800", input={}),
    "an empty tool": ToolCall(tool="", input={}),
    "a list": ToolCall(tool="Bash", input=["ls"]),
    "a folder that is not absolute": ToolCall(tool="Bash", input={"command": "ls"}, cwd="x"),
    "a folder with a null byte": ToolCall(tool="Bash", input={"command": "ls"}, cwd="/a\0"),
}


@each_row("name", HOSTILE)
@each_row("mode", ["default", "bypassPermissions"])
def test_hostile_input_is_asked_and_never_allowed(name: str, mode: str) -> None:
    """Whatever an agent sends, the answer comes, and it is not allow."""
    policy = Policy.of(
        allow=["*", "Bash", "tool:.*"], deny=["Bash(frob *)", "tool:bash:.*frob.*"], mode=mode
    )

    assert policy.decide(HOSTILE[name]).effect > Effect.ALLOW


@each_row(
    "name", ["a command of 1 MB", "a null byte", "half a character", "a list", "an empty tool"]
)
def test_what_cannot_be_looked_at_is_not_allowed_by_a_bare_name(name: str) -> None:
    """Even where nothing is forbidden, a broken call is not run."""
    policy = Policy.of(allow=["*", "Bash"], otherwise="allow", mode="bypassPermissions")

    assert policy.decide(HOSTILE[name]).effect is Effect.ASK


def test_an_exploding_pattern_never_meets_a_long_subject() -> None:
    """It is refused when it is written; a slow one asks instead of running."""
    with pytest.raises(RuleError) as caught:
        Policy.of(deny=["tool:bash:(a+)+$"])
    assert caught.value.code == "exploding-pattern"

    slow = Policy.of(allow=["Bash"], deny=["tool:bash:(?!b)a*a*a*a*x"])
    assert slow.check("tool:bash:" + "a" * 100_000).effect is Effect.ASK


def test_a_deep_object_is_asked() -> None:
    """JSON of a hundred thousand levels is no crash and no yes."""
    deep: dict[str, object] = {}
    for _ in range(100_000):
        deep = {"a": deep}

    for policy in (Policy.of(allow=["*"]), Policy.of(otherwise="allow")):
        assert policy.decide(ToolCall(tool="mcp__x__y", input=deep)).effect is Effect.ASK

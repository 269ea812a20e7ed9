"""
The dive document from top to bottom: each of its examples, as a Python program writes it.

The names are those of the table in docs/library.md. Where ours differs, the test names the
page in docs/decisions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor import (
    Abort,
    AutoApprove,
    Category,
    Deny,
    Effect,
    Mode,
    PermissionManager,
    PermissionQuestion,
    Policy,
    ProctorError,
    Toolbox,
    ToolCall,
    parse_rule,
    tool,
)
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.record import Record
from proctor.tools.loop_hooks import HookContext
from tests.empty_projects import stand_in_project
from tests.tables import each_row

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY

# permission.Rules{…}, as printed
RULES: dict[str, Any] = {
    "deny": [{"rule": "Bash(rm -rf*)", "why": "Recursive deletion blocked"}],
    "allow": ["Read", "Glob", "Bash(go test*)", "mcp__*"],
    "ask": [{"rule": "Write", "why": "Confirm file write"}],
}
RAN: list[str] = []
SECRET = "ghp_" + "a1B2" * 9


@tool(read_only=True)
def look_up(word: str) -> str:
    """Look a word up."""
    RAN.append("look_up")
    return word


@tool(destructive=True)
def drop_all(word: str) -> str:
    """Drop everything."""
    RAN.append("drop_all")
    return word


@tool(idempotent=True)
def put_there(word: str) -> str:
    """Put a word there."""
    RAN.append("put_there")
    return word


@tool(edit=True, kind="edit")
def change_file(path: str) -> str:
    """Change a file."""
    RAN.append("change_file")
    return path


TOOLS = (look_up, drop_all, put_there, change_file)


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a project; there is no home and no server."""
    RAN.clear()
    return stand_in_project(tmp_path, monkeypatch)


def bash(command: str) -> ToolCall:
    """Return a call of the shell."""
    return ToolCall("Bash", {"command": command})


def test_core_using_pre_tool_use_hooks(tmp_path: Path) -> None:
    """Read-only tools run, destructive ones are denied with the words, everything else runs."""

    def annotations_hook(context: HookContext) -> None:
        # Allow read-only tools automatically
        if context.annotations.read_only:
            return
        # Block destructive operations
        if context.annotations.destructive:
            raise Deny("destructive operations not allowed")
        # Allow everything else

    agent = Toolbox(Policy.of(otherwise="allow"), tools=TOOLS, before=[annotations_hook])

    assert [one.id for one in agent.tools()] == [one.definition.id for one in TOOLS]
    assert agent.run("run_command", {"command": "true"}).refused == "unknown-tool"
    assert agent.run("look_up", {"word": "x"}).ok
    assert agent.run("put_there", {"word": "x"}).ok
    denied = agent.run("drop_all", {"word": "x"})
    assert denied.text.endswith("destructive operations not allowed")
    assert RAN == ["look_up", "put_there"]
    assert not (tmp_path / "user" / ".proctor").exists()


def test_all_hooks_run_in_order_and_an_abort_ends_generation() -> None:
    """The first no is the last hook that runs; an abort is raised to whoever runs the loop."""
    order: list[str] = []

    def first(context: HookContext) -> None:
        order.append("first")
        if context.call.input == {"word": "bad"}:
            raise Deny("not this word")
        if context.call.input == {"word": "end"}:
            raise Abort("that is enough")

    def second(_: HookContext) -> None:
        order.append("second")

    agent = Toolbox(Policy.of(otherwise="allow"), tools=TOOLS, before=[first, second])

    assert agent.run("look_up", {"word": "good"}).ok
    assert agent.run("look_up", {"word": "bad"}).error == "not this word"
    with pytest.raises(Abort, match="that is enough"):
        agent.run("look_up", {"word": "end"})
    assert order == ["first", "second", "first", "first"]


def test_what_a_hook_refuses_is_on_record() -> None:
    """Hooks behind the one that refuses do not run; the record has the call and the words."""
    seen: list[str] = []
    records: list[Record] = []

    def guard(context: HookContext) -> None:
        if context.annotations.destructive:
            raise Deny("destructive operations not allowed")
        if context.call.input == {"word": "end"}:
            raise Abort

    def audit(context: HookContext) -> None:
        seen.append(context.call.tool)

    manager = PermissionManager(Policy.of(otherwise="allow"), record=records.append)
    agent = Toolbox(manager, tools=TOOLS, before=[guard, audit])

    assert agent.run("look_up", {"word": "x"}).ok
    assert not agent.run("drop_all", {"word": SECRET}).ok
    with pytest.raises(Abort):
        agent.run("look_up", {"word": "end"})
    assert seen == ["look_up"]
    kept = [(one.decision, one.tool, one.decider, one.why) for one in records]
    assert kept == [
        ("allow", "look_up", "otherwise", "no rule matches; otherwise: allow"),
        ("deny", "drop_all", "hook", "destructive operations not allowed"),
        ("deny", "look_up", "hook", "a hook ends the loop"),
    ]
    assert SECRET not in str(records)


def test_a_refusal_that_cannot_be_recorded_stays_one_and_says_so() -> None:
    """Nothing runs, and the result has a remark for the program."""

    def guard(_: HookContext) -> None:
        raise Deny("not now")

    def full(_: Record) -> None:
        raise OSError("the disk is full")

    manager = PermissionManager(Policy.of(otherwise="allow"), record=full)
    result = Toolbox(manager, tools=TOOLS, before=[guard]).run("look_up", {"word": "x"})

    assert (result.ok, result.error, RAN) == (False, "not now", [])
    assert result.remarks == ("what became of it could not be kept",)


@each_row(
    ("mode", "read", "edit", "other", "destroy"),
    [
        (Mode.DEFAULT, False, False, False, False),
        (Mode.PLAN, True, False, False, False),
        (Mode.ACCEPT_EDITS, True, True, False, False),
        (Mode.BYPASS, True, True, True, True),
        (Mode.DONT_ASK, False, False, False, False),
    ],
)
def test_permission_modes_and_tool_annotations(
    mode: Mode, read: bool, edit: bool, other: bool, destroy: bool
) -> None:
    """Each mode takes the annotations of tools declared in code, without rules or a sync."""
    manager = PermissionManager(Policy.of(mode=mode), tools=TOOLS)
    calls = [
        ToolCall("look_up", {"word": "x"}),
        ToolCall("change_file", {"path": "a"}),
        ToolCall("put_there", {"word": "x"}),
        ToolCall("drop_all", {"word": "x"}),
    ]

    assert [bool(manager.check(call)) for call in calls] == [read, edit, other, destroy]


@each_row(
    ("call", "wanted"),
    [
        (bash("rm -rf build"), DENY),
        (ToolCall("Read", {"file_path": "a"}), ALLOW),
        (ToolCall("Glob", {"pattern": "*.go"}), ALLOW),
        (bash("go test ./..."), ALLOW),
        (ToolCall("mcp__github__create_issue", {"title": "x"}), ALLOW),
        (ToolCall("Write", {"file_path": "a"}), ASK),
    ],
)
def test_permission_rules(call: ToolCall, wanted: Effect) -> None:
    """The rules as printed: deny, allow by tool, by specifier and by glob, and ask."""
    assert PermissionManager(Policy.of(**RULES)).decide(call).effect is wanted


def test_ask_rules_call_the_dialog_and_without_one_deny() -> None:
    """
    A rule that asks calls the dialog with its message; without a dialog it is a no.

    dive allowed it: docs/decisions/0011-no-answer-is-no.md.
    """
    asked: list[str] = []

    def dialog(question: PermissionQuestion) -> bool:
        asked.append(question.why)
        return True

    write = ToolCall("Write", {"file_path": "a"})

    assert PermissionManager(Policy.of(**RULES), dialog).check(write)
    assert asked == ["Confirm file write"]
    assert not PermissionManager(Policy.of(**RULES)).check(write)


@each_row(
    ("name", "fields"),
    [
        ("Bash", ["command", "cmd", "script", "code"]),
        ("Read", ["file_path", "filePath", "path"]),
        ("Write", ["file_path", "filePath", "path"]),
        ("Edit", ["file_path", "filePath", "path"]),
        ("WebFetch", ["url"]),
    ],
)
def test_default_specifier_fields(name: str, fields: list[str]) -> None:
    """Every field of the document's table is looked at, and first."""
    assert list(BUILT_IN.get(name).fields[: len(fields)]) == fields


@each_row(
    ("given", "wanted"),
    [
        ({"target": "test-1"}, ALLOW),
        ({"target": "prod-eu"}, DENY),
        ({"target": "demo"}, ASK),
        ({"target": "test-1", "also": "test-2"}, ALLOW),
        ({"target": "test-1", "also": "prod-eu"}, DENY),
        ({"target": "test-1", "also": "demo"}, ASK),
        ({"also": "test-2"}, ALLOW),
    ],
)
def test_specifier_fields_for_custom_tools(given: dict[str, object], wanted: Effect) -> None:
    """
    `Config.SpecifierFields` in code: all fields that are filled count, not only the first.

    See docs/decisions/0012-targets-and-equal-tools.md.
    """
    policy = Policy.of(
        allow=["deploy(test-*)"],
        deny=["deploy(prod*)"],
        specifier_fields={"deploy": ["target", "also"]},
    )
    call = ToolCall("deploy", given)

    assert PermissionManager(policy).decide(call).effect is wanted
    assert Policy.load(policy.dump()).decide(call).effect is wanted


@each_row("given", [{}, {"target": ""}, {"target": ["test-1"]}, {"target": None}, {"TARGET": "t"}])
def test_a_custom_tool_without_its_field_is_not_allowed(given: dict[str, object]) -> None:
    """See docs/decisions/0008-a-missing-field-is-never-allowed.md."""
    policy = Policy.of(allow=["deploy(test-*)", "deploy"], specifier_fields={"deploy": ["target"]})

    assert policy.decide(ToolCall("deploy", given)).effect is not ALLOW


def test_specifier_fields_of_a_known_tool_are_added() -> None:
    """A field that is added hides none of the tool's own."""
    policy = Policy.of(
        allow=["Bash(go test*)"], deny=["Bash(rm *)"], specifier_fields={"Bash": ["line"]}
    )

    assert policy.decide(ToolCall("Bash", {"line": "go test"})).effect is ALLOW
    assert policy.decide(ToolCall("Bash", {"line": "go test", "command": "rm x"})).effect is DENY
    assert policy.decide(ToolCall("Bash", {"line": "rm x", "command": "go test"})).effect is DENY


@each_row(
    "fields",
    [
        {"deploy": "target"},
        {"deploy": []},
        {"deploy": [1]},
        {"deploy": [""]},
        {"Bahs": ["x"]},
        {"mcp__*": ["x"]},
        {"de ploy": ["x"]},
        {"git_push": ["x"]},
        {"apply_patch": ["x"]},
    ],
)
def test_wrong_specifier_fields_are_an_error(fields: Any) -> None:
    """A mistake is an error: a deny over a field that is not looked at would meet nothing."""
    with pytest.raises((TypeError, ProctorError)):
        Policy.of(specifier_fields=fields)


def test_parsing_rules_from_strings() -> None:
    """A specifier is a rule's pattern; a rule without one has None."""
    rule = parse_rule("Bash(go test *)", "allow")
    assert (rule.effect, rule.tool, rule.pattern) == (ALLOW, "Bash", "go test *")

    rule = parse_rule("mcp__*", "deny")
    assert (rule.effect, rule.tool, rule.pattern) == (DENY, "mcp__*", None)


def test_using_as_a_hook() -> None:
    """`permission.Hook(config, &dive.AutoApproveDialog{})` before the tools of an agent."""
    config = Policy.of(mode=Mode.DEFAULT, **RULES)
    hook = PermissionManager(config, AutoApprove()).hook()
    agent = Toolbox(Policy.of(otherwise="allow"), tools=TOOLS, before=[hook], built_in=True)

    assert agent.run("write_file", {"path": "a", "content": "x"}).ok
    refused = agent.run("run_command", {"command": "rm -rf build"})
    assert refused.text.endswith("Recursive deletion blocked")


def test_session_allowlists() -> None:
    """
    A category is allowed for the session, and no deny is passed over for it.

    dive asks its list first: docs/decisions/0002-grants-are-not-rules.md.
    """
    manager = PermissionManager(Policy.of(**RULES), lambda _: False)
    hook = manager.hook()
    with pytest.raises(Deny):
        hook(bash("make"))

    # Later, allow a category for the session
    manager.allow_for_session("bash")
    manager.allow_for_session(Category.EDIT.key)

    hook(bash("make"))
    hook(ToolCall("Write", {"file_path": "a"}))
    with pytest.raises(Deny, match="Recursive deletion blocked"):
        hook(bash("rm -rf build"))


def test_permission_flow() -> None:
    """
    Deny, allow, ask, mode, and then somebody has to confirm.

    The session comes behind the deny rules and the mode:
    docs/decisions/0002-grants-are-not-rules.md and docs/decisions/0007-modes-and-delegate.md.
    """
    rules: dict[str, Any] = {
        "deny": ["Bash(rm *)"], "allow": ["Bash(rm *)", "Bash(go *)"],
        "ask": ["Bash(go *)", "Bash(ls *)"], "order": ["deny", "allow", "ask"],
    }  # fmt: skip
    asked: list[str] = []

    def dialog(question: PermissionQuestion) -> bool:
        asked.append(question.action)
        return True

    manager = PermissionManager(Policy.of(mode="acceptEdits", **rules), dialog)
    found = [bool(manager.check(bash(text))) for text in ("rm x", "go vet", "ls", "cat a", "make")]

    assert found == [False, True, True, True, True]
    assert asked == ["tool:bash:ls", "tool:bash:make"]


def test_dont_ask_mode() -> None:
    """Headless: what no rule allows is denied, and nobody is asked, whatever dialog there is."""
    config = Policy.of(mode=Mode.DONT_ASK, allow=["Read", "Glob", "Bash(go test*)"])
    asked: list[PermissionQuestion] = []

    def dialog(question: PermissionQuestion) -> bool:
        asked.append(question)
        return True

    manager = PermissionManager(config, dialog)
    wanted = {"go test ./...": True, "go build": False, "go test && make": False}

    assert {text: bool(manager.check(bash(text))) for text in wanted} == wanted
    assert manager.check(ToolCall("Read", {"file_path": "a"}))
    assert not manager.check(ToolCall("Write", {"file_path": "a"}))
    assert asked == []

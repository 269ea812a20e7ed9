"""A policy, a dialog and a session in one process: what runs, and what never does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor import (
    Abort,
    AutoApprove,
    Category,
    Deny,
    Effect,
    PermissionManager,
    PermissionQuestion,
    Policy,
    RuleError,
    ToolCall,
    UsageError,
    Verdict,
    tool,
)
from proctor.terms.verdict import Verdict as KeptVerdict
from tests.tables import each_row

ALLOW, DENY = Effect.ALLOW, Effect.DENY
NO_DIALOG = "there is no dialog in which somebody could be asked"
RULES: dict[str, Any] = {
    "deny": [{"rule": "Bash(rm -rf *)", "why": "Recursive deletion blocked"}],
    "allow": ["Read", "Bash(go test *)"],
    "ask": [{"rule": "Write", "why": "Confirm file write"}],
}


def bash(command: str) -> ToolCall:
    """Return a call of the shell."""
    return ToolCall(tool="Bash", input={"command": command})


WRITE = ToolCall(tool="Write", input={"file_path": "a.txt", "content": "x"})


@tool(read_only=True)
def price_of(product: str) -> str:
    """Return the price of a product."""
    return product


@tool(edit=True, kind="edit")
def patch_file(path: str, text: str) -> str:
    """Change a file."""
    return path + text


@tool(destructive=True)
def close_shop(reason: str) -> str:
    """Close the shop for good."""
    return reason


@each_row(
    ("call", "wanted", "why"),
    [
        (ToolCall("Read", {"file_path": "a"}), ALLOW, "allowed by the rule Read"),
        (bash("go test ./..."), ALLOW, "allowed by the rule Bash(go test *)"),
        (bash("rm -rf x"), DENY, "Recursive deletion blocked"),
        (bash("go test && rm -rf x"), DENY, "Recursive deletion blocked"),
        (WRITE, DENY, f"Confirm file write ({NO_DIALOG})"),
        (ToolCall("brand_new", {}), DENY, f"no rule matches; otherwise: ask ({NO_DIALOG})"),
    ],
)
def test_a_manager_without_a_dialog_denies_what_would_be_asked(
    call: ToolCall, wanted: Effect, why: str
) -> None:
    """Rules decide, and an ask that nobody can answer is a no, also where no rule matches."""
    assert PermissionManager(Policy.of(**RULES)).check(call) == Verdict(wanted, why)


def test_a_verdict_is_true_only_where_the_call_may_run() -> None:
    """`if manager.check(call)` never lets run what is denied, nor what would be asked."""
    manager = PermissionManager(Policy.of(**RULES))

    assert manager.check(bash("go test"))
    assert not manager.check(bash("rm -rf x"))
    assert not manager.check(WRITE)
    assert not KeptVerdict(Effect.ASK, "later")


def test_nothing_is_written_started_or_needed(tmp_path: Path) -> None:
    """There is no home, no file and no server, before and after."""
    before = sorted(tmp_path.rglob("*"))
    manager = PermissionManager(Policy.of(**RULES), AutoApprove())

    assert manager.check(WRITE)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_dialog_may_be_asynchronous_in_any_program() -> None:
    """An asynchronous dialog answers a program with and without an event loop."""
    asked: list[str] = []

    async def dialog(question: PermissionQuestion) -> bool:
        await asyncio.sleep(0)
        asked.append(question.action)
        return True

    manager = PermissionManager(Policy.of(**RULES), dialog)

    async def in_a_loop() -> Verdict:
        return await manager.acheck(bash("make"))

    assert manager.check(bash("make"))
    assert asyncio.run(in_a_loop())
    assert asked == ["tool:bash:make"] * 2


def test_a_sync_dialog_answers_inside_an_event_loop() -> None:
    """`check` works in a notebook, where a loop runs always."""
    manager = PermissionManager(Policy.of(**RULES), lambda _: True)

    async def in_a_loop() -> tuple[Verdict, Verdict]:
        return manager.check(bash("make")), await manager.acheck(bash("make"))

    assert all(asyncio.run(in_a_loop()))


def test_an_async_dialog_is_not_waited_for_in_a_loop_that_stands_still() -> None:
    """`check` raises there, and says what to write; nothing is taken for a yes."""

    async def dialog(_: PermissionQuestion) -> bool:
        return True

    manager = PermissionManager(Policy.of(**RULES), dialog)

    async def in_a_loop() -> None:
        with pytest.raises(UsageError, match="an event loop runs here") as caught:
            manager.check(bash("make"))
        assert "acheck" in (caught.value.help or "")
        with pytest.raises(UsageError):
            manager.hook()(bash("make"))

    asyncio.run(in_a_loop())


def test_a_hook_returns_none_or_raises() -> None:
    """None goes on, `Deny` carries the words for the model, `Abort` of a dialog ends the loop."""

    def dialog(question: PermissionQuestion) -> str:
        if "halt" in question.action:
            raise Abort("the user has stopped this")
        return "Use the folder build."

    hook = PermissionManager(Policy.of(**RULES), dialog).hook()

    hook(bash("go test"))
    with pytest.raises(Deny, match=r"^Recursive deletion blocked$"):
        hook(bash("rm -rf x"))
    with pytest.raises(Deny, match=r"^Use the folder build\.$"):
        hook(bash("mkdir out"))
    with pytest.raises(Abort, match="the user has stopped this"):
        hook(bash("halt"))


def test_an_asynchronous_hook_does_the_same() -> None:
    """`ahook` is the hook for a loop that awaits."""

    async def dialog(question: PermissionQuestion) -> bool:
        await asyncio.sleep(0)
        return "make" in question.action

    hook = PermissionManager(Policy.of(**RULES), dialog).ahook()

    async def loop() -> None:
        await hook(bash("make"))
        with pytest.raises(Deny):
            await hook(bash("mkdir out"))

    asyncio.run(loop())


# The session


def test_a_category_of_the_session_answers_what_would_be_asked() -> None:
    """After `allow_for_session` nobody is asked about such calls, and others are."""
    asked: list[Category | None] = []

    def dialog(question: PermissionQuestion) -> bool:
        asked.append(question.category)
        return False

    manager = PermissionManager(Policy.of(**RULES), dialog)
    assert not manager.check(bash("make"))
    manager.allow_for_session("bash")

    assert manager.check(bash("make")) == Verdict(
        ALLOW, "every bash call is allowed for this session"
    )
    assert not manager.check(WRITE)
    manager.allow_for_session(Category.EDIT)
    assert manager.check(WRITE)
    assert manager.allowed_for_session == (Category.BASH, Category.EDIT)
    manager.end_session()
    assert not manager.check(WRITE)
    assert asked == [Category.BASH, Category.EDIT, Category.EDIT]


def test_a_dialog_can_allow_all_of_a_category() -> None:
    """Allowing all of these for the session is a call of the manager from within the dialog."""
    asked: list[str] = []

    def dialog(question: PermissionQuestion) -> bool:
        asked.append(question.action)
        assert question.category
        manager.allow_for_session(question.category)
        return True

    manager = PermissionManager(Policy.of(**RULES), dialog)

    assert [bool(manager.check(bash(text))) for text in ("make", "npm i", "ls")] == [True] * 3
    assert asked == ["tool:bash:make"]


@each_row(
    ("rules", "call"),
    [
        ({"deny": ["Bash(rm *)"]}, bash("rm x")),
        ({"deny": ["Bash(rm *)"]}, bash("make && rm x")),
        ({"mode": "plan"}, bash("make")),
        ({"mode": "dontAsk"}, bash("make")),
        ({"otherwise": "deny"}, bash("make")),
        ({"ask": [{"rule": "Bash", "by": "human"}]}, bash("make")),
        ({"ask": [{"rule": "Bash", "approvers": ["admin"]}]}, bash("make")),
        ({"tools": ["Read"]}, bash("make")),
        ({}, bash("echo x > .claude/settings.json")),
        ({}, ToolCall("bash", "rm x")),
    ],
)
def test_a_session_never_lifts_a_no(rules: dict[str, Any], call: ToolCall) -> None:
    """A deny, a mode, `by: human`, approvers and the guard stand above an allowed category."""
    manager = PermissionManager(Policy.of(**rules))
    for allowed in (*Category, "Bash"):
        manager.allow_for_session(allowed)

    assert not manager.check(call)


def test_a_tool_of_the_session_answers_what_would_be_asked() -> None:
    """A tool is allowed by its name, and by it no other tool, category or missing target."""

    @tool
    def fetch(place: str) -> str:
        """Have the name of a category, and be in none."""
        return place

    @tool
    def deploy(place: str) -> str:
        """Deploy."""
        return place

    rules: dict[str, Any] = {"deny": [{"tool": "deploy", "regex": "prod"}]}
    manager = PermissionManager(Policy.of(**rules), tools=[deploy, fetch])
    test, prod, other, none, upstream = [
        ToolCall("deploy", {"place": "test"}), ToolCall("deploy", {"place": "prod"}),
        ToolCall("fetch", {"place": "test"}), ToolCall("deploy", None),
        ToolCall("mcp__shop__buy", {"x": 1}),
    ]  # fmt: skip
    assert not manager.check(test)

    manager.allow_for_session("deploy")
    manager.allow_for_session("mcp__shop__buy")
    manager.allow_for_session("fetch")

    words = "every deploy call is allowed for this session"
    assert manager.check(test) == Verdict(ALLOW, words)
    assert manager.check(upstream)
    assert [bool(manager.check(one)) for one in (prod, other, none)] == [False] * 3
    assert manager.allowed_for_session == (Category.FETCH, "deploy", "mcp__shop__buy")
    manager.end_session()
    assert not manager.check(test)


@each_row(
    ("rule", "named", "other"),
    [
        ("mytool", "mytool", "mytools"),
        ("mytool(x*)", "mytool", "mytoo"),
        ({"tool": "mytool", "regex": "x"}, "mytool", "tool"),
        ("tool:mytool:.*", "mytool", "my"),
        (None, "mytool", "mytools"),
    ],
)
def test_a_tool_that_only_a_rule_or_a_call_names_is_allowed_for_the_session(
    rule: Any, named: str, other: str
) -> None:
    """A tool needs no declaration to be allowed; a name that nothing has used stays an error."""
    manager = PermissionManager(Policy.of(ask=[rule] if rule else []))
    call = ToolCall(named, {"word": "x"})
    if rule is None:
        assert not manager.check(call)

    manager.allow_for_session(named)

    assert manager.check(call)
    assert manager.allowed_for_session == (named,)
    with pytest.raises(UsageError):
        manager.allow_for_session(other)


@each_row("word", ["", "shel", "BASH", "*", "bash ", "deplyo", "mcp__*", "mcp__shop__?"])
def test_an_unknown_category_is_an_error(word: str) -> None:
    """A mistyped category allows nothing."""
    manager = PermissionManager(Policy.of(**RULES))

    with pytest.raises(UsageError):
        manager.allow_for_session(word)
    assert manager.allowed_for_session == ()


# Tools that are declared in code


@each_row("loaded", [False, True])
def test_fields_of_a_policy_keep_what_a_tool_says_of_itself(loaded: bool) -> None:
    """`specifier_fields` are added to a tool's own; its kind and annotations count as before."""
    fields = {"price_of": ["product"], "patch_file": ["text"]}
    policy = Policy.of(
        deny=["price_of(gold*)", "patch_file(secret)"], mode="acceptEdits", specifier_fields=fields
    )
    policy = Policy.load(policy.dump()) if loaded else policy
    manager = PermissionManager(policy, tools=[price_of, patch_file])
    calls = [
        ToolCall("price_of", {"product": "tea"}), ToolCall("price_of", {"product": "gold bar"}),
        ToolCall("patch_file", {"path": "a", "text": "x"}),
        ToolCall("patch_file", {"path": "/etc/x", "text": "x"}),
        ToolCall("patch_file", {"path": "secret", "text": "x"}),
    ]  # fmt: skip

    assert [bool(manager.check(call)) for call in calls] == [True, False, True, False, False]


@each_row(
    ("mode", "price", "patch", "close"),
    [
        ("default", False, False, False),
        ("plan", True, False, False),
        ("acceptEdits", True, True, False),
        ("bypassPermissions", True, True, True),
        ("dontAsk", False, False, False),
        ("delegate", True, False, False),
    ],
)
def test_annotations_of_declared_tools_count_in_every_mode(
    mode: str, price: bool, patch: bool, close: bool
) -> None:
    """What a function says of itself with `@tool` counts at once, in every mode."""
    manager = PermissionManager(Policy.of(mode=mode), tools=[price_of, patch_file, close_shop])
    calls = [
        ToolCall("price_of", {"product": "tea"}),
        ToolCall("patch_file", {"path": "a.txt", "text": "x"}),
        ToolCall("close_shop", {"reason": "rain"}),
    ]

    assert [bool(manager.check(call)) for call in calls] == [price, patch, close]


def test_rules_of_a_declared_tool_are_read_by_its_kind() -> None:
    """A pattern for a tool that edits files is one for paths, and cannot be dodged by `..`."""
    policy = Policy.of(allow=["patch_file(src/**)"], deny=["patch_file(src/secret/**)"])
    manager = PermissionManager(policy, tools=[patch_file])
    wanted = {"src/a.py": True, "src/secret/k": False, "src/x/../secret/k": False, "b.py": False}

    assert {
        path: bool(manager.check(ToolCall("patch_file", {"path": path, "text": ""})))
        for path in wanted
    } == wanted


def test_a_policy_names_tools_by_their_functions() -> None:
    """`Policy.of(tools=[…])` takes functions and names: the tools that there are."""
    manager = PermissionManager(Policy.of(mode="plan", tools=[price_of, "Read"]))

    assert manager.check(ToolCall("price_of", {"product": "tea"}))
    assert manager.check(ToolCall("Read", {"file_path": "a"}))
    assert not manager.check(ToolCall("Grep", {"pattern": "x"}))
    with pytest.raises(RuleError):
        Policy.of(allow=["price_off"], tools=[price_of])


def test_a_declaration_makes_no_other_tool_of_a_known_one() -> None:
    """A tool with a name that is taken is an error, and one said twice promises what both do."""

    @tool(id="price_of")
    def other(product: str) -> str:
        """Change the price of a product."""
        return product

    @tool(names=["price_of"])
    def alias(product: str) -> str:
        """Change the price of a product."""
        return product

    manager = PermissionManager(Policy.of(mode="plan"), tools=[price_of])
    with pytest.raises(UsageError, match="cannot be called `price_of`"):
        manager.declare(alias)
    assert manager.check(ToolCall("price_of", {"product": "tea"}))
    manager.declare(other)
    assert not manager.check(ToolCall("price_of", {"product": "tea"}))


@each_row(
    ("policy", "dialog", "record"),
    [
        ({"allow": ["Read"]}, None, None),
        ("guarded", None, None),
        (None, None, None),
        (Policy.of(), True, None),
        (Policy.of(), "yes", None),
        (Policy.of(), None, "log.txt"),
    ],
)
def test_what_is_no_policy_dialog_or_record_is_refused(
    policy: Any, dialog: Any, record: Any
) -> None:
    """A mistake is an error where it is made, and never a manager that allows."""
    with pytest.raises(TypeError):
        PermissionManager(policy, dialog, record=record)


@each_row("call", [None, "tool:bash:ls", {"tool": "Read"}, ("Read", {})])
def test_what_is_no_call_is_refused(call: Any) -> None:
    """Neither `check` nor a hook takes something else for a call."""
    manager = PermissionManager(Policy.of(otherwise="allow"))

    with pytest.raises(TypeError):
        manager.check(call)
    with pytest.raises(TypeError):
        manager.hook()(call)


def test_a_manager_stays_in_its_folder(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the program goes later does not move the working folders."""
    manager = PermissionManager(Policy.of(mode="acceptEdits"))
    monkeypatch.chdir("/")

    assert manager.check(ToolCall("Write", {"file_path": "a.txt"}))
    assert not manager.check(ToolCall("Write", {"file_path": "/a.txt"}))
    assert manager.check(ToolCall("Write", {"file_path": str(project / "a.txt")}))

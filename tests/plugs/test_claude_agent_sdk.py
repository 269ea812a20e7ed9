"""The plug for claude-agent-sdk, asked as the SDK asks it; with the program: tests/real."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Iterator
from pathlib import Path
from typing import Any

import pytest
from claude_agent_sdk import (
    ClaudeAgentOptions,
    HookMatcher,
    PermissionResultAllow,
    PermissionResultDeny,
    ToolPermissionContext,
)

from proctor import NotFound, UsageError
from proctor.plugs.claude_agent_sdk import MOST, NOBODY, NOT_SEEN, guard_options
from proctor.testing import Trial, allow
from proctor.tools.judging import Ruling


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Trial]:
    """Give rules, with a person who says yes."""
    rules: dict[str, Any] = {
        "allow": ["Bash(touch *)", "Read"], "ask": ["Bash(mkdir *)"], "deny": ["Bash(rm *)"],
    }  # fmt: skip
    with Trial(**rules, otherwise="deny", project=tmp_path, answers=[allow()]) as made:
        yield made


async def waited(answer: Awaitable[Any]) -> Any:
    """Wait for an answer of a callback."""
    return await answer


def guarded(trial: Trial, **more: Any) -> ClaudeAgentOptions:
    """Return options that are guarded."""
    options = ClaudeAgentOptions(cwd=str(trial.project), **more)
    return guard_options(options, trial.role, home=trial.home, judge=trial.judge)


def pre(trial: Trial, command: str, call_id: str = "toolu_1", **more: Any) -> dict[str, Any]:
    """Return what the program says before a call."""
    return {
        "hook_event_name": "PreToolUse",
        "session_id": "s-1",
        "cwd": str(trial.project),
        "permission_mode": "default",
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "tool_use_id": call_id,
        **more,
    }


def decided(options: ClaudeAgentOptions, event: dict[str, Any]) -> str:
    """Return what our hook says of a call."""
    hook = (options.hooks or {})["PreToolUse"][0].hooks[0]
    output: Any = asyncio.run(waited(hook(event, event.get("tool_use_id"), {"signal": None})))  # type: ignore[arg-type]  # as JSON
    return str(output["hookSpecificOutput"]["permissionDecision"])


def may_use(options: ClaudeAgentOptions, command: str, call_id: str = "toolu_1") -> Any:
    """Return what `can_use_tool` says of a call."""
    assert options.can_use_tool is not None
    context = ToolPermissionContext(tool_use_id=call_id)
    return asyncio.run(waited(options.can_use_tool("Bash", {"command": command}, context)))


# What becomes of options


def test_the_options_that_are_given_stay_as_they_are(trial: Trial) -> None:
    """Ours are added in a copy, before those that are there."""

    async def mine(*_: Any) -> Any:
        return {}

    hooks: Any = {
        "PreToolUse": [HookMatcher(matcher="Bash", hooks=[mine])],
        "Stop": [HookMatcher(hooks=[mine])],
    }
    options = ClaudeAgentOptions(cwd=str(trial.project), hooks=hooks, allowed_tools=["Bash"])
    made = guard_options(options, trial.role, home=trial.home, judge=trial.judge)

    ours, kept = (made.hooks or {})["PreToolUse"]
    assert (options.hooks, options.allowed_tools) == (hooks, ["Bash"])
    assert (ours.matcher, ours.on_failure, kept.matcher) == (None, "block", "Bash")
    assert (ours.timeout or 0) > 86_400
    assert set(made.hooks or {}) == {"PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop"}
    assert len((made.hooks or {})["Stop"]) == 2
    assert made.allowed_tools == []


def test_tools_of_which_no_call_could_pass_are_hidden(trial: Trial) -> None:
    """The model is not shown what it would never be allowed."""
    hidden = set(guarded(trial, disallowed_tools=["mcp__x__y"]).disallowed_tools)

    assert {"mcp__x__y", "WebFetch", "Write", "Agent"} <= hidden
    assert not hidden & {"Bash", "Read"}


def test_reading_is_not_hidden_from_a_role_that_writes(tmp_path: Path) -> None:
    """The program forbids to write what may not be read, so that the call is denied instead."""
    with Trial(allow=["Write"], deny=["Read"], otherwise="deny", project=tmp_path) as trial:
        assert "Read" not in guarded(trial).disallowed_tools
    with Trial(allow=["Glob"], deny=["Read"], otherwise="deny", project=tmp_path) as trial:
        assert "Read" in guarded(trial).disallowed_tools


@pytest.mark.parametrize(
    "wrong",
    [
        {"extra_args": {"bare": None}},
        {"extra_args": {"--bare": None}},
        {"env": {"CLAUDE_CODE_SIMPLE": "1"}},
        {"settings": '{"disableAllHooks": true}'},
        {"settings": "nowhere.json"},
        {"settings": "{"},
    ],
)
def test_options_that_switch_hooks_off_are_refused(trial: Trial, wrong: dict[str, Any]) -> None:
    """An agent is never unguarded in silence."""
    with pytest.raises(UsageError):
        guarded(trial, **wrong)


def test_settings_keep_what_they_say_and_hooks_stay_on(trial: Trial) -> None:
    """As text, as a file beside the agent, or not given: a repository cannot switch us off."""
    (trial.project / "mine.json").write_text('{"model": "x"}')

    assert [json.loads(guarded(trial, settings=given).settings or "") for given in
            ('{"env": {}}', "mine.json", None)] == [
        {"env": {}, "disableAllHooks": False},
        {"model": "x", "disableAllHooks": False},
        {"disableAllHooks": False},
    ]  # fmt: skip


def test_a_role_that_is_not_there_is_an_error_at_once(tmp_path: Path) -> None:
    """A slip is not found by the first call of a model."""
    with pytest.raises(NotFound):
        guard_options(ClaudeAgentOptions(cwd=tmp_path), "codr", home=tmp_path / "home")


def test_another_prompt_tool_stays(trial: Trial) -> None:
    """Who named a tool for the program's own questions keeps it; the hook decides as ever."""
    options = guarded(trial, permission_prompt_tool_name="mcp__x__ask")

    assert options.can_use_tool is None
    assert decided(options, pre(trial, "rm x")) == "deny"


# Before a call


def test_a_call_is_allowed_denied_or_held_for_a_person(trial: Trial) -> None:
    """The hook's word is allow or deny, nothing else; each is on record."""
    options = guarded(trial)
    said = [decided(options, pre(trial, command)) for command in ("touch a", "rm a", "mkdir b")]
    trial.answer()
    said.append(decided(options, pre(trial, "mkdir c")))

    assert said == ["allow", "deny", "allow", "deny"]
    assert [(one.decision, one.harness, one.call_id) for one in trial.records] == [
        (word, "claude-agent-sdk", "toolu_1")
        for word in ("allow", "deny", "ask_approved", "ask_timeout")
    ]


def test_paths_are_read_from_where_the_shell_is(tmp_path: Path) -> None:
    """A program that has moved on to another folder means that one."""
    (tmp_path / "etc").mkdir()
    with Trial(allow=["Read(/docs/**)"], otherwise="deny", project=tmp_path) as trial:
        options = guarded(trial)
        read: dict[str, Any] = {"tool_name": "Read", "tool_input": {"file_path": "docs/a.txt"}}
        here = decided(options, pre(trial, "", **read))
        there = decided(options, pre(trial, "", **read, cwd=str(tmp_path / "etc")))

    assert (here, there) == ("allow", "deny")


@pytest.mark.parametrize(
    "odd",
    [
        {"tool_name": None},
        {"tool_input": None},
        {"tool_input": "touch a"},
        {"tool_input": {"command": {"touch": "a"}}},
        {"tool_use_id": 7, "tool_name": "Bush"},
        {"cwd": 7, "tool_input": {"command": "rm x"}},
        {"cwd": "nowhere", "tool_input": {"command": "rm x"}},
    ],
)
def test_an_event_that_is_odd_is_never_allowed(trial: Trial, odd: dict[str, Any]) -> None:
    """Whatever the program says, what cannot be understood does not run."""
    trial.answer()

    assert decided(guarded(trial), pre(trial, "touch a", **odd)) == "deny"


class Broken:
    """A judge that fails."""

    async def judge(self, *_: Any, **__: Any) -> Ruling:
        """Fail."""
        message = "the judge is out"
        raise OSError(message)

    async def tell(self, *_: Any, **__: Any) -> bool:
        """Fail."""
        raise OSError


def test_a_judge_that_fails_has_not_said_yes(trial: Trial) -> None:
    """An error is a no, and the hook does not raise."""
    options = guard_options(ClaudeAgentOptions(), trial.role, home=trial.home, judge=Broken())

    assert decided(options, pre(trial, "touch a")) == "deny"


@pytest.mark.parametrize("tool", ["AskUserQuestion", "ExitPlanMode"])
def test_what_speaks_with_the_user_is_for_whoever_built_the_agent(trial: Trial, tool: str) -> None:
    """Our hook has no opinion where somebody may listen; where nobody does, it is a no."""

    async def mine(*_: Any) -> Any:
        return PermissionResultAllow(updated_input={"answers": {"a": "b"}})

    event: Any = pre(trial, "", tool_name=tool, tool_input={"questions": []})
    context = ToolPermissionContext(tool_use_id="toolu_1")
    alone, heard = guarded(trial), guarded(trial, can_use_tool=mine)
    assert alone.can_use_tool is not None
    assert heard.can_use_tool is not None

    hook = (heard.hooks or {})["PreToolUse"][0].hooks[0]
    assert asyncio.run(waited(hook(event, "toolu_1", {"signal": None}))) == {}
    assert asyncio.run(waited(heard.can_use_tool(tool, {}, context))).behavior == "allow"
    assert decided(alone, event) == "deny"
    assert asyncio.run(waited(alone.can_use_tool(tool, {}, context))).behavior == "deny"


# What the program asks by itself


def test_what_a_person_has_allowed_is_not_asked_again(trial: Trial) -> None:
    """The program's own rule asks; the same person's yes to the same call is the answer."""
    options = guarded(trial)
    decided(options, pre(trial, "mkdir b"))

    assert isinstance(may_use(options, "mkdir b"), PermissionResultAllow)
    assert len(trial.questions) == 1


def test_what_the_role_alone_allows_is_no_answer_to_the_programs_own_question(trial: Trial) -> None:
    """Its rule wishes that somebody is asked, and nobody was."""
    options = guarded(trial)
    decided(options, pre(trial, "touch a"))

    assert may_use(options, "touch a") == PermissionResultDeny(message=NOBODY)


def test_a_call_that_our_hook_has_not_seen_is_denied(trial: Trial) -> None:
    """A program that asks no hook is one that runs nothing it asks about."""
    options = guarded(trial)

    assert may_use(options, "touch a") == PermissionResultDeny(message=NOT_SEEN)
    assert may_use(options, "touch a", "") == PermissionResultDeny(message=NOT_SEEN)


def test_an_old_yes_counts_for_no_other_call(trial: Trial) -> None:
    """Under the id of a call that was allowed, another input is decided, and asked, anew."""
    options = guarded(trial)
    decided(options, pre(trial, "mkdir b"))
    trial.answer()

    assert isinstance(may_use(options, "rm -rf b"), PermissionResultDeny)
    assert isinstance(may_use(options, "mkdir c"), PermissionResultDeny)
    assert isinstance(may_use(options, "mkdir b", "toolu_2"), PermissionResultDeny)
    decided(options, pre(trial, "mkdir b"))
    assert isinstance(may_use(options, "mkdir b"), PermissionResultDeny)


def test_the_callback_of_whoever_built_the_agent_is_asked_and_its_no_counts(trial: Trial) -> None:
    """It is asked only about what our hook has let pass."""
    asked: list[str] = []

    async def mine(tool: str, given: dict[str, Any], _: ToolPermissionContext) -> Any:
        asked.append(given["command"])
        answers = {
            "touch a": PermissionResultAllow(),
            "touch b": PermissionResultDeny(message="not b"),
            "touch c": PermissionResultAllow(updated_input={"command": "rm c"}),
            "touch d": PermissionResultAllow(updated_input={"command": "touch e"}),
            "touch f": "yes",
        }
        return answers[given["command"]]

    options = guarded(trial, can_use_tool=mine)
    said = []
    for letter in "abcdfg":
        decided(options, pre(trial, f"touch {letter}", f"toolu_{letter}"))
        said.append(may_use(options, f"touch {letter}", f"toolu_{letter}").behavior)
    unseen = may_use(options, "rm x", "toolu_x")

    assert said == ["allow", "deny", "deny", "allow", "deny", "deny"]
    assert (unseen.behavior, len(asked)) == ("deny", 6)


# Hooks of others


def test_what_a_hook_puts_in_the_place_of_an_input_is_decided(trial: Trial) -> None:
    """A rewriting hook cannot make of a call that is allowed one that is not."""

    async def to_rm(event: Any, _: str | None, __: Any) -> Any:
        changed = {"command": event["tool_input"]["command"].replace("touch", "rm")}
        specific = {"hookEventName": "PreToolUse", "updatedInput": changed}
        return {"hookSpecificOutput": {**specific, "permissionDecision": "allow"}}

    options = guarded(trial, hooks={"PreToolUse": [HookMatcher(matcher="Bash", hooks=[to_rm])]})
    hook = (options.hooks or {})["PreToolUse"][1].hooks[0]
    event: Any = pre(trial, "touch a")
    output: Any = asyncio.run(waited(hook(event, "toolu_1", {"signal": None})))

    assert output["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert "updatedInput" not in output["hookSpecificOutput"]
    assert [one.action_string for one in trial.records] == ["tool:bash:rm a"]


def test_a_permission_request_hook_cannot_change_an_input_unseen(trial: Trial) -> None:
    """There the new input stands in the decision, and is decided as well."""

    async def to(command: str) -> Any:
        decision = {"behavior": "allow", "updatedInput": {"command": command}}
        return {"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}}

    said = []
    for command in ("rm x", "touch x"):
        hooks = {"PermissionRequest": [HookMatcher(hooks=[lambda *_, c=command: to(c)])]}
        hook = (guarded(trial, hooks=hooks).hooks or {})["PermissionRequest"][0].hooks[0]
        event: Any = pre(trial, "touch a")
        output: Any = asyncio.run(waited(hook(event, None, {"signal": None})))
        said.append(output["hookSpecificOutput"]["decision"]["behavior"])

    assert said == ["deny", "allow"]


# After a call


def test_what_ran_is_told_and_what_ran_otherwise_is_marked(trial: Trial) -> None:
    """The record says what was decided, the event what became of it."""
    options = guarded(trial)
    after, stop = ((options.hooks or {})[event][0].hooks[0] for event in ("PostToolUse", "Stop"))

    async def ran(command: str, call_id: str, name: str = "PostToolUse") -> None:
        event: Any = {**pre(trial, command, call_id), "hook_event_name": name, "duration_ms": 5}
        assert await after(event, call_id, {"signal": None}) == {}
        end: Any = {"hook_event_name": "Stop"}
        assert await stop(end, None, {"signal": None}) == {}

    for call_id in ("toolu_1", "toolu_2", "toolu_3"):
        decided(options, pre(trial, "touch a", call_id))
    asyncio.run(ran("touch a", "toolu_1"))
    asyncio.run(ran("touch a", "toolu_2", "PostToolUseFailure"))
    asyncio.run(ran("touch b", "toolu_3"))
    asyncio.run(ran("touch a", "toolu_4"))

    marks = ("call_id", "ok", "otherwise", "undecided")
    assert [[event.body.get(mark) for mark in marks] for event in trial.events] == [
        ["toolu_1", True, None, None],
        ["toolu_2", False, None, None],
        ["toolu_3", True, True, False],
        ["toolu_4", True, False, True],
    ]
    assert trial.events[0].body["record"] == trial.records[0].uid


def test_what_is_remembered_has_an_end(trial: Trial) -> None:
    """Calls that never run do not fill the memory."""
    options = guarded(trial)
    guard: Any = (options.hooks or {})["PreToolUse"][0].hooks[0].__self__  # type: ignore[attr-defined]  # a method
    for number in range(MOST + 5):
        guard.note_event({"tool_use_id": f"toolu_{number}"})

    assert len(guard.events) == MOST

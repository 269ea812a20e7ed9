"""The plug for claude-agent-sdk with the SDK's own program, against a scripted model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from claude_agent_sdk import (
    ClaudeAgentOptions,
    ClaudeSDKClient,
    HookMatcher,
    PermissionResultAllow,
    PermissionResultDeny,
    ResultMessage,
    query,
)

from proctor.plugs.claude_agent_sdk import guard_options
from proctor.proving.claude_run import PrivatePlace
from proctor.proving.scripted_model import Call, ScriptedModel, ToolResult, Turn, bash, call, say
from proctor.testing import Trial, allow, deny

RULES: dict[str, Any] = {
    "allow": ["Bash(touch *)", "Bash(cd *)"],
    "ask": ["Bash(mkdir *)"],
    "deny": [{"rule": "Bash(rm *)", "why": "Nothing is removed here."}],
    "otherwise": "deny",
}


class Played(NamedTuple):
    """What came of a run: what the model was told, what there is, and how it ended."""

    told: tuple[ToolResult, ...]
    files: list[str]
    result: str
    offered: tuple[str, ...]


@pytest.fixture
def place(tmp_path: Path) -> PrivatePlace:
    """Give folders of the test's own."""
    return PrivatePlace(tmp_path).make()


@pytest.fixture
def trial(place: PrivatePlace) -> Iterator[Trial]:
    """Give rules, and a person who wants no folder called c."""
    answers = [deny("Not that one.", action="tool:bash:mkdir c"), allow()]
    with Trial(**RULES, project=place.work, answers=answers) as made:
        yield made


def play(
    place: PrivatePlace, trial: Trial, turns: Sequence[Turn], *, alone: bool = True, **more: Any
) -> Played:
    """Let the program play a script under a role."""

    async def work(model: ScriptedModel) -> str:
        sources: dict[str, Any] = {"setting_sources": [] if alone else ["project"]}
        env = place.environment(model)
        options = ClaudeAgentOptions(cwd=place.work, env=env, **{**sources, **more})
        guarded = guard_options(options, trial.role, home=trial.home, judge=trial.judge)
        async with ClaudeSDKClient(guarded) as client:
            await client.query("begin")
            ends = [m async for m in client.receive_response() if isinstance(m, ResultMessage)]
        return ends[-1].result or ""

    with ScriptedModel([*turns, say("done")]) as model:
        result = asyncio.run(work(model))
        files = sorted(str(path.relative_to(place.work)) for path in place.work.iterdir())
        return Played(model.tool_results(), files, result, model.tools_offered())


def write(place: PrivatePlace, settings: Mapping[str, object]) -> None:
    """Write the settings of the repository."""
    place.write_settings(settings, "project")


def test_what_is_allowed_runs_and_what_is_denied_does_not(
    place: PrivatePlace, trial: Trial
) -> None:
    """The model reads why; a question is held until somebody has answered; all is on record."""
    commands = ("touch a", "rm -rf a", "mkdir b", "mkdir c")

    played = play(place, trial, [bash(command) for command in commands])

    assert (played.files, played.result) == (["a", "b"], "done")
    assert [one.error for one in played.told] == [False, True, False, True]
    assert "nothing was done: Nothing is removed here." in played.told[1].text
    assert "nothing was done: Not that one." in played.told[3].text
    assert [(one.action_string, one.decision, one.call_id) for one in trial.records] == [
        (f"tool:bash:{command}", decision, told.id)
        for command, decision, told in zip(
            commands, ("allow", "deny", "ask_approved", "ask_denied"), played.told, strict=True
        )
    ]
    assert [(event.body["call_id"], event.body["ok"]) for event in trial.events] == [
        (played.told[0].id, True), (played.told[2].id, True),
    ]  # fmt: skip


@pytest.mark.full
def test_calls_of_one_batch_are_each_decided(place: PrivatePlace, trial: Trial) -> None:
    """A denial does not cancel the rest."""
    wanted = ("touch a", "rm -rf a", "mkdir c", "mkdir b", "touch d")
    batch = Turn(calls=tuple(Call("Bash", {"command": one}) for one in wanted))

    played = play(place, trial, [batch])

    assert played.files == ["a", "b", "d"]
    assert [one.error for one in played.told] == [False, True, True, False, False]


@pytest.mark.full
def test_one_query_is_guarded_too(place: PrivatePlace, trial: Trial) -> None:
    """`query()` takes the same options, and the hook is asked to the end of the run."""

    async def work(model: ScriptedModel) -> None:
        options = ClaudeAgentOptions(
            cwd=place.work, env=place.environment(model), setting_sources=[]
        )
        guarded = guard_options(options, trial.role, home=trial.home, judge=trial.judge)
        async for _ in query(prompt="begin", options=guarded):
            pass

    with ScriptedModel([bash("touch a"), bash("rm a"), say("done")]) as model:
        asyncio.run(work(model))

    assert [one.decision for one in trial.records] == ["allow", "deny"]
    assert (place.work / "a").exists()


@pytest.mark.full
@pytest.mark.parametrize(
    "options",
    [
        {"permission_mode": "bypassPermissions"},
        {"permission_mode": "acceptEdits", "allowed_tools": ["Bash", "Write"]},
        {"extra_args": {"dangerously-skip-permissions": None}},
        {"extra_args": {"safe-mode": None}},
        {"settings": json.dumps({"permissions": {"allow": ["Bash(*)"]}})},
    ],
    ids=lambda options: next(iter(options)),
)
def test_no_option_lets_a_call_pass_that_is_denied(
    place: PrivatePlace, trial: Trial, options: dict[str, Any]
) -> None:
    """What the program would run unasked is decided by the role all the same."""
    played = play(place, trial, [bash("rm -rf a; touch x")], **options)

    assert (played.files, len(trial.records)) == ([], 1)


def test_the_environment_cannot_switch_the_hook_off(
    place: PrivatePlace, trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable that was set before makes the program no simpler."""
    monkeypatch.setenv("CLAUDE_CODE_SIMPLE", "1")

    played = play(place, trial, [bash("rm -rf a; touch x"), bash("touch a")])

    assert played.files == ["a"]


@pytest.mark.parametrize(
    "settings",
    [{"disableAllHooks": True}, {"env": {"CLAUDE_CODE_SIMPLE": "1"}}],
    ids=lambda settings: next(iter(settings)),
)
def test_a_repository_cannot_switch_the_hook_off(
    place: PrivatePlace, trial: Trial, settings: dict[str, Any]
) -> None:
    """Its settings count for much, but not for that."""
    write(place, settings)

    played = play(place, trial, [bash("rm -rf a; touch x")], alone=False)

    assert played.files == [".claude"]
    assert [one.decision for one in trial.records] == ["deny"]


def write_hook(place: PrivatePlace, command: str) -> None:
    """Write a hook of the repository that puts another command in the place of each."""
    changed = {
        "hookEventName": "PreToolUse", "permissionDecision": "allow",
        "updatedInput": {"command": command},
    }  # fmt: skip
    say_it = f"echo '{json.dumps({'hookSpecificOutput': changed})}'"
    entry = {"matcher": "*", "hooks": [{"type": "command", "command": say_it}]}
    write(place, {"hooks": {"PreToolUse": [entry]}})


@pytest.mark.full
@pytest.mark.parametrize("more", [{}, {"permission_mode": "bypassPermissions"}], ids=str)
def test_a_hook_of_the_repository_is_not_asked_unless_you_say_so(
    place: PrivatePlace, trial: Trial, more: dict[str, Any]
) -> None:
    """By themselves, the options take no settings of the folder that the agent works in."""
    write_hook(place, "rm -f a; touch other")

    played = play(place, trial, [bash("touch a")], setting_sources=None, **more)

    assert played.files == [".claude", "a"]
    assert [event.body.get("otherwise") for event in trial.events] == [None]


@pytest.mark.full
def test_an_input_that_a_repositorys_hook_has_changed_is_marked(
    place: PrivatePlace, trial: Trial
) -> None:
    """It cannot be stopped, as it comes from the program's own settings; it is seen and kept."""
    write_hook(place, "touch other")

    played = play(place, trial, [bash("touch a")], alone=False)

    assert played.files == [".claude", "other"]
    assert [event.body["otherwise"] for event in trial.events] == [True]


@pytest.mark.full
def test_an_input_that_your_own_hook_has_changed_is_decided(
    place: PrivatePlace, trial: Trial
) -> None:
    """What runs is what was decided last; a change to what is denied runs nothing."""

    async def other(event: Any, _: str | None, __: Any) -> Any:
        command = {"touch a": "rm x", "touch b": "touch z"}[event["tool_input"]["command"]]
        changed = {"updatedInput": {**event["tool_input"], "command": command}}
        return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **changed}}

    hooks = {"PreToolUse": [HookMatcher(matcher="Bash", hooks=[other])]}
    played = play(place, trial, [bash("touch a"), bash("touch b")], hooks=hooks)

    assert played.files == ["z"]
    assert [event.body.get("otherwise") for event in trial.events] == [None]


@pytest.mark.full
def test_what_the_program_asks_itself_is_never_asked_twice(
    place: PrivatePlace, trial: Trial
) -> None:
    """An ask rule of the settings is met by the person who has said yes, and by nobody else."""
    settings = json.dumps({"permissions": {"ask": ["Bash"]}})

    played = play(place, trial, [bash("mkdir b"), bash("touch a")], settings=settings)

    assert played.files == ["b"]
    assert "wants somebody to be asked" in played.told[1].text
    assert len(trial.questions) == 1


@pytest.mark.full
def test_your_own_callback_is_asked_behind_the_role(place: PrivatePlace, trial: Trial) -> None:
    """It answers what the program's rules ask, never what the role denies; its no counts."""
    asked: list[str] = []

    async def mine(_: str, given: dict[str, Any], __: Any) -> Any:
        asked.append(given["command"])
        if given["command"] == "touch b":
            return PermissionResultDeny(message="not b")
        return PermissionResultAllow()

    played = play(
        place,
        trial,
        [bash("touch a"), bash("touch b"), bash("rm a")],
        settings=json.dumps({"permissions": {"ask": ["Bash"]}}),
        can_use_tool=mine,
    )

    assert (played.files, asked) == (["a"], ["touch a", "touch b"])


@pytest.mark.full
def test_the_folder_and_the_tools_are_those_of_the_program(
    place: PrivatePlace, trial: Trial
) -> None:
    """A call is read where the shell is by then; a tool that the role never allows is not shown."""
    (place.work / "sub").mkdir()

    played = play(
        place, trial, [bash("cd sub"), bash("touch a"), call("Write", file_path="x", content="x")]
    )

    assert (place.work / "sub" / "a").exists()
    assert [one.cwd for one in trial.records] == [str(place.work), str(place.work / "sub")]
    assert "Bash" in played.offered
    assert not {"Write", "Read", "WebFetch"} & set(played.offered)


@pytest.mark.full
def test_a_subagents_calls_are_decided(place: PrivatePlace) -> None:
    """Whoever the work is handed to has the same role."""
    rules = {**RULES, "allow": [*RULES["allow"], "Agent"]}
    words = {
        "description": "tidy", "subagent_type": "general-purpose", "run_in_background": False,
    }  # fmt: skip
    turns = [call("Agent", prompt="please [[tidy]]", **words), say("done")]
    others = {"[[tidy]]": [bash("touch a"), bash("rm a"), say("tidied")]}

    async def work(model: ScriptedModel, trial: Trial) -> None:
        env = place.environment(model)
        options = ClaudeAgentOptions(cwd=place.work, env=env, setting_sources=[])
        guarded = guard_options(options, trial.role, home=trial.home, judge=trial.judge)
        async with ClaudeSDKClient(guarded) as client:
            await client.query("begin")
            async for _ in client.receive_response():
                pass

    with (
        Trial(**rules, project=place.work) as trial,
        ScriptedModel(turns, others=others) as model,
    ):
        asyncio.run(work(model, trial))
        decided = {(one.action_string, one.decision, bool(one.subagent)) for one in trial.records}

    assert {("tool:bash:touch a", "allow", True), ("tool:bash:rm a", "deny", True)} <= decided
    assert (place.work / "a").exists()

"""
Every tool of the catalogue against every profile.

The action strings are those that `normalise` builds from real inputs, never
hand-written ones: a profile that is only tested against strings of its author's
imagination can be wrong in both directions.
"""

from __future__ import annotations

import pytest

from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.policy.profiles import PROFILES
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.surroundings import Surroundings
from tests.realistic_inputs import INPUTS
from tests.tables import each_row

TABLES: dict[str, dict[str, str]] = {
    "open": {"allow": " ".join(tool.name for tool in BUILT_IN.tools), "ask": "", "deny": ""},
    "standard": {
        "allow": "Read Write Edit MultiEdit NotebookEdit apply_patch git_init git_commit "
        "git_branch",
        "ask": "Bash git_push git_merge_request self_edit_system_prompt self_edit_docs "
        "self_edit_permissions self_edit_model",
        "deny": "PowerShell BashOutput KillShell write_stdin read_many_files NotebookRead "
        "view_image Delete Glob LS Grep LSP WebFetch WebSearch Agent spawn_impl_session "
        "SendMessage close_agent wait ListAgents TeamCreate TeamDelete TodoWrite TodoRead "
        "TaskCreate TaskUpdate TaskGet TaskList AskUserQuestion EnterPlanMode ExitPlanMode "
        "Skill ToolSearch save_memory CronCreate CronDelete CronList EnterWorktree ExitWorktree "
        "ListMcpResources ReadMcpResource chain:status chain:new task:add task:start "
        "task:complete task:approve task:status task:list",
    },
    "locked": {
        "allow": "Read",
        "ask": "",
        "deny": " ".join(tool.name for tool in BUILT_IN.tools if tool.name != "Read"),
    },
    # Reads run, whatever they read; what may change something or sends data out is asked.
    "guarded": {
        "allow": "BashOutput Read read_many_files NotebookRead view_image Glob LS Grep LSP "
        "WebSearch wait ListAgents TodoWrite TodoRead TaskCreate TaskUpdate TaskGet TaskList "
        "AskUserQuestion EnterPlanMode ExitPlanMode ToolSearch CronList ListMcpResources "
        "ReadMcpResource chain:status task:status task:list",
        "ask": "Bash PowerShell KillShell write_stdin Write Edit MultiEdit NotebookEdit "
        "apply_patch Delete WebFetch Agent spawn_impl_session SendMessage close_agent TeamCreate "
        "TeamDelete Skill save_memory CronCreate CronDelete EnterWorktree ExitWorktree git_init "
        "git_commit git_push git_branch git_merge_request self_edit_system_prompt self_edit_docs "
        "self_edit_permissions self_edit_model chain:new task:add task:start task:complete "
        "task:approve",
        "deny": "",
    },
}

# Tools that can be called with nothing: no field of theirs is a target, Glob, Grep and LS
# mean the working folder, a sub-agent has a usual type, and what a git tool is not told is
# empty.
NEEDS_NOTHING = {
    *(tool.name for tool in BUILT_IN.tools if not tool.fields),
    *("Glob", "Grep", "LS", "Agent", "spawn_impl_session"),
    *("git_push", "git_branch", "git_merge_request"),
}
NOT_OBJECTS: tuple[object, ...] = (None, [], ["src/cart.py"], "src/cart.py", 7, True)
WRONG_VALUES: tuple[object, ...] = (7, True, {}, {"path": "src/cart.py"}, [7], [["src/cart.py"]])


def effect(policy: Policy, tool: str, fields: object, around: Surroundings) -> Effect:
    """Decide a call as the pipeline does."""
    return decide(normalise(ToolCall(tool=tool, input=fields), around), policy).effect


def policies() -> list[Policy]:
    """Return every profile in every mode."""
    compiled = [Policy.compile(permissions) for permissions in PROFILES.values()]
    return [policy.in_mode(mode) for policy in compiled for mode in Mode]


def test_there_is_an_input_for_every_tool() -> None:
    """A tool that joins the catalogue joins these tests."""
    assert sorted(tool.name for tool in BUILT_IN.tools) == sorted(INPUTS)


@pytest.mark.parametrize("profile", PROFILES)
def test_every_tool_has_its_effect_in_the_profile(profile: str, around: Surroundings) -> None:
    """A profile does to every tool of the catalogue what its table says."""
    policy = Policy.compile(PROFILES[profile])
    found: dict[str, list[str]] = {"allow": [], "ask": [], "deny": []}
    for tool, fields in INPUTS.items():
        found[effect(policy, tool, fields, around).word].append(tool)

    assert {word: sorted(tools) for word, tools in found.items()} == {
        word: sorted(tools.split()) for word, tools in TABLES[profile].items()
    }


@each_row("tool", INPUTS)
def test_every_name_of_a_tool_gives_the_same_decision(tool: str, around: Surroundings) -> None:
    """Equal tools are one tool: no other name gets more or less in any profile or mode."""
    names = BUILT_IN.get(tool).names
    for policy in policies():
        decided = {name: effect(policy, name, INPUTS[tool], around) for name in names}

        assert decided == dict.fromkeys(names, decided[tool])


@each_row("tool", INPUTS)
def test_an_input_that_is_no_object_is_never_allowed(tool: str, around: Surroundings) -> None:
    """A list, a text, a number or nothing at all as input is allowed by no profile and mode."""
    wrong = [
        (name, fields, policy.permissions.profile, policy.mode)
        for name in BUILT_IN.get(tool).names
        for fields in NOT_OBJECTS
        for policy in policies()
        if effect(policy, name, fields, around) is Effect.ALLOW
    ]

    assert wrong == []


@each_row("tool", sorted(INPUTS.keys() - NEEDS_NOTHING))
def test_a_call_without_its_target_is_never_allowed(tool: str, around: Surroundings) -> None:
    """A call that lacks the field it works on is allowed by no profile and mode."""
    wrong = [
        (name, fields, policy.permissions.profile, policy.mode)
        for name in BUILT_IN.get(tool).names
        for fields in ({}, {"unheard_of": "x"}, dict.fromkeys(BUILT_IN.get(tool).fields))
        for policy in policies()
        if effect(policy, name, fields, around) is Effect.ALLOW
    ]

    assert wrong == []


@each_row("tool", [tool.name for tool in BUILT_IN.tools if tool.fields])
def test_a_target_of_the_wrong_type_is_never_allowed(tool: str, around: Surroundings) -> None:
    """A number, a mapping or a list of them where text belongs is allowed nowhere."""
    wrong = [
        (field, value, policy.permissions.profile, policy.mode)
        for field in BUILT_IN.get(tool).fields
        for value in WRONG_VALUES
        for policy in policies()
        if effect(policy, tool, {field: value}, around) is Effect.ALLOW
    ]

    assert wrong == []


@each_row("tool", ["Bash", "Read", "Edit", "Agent", "Skill"])
def test_a_second_target_of_the_wrong_type_is_never_allowed(
    tool: str, around: Surroundings
) -> None:
    """A field of the wrong type spoils a call even beside one that is right."""
    first, second, *_ = BUILT_IN.get(tool).fields
    wrong = [
        (policy.permissions.profile, policy.mode)
        for policy in policies()
        if effect(policy, tool, {first: "src/cart.py", second: 7}, around) is Effect.ALLOW
    ]

    assert wrong == []


@pytest.mark.parametrize("profile", PROFILES)
def test_an_unknown_tool_is_new_to_every_profile(profile: str, around: Surroundings) -> None:
    """A tool that joins later is open to `open`, asked by `guarded`, and denied elsewhere."""
    policy = Policy.compile(PROFILES[profile])
    wanted = {"open": Effect.ALLOW, "guarded": Effect.ASK}

    assert [
        effect(policy, tool, {"path": "src/cart.py"}, around)
        for tool in ("brand_new_tool", "mcp__files__write", "READ", "Read ")
    ] == [wanted.get(profile, Effect.DENY)] * 4

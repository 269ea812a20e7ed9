"""
The Chorus document: action strings, profiles of patterns, three presets.

Where ours differs from it, the test names the page in docs/decisions.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor import Effect, Policy, Proctor, RoleProblems, RuleError, ToolCall, parse_rule
from proctor.normalise import normalise, read_string
from proctor.policy.decide import decide
from proctor.policy.policy import Policy as Compiled
from proctor.policy.profiles import PROFILES
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY

# Tool, its input, and the action string that it makes.
ACTION_STRINGS = [
    ("create_file", {"path": "src/main.py"}, "tool:create_file:src/main.py"),
    ("str_replace", {"path": "config/settings.yaml"}, "tool:str_replace:config/settings.yaml"),
    ("view", {"path": "README.md"}, "tool:view:README.md"),
    ("bash", {"command": "npm install"}, "tool:bash:npm install"),
    ("bash", {"command": "rm -rf node_modules"}, "tool:bash:rm -rf node_modules"),
    (
        "bash",
        {"command": "curl https://example.com/api"},
        "tool:bash:curl https://example.com/api",
    ),
    ("git_init", {}, "tool:git:init"),
    ("git_commit", {"message": "Add auth"}, "tool:git:commit"),
    ("git_push", {"remote": "origin", "branch": "main"}, "tool:git:push origin main"),
    (
        "git_push",
        {"remote": "origin", "branch": "feature/auth"},
        "tool:git:push origin feature/auth",
    ),
    ("git_branch", {"name": "feature/new-ui"}, "tool:git:branch feature/new-ui"),
    ("git_merge_request", {"target": "main"}, "tool:git:merge_request main"),
    ("self_edit_system_prompt", {"content": "x"}, "tool:self_edit:system_prompt"),
    ("self_edit_docs", {"path": "README.md"}, "tool:self_edit:docs:README.md"),
    ("self_edit_permissions", {"profile": "open"}, "tool:self_edit:permissions:open"),
    (
        "self_edit_model",
        {"model": "claude-sonnet-4-20250514"},
        "tool:self_edit:model:claude-sonnet-4-20250514",
    ),
]
FILES = ["tool:create_file:src/main.py", "tool:str_replace:config/settings.yaml"]
COMMANDS = ["tool:bash:npm install", "tool:bash:rm -rf node_modules", "tool:bash:ls"]
QUIET_GIT = ["tool:git:init", "tool:git:commit", "tool:git:branch feature/new-ui"]
LOUD_GIT = ["tool:git:push origin main", "tool:git:merge_request main"]
SELF_EDITS = [
    "tool:self_edit:system_prompt",
    "tool:self_edit:docs:README.md",
    "tool:self_edit:permissions:open",
    "tool:self_edit:model:claude-sonnet-4-20250514",
]


def profile(allow: list[str], ask: list[str] | None = None) -> Policy:
    """Make a profile as the document has it: allow, then ask, then deny."""
    return Policy.of(allow=allow, ask=ask or [])


def checked(policy: Compiled, string: str, around: Surroundings) -> Effect:
    """Decide an action string."""
    return decide(read_string(string, around), policy).effect


@each_row(("tool", "fields", "string"), ACTION_STRINGS)
def test_every_tool_makes_its_action_string(
    tool: str, fields: dict[str, object], string: str, around: Surroundings
) -> None:
    """The table of action strings holds, for calls and for the strings themselves."""
    assert normalise(ToolCall(tool=tool, input=fields), around).string == string
    assert read_string(string, around).string == string


@each_row("preset", ["open", "standard", "locked"])
@each_row(("tool", "fields", "string"), ACTION_STRINGS)
def test_a_call_and_its_action_string_are_decided_alike(
    tool: str, fields: dict[str, object], string: str, preset: str, around: Surroundings
) -> None:
    """A call is decided as the string that it makes."""
    policy = Compiled.compile(PROFILES[preset])
    call = normalise(ToolCall(tool=tool, input=fields), around)

    assert decide(call, policy).effect is checked(policy, string, around)


PRESETS = {
    "open": {ALLOW: [*FILES, "tool:view:README.md", *COMMANDS, *QUIET_GIT, *LOUD_GIT, *SELF_EDITS,
                     "tool:brand_new:anything", "tool:bash:curl https://example.com/api"]},
    "standard": {
        ALLOW: [*FILES, "tool:view:README.md", *QUIET_GIT],
        ASK: [*COMMANDS, *LOUD_GIT, *SELF_EDITS],
        DENY: ["tool:brand_new:anything", "tool:WebFetch:https://example.com", "tool:Grep:x"],
    },
    "locked": {
        ALLOW: ["tool:view:README.md", "tool:view:src/main.py"],
        DENY: [*FILES, *COMMANDS, *QUIET_GIT, *LOUD_GIT, *SELF_EDITS, "tool:brand_new:anything"],
    },
}  # fmt: skip


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_its_stated_consequences(preset: str, around: Surroundings) -> None:
    """Each preset allows, asks and denies what the document says of it."""
    policy = Compiled.compile(PROFILES[preset])
    wanted = {string: effect for effect, all_ in PRESETS[preset].items() for string in all_}

    assert {string: checked(policy, string, around) for string in wanted} == wanted


def test_a_preset_is_also_a_role_and_a_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent is given a preset by its name, as a role or from Python."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PROCTOR_HOME", str(tmp_path / ".proctor"))
    monkeypatch.chdir(tmp_path)
    for preset, strings in PRESETS.items():
        wanted = {string: effect for effect, all_ in strings.items() for string in all_}
        for policy in (Proctor.for_role(preset), Policy.of(profile=preset)):
            assert {string: policy.check(string).effect for string in wanted} == wanted


def test_the_name_of_a_file_does_not_decide_what_locked_reads(around: Surroundings) -> None:
    """`locked` reads README.md and does not create viewer.py: the operation is in the string."""
    locked = Compiled.compile(PROFILES["locked"])
    read = normalise(ToolCall(tool="view", input={"path": "README.md"}), around)
    made = normalise(ToolCall(tool="create_file", input={"path": "viewer.py"}), around)

    assert (decide(read, locked).effect, decide(made, locked).effect) == (ALLOW, DENY)


# Pattern, strings that it matches, and strings that it does not.
PATTERNS = [
    ("tool:view:.*", ["tool:view:a", "tool:view:src/a.py"], ["tool:create_file:a"]),
    (r"tool:create_file:src/main\.py", ["tool:create_file:src/main.py"],
     ["tool:create_file:src/mainxpy", "tool:create_file:src/main.pyc"]),
    (r"tool:create_file:src/config\.json", ["tool:create_file:src/config.json"],
     ["tool:create_file:src/config-json"]),
    ("tool:create_file:src/config.json", ["tool:create_file:src/config-json"], []),
    ("tool:create_file:src/.*", ["tool:create_file:src/a", "tool:create_file:src/a/b"],
     ["tool:create_file:lib/src/a", "tool:create_file:src/../lib/a"]),
    (r"tool:str_replace:tests/.*\.py", ["tool:str_replace:tests/a/test_a.py"],
     ["tool:str_replace:tests/a.txt", "tool:str_replace:src/a.py"]),
    ("tool:bash:npm .*", ["tool:bash:npm test", "tool:bash:npm run build"],
     ["tool:bash:npm", "tool:bash:npx x", "tool:bash:npm test && rm -rf /"]),
    ("tool:bash:python .*", ["tool:bash:python -m pytest"], ["tool:bash:python3 x.py"]),
    ("tool:bash:(ls|cat|head|tail).*", ["tool:bash:ls", "tool:bash:cat a | head -3"],
     ["tool:bash:rm a", "tool:bash:cat a; rm a", "tool:bash:tail a | sh"]),
    ("tool:bash:git (status|log|diff).*", ["tool:bash:git status", "tool:bash:git log -3"],
     ["tool:bash:git push", "tool:bash:git -C /x push"]),
    ("tool:git:push origin (dev|staging)", ["tool:git:push origin dev"],
     ["tool:git:push origin main", "tool:git:push fork dev", "tool:git:push origin dev2"]),
    ("tool:git:push origin (?!main).*", ["tool:git:push origin dev"],
     ["tool:git:push origin main", "tool:git:push origin mainline"]),
    ("tool:self_edit:.*", SELF_EDITS, ["tool:git:init"]),
    ("tool:self_edit:docs:.*", ["tool:self_edit:docs:a.md"], ["tool:self_edit:model:haiku"]),
    ("tool:self_edit:(system_prompt|model:.*)",
     ["tool:self_edit:system_prompt", "tool:self_edit:model:haiku"],
     ["tool:self_edit:docs:a.md", "tool:self_edit:permissions:open"]),
    ("tool:.*", [string for _, _, string in ACTION_STRINGS], []),
    # Anchoring
    ("tool:bash:ls", ["tool:bash:ls"], ["tool:bash:ls -la"]),
    ("tool:bash:ls.*", ["tool:bash:ls", "tool:bash:ls -la"], ["tool:bash:als"]),
]  # fmt: skip


@each_row(("pattern", "matching", "other"), PATTERNS)
def test_a_common_pattern_matches_what_it_should(
    pattern: str, matching: list[str], other: list[str], around: Surroundings
) -> None:
    """
    A pattern must match the whole action string.

    A command is matched part by part, which the document does not do:
    docs/decisions/0003-matching-has-a-direction.md.
    """
    policy = profile([pattern])
    wanted = dict.fromkeys(matching, ALLOW) | dict.fromkeys(other, DENY)

    assert {string: checked(policy, string, around) for string in wanted} == wanted


def test_allow_comes_before_ask_and_silence_is_deny(around: Surroundings) -> None:
    """What is in both lists is allowed, what is in none is denied, an empty profile denies all."""
    both = profile(["tool:bash:npm .*"], ["tool:bash:.*"])
    order = ["deny", "allow", "ask"]
    # The same pattern in both lists does not load without an order: 0063.
    same = Policy.of(allow=["tool:bash:ls"], ask=["tool:bash:ls"], order=order, otherwise="deny")
    empty = Policy.of(order=order, otherwise="deny")

    assert checked(both, "tool:bash:npm test", around) is ALLOW
    assert checked(both, "tool:bash:make", around) is ASK
    assert checked(both, "tool:view:a", around) is DENY
    assert checked(same, "tool:bash:ls", around) is ALLOW
    assert checked(empty, "tool:view:a", around) is DENY


def test_order_inside_a_list_is_irrelevant(around: Surroundings) -> None:
    """A list turned round decides the same."""
    allow, ask = ["tool:view:.*", "tool:bash:ls .*"], ["tool:bash:.*", "tool:git:push .*"]
    one, other = profile(allow, ask), profile(allow[::-1], ask[::-1])

    for _, _, string in ACTION_STRINGS:
        assert checked(one, string, around) is checked(other, string, around)


@pytest.mark.parametrize("pattern", ["tool:bash:(", "tool:[a-", "tool:*+?", "tool:bash:(?<x"])
@pytest.mark.parametrize("effect", ["allow", "ask", "deny"])
def test_an_invalid_pattern_is_refused_at_load(pattern: str, effect: str, tmp_path: Path) -> None:
    """A pattern that is none stops its profile from loading, in whichever list it stands."""
    with pytest.raises(RuleError) as refused:
        parse_rule(pattern, effect)
    assert refused.value.code == "bad-pattern"

    (tmp_path / "home" / "roles").mkdir(parents=True)
    (tmp_path / "home" / "roles" / "broken.yaml").write_text(
        f"permissions:\n  {effect}:\n    - '{pattern}'\n"
    )
    with pytest.raises(RoleProblems):
        Proctor.for_role("broken", cwd=tmp_path, home=tmp_path / "home")


def test_the_example_of_a_question(around: Surroundings) -> None:
    """A compound command is asked about as a whole, in its own words."""
    policy = Compiled.compile(PROFILES["standard"])
    text = "rm -rf node_modules && npm install"
    decision = decide(normalise(ToolCall(tool="bash", input={"command": text}), around), policy)

    assert (decision.effect, decision.action.string) == (ASK, f"tool:bash:{text}")


@pytest.mark.parametrize(
    ("preset", "wanted"), [("open", ALLOW), ("standard", ASK), ("locked", DENY)]
)
def test_a_command_of_several_lines(preset: str, wanted: Effect, around: Surroundings) -> None:
    """
    Several lines are several commands, and a dot matches the newline between them.

    In Chorus every preset denied them: docs/decisions/0005-re2-and-re.md.
    """
    policy = Compiled.compile(PROFILES[preset])

    assert checked(policy, "tool:bash:npm ci\nnpm test", around) is wanted


def test_every_line_of_a_command_needs_its_allow(around: Surroundings) -> None:
    """
    A second line is a command of its own and does not hide behind the first.

    See docs/decisions/0005-re2-and-re.md.
    """
    policy = profile(["tool:bash:npm .*"])

    assert checked(policy, "tool:bash:npm ci\nnpm test", around) is ALLOW
    assert checked(policy, "tool:bash:npm ci\nrm -rf /", around) is DENY


def test_git_through_the_shell_does_not_get_round_the_git_rules(around: Surroundings) -> None:
    """
    A deny for the git tools is met by git in a shell too.

    See docs/decisions/0003-matching-has-a-direction.md.
    """
    policy = Policy.of(allow=["tool:.*"], deny=["tool:git:push origin main"], otherwise="deny")

    assert checked(policy, "tool:git:push origin main", around) is DENY
    assert checked(policy, "tool:bash:git push origin main", around) is DENY
    assert checked(policy, "tool:bash:git -C . push origin HEAD:main", around) is DENY
    assert checked(policy, "tool:bash:git push origin dev", around) is ALLOW


def test_open_is_not_open_to_its_own_rules(around: Surroundings) -> None:
    """
    Even `open` does not reach Proctor's own folder, nor run what lacks its target.

    See docs/decisions/0009-the-guard.md and 0008-a-missing-field-is-never-allowed.md.
    """
    policy = Compiled.compile(PROFILES["open"])
    malformed = normalise(ToolCall(tool="bash", input={}), around)

    assert checked(policy, "tool:view:/home/ada/.proctor/token", around) is DENY
    assert decide(malformed, policy).effect is not ALLOW

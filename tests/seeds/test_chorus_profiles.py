"""
The Chorus document: each of its profiles, as it is printed, means what it meant there.

Only the name is another: its `PermissionProfile` is our `Policy.of`. Where the order is not
certain it is asked for: docs/decisions/0063-two-lists-of-patterns.md.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor import Policy, Proctor, RoleProblems
from proctor.policy.offering import could_pass
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.surroundings import Surroundings
from tests.seeds.test_chorus import ALLOW, ASK, DENY, LOUD_GIT, PRESETS, QUIET_GIT, checked

# As the document prints them.
PRINTED = {
    "open": Policy.of(
        allow=[
            "tool:.*"    # Match any action string starting with "tool:"
        ],
        ask=[]           # Nothing requires confirmation
    ),
    "standard": Policy.of(
        allow=[
            "tool:create_file:.*",        # Create/overwrite any file in workspace
            "tool:str_replace:.*",         # Edit any file in workspace
            "tool:view:.*",                # Read any file
            "tool:git:init",               # Initialize git repo
            "tool:git:commit",             # Commit changes
            "tool:git:branch .*",          # Create branches
        ],
        ask=[
            "tool:bash:.*",                # All bash commands require confirmation
            "tool:git:push .*",            # Push requires confirmation
            "tool:git:merge_request .*",   # MR creation requires confirmation
            "tool:self_edit:.*",           # All self-modifications require confirmation
        ]
    ),
    "locked": Policy.of(
        allow=[
            "tool:view:.*"               # Can read any file
        ],
        ask=[]                            # Nothing goes to ask -- unlisted actions are denied
    ),
}  # fmt: skip


@pytest.mark.parametrize("preset", PRINTED)
def test_a_preset_pasted_from_the_document_means_what_it_meant(
    preset: str, around: Surroundings
) -> None:
    """The lists of a preset, as they are printed, decide as the preset of that name."""
    wanted = {string: effect for effect, all_ in PRESETS[preset].items() for string in all_}

    assert {string: checked(PRINTED[preset], string, around) for string in wanted} == wanted


CUSTOM = """
{
    "permissions": {
        "allow": [
            "tool:view:.*",
            "tool:create_file:docs/.*",
            "tool:str_replace:docs/.*",
            "tool:self_edit:docs:.*"
        ],
        "ask": [
            "tool:bash:.*",
            "tool:create_file:.*",
            "tool:str_replace:.*"
        ]
    }
}
"""
CUSTOM_CASES = {
    "tool:view:src/main.py": ALLOW,
    "tool:create_file:docs/guide.md": ALLOW,
    "tool:create_file:docs/a.md": ALLOW,
    "tool:str_replace:docs/a/b.md": ALLOW,
    "tool:self_edit:docs:README.md": ALLOW,
    "tool:bash:ls": ASK,
    "tool:create_file:src/main.py": ASK,
    "tool:str_replace:README.md": ASK,
    "tool:create_file:docs/../src/main.py": ASK,  # where it leads, not how it is spelled
    **dict.fromkeys([*QUIET_GIT, *LOUD_GIT], DENY),
    "tool:self_edit:system_prompt": DENY,
    "tool:self_edit:permissions:locked": DENY,
    "tool:self_edit:model:haiku": DENY,
}


def test_a_custom_profile_pasted_from_the_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a role, as a profile of config.yaml and in Python it does what the document says."""
    monkeypatch.setenv("HOME", str(tmp_path))
    home, project = tmp_path / ".proctor", tmp_path / "shop"
    (home / "roles").mkdir(parents=True)
    project.mkdir()
    monkeypatch.chdir(project)
    lists = json.loads(CUSTOM)["permissions"]
    (home / "config.yaml").write_text(f"profiles: {json.dumps({'writer': lists})}\n")
    (home / "roles" / "agent.yaml").write_text(CUSTOM)
    (home / "roles" / "writing.yaml").write_text("permissions: {profile: writer}\n")
    roles = [Proctor.for_role(role, cwd=project, home=home) for role in ("agent", "writing")]

    agents: list[Proctor | Policy] = [*roles, Policy.of(**lists)]
    for agent in agents:
        assert {string: agent.check(string).effect for string in CUSTOM_CASES} == CUSTOM_CASES


OUTSIDE = ["/etc/passwd", "~/.bashrc", "~/.ssh/authorized_keys", "../other/a.py", "/a/docs/b.md"]


def test_files_outside_the_workspace_are_not_written_unasked(around: Surroundings) -> None:
    """`standard` writes any file in the workspace and reads any file; `open` does anything."""
    custom = Policy.of(**json.loads(CUSTOM)["permissions"])
    presets = [Policy.of(profile="standard"), PRINTED["standard"]]
    writes = [f"tool:{tool}:{path}" for tool in ("create_file", "str_replace") for path in OUTSIDE]
    wanted = {
        **{(policy, write): DENY for policy in presets for write in writes},
        **{(custom, write): ASK for write in writes},
        **{(PRINTED["open"], f"tool:str_replace:{path}"): ALLOW for path in OUTSIDE[3:]},
        **{(policy, "tool:create_file:src/a.py"): ALLOW for policy in presets},
        **{(policy, f"tool:create_file:{around.root}/src/a.py"): ALLOW for policy in presets},
        **{(policy, "tool:view:/etc/hosts"): ALLOW for policy in (*presets, PRINTED["locked"])},
    }

    assert {key: checked(*key, around) for key in wanted} == wanted


def test_a_tool_that_is_denied_for_all_inputs_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pre-filtering: a tool is omitted where its every detail is denied, and only there."""
    monkeypatch.chdir(tmp_path)  # the source of Proctor itself is guarded
    locked = PRINTED["locked"]
    partly = Policy.of(allow=["tool:create_file:src/.*"])
    offered = {
        policy: [name for name in ("bash", "create_file", "str_replace", "view", "git_push")
                 if could_pass(policy, BUILT_IN.get(name))]
        for policy in (locked, partly)
    }  # fmt: skip

    assert offered == {locked: ["view"], partly: ["create_file"]}
    assert partly.check("tool:create_file:src/main.py").effect is ALLOW
    assert partly.check("tool:create_file:config/a.yaml").effect is DENY


def test_the_guidelines_for_custom_profiles(around: Surroundings) -> None:
    """Specific details, a safety net, anchoring and escaping: each does what it is said to do."""
    net = Policy.of(
        allow=["tool:view:.*", "tool:create_file:src/.*"],
        ask=["tool:.*"]  # Catch-all: anything not explicitly allowed gets a prompt
    )  # fmt: skip
    specific = Policy.of(allow=["tool:bash:npm .*", "tool:bash:python .*"], ask=["tool:bash:.*"])
    exact = Policy.of(allow=["tool:bash:ls"], ask=["tool:bash:ls.*"])
    escaped = Policy.of(allow=[r"tool:create_file:src/config\.json"])
    wanted = {
        (net, "tool:view:a"): ALLOW,
        (net, "tool:create_file:src/a.py"): ALLOW,
        (net, "tool:create_file:a.py"): ASK,
        (net, "tool:bash:ls"): ASK,
        (net, "tool:brand_new:x"): ASK,
        (specific, "tool:bash:npm test"): ALLOW,
        (specific, "tool:bash:python x.py"): ALLOW,
        (specific, "tool:bash:make"): ASK,
        (specific, "tool:view:a"): DENY,
        (exact, "tool:bash:ls"): ALLOW,
        (exact, "tool:bash:ls -la"): ASK,
        (exact, "tool:bash:rm a"): DENY,
        (escaped, "tool:create_file:src/config.json"): ALLOW,
        (escaped, "tool:create_file:src/config-json"): DENY,
    }

    assert {key: checked(*key, around) for key in wanted} == wanted


def test_an_ask_inside_an_allow_does_not_load(tmp_path: Path) -> None:
    """In Chorus such an ask never counted; here it did, so the file has to say which it means."""
    (tmp_path / "roles").mkdir()
    lists = {"allow": ["tool:bash:.*"], "ask": ["tool:bash:git push.*"]}
    (tmp_path / "roles" / "agent.yaml").write_text(json.dumps({"permissions": lists}))

    with pytest.raises(RoleProblems) as refused:
        Proctor.for_role("agent", cwd=tmp_path, home=tmp_path)
    problem = refused.value.problems[0]
    assert problem.code == "missing-order"
    assert "`order: deny, allow, ask`" in (problem.help or "")

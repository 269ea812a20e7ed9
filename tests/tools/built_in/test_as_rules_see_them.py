"""What the presets and rules of the seeds say of real calls of the built-in tools."""

from pathlib import Path
from typing import Any

import pytest

from proctor.assemble import Policy, Proctor
from proctor.documents import read_document
from proctor.roles.write import default_roles
from proctor.terms.call import ToolCall
from proctor.tools.arguments import checked
from tests.tools.workspaces import TOOLS, call, context_in, wrote

# One real call of every tool, and what `open`, `standard` and `locked` say of it.
CALLS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("read_file", {"path": "README.md"}, "allow allow allow"),
    ("view", {"path": "README.md"}, "allow allow allow"),
    ("write_file", {"path": "viewer.py", "content": "x"}, "allow allow deny"),
    ("create_file", {"path": "viewer.py", "content": "x"}, "allow allow deny"),
    ("str_replace", {"path": "a.py", "old_str": "a", "new_str": "b"}, "allow allow deny"),
    ("list_files", {"path": "src"}, "allow deny deny"),
    ("search_files", {"pattern": "x", "path": "src"}, "allow deny deny"),
    ("run_command", {"command": "npm test"}, "allow ask deny"),
    ("bash", {"command": "npm test\nnpm run lint\n"}, "allow ask deny"),
    ("git_init", {}, "allow allow deny"),
    ("git_commit", {"message": "First"}, "allow allow deny"),
    ("git_push", {"remote": "origin", "branch": "main"}, "allow ask deny"),
    ("git_branch", {"name": "feature/x"}, "allow allow deny"),
    ("git_merge_request", {"target": "main", "title": "x"}, "allow ask deny"),
    ("self_edit_system_prompt", {"prompt": "x"}, "allow ask deny"),
    ("self_edit_docs", {"path": "docs/a.md", "content": "x"}, "allow ask deny"),
    ("self_edit_permissions", {"profile": "open"}, "allow ask deny"),
    ("self_edit_model", {"model": "opus"}, "allow ask deny"),
    ("chain:status", {}, "allow deny deny"),
    ("chain:new", {"template": "hotfix", "title": "x"}, "allow deny deny"),
    ("task:add", {"title": "x"}, "allow deny deny"),
    ("task:start", {"task": "1"}, "allow deny deny"),
    ("task:complete", {"task": "1"}, "allow deny deny"),
    ("task:approve", {"task": "1"}, "allow deny deny"),
    ("task:status", {"task": "1"}, "allow deny deny"),
    ("task:list", {}, "allow deny deny"),
    ("spawn_impl_session", {"role": "implementer", "prompt": "x"}, "allow deny deny"),
)


def effect(engine: Proctor | Policy, name: str, given: dict[str, Any], folder: Path) -> str:
    """Return what is decided of a call."""
    made = ToolCall(tool=name, input=given, cwd=str(folder))
    return engine.decide(made).effect.word


@pytest.mark.parametrize(("name", "given", "words"), CALLS, ids=[name for name, _, _ in CALLS])
def test_the_presets_say_of_real_calls_what_they_promise(
    tmp_path: Path, name: str, given: dict[str, Any], words: str
) -> None:
    """`locked` reads a file and writes none; `open` takes every tool, of several lines too."""
    definition = TOOLS.get(name)
    assert definition is not None
    checked(definition, given)

    presets = [
        Proctor.for_role(preset, cwd=str(tmp_path), home=tmp_path / "home")
        for preset in ("open", "standard", "locked")
    ]

    assert words.split() == [effect(preset, name, given, tmp_path) for preset in presets]


def test_every_tool_has_a_real_call_here() -> None:
    """A tool that is added is added to the table above."""
    assert {name for one in TOOLS for name in one.names} == {name for name, _, _ in CALLS}


@pytest.mark.parametrize(
    ("rule", "name", "given", "matches"),
    [
        ("tool:git:push origin (dev|staging)", "git_push",
         {"remote": "origin", "branch": "dev"}, True),
        ("tool:git:push origin (dev|staging)", "git_push",
         {"remote": "origin", "branch": "main"}, False),
        ("tool:git:branch feature/.*", "git_branch", {"name": "feature/x"}, True),
        ("tool:git:merge_request main", "git_merge_request", {"target": "main"}, True),
        ("tool:self_edit:docs:docs/.*", "self_edit_docs", {"path": "docs/a.md"}, True),
        ("tool:self_edit:docs:docs/.*", "self_edit_docs", {"path": "docs/../a.md"}, False),
        ("tool:self_edit:model:.*", "self_edit_model", {"model": "opus"}, True),
        ("spawn_impl_session(implementer)", "spawn_impl_session", {"role": "implementer"}, True),
        ("spawn_impl_session(implementer)", "spawn_impl_session", {"role": "controller"}, False),
        ("Read(docs/**)", "view", {"path": "docs/a.md"}, True),
        ("Read(docs/**)", "search_files", {"path": "docs", "pattern": "x"}, True),
        ("Write(docs/**)", "create_file", {"path": "docs/a.md"}, True),
        ("Bash(npm test)", "run_command", {"command": "npm test"}, True),
    ],
)  # fmt: skip
def test_rules_of_the_seeds_meet_the_real_calls(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    rule: str,
    name: str,
    given: dict[str, str],
    matches: bool,
) -> None:
    """A pattern as people write it matches what the tool is really called with."""
    monkeypatch.chdir(tmp_path)
    policy = Policy.of(allow=[rule], otherwise="deny")

    assert ("allow" if matches else "deny") == effect(policy, name, given, tmp_path)


def test_the_default_roles_have_tools_that_exist() -> None:
    """Every tool of the roles that `proctor init` makes can be run."""
    root = read_document(default_roles().encode(), "index.yaml").root
    assert root is not None
    plain: Any = root.plain
    roles: list[dict[str, Any]] = plain["roles"]
    named = {tool for role in roles for tool in role.get("tools", role.get("toolIds", ()))}

    assert named
    assert set() == {tool for tool in named if tool not in TOOLS}


@pytest.mark.parametrize("name", ["x; touch made", "$(touch made)", "`touch made`", "-rf", "a|b"])
def test_a_file_name_is_never_a_command(tmp_path: Path, name: str) -> None:
    """Tools that read hand no name to a shell."""
    context = context_in(tmp_path)
    wrote(context.workspace, name, "text\n")

    assert call("read_file", context, path=name) == "text\n"
    assert call("list_files", context, path=".") == name
    assert call("search_files", context, pattern="text") == f"{name}:1: text"
    assert [name] == [one.name for one in context.workspace.iterdir()]

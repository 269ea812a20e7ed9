"""An agent changes its own role as it was allowed to, with a history, and nothing beyond it."""

from pathlib import Path
from typing import Any

import pytest

from proctor.assemble import Proctor
from proctor.errors import NotFound, ProctorError, UsageError
from proctor.roles.find import RoleShelf
from proctor.roles.history import History
from proctor.terms.call import ToolCall
from proctor.tools.context import Context
from tests.tools.workspaces import call, context_in, wrote

CODER = """\
name: coder
# What we agreed on.
model: haiku
instructions: |
  Write code.
permissions:
  otherwise: ask
  allow: [Bash, Edit]
  deny: ["Bash(rm *)"]
"""


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """An agent whose role is in the home."""
    made = context_in(tmp_path)
    wrote(made.home, "roles/coder.yaml", CODER)
    made.home.chmod(0o700)
    return made


def text_of(context: Context, role: str = "coder") -> str:
    """Return the file of a role."""
    return (context.home / f"roles/{role}.yaml").read_text()


def effect(context: Context, tool: str, **fields: Any) -> str:
    """Return what the agent's role says of a call now."""
    engine = Proctor.for_role("coder", cwd=str(context.workspace), home=context.home)
    made = ToolCall(tool=tool, input=fields, cwd=str(context.workspace))
    return engine.decide(made).effect.word


def test_a_prompt_is_changed(context: Context) -> None:
    """The text is the role's instructions then; comments and all else stay."""
    call("self_edit_system_prompt", context, prompt="Write tests.\nThen: code.\n")

    role = RoleShelf(context.home).load("coder")
    assert (role.instructions, role.model) == ("Write tests.\nThen: code.\n", "haiku")
    assert "# What we agreed on." in text_of(context)


def test_a_system_prompt_of_the_role_is_what_is_changed(context: Context) -> None:
    """A role that has a system prompt of its own gets another one."""
    wrote(context.home, "roles/coder.yaml", "name: coder\nsystem_prompt: Old\n")

    call("self_edit_system_prompt", context, prompt="New")

    role = RoleShelf(context.home).load("coder")
    assert (role.system_prompt, role.instructions) == ("New", None)


def test_a_prompt_writes_no_other_key(context: Context) -> None:
    """Whatever a prompt looks like, it stays a text."""
    prompt = "x\npermissions:\n  otherwise: allow\n---\nname: other\n# end"

    call("self_edit_system_prompt", context, prompt=prompt)

    role = RoleShelf(context.home).load("coder")
    assert prompt.strip() == str(role.instructions).strip()
    assert effect(context, "Bash", command="rm x") == "deny"


@pytest.mark.parametrize("prompt", ["", " \n", "a\x1b[2J", "a\0b", "x" * 100_001])
def test_what_is_no_prompt_is_refused(context: Context, prompt: str) -> None:
    """Nothing, far too much, and what a terminal would obey is not written."""
    with pytest.raises(UsageError, match="prompt"):
        call("self_edit_system_prompt", context, prompt=prompt)
    assert text_of(context) == CODER


def test_a_model_is_changed(context: Context) -> None:
    """The role names another model, and the history who did it for whom."""
    said = call("self_edit_model", context, model="claude-sonnet-4-20250514")

    assert said.startswith("changed model of the role coder: version ")
    assert RoleShelf(context.home).load("coder").model == "claude-sonnet-4-20250514"
    last = History(context.home).versions("coder")[-1]
    assert last.by == "coder-1 for ada"


@pytest.mark.parametrize("model", ["", "--dangerously-skip-permissions", "a b", "a\nb", "-x"])
def test_a_model_is_a_name(context: Context, model: str) -> None:
    """An option of the agent's program is none."""
    with pytest.raises(UsageError, match="no name"):
        call("self_edit_model", context, model=model)


def test_permissions_are_those_of_the_profile(context: Context) -> None:
    """Own allows go, and denies stay: `locked` locks, and `open` opens no deny."""
    assert effect(context, "Bash", command="make") == "allow"

    call("self_edit_permissions", context, profile="locked")
    locked = [effect(context, "Bash", command="make"), effect(context, "Read", file_path="a.txt")]
    call("self_edit_permissions", context, profile="open")
    opened = [effect(context, "Bash", command=command) for command in ("make", "rm x")]

    assert (locked, opened) == (["deny", "allow"], ["allow", "deny"])


def test_what_a_parent_allows_does_not_outlast_a_stricter_profile(context: Context) -> None:
    """A role that extends another is locked too, and keeps its parent's denies."""
    wrote(
        context.home, "roles/elder.yaml",
        "name: elder\npermissions:\n  otherwise: allow\n  order: deny, allow, ask\n"
        "  allow: [Bash]\n  deny: [WebFetch, 'Read(secrets/**)']\n",
    )  # fmt: skip
    wrote(context.home, "roles/coder.yaml", "name: coder\nextends: elder\n")

    call("self_edit_permissions", context, profile="locked")

    assert [
        effect(context, "Bash", command="make"),
        effect(context, "Read", file_path="a.txt"),
        effect(context, "Read", file_path="secrets/a.txt"),
        effect(context, "Task", subagent_type="x"),
    ] == ["deny", "allow", "deny", "deny"]


@pytest.mark.parametrize("profile", ["nope", "", "-", "open standard", "../open"])
def test_a_profile_that_is_none_is_not_written(context: Context, profile: str) -> None:
    """The role stays as it was."""
    with pytest.raises(ProctorError):
        call("self_edit_permissions", context, profile=profile)
    assert text_of(context) == CODER


def test_the_projects_role_is_changed_where_it_is_the_nearer(context: Context) -> None:
    """A role of the project is the agent's own, and the home's stays."""
    wrote(context.workspace, ".proctor/roles/coder.yaml", "name: coder\nmodel: haiku\n")

    call("self_edit_model", context, model="opus")

    assert "model: opus" in (context.workspace / ".proctor/roles/coder.yaml").read_text()
    assert text_of(context) == CODER


def test_only_the_own_role_is_changed(context: Context, tmp_path: Path) -> None:
    """Of a chain it is the first; a stage's role, a built-in one and none cannot be changed."""
    wrote(context.home, "roles/elder.yaml", "name: elder\nmodel: haiku\n")
    below = context_in(tmp_path, role="coder under elder")

    call("self_edit_model", below, model="opus")

    assert "model: opus" in text_of(context)
    assert text_of(context, "elder") == "name: elder\nmodel: haiku\n"
    for role, error in (("@WF-20261116-001", UsageError), ("guarded", NotFound), ("", UsageError)):
        with pytest.raises(error):
            call("self_edit_model", context_in(tmp_path, role=role), model="opus")


def test_a_document_is_written(context: Context) -> None:
    """Documents of the workspace are made and replaced."""
    made = call("self_edit_docs", context, path="docs/notes.md", content="# Notes\n")
    again = call("self_edit_docs", context, path="docs/notes.md", content="# More\n")

    assert [made, again] == ["made docs/notes.md", "replaced docs/notes.md"]
    assert (context.workspace / "docs/notes.md").read_text() == "# More\n"


@pytest.mark.parametrize("path", ["Makefile", "src/main.py", "a.md/x.sh", ".git/config", "md"])
def test_what_is_no_document_is_not_written_as_one(context: Context, path: str) -> None:
    """The right to change documents is not one to change the program."""
    with pytest.raises(UsageError, match="no document"):
        call("self_edit_docs", context, path=path, content="x")
    assert list(context.workspace.iterdir()) == []

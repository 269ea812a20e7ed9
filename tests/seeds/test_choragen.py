"""The choragen document: roles that are lists of tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor import Effect, Proctor, RoleProblems, ToolCall
from proctor.roles.find import RoleShelf
from proctor.roles.trust import trust
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.decision import Source
from tests.realistic_inputs import INPUTS
from tests.tables import each_row

ROLES = {
    "researcher": "read_file list_files search_files chain:status task:status task:list",
    "implementer": "read_file write_file list_files search_files chain:status task:start "
    "task:complete task:status task:list run_command",
    "reviewer": "read_file list_files search_files chain:status task:approve task:status task:list",
    "controller": "read_file list_files search_files chain:status chain:new task:add task:status "
    "task:list spawn_impl_session",
}
DATE = "2025-12-11T00:00:00Z"


def index(roles: dict[str, str]) -> str:
    """Write roles as an index.yaml has them."""
    lines = ["roles:"]
    for name, tools in roles.items():
        lines += [f"  - id: {name}", f"    name: {name.title()}", f"    description: A {name}"]
        lines += ["    toolIds:", *(f"      - {tool}" for tool in tools.split())]
        lines += [f"    createdAt: {DATE}", f"    updatedAt: {DATE}", ""]
    return "\n".join(lines)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project with the four roles, which a person has trusted."""
    monkeypatch.setenv("HOME", str(tmp_path))
    root = tmp_path / "shop"
    (root / ".proctor" / "roles").mkdir(parents=True)
    (root / ".proctor" / "roles" / "index.yaml").write_text(index(ROLES))
    trust(root, tmp_path / "home")
    return root


def agent(role: str, project: Path) -> Proctor:
    """Return an agent at work in the project."""
    return Proctor.for_role(role, cwd=project, home=project.parent / "home")


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_read_from_the_index(role: str, project: Path) -> None:
    """Id, name, description, tools and dates of a role are read."""
    loaded = RoleShelf(project.parent / "home", project).load(role)

    assert (loaded.id, loaded.name, loaded.description) == (role, role.title(), f"A {role}")
    assert loaded.tools == tuple(ROLES[role].split())
    assert (loaded.created_at, loaded.updated_at) == (DATE, DATE)
    assert (loaded.origin, loaded.untrusted) == ("project", False)


@pytest.mark.parametrize("role", ROLES)
def test_a_role_has_exactly_its_tools(role: str, project: Path) -> None:
    """The tools of a role are allowed, and every other tool of the catalogue is denied."""
    proctor = agent(role, project)
    own = {BUILT_IN.canonical(tool) for tool in ROLES[role].split()}
    found = {
        tool: proctor.decide(ToolCall(tool=tool, input=fields)).effect
        for tool, fields in INPUTS.items()
    }

    assert found == {tool: Effect.ALLOW if tool in own else Effect.DENY for tool in INPUTS}


@pytest.mark.parametrize("role", ROLES)
def test_a_role_has_its_tools_under_every_name(role: str, project: Path) -> None:
    """
    A role that has `read_file` has Claude Code's `Read`, and no name gets round the list.

    In the document ids are compared: docs/decisions/0012-targets-and-equal-tools.md.
    """
    proctor = agent(role, project)
    own = {BUILT_IN.canonical(tool) for tool in ROLES[role].split()}
    wrong = [
        name
        for tool, fields in INPUTS.items()
        for name in BUILT_IN.get(tool).names
        if (proctor.decide(ToolCall(tool=name, input=fields)).effect is Effect.ALLOW)
        is not (tool in own)
    ]

    assert wrong == []


def test_a_tool_that_the_role_lacks_is_denied_by_the_list(project: Path) -> None:
    """The reason names the role's tools, also for a tool that nobody knows."""
    proctor = agent("researcher", project)
    calls = [("write_file", {"path": "a"}), ("brand_new_tool", {}), ("mcp__x__y", {})]

    for tool, fields in calls:
        decision = proctor.decide(ToolCall(tool=tool, input=fields))
        assert (decision.effect, decision.finding.source) == (Effect.DENY, Source.TOOLS)


def test_the_tools_are_those_of_the_call(project: Path) -> None:
    """A redirection in a command needs the tool for commands, not the one for files."""
    roles = {**ROLES, "runner": "run_command"}
    (project / ".proctor" / "roles" / "index.yaml").write_text(index(roles))
    trust(project, project.parent / "home")
    call = ToolCall(tool="run_command", input={"command": "npm test > log.txt"})

    assert agent("runner", project).decide(call).effect is Effect.ALLOW


@pytest.mark.parametrize("tools", ["[]", "null"])
def test_an_empty_list_is_no_tool_and_none_is_no_list(tools: str, project: Path) -> None:
    """A role with an empty list has no tool; one whose list is null has all tools."""
    text = f"roles:\n  - {{id: idle, name: Idle, toolIds: {tools}}}\n"
    (project / ".proctor" / "roles" / "index.yaml").write_text(text)
    trust(project, project.parent / "home")
    read = agent("idle", project).decide(ToolCall(tool="Read", input={"file_path": "a"}))

    assert read.effect is (Effect.DENY if tools == "[]" else Effect.ALLOW)


def test_a_tool_that_does_not_exist_is_an_error(project: Path) -> None:
    """
    A list with a tool that nobody has does not load, and the error suggests another.

    choragen dropped it: docs/decisions/0011-no-answer-is-no.md.
    """
    text = index({"researcher": "read_file serch_files"})
    (project / ".proctor" / "roles" / "index.yaml").write_text(text)
    trust(project, project.parent / "home")
    with pytest.raises(RoleProblems) as refused:
        agent("researcher", project)
    [problem] = refused.value.problems

    assert problem.place.line == text.splitlines().index("      - serch_files") + 1
    assert problem.help == "did you mean `search_files`?"


def test_roles_that_nobody_trusted_give_nothing(project: Path, tmp_path: Path) -> None:
    """
    The same file in a fresh clone takes tools away and allows none.

    choragen believed the file: docs/decisions/0010-trust.md.
    """
    stranger = Proctor.for_role("implementer", cwd=project, home=tmp_path / "other-home")
    write = stranger.decide(ToolCall(tool="write_file", input={"path": "src/cart.py"}))
    fetch = stranger.decide(ToolCall(tool="WebFetch", input={"url": "https://example.com"}))

    assert stranger.role.untrusted
    assert (write.effect, fetch.effect) == (Effect.ASK, Effect.DENY)


@each_row(
    ("tool", "category"),
    [
        ("read_file", "filesystem"),
        ("write_file", "filesystem"),
        ("list_files", "filesystem"),
        ("search_files", "search"),
        ("chain:status", "chain"),
        ("chain:new", "chain"),
        ("task:start", "task"),
        ("task:complete", "task"),
        ("task:approve", "task"),
        ("spawn_impl_session", "session"),
        ("run_command", "command"),
    ],
)
def test_the_default_categories(tool: str, category: str) -> None:
    """The tools of the document stand in the categories of the document."""
    assert BUILT_IN.get(tool).category == category


@each_row(
    ("tool", "mutates"),
    [("read_file", False), ("list_files", False), ("search_files", False), ("write_file", True),
     ("run_command", True), ("chain:status", False), ("task:approve", True)],
)  # fmt: skip
def test_a_tool_says_whether_it_changes_something(tool: str, mutates: bool) -> None:
    """What the document marks as changing nothing is read-only in the catalogue."""
    assert BUILT_IN.get(tool).annotations.read_only is not mutates

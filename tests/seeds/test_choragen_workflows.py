"""The choragen document: stages name roles, and the role of the stage is what an agent has."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from proctor import Effect, Proctor, Toolbox, ToolCall
from proctor.audit.stores.sqlite import open_sqlite
from proctor.cli.main import run as command
from proctor.errors import NoStageRole, TemplateProblems
from proctor.owner.who import make_home
from proctor.roles.store import RoleStore
from proctor.roles.trust import trust
from proctor.roles.write import default_roles
from proctor.server.stage_tools import stages_of
from proctor.terms.catalogue import BUILT_IN
from proctor.workflows import moves
from proctor.workflows.check import check_templates
from proctor.workflows.kept_run import from_kept, to_kept
from proctor.workflows.run import Run
from proctor.workflows.templates import startable, templates
from tests.realistic_inputs import INPUTS
from tests.seeds.test_choragen import ROLES
from tests.tables import each_row

ID, AT = "WF-20260601-001", "2026-06-01T12:00:00.000Z"
TEMPLATE = """\
name: feature
stages:
  - name: look
    roleId: researcher
    initPrompt: |
      Look first.
      Then say what you saw.
    gate: {type: human_approval, prompt: Go on?}
  - {name: build, roleId: implementer, gate: auto}
  - {name: judge, roleId: reviewer, gate: auto}
"""
BY = {"by": "ada", "at": AT}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a project with the four roles and a template, which a person has trusted."""
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    for name, text in (
        ("roles/index.yaml", default_roles()),
        ("workflow-templates/feature.yaml", TEMPLATE.encode()),
    ):
        file = root / ".proctor" / name
        file.parent.mkdir(parents=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    trust(root, tmp_path / "home")
    return root


def home_of(project: Path) -> Path:
    """Return the home beside a project."""
    return project.parent / "home"


def change(project: Path, step: Callable[[Run | None], Run]) -> Run:
    """Keep what a step makes of the run that is there."""
    with closing(open_sqlite(home_of(project) / "proctor.db")) as store:
        before = store.run(ID)
        kept = store.put_run(to_kept(step(from_kept(before) if before else None)))
        assert kept is not None
        return from_kept(kept)


@pytest.fixture
def run(project: Path) -> Run:
    """Start a run of the project's template."""
    template = startable(project, home_of(project), "feature")
    return change(
        project,
        lambda _: moves.start(template, run_id=ID, project=str(project), **BY),
    )


def step(project: Path, move: Callable[..., Run], **given: str) -> None:
    """Move the run."""
    change(project, partial(move, **given, **BY))


def allowed(project: Path) -> set[str]:
    """Return every tool of the catalogue that an agent of the run may use now."""
    agent = Proctor.for_role(f"@{ID}", cwd=project, home=home_of(project))
    calls = {tool: ToolCall(tool=tool, input=fields) for tool, fields in INPUTS.items()}
    return {tool for tool, call in calls.items() if agent.decide(call).effect is Effect.ALLOW}


def tools_of(role: str) -> set[str]:
    """Return the tools that the document gives to a role."""
    return {BUILT_IN.canonical(tool) for tool in ROLES[role].split()} & set(INPUTS)


def test_templates_refer_to_roles_by_their_id(project: Path) -> None:
    """`roleId` of a stage is a role's id, and a block of text is a text, not a bar."""
    template = startable(project, home_of(project), "feature")

    assert template.roles == ("researcher", "implementer", "reviewer")
    assert template.stages[0].prompt == "Look first.\nThen say what you saw.\n"


def test_a_stage_s_role_is_enforced_at_run_time(project: Path, run: Run) -> None:
    """
    In each stage an agent may use exactly the tools of its role, whatever it remembers.

    In choragen the role of a stage was shown and never used:
    docs/decisions/0042-a-stage-is-a-role-that-counts.md.
    """
    assert run.current.role_id == "researcher"
    assert allowed(project) == tools_of("researcher")

    step(project, moves.wait, attempt="try-1")
    assert allowed(project) == tools_of("researcher")

    step(project, moves.advance, attempt="try-1")
    # It can edit a file that is there, too: docs/decisions/0068-default-roles-in-a-fresh-home.md.
    assert allowed(project) == tools_of("implementer") | {"Edit"}

    step(project, moves.advance)
    assert allowed(project) == tools_of("reviewer")


@pytest.mark.parametrize("end", [moves.cancel, partial(moves.fail, text="no")])
def test_a_run_that_has_ended_gives_nothing(
    project: Path, run: Run, end: Callable[..., Run]
) -> None:
    """Nobody goes on under it."""
    step(project, end)

    with pytest.raises(NoStageRole, match=run.id):
        allowed(project)


def test_a_change_of_the_file_changes_no_run(project: Path, run: Run) -> None:
    """A run has its template as it was; only a new run has the new one."""
    file = project / ".proctor" / "workflow-templates" / "feature.yaml"
    file.write_text(TEMPLATE.replace("researcher", "implementer"))
    trust(project, home_of(project))

    assert allowed(project) == tools_of("researcher")
    assert startable(project, home_of(project), "feature") != run.template


def test_a_template_that_cannot_be_read_is_not_replaced_by_another(project: Path) -> None:
    """In choragen the built-in one of that name was taken in silence."""
    file = project / ".proctor" / "workflow-templates" / "standard.yaml"
    file.write_text("name: standard\nstages: [{name: a, roleId: reviewer, onEnter: []}]\n")
    trust(project, home_of(project))

    with pytest.raises(TemplateProblems) as caught:
        startable(project, home_of(project), "standard")

    assert sorted(p.code for p in caught.value.problems) == ["missing-key", "unknown-key"]


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a project on a machine on which Proctor has never run."""
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PROCTOR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(root)
    return root


def test_built_in_templates_work_in_a_fresh_home(fresh: Path) -> None:
    """The first run makes the four default roles, which the built-in templates need."""
    home = home_of(fresh)
    before = [found.missing for found in templates(fresh, home)]
    make_home(home)

    assert all(before)
    assert [startable(fresh, home, name).id for name in ("hotfix", "standard")] == [
        "hotfix",
        "standard",
    ]
    assert [role.id for role in RoleStore(home).list()] == sorted(ROLES)
    assert check_templates(fresh, home, meant={"standard"}) == []
    assert (home / "roles/index.yaml").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "words",
    [
        ["init"], ["role", "init", "mine"], ["role", "show", "researcher"], ["role", "list"],
        ["workflow", "list"], ["workflow", "show", "standard"], ["tools:sync"],
        ["tools", "list", "--role", "controller"], ["check"],
    ],
)  # fmt: skip
def test_whichever_command_makes_the_home_the_roles_are_in_it(
    fresh: Path, words: list[str]
) -> None:
    """A person does not have to know which command is the first."""
    assert command(words) == 0
    assert set(ROLES) <= {role.id for role in RoleStore(home_of(fresh)).list()}


def test_a_first_toolbox_makes_the_default_roles(fresh: Path) -> None:
    """A program that begins with the library finds them, and what they list is offered."""
    offered = {tool.id for tool in Toolbox("researcher", workspace=fresh).tools()}

    assert {role.id for role in RoleStore(home_of(fresh)).list()} == set(ROLES)
    assert offered == set(ROLES["researcher"].split())


@pytest.mark.parametrize("words", [["role", "list"], ["check"], ["role", "--help"]])
def test_an_agent_and_help_make_no_home(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """An agent could name any folder as a home."""
    if "--help" not in words:
        monkeypatch.setenv("CLAUDECODE", "1")

    command(words)
    assert not home_of(fresh).exists()


def test_without_a_place_for_a_home_the_built_in_roles_are_left(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What needs no default role works, and the person is told."""
    monkeypatch.chdir(fresh)
    monkeypatch.setenv("PROCTOR_HOME", "/proc/none")

    assert command(["role", "show", "guarded"]) == 0
    assert "warning: the default roles are not there" in capsys.readouterr().err


def test_default_roles_are_those_of_the_document(fresh: Path) -> None:
    """Names and descriptions as it prints them; stages list tools in the order of the file."""
    home = home_of(fresh)
    make_home(home)
    template = startable(fresh, home, "standard")
    tools = {each["role"]: each["tools"] for each in stages_of(template, home, fresh)}

    assert {role.id: role.fields["description"] for role in RoleStore(home).list()} == {
        "researcher": "Read-only access for exploration and analysis",
        "implementer": "Full implementation capabilities",
        "reviewer": "Review and approval capabilities",
        "controller": "Orchestration and coordination",
    }
    assert tools["researcher"] == ROLES["researcher"].split()
    assert tools["controller"] == ROLES["controller"].split()
    assert [tool for tool in tools["implementer"] if tool != "str_replace"] == ROLES[
        "implementer"
    ].split()


def test_default_roles_are_written_once(fresh: Path) -> None:
    """Whoever deletes them does not get them back, and a home that was there gets none."""
    home = home_of(fresh)
    make_home(home)
    for name in ROLES:
        RoleStore(home).delete(name, by="ada")
    make_home(home)
    assert RoleStore(home).list() == ()

    shutil.rmtree(home / "roles")
    make_home(home)
    older = fresh.parent / "older"
    older.mkdir(mode=0o700)
    make_home(older)
    assert not (home / "roles").exists()
    assert not (older / "roles").exists()


@each_row(
    ("line", "effect"),
    [
        ("git diff main", Effect.ALLOW),
        ("cat src/cart.py | head", Effect.ALLOW),
        ("make test", Effect.DENY),
        ("git diff > patch.txt", Effect.DENY),
        ("git diff; rm -rf src", Effect.DENY),
        ("python3 -c 'print(1)'", Effect.DENY),
        ("cat ~/.ssh/id_rsa", Effect.DENY),
    ],
)
def test_one_reviewer_reads_and_approves(tmp_path: Path, line: str, effect: Effect) -> None:
    """
    Its commands are those that read; it changes nothing but the standing of tasks.

    See docs/decisions/0068-default-roles-in-a-fresh-home.md.
    """
    home = tmp_path / "home"
    make_home(home)
    reviewer = Proctor.for_role("reviewer", cwd=tmp_path, home=home)

    assert reviewer.decide(ToolCall(tool="Bash", input={"command": line})).effect is effect
    for tool, fields in (("Write", {"file_path": "a"}), ("Edit", {"file_path": "a"})):
        assert reviewer.decide(ToolCall(tool=tool, input=fields)).effect is Effect.DENY
    approve = ToolCall(tool="task:approve", input={"task": "T-001"})
    assert reviewer.decide(approve).effect is Effect.ALLOW

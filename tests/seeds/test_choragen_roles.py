"""The choragen document: roles as things of their own, made, changed, deleted, and referred to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor import Effect, Proctor, ToolCall
from proctor.cli.main import run
from proctor.documents import read_document
from proctor.errors import RoleProblems, UsageError
from proctor.roles.always import plan, write
from proctor.roles.find import RoleShelf
from proctor.roles.history import What
from proctor.roles.store import RoleStore
from proctor.roles.trust import trust

DOCUMENT = (Path(__file__).parent / "choragen-roles-index.yaml").read_text()
DATE = "2025-12-11T00:00:00Z"
DEFAULTS = ["controller", "implementer", "researcher", "reviewer"]
TEMPLATE = "name: ship\nstages:\n  - {name: look, roleId: researcher}\n"


def plain(text: str) -> Any:
    """Return what a file says."""
    root = read_document(text.encode(), "index.yaml").root
    return root.plain if root else None


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project as `proctor init` does on the first run."""
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PROCTOR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(root)
    assert run(["init"]) == 0
    return root


@pytest.fixture
def store(project: Path) -> RoleStore:
    """Return the roles of the project."""
    return RoleStore(project.parent / "home", project)


def decided(project: Path, role: str, tool: str, **fields: str) -> Effect:
    """Return what an agent of a role would be told."""
    proctor = Proctor.for_role(role, cwd=project, home=project.parent / "home")
    return proctor.decide(ToolCall(tool=tool, input=fields)).effect


def test_roles_are_stored_in_an_index(project: Path, store: RoleStore) -> None:
    """Roles are in roles/index.yaml, with id, name, description, tools and both dates."""
    made = store.create("Docs Writer", {"description": "Docs", "tools": ["read_file"]}, by="ada")
    text = (project / ".proctor/roles/index.yaml").read_text()
    assert made.role is not None
    date = made.role.fields["createdAt"]

    assert text.endswith(
        "  - id: docs-writer\n    name: Docs Writer\n    description: Docs\n"
        "    toolIds:\n      - read_file\n"
        f"    createdAt: {date}\n    updatedAt: {date}\n"
    )
    assert made.role_id == "docs-writer"


def test_writing_keeps_the_format_of_the_document(project: Path, store: RoleStore) -> None:
    """Whoever writes into the document's own file: `id`, `toolIds` and both dates stay its keys."""
    index = project / ".proctor/roles/index.yaml"
    index.write_text(DOCUMENT)
    trust(project, project.parent / "home")
    store.create("Docs Writer", {"description": "Docs", "tools": ["read_file"]}, by="ada")
    store.create("Scribe", by="ada", text="name: x\ntools: [read_file]  # for now\n")
    store.copy("reviewer", "Second Reviewer", by="ada")
    store.update("researcher", {"tools": ["read_file", "write_file"]}, by="ada")
    store.write("controller", store.get("controller").text + "model: opus\n", by="ada")
    store.delete("docs-writer", by="ada")
    store.restore("docs-writer", 1, by="ada")
    roles = plain(index.read_text())["roles"]

    keys = ["id", "name", "description", "toolIds", "createdAt", "updatedAt"]
    assert {role["id"]: list(role) for role in roles} == {
        "researcher": keys,
        "implementer": keys,
        "reviewer": keys,
        "controller": [*keys, "model"],
        "scribe": [key for key in keys if key != "description"],
        "second-reviewer": keys,
        "docs-writer": keys,
    }
    assert index.read_text().startswith(DOCUMENT[: DOCUMENT.index("      - list_files")])
    assert "    toolIds: [read_file]  # for now\n" in index.read_text()
    assert [role["updatedAt"] == DATE for role in roles[:4]] == [False, True, True, False]
    assert {role["createdAt"] for role in roles[:4]} == {DATE}


def test_an_index_that_goes_without_ids_goes_on_so(project: Path, store: RoleStore) -> None:
    """The format of a file is its own: `tools` and names alone stay, too."""
    index = project / ".proctor/roles/index.yaml"
    index.write_text("roles:\n  - name: Reader\n    tools: [read_file]\n")
    trust(project, project.parent / "home")
    store.create("Docs Writer", {"tools": ["read_file"]}, by="ada")

    assert list(plain(index.read_text())["roles"][1])[:2] == ["name", "tools"]


def test_always_dates_the_role_that_it_changes(project: Path) -> None:
    """A rule that an answer adds is a change like any other."""
    home, index = project.parent / "home", project / ".proctor/roles/index.yaml"
    text = DOCUMENT.replace("- run_command\n", "- run_command\n    permissions: {otherwise: ask}\n")
    index.write_text(text)
    trust(project, home)
    call = ToolCall(tool="run_command", input={"command": "make test"})
    decision = Proctor.for_role("implementer", cwd=project, home=home).decide(call)
    lasting = plan(decision, "implementer", home=home, root=project)
    assert lasting is not None
    write(lasting, by="ada", on="2026-06-01")
    roles = {role["id"]: role for role in plain(index.read_text())["roles"]}

    assert [rule["rule"] for rule in roles["implementer"]["permissions"]["allow"]]
    assert {name: role["updatedAt"] == DATE for name, role in roles.items()} == {
        "researcher": True,
        "implementer": False,
        "reviewer": True,
        "controller": True,
    }


def test_init_writes_the_dates(project: Path) -> None:
    """A role of `proctor init` says since when it is there."""
    roles = plain((project / ".proctor/roles/index.yaml").read_text())["roles"]

    assert all(role["createdAt"] == role["updatedAt"] > "2026" for role in roles)
    assert len(roles) == len(DEFAULTS)


def test_default_roles_are_made_on_the_first_run(store: RoleStore) -> None:
    """There are the four of the document."""
    assert [role.id for role in store.list()] == DEFAULTS


def test_a_role_is_created_read_updated_and_deleted(project: Path, store: RoleStore) -> None:
    """All four, and each of them counts for the next decision."""
    store.create("Docs", {"tools": ["read_file"]}, by="ada")
    found = [decided(project, "docs", "write_file", path="a.md")]
    store.update("docs", {"tools": ["read_file", "write_file"]}, by="ada")
    found.append(decided(project, "docs", "write_file", path="a.md"))
    tools = store.get("docs").tools
    store.delete("docs", by="ada")

    assert found == [Effect.DENY, Effect.ALLOW]
    assert tools == ("read_file", "write_file")
    assert [role.id for role in store.list()] == DEFAULTS


def test_the_last_role_stays_deleted(project: Path, store: RoleStore) -> None:
    """
    An empty list is empty, for whoever looks, and also after another `init`.

    choragen made the defaults anew: docs/decisions/0038-a-role-in-use-is-not-deleted.md.
    """
    for name in DEFAULTS:
        store.delete(name, by="ada")

    assert run(["init"]) == 0
    assert store.list() == ()
    assert RoleShelf(project.parent / "home", project).projects_own() == []


def test_a_role_that_a_template_names_is_not_deleted(project: Path, store: RoleStore) -> None:
    """
    The first open question: the deletion is refused, or the template moved in the same act.

    See docs/decisions/0038-a-role-in-use-is-not-deleted.md.
    """
    template = project / ".proctor/workflow-templates/ship.yaml"
    template.parent.mkdir()
    template.write_text(TEMPLATE)

    with pytest.raises(UsageError, match="the template `ship`"):
        store.delete("researcher", by="ada")
    store.delete("researcher", by="ada", replace_with="reviewer")
    assert template.read_text() == TEMPLATE.replace("researcher", "reviewer")


def test_a_tool_that_nobody_has_is_not_written(store: RoleStore) -> None:
    """
    The second open question: names of tools are checked when a role is written.

    choragen stored any: docs/decisions/0039-a-tool-that-is-gone-is-reported.md.
    """
    with pytest.raises(RoleProblems, match="unknown-tool"):
        store.update("researcher", {"tools": ["raed_file"]}, by="ada")
    assert "raed_file" not in store.get("researcher").text


def test_changes_of_roles_are_versions(store: RoleStore) -> None:
    """
    The third open question: who changed what and when is kept, and can be brought back.

    See docs/decisions/0040-every-change-of-a-role-is-kept.md.
    """
    store.update("researcher", {"description": "Reads"}, by="ada")
    store.delete("researcher", by="bob")
    store.restore("researcher", 2, by="cyd")
    versions = store.history.versions("researcher")

    assert [(version.what, version.by) for version in versions] == [
        (What.FOUND, ""),
        (What.UPDATED, "ada"),
        (What.DELETED, "bob"),
        (What.RESTORED, "cyd"),
    ]
    assert store.get("researcher").description == "Reads"


def test_a_role_extends_one_other(project: Path, store: RoleStore) -> None:
    """
    The fourth open question: a child has what its parent has, and never less denies.

    See docs/decisions/0041-one-parent-and-its-denies-stay.md.
    """
    rules = {"allow": ["Read", "Bash"], "deny": ["Bash(git push *)"]}
    store.create("Elder", {"permissions": rules}, by="ada")
    store.create("Child", {"extends": "elder", "permissions": {"allow": ["Bash"]}}, by="ada")

    assert decided(project, "child", "Bash", command="ls") is Effect.ALLOW
    assert decided(project, "child", "Bash", command="git push origin main") is Effect.DENY
    with pytest.raises(UsageError, match="the role `child`"):
        store.delete("elder", by="ada")


def test_a_renamed_role_is_still_the_same(project: Path, store: RoleStore) -> None:
    """What refers to a role refers to its id, which no name changes."""
    store.update("researcher", {"name": "Scout"}, by="ada")

    assert store.get("researcher").name == "Scout"
    assert decided(project, "researcher", "read_file", path="a.md") is Effect.ALLOW


def test_a_role_may_have_no_tools(project: Path, store: RoleStore) -> None:
    """An empty list is a list: the role can do nothing."""
    store.create("Idle", {"tools": []}, by="ada")

    assert decided(project, "idle", "read_file", path="a.md") is Effect.DENY


def test_what_a_stranger_wrote_is_not_trusted_with_a_change(
    project: Path, store: RoleStore
) -> None:
    """
    A change by a person counts; what came into the files beside it does not.

    choragen had no trust at all: docs/decisions/0010-trust.md.
    """
    trust(project, project.parent / "home")
    (project / ".proctor/roles/evil.yaml").write_text("permissions: {allow: [Bash]}\n")
    change = store.update("researcher", {"description": "Reads"}, by="ada")

    assert change.trusted is False
    assert decided(project, "evil", "Bash", command="make") is Effect.ASK


def test_the_list_is_data_for_a_page(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Name, description and tools of every role can be had as JSON, for whoever shows them."""
    capsys.readouterr()
    assert run(["role", "list", "--json"]) == 0
    rows = {row["id"]: row for row in json.loads(capsys.readouterr().out)}

    assert {name: rows[name]["name"] for name in DEFAULTS} == {
        name: name.title() for name in DEFAULTS
    }
    assert project.exists()

"""A role that somebody uses is not deleted; those who can be moved are, all or nobody."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from proctor.agents.processes import birth_of
from proctor.errors import NotFound, ProctorError, TooLate, UsageError
from proctor.roles.live_agents import LiveAgent, live_agents
from proctor.roles.store import RoleStore
from proctor.roles.trust import project_files
from proctor.roles.uses import RUN, Use
from tests.roles.conftest import House

TEMPLATE = """\
# How we ship.
name: ship
stages:
  - name: look
    roleId: reader   # only reads
    gate: {type: auto}
  - {name: write, roleId: "writer", gate: {type: human_approval, prompt: Well?}}
  - name: again
    roleId: reader
"""
BY = "ada"


@pytest.fixture
def store(house: House) -> RoleStore:
    """Return the store of a trusted project whose template names two of its three roles."""
    for name in ("reader", "writer", "spare"):
        house.in_project(f"roles/{name}.yaml", f"name: {name}\ntools: [read_file]\n")
    house.in_project("workflow-templates/ship.yaml", TEMPLATE)
    house.trust()
    return RoleStore(house.home, house.root)


def everything(house: House) -> dict[str, bytes]:
    """Return all files of the project."""
    return project_files(house.root, house.home).now.files


def session(house: House, name: str, role: str, project: Path, **more: object) -> Path:
    """Write what an agent's session has written: it runs, as this very process."""
    folder = house.home / "sessions" / name
    folder.mkdir(parents=True)
    said = {"name": name, "role": role, "project": str(project), "number": 2, "began": 0.0}
    own = os.getpid()
    running = {"number": 2, "supervisor": own, "birth": birth_of(own), "pid": 1, **more}
    (folder / "agent.json").write_text(json.dumps(said))
    (folder / "running.json").write_text(json.dumps(running))
    return folder


def refused(store: RoleStore, role: str, to: str | None = None) -> str:
    """Return the words with which a deletion is refused."""
    with pytest.raises(UsageError) as error:
        store.delete(role, by=BY, replace_with=to)
    return error.value.message


def test_a_template_keeps_its_role(store: RoleStore, house: House) -> None:
    """The deletion is refused, the template named, and nothing touched."""
    before = everything(house)

    assert refused(store, "reader") == (
        "the role `reader` is in use: the template `ship` (.proctor/workflow-templates/ship.yaml)"
    )
    assert everything(house) == before
    assert store.history.roles() == []


def test_a_child_keeps_its_parent(store: RoleStore, house: House) -> None:
    """A role that others extend is not deleted either."""
    house.in_project("roles/child.yaml", "extends: spare\n")

    assert "the role `child` (.proctor/roles/child.yaml)" in refused(store, "spare")


def test_a_role_that_nobody_uses_goes(store: RoleStore, house: House) -> None:
    """Its file is gone, and the project stays trusted."""
    change = store.delete("spare", by=BY)

    assert not change.path.exists()
    assert change.trusted is True
    assert not project_files(house.root, house.home).changed


def test_all_are_moved(store: RoleStore, house: House) -> None:
    """Templates and children get the other role; comments and everything else stay."""
    house.in_project("roles/child.yaml", "# mine\nname: child\nextends: reader   # for now\n")
    house.trust()
    change = store.delete("reader", by=BY, replace_with="spare")
    files = everything(house)

    assert files["workflow-templates/ship.yaml"].decode() == TEMPLATE.replace("reader", "spare")
    assert b"extends: spare   # for now\n" in files["roles/child.yaml"]
    assert "roles/reader.yaml" not in files
    assert [(use.kind, use.name) for use in change.moved] == [
        ("role", "child"),
        ("template", "ship"),
    ]
    assert house.load("child").extends == "spare"
    assert [(v.what.value, v.note) for v in store.history.versions("reader")][-1] == (
        "deleted",
        "replaced by spare",
    )
    assert store.history.versions("child")[-1].what.value == "replaced"


def test_a_quoted_name_is_moved_too(store: RoleStore, house: House) -> None:
    """In a map on one line, in quotes: it is the same name."""
    store.delete("writer", by=BY, replace_with="spare")

    assert (
        b"{name: write, roleId: spare, gate:" in everything(house)["workflow-templates/ship.yaml"]
    )


def test_roles_of_an_index_are_moved(house: House) -> None:
    """Children in the same file as their parent are moved with it gone."""
    text = "roles:\n  - id: a\n  - id: b\n    extends: a\n  - id: c\n    extends: a\n"
    house.in_project("roles/index.yaml", text)
    RoleStore(house.home, house.root).delete("a", by=BY, replace_with="coder")

    assert (house.root / ".proctor/roles/index.yaml").read_text() == (
        "roles:\n  - id: b\n    extends: coder\n  - id: c\n    extends: coder\n"
    )


@pytest.mark.parametrize(
    ("to", "error"), [("nobody", NotFound), ("reader", UsageError), ("child", UsageError)]
)
def test_it_is_all_or_nothing(
    store: RoleStore, house: House, to: str, error: type[ProctorError]
) -> None:
    """A role that is not there, the same one, or its own child cannot take the place."""
    house.in_project("roles/child.yaml", "name: child\nextends: reader\n")
    before = everything(house)

    with pytest.raises(error):
        store.delete("reader", by=BY, replace_with=to)
    assert everything(house) == before


def test_a_template_that_cannot_be_read_may_name_it(store: RoleStore, house: House) -> None:
    """What mentions the role and is broken counts as using it, and is not moved."""
    house.in_project("workflow-templates/broken.yaml", "stages: [{roleId: spare\n")

    assert "the template `broken`" in refused(store, "spare")
    assert "broken.yaml cannot be read" in refused(store, "spare", "writer")


def test_an_agent_that_runs_keeps_its_role(store: RoleStore, house: House) -> None:
    """Also as the one that it is under; and it cannot be moved."""
    session(house, "shop-1", "coder under spare", house.root)

    assert refused(store, "spare") == (
        f"the role `spare` is in use: the agent `shop-1` ({house.root})"
    )
    assert "cannot be moved" in refused(store, "spare", "writer")


@pytest.mark.parametrize("over", ["ended", "other-birth", "no-process", "earlier", "elsewhere"])
def test_an_agent_that_is_over_or_elsewhere_does_not_count(
    store: RoleStore, house: House, tmp_path: Path, over: str
) -> None:
    """What has ended, was lost, or works in another project keeps nothing."""
    project = tmp_path / "other" if over == "elsewhere" else house.root
    more: dict[str, dict[str, object]] = {
        "other-birth": {"birth": "1"},
        "no-process": {"supervisor": 2**22 + 1},
        "earlier": {"number": 1},
    }
    folder = session(house, "shop-1", "spare", project, **more.get(over, {}))
    if over == "ended":
        (folder / "ended.json").write_text(json.dumps({"number": 2, "at": "now"}))

    assert store.delete("spare", by=BY).number > 0


def test_an_agent_that_is_starting_counts(house: House) -> None:
    """Its supervisor has not said anything yet."""
    folder = house.home / "sessions" / "new-1"
    folder.mkdir(parents=True)
    said = {"name": "new-1", "role": "x", "project": "/srv/app", "number": 1, "began": time.time()}
    (folder / "agent.json").write_text(json.dumps(said))
    (house.home / "sessions" / "junk").write_text("")

    assert list(live_agents(house.home)) == [LiveAgent("new-1", "x", "/srv/app")]


def test_a_hook_that_was_installed_with_a_role_keeps_it(house: House) -> None:
    """An agent program of the user's whose hook names the role would be left without one."""
    store = RoleStore(house.home)
    store.create("Mine", by=BY)
    (house.home / "installed").mkdir()
    kept = {"role": "mine", "file": "/home/ada/.claude/settings.json"}
    (house.home / "installed" / "user.json").write_text(json.dumps(kept))

    assert "the hook `Claude Code` (/home/ada/.claude/settings.json)" in refused(store, "mine")


def test_a_role_of_the_home_is_kept_for_trusted_projects(house: House) -> None:
    """A project that was trusted with a child, or a template, of it is named, and not moved."""
    store = RoleStore(house.home)
    store.create("Mine", by=BY)
    house.in_project("roles/child.yaml", "extends: mine\n")
    house.in_project("workflow-templates/w.yaml", "stages:\n  - roleId: mine\n")
    house.trust()
    words = refused(store, "mine")

    assert "the role `child`" in words
    assert "the template `w`" in words
    assert "cannot be moved" in refused(store, "mine", "coder")


def test_templates_of_the_home_are_moved_with_its_roles(house: House) -> None:
    """The home has templates too; they are the same place as its roles."""
    store = RoleStore(house.home)
    store.create("Mine", by=BY)
    template = house.at_home("workflow-templates/w.yaml", "stages:\n  - roleId: mine\n")

    assert "the template `w`" in refused(store, "mine")
    store.delete("mine", by=BY, replace_with="coder")
    assert template.read_text() == "stages:\n  - roleId: coder\n"


def test_a_template_of_the_home_keeps_a_projects_role_only_if_there_is_no_other(
    store: RoleStore, house: House
) -> None:
    """Where the home has a role of that name itself, the template does not need the project's."""
    house.at_home("workflow-templates/w.yaml", "stages:\n  - roleId: spare\n")

    assert "the template `w`" in refused(store, "spare")
    house.at_home("roles/spare.yaml", "name: spare\n")
    assert store.delete("spare", by=BY).number > 0


def test_a_namesake_further_out_may_be_extended(house: House) -> None:
    """A project's role that extends its own namesake is not its own child."""
    house.in_project("roles/coder.yaml", "extends: coder\n")

    assert RoleStore(house.home, house.root).delete("coder", by=BY).role_id == "coder"


def test_who_else_uses_it_is_heard(store: RoleStore) -> None:
    """Those of whom the files of roles do not tell keep a role as well, and are not moved."""
    runs = [Use(RUN, "WF-20261116-001", "/srv/app")]
    for to in (None, "writer"):
        with pytest.raises(UsageError, match="the run `WF-20261116-001`"):
            store.delete("spare", by=BY, replace_with=to, also=runs)


def test_only_what_was_seen_is_deleted(store: RoleStore, house: House) -> None:
    """Somebody has changed it meanwhile: nothing is done, and it is said why."""
    seen = store.get("spare").revision
    house.in_project("roles/spare.yaml", "name: spare\ntools: [Bash]\n")

    with pytest.raises(TooLate, match="has changed since it was read"):
        store.delete("spare", by=BY, expected=seen)
    assert store.get("spare").tools == ("Bash",)

    store.delete("spare", by=BY, expected=store.get("spare").revision)
    assert "spare" not in {role.id for role in store.list()}

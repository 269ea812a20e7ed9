"""A run under way keeps the roles that it still needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.keepers import open_keepers
from proctor.roles.trust import FOLDER
from proctor.roles.uses import RUN, Use
from proctor.workflows.keeping import begin, change
from proctor.workflows.moves import advance, cancel
from proctor.workflows.run import Run
from proctor.workflows.runs_of_role import runs_with
from proctor.workflows.template import Gate, GateKind, Stage, Template

AT = "2026-11-16T10:00:00Z"
TEMPLATE = Template(
    id="ship",
    name="Ship",
    stages=(
        Stage(name="look", role_id="scout", gate=Gate(GateKind.AUTO)),
        Stage(name="write", role_id="scribe", gate=Gate(GateKind.AUTO)),
    ),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a project with a role of its own."""
    roles = tmp_path / "shop" / FOLDER / "roles"
    roles.mkdir(parents=True)
    (roles / "scout.yaml").write_text("name: scout\n")
    return tmp_path / "shop"


def kept(home: Path, project: Path, *, moved: str = "") -> Run:
    """Keep a run of the project, in its first stage or moved from there."""
    keepers = open_keepers(home)
    try:
        run = begin(keepers.store, TEMPLATE, project=str(project), by="ada", at=AT)
        if moved == "advanced":
            run = change(keepers.store, run.id, lambda now: advance(now, by="ada", at=AT))
        elif moved == "cancelled":
            run = change(keepers.store, run.id, lambda now: cancel(now, by="ada", at=AT))
    finally:
        keepers.close()
    return run


def test_nothing_kept_needs_nothing(tmp_path: Path, project: Path) -> None:
    """A home without a record has no runs, and none is made by looking."""
    assert runs_with("scout", tmp_path / "home", project) == []
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("moved", "needed"),
    [("", ["scout", "scribe"]), ("advanced", ["scribe"]), ("cancelled", [])],
)
def test_a_run_needs_its_stage_and_those_behind_it(
    tmp_path: Path, project: Path, moved: str, needed: list[str]
) -> None:
    """Stages that are over, and runs that are, need nothing any more."""
    run = kept(tmp_path / "home", project, moved=moved)
    found = {name: runs_with(name, tmp_path / "home", project) for name in ("scout", "scribe")}

    use = Use(RUN, run.id, str(project))
    assert found == {name: [use] if name in needed else [] for name in found}


def test_a_run_of_another_project_needs_another_role(tmp_path: Path, project: Path) -> None:
    """A project's role is its own; the home's is that of every project without one."""
    run = kept(tmp_path / "home", project)
    home, other = tmp_path / "home", tmp_path / "other"
    other.mkdir()

    assert runs_with("scout", home, other) == []
    assert runs_with("scout", home, None) == []
    assert runs_with("scribe", home, None) == [Use(RUN, run.id, str(project))]

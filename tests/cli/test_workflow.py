"""`proctor workflow`: templates are shown and checked, runs started, advanced and cancelled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proctor.cli.run_names import complete_run, complete_template
from tests.cli.conftest import Proctor
from tests.server.workflow_rig import write_template


@pytest.fixture
def served(
    workflow_home: Path, proctor: Proctor, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Proctor]:
    """Give the command beside the server; runs and templates of a test end with it."""
    monkeypatch.setenv("PROCTOR_HOME", str(workflow_home))
    templates = set((workflow_home / "workflow-templates").iterdir())
    yield proctor
    for run in said(proctor, "status"):
        said(proctor, "cancel", run["id"])
    for path in set((workflow_home / "workflow-templates").iterdir()) - templates:
        path.unlink()


def said(proctor: Proctor, *words: str, status: int = 0) -> Any:
    """Run a command, and return the JSON that it prints."""
    result = proctor("workflow", *words, "--json")
    assert result.status == status, result.err + result.out
    return json.loads(result.out)


def test_templates_are_listed(served: Proctor) -> None:
    """Those of the home and the built-in ones, with their stages."""
    found = {each["id"]: each for each in said(served, "list")}
    shown = served("workflow", "list").out

    assert {"asked", "checked", "easy", "hotfix", "standard"} == set(found)
    assert (found["easy"]["origin"], found["hotfix"]["origin"]) == ("home", "built-in")
    assert "plan > build" in shown
    assert complete_template("ea") == ["easy"]


def test_each_stage_is_shown_with_its_role_and_tools(served: Proctor) -> None:
    """The tools are those that the role could let pass, so a reader has no Write."""
    stages = said(served, "show", "easy")["stages"]
    shown = served("workflow", "show", "easy").out

    assert [stage["role"] for stage in stages] == ["reader", "writer"]
    assert ("read_file" in stages[0]["tools"], "write_file" in stages[0]["tools"]) == (True, False)
    assert "write_file" in stages[1]["tools"]
    assert "1. plan (design)\n   Role:   reader\n   Tools:  " in shown
    assert "   Gate:   auto\n" in shown


def test_a_role_that_is_not_there_is_named(served: Proctor, workflow_home: Path) -> None:
    """`check` says where, `show` says it is an error, and no run starts."""
    write_template(workflow_home, "lost", first="raeder")
    checked = served("workflow", "check", "lost")
    started = served("workflow", "start", "lost")

    shown = served("workflow", "show", "lost")

    assert (checked.status, "unknown-role" in checked.out) == (1, True)
    assert (started.status, "raeder" in started.err) == (1, True)
    assert (shown.status, "there is no role `raeder`" in shown.err) == (1, True)
    assert "needs roles that are not here: raeder" in served("workflow", "list").out
    assert served("workflow", "check", "easy").status == 0


def test_a_run_goes_from_stage_to_stage(served: Proctor) -> None:
    """Started, advanced twice: it is complete, and only --all lists it."""
    run = said(served, "start", "easy", "--title", "The import")
    name = run["id"]
    listed = [each["id"] for each in said(served, "status")]
    completed = complete_run("WF-")
    second = said(served, "advance", name)
    shown = served("workflow", "status", name).out
    last = said(served, "advance", name)

    assert (run["stage"], run["role"], run["title"]) == ("plan", "reader", "The import")
    assert (listed, completed) == ([name], [(name, "easy, active")])
    assert (second["stage"], second["role"]) == ("build", "writer")
    assert "  > build  role writer" in shown
    assert (last["status"], last["role"]) == ("completed", None)
    assert said(served, "status") == []
    assert name in [each["id"] for each in said(served, "status", "--all")]


def test_a_human_gate_says_where_to_answer(served: Proctor) -> None:
    """`advance` ends with 10; the answer is given like any other, and opens the gate."""
    name = said(served, "start", "asked")["id"]
    result = served("workflow", "advance", name)
    [asked] = json.loads(served("approvals", "--json").out)
    approved = served("approve", str(asked["id"]))

    assert (result.status, f"`proctor approve {asked['id']}`" in result.err) == (10, True)
    assert approved.status == 0, approved.err
    assert said(served, "advance", name, "--stage", "build")["status"] == "completed"


def test_commands_that_fail_hold_the_stage(served: Proctor, workflow_home: Path) -> None:
    """`advance` waits for them, ends with 1, and the run says what went wrong."""
    write_template(
        workflow_home, "failing", gate="verification", first="writer", more=", commands: ['false']"
    )
    name = said(served, "start", "failing")["id"]
    result = served("workflow", "advance", name)

    assert (result.status, "exit status 1" in result.out) == (1, True)
    assert said(served, "status", name)["stage"] == "plan"


def test_a_cancelled_run_is_over(served: Proctor) -> None:
    """It is not advanced, and an unknown one is not found."""
    name = said(served, "start", "easy")["id"]
    cancelled = said(served, "cancel", name, "--why", "no need")
    again = served("workflow", "advance", name)
    unknown = served("workflow", "status", "WF-20200101-001")

    assert (cancelled["status"], cancelled["history"][-1]["text"]) == ("cancelled", "no need")
    assert (again.status, "is cancelled" in again.err) == (2, True)
    assert (unknown.status, "there is no workflow run" in unknown.err) == (2, True)


def test_a_template_that_nobody_trusted_starts_nothing(served: Proctor, project: Path) -> None:
    """It came with the repository: it is shown, keeps its name, and no run of it starts."""
    folder = project / ".proctor" / "workflow-templates"
    folder.mkdir(parents=True)
    (folder / "easy.yaml").write_text("stages: [{name: a, roleId: writer, gate: auto}]\n")
    started = served("workflow", "start", "easy")

    assert (started.status, "not trusted" in started.err) == (2, True)
    assert "not trusted" in served("workflow", "list").out


def test_the_roles_of_a_built_in_template_are_said_to_come_from_init(served: Proctor) -> None:
    """`start`, `check`, `show` and `list` agree that it does not start, and why."""
    started = served("workflow", "start", "standard")
    checked = served("workflow", "check", "standard")
    shown = served("workflow", "show", "standard")

    assert [each.status for each in (started, checked, shown)] == [1, 1, 1]
    for said in (started.err, checked.out, shown.err):
        assert "there is no role `researcher`" in said
        assert "`proctor init` writes this role" in said
    assert "needs roles that are not here: researcher, controller" in served("workflow", "list").out

    assert served("init").status == 0
    assert served("workflow", "check", "standard").status == 0
    assert said_of_start(served, "standard") == "request"


def said_of_start(proctor: Proctor, template: str) -> str:
    """Start a run, and return its stage."""
    return str(said(proctor, "start", template)["stage"])


def test_a_file_that_has_changed_since_it_was_trusted_is_told_of(
    served: Proctor, project: Path
) -> None:
    """What was trusted is what starts; `start` and `list` say so."""
    folder = project / ".proctor" / "workflow-templates"
    folder.mkdir(parents=True)
    text = "stages: [{name: STAGE, roleId: writer, gate: auto}]\n"
    (folder / "own.yaml").write_text(text.replace("STAGE", "old"))
    assert served("trust", "--yes").status == 0
    quiet = served("workflow", "start", "own")
    (folder / "own.yaml").write_text(text.replace("STAGE", "new"))
    told = served("workflow", "start", "own")

    assert (told.status, "> old" in told.out) == (0, True)
    assert "changed since it was trusted" in told.err
    assert "changed since it was trusted" not in quiet.err
    assert "changed since it was trusted" in served("workflow", "list").out


def test_a_prompt_is_shown_whole(served: Proctor) -> None:
    """It is what the agent will be told, with its lines."""
    assert "   Prompt: Build it.\n           All of it.\n" in served("workflow", "show", "easy").out


def test_an_ended_run_is_in_no_stage(served: Proctor) -> None:
    """Where it was is said, and no stage is marked as the one of now."""
    name = said(served, "start", "easy")["id"]
    served("workflow", "cancel", name)
    shown = served("workflow", "status", name).out

    assert "  cancelled  easy (was in plan)" in shown
    assert "  > " not in shown

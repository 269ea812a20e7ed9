"""Agents of a workflow run: started under it, with nothing that holds in one stage only."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.agents.launching import relaunch
from proctor.agents.session_files import read_session
from proctor.errors import NoStageRole
from proctor.server.posts import Posts
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from tests.agents.claude_double import Double
from tests.agents.stage_runs import advance_run, at_server, start_run
from tests.agents.test_launching import settings_of

READER = "tools: [Read]\ninstructions: Look.\nmodel: haiku\npermission_mode: plan\n"
WRITER = (
    "tools: [Read, Bash]\ninstructions: Make.\n"
    "permissions: {allow: [Read, 'Bash(make *)'], deny: [WebFetch, 'Bash(rm *)']}\n"
)
TEMPLATE = """\
stages:
  - {name: look, roleId: reader, prompt: "--bare look at it", gate: auto}
  - {name: make, roleId: writer, prompt: Make it., gate: auto}
"""


@pytest.fixture
def house(doubled: Double) -> Double:
    """Give a home with two roles and a template."""
    doubled.role("reader", READER)
    doubled.role("writer", WRITER)
    folder = doubled.home / "workflow-templates"
    folder.mkdir()
    (folder / "easy.yaml").write_text(TEMPLATE)
    return doubled


def test_an_agent_of_a_run_has_the_runs_role(house: Double) -> None:
    """It is told the stage's instructions, model and prompt, which is no option of its program."""
    run = start_run(house.home, house.shop)
    session = house.run(workflow=run)
    words = house.started("reader")["words"]

    assert (session.name, session.role) == ("reader", f"@{run}")
    assert words[-1] == f"From workflow {run}: --bare look at it"
    assert words[-3:-1] == ["--append-system-prompt", "Look."]
    assert "haiku" in words


def test_it_is_told_no_mode_that_one_stage_has_alone(house: Double) -> None:
    """Told `plan` by the first stage, it would plan for ever; a person may say so."""
    run = start_run(house.home, house.shop)
    usual = house.run(workflow=run)
    said = house.run(workflow=run, name="planner", set={"permission_mode": "plan"})

    assert (usual.mode, said.mode) == ("default", "plan")


def test_its_settings_hold_in_every_stage(house: Double) -> None:
    """No allow; a deny only where all stages share it, so of a tool that none of them has."""
    run = start_run(house.home, house.shop)
    house.run(workflow=run)
    permissions = settings_of(house, "reader")["permissions"]

    assert permissions["allow"] == []
    assert ("Write" in permissions["deny"], "WebFetch" in permissions["deny"]) == (True, True)
    assert not {"Bash", "Read", "Bash(rm *)"} & set(permissions["deny"])


def test_denies_of_its_own_role_stay(house: Double) -> None:
    """Under a role and a run, what the role denies holds in every stage."""
    house.role("coder", "permissions: {otherwise: allow, deny: ['Bash(git push *)']}\n")
    run = start_run(house.home, house.shop)
    session = house.run("coder", workflow=run)
    permissions = settings_of(house, "coder")["permissions"]

    assert (session.name, session.role) == ("coder", f"coder under @{run}")
    assert "Bash(git push *)" in permissions["deny"]
    assert "Bash" not in permissions["deny"]


def test_a_reviewer_of_one_stage_is_in_no_file(house: Double) -> None:
    """In another stage it would answer by what the first one's says."""
    house.role("reader", READER + "permissions: {agent: {instructions: Be kind.}}\n")
    run = start_run(house.home, house.shop)
    house.run(workflow=run)

    assert not (house.home / "sessions" / "reader" / "permission-reviewer.md").exists()


def test_started_again_it_is_what_the_stage_of_now_says(house: Double) -> None:
    """Its instructions and its prompt are those of the stage that the run is in by then."""
    run = start_run(house.home, house.shop)
    house.run(workflow=run, name="worker")
    house.started("worker")
    advance_run(house.home, run)
    relaunch(house.home, "worker", resume=False, wanted=house.wanted())
    words = house.started("worker")["words"]

    assert words[-1] == f"From workflow {run}: Make it."
    assert words[-3:-1] == ["--append-system-prompt", "Make."]


def test_a_run_that_is_over_starts_no_agent(house: Double, tmp_path: Path) -> None:
    """Nor does one that nobody knows, nor one of another project."""
    over, live = start_run(house.home, house.shop), start_run(house.home, house.shop)
    at_server(house.home, "run-cancel", run=over)
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)

    with pytest.raises(NoStageRole, match="is cancelled"):
        house.run(workflow=over)
    with pytest.raises(NoStageRole, match="there is no workflow run"):
        house.run(workflow="WF-20200101-001")
    with pytest.raises(NoStageRole, match="belongs to"):
        house.run(workflow=live, cwd=str(other))


def test_what_it_starts_is_under_the_run_too(house: Double) -> None:
    """A child with a free role may no more than the stage of now, whichever that is."""
    house.role("free", "permissions: {otherwise: allow}\n")
    run = start_run(house.home, house.shop)
    order = house.orders("run --role free --name child --detach -- 'Write.'")
    house.run(workflow=run, name="parent", extra=(order,))
    done = house.done("parent")
    chain = read_session(house.home, "child").role
    call = ToolCall(tool="Bash", input={"command": "make all"})
    before = Posts(house.home).get(chain, str(house.shop)).pipeline.decide(call)
    advance_run(house.home, run)
    after = Posts(house.home).get(chain, str(house.shop)).pipeline.decide(call)

    assert done["status"] == 0, done["err"]
    assert chain == f"free under @{run}"
    assert (before.effect, after.effect) == (Effect.DENY, Effect.ALLOW)


def test_an_agent_that_joins_a_run_gets_no_more_by_it(house: Double) -> None:
    """It is under its parent's role as well, and the prompt is the stage's own."""
    house.role("coder", "permissions: {allow: [Read], otherwise: deny}\n")
    run = start_run(house.home, house.shop)
    advance_run(house.home, run)
    order = house.orders(f"run --workflow {run} --name child --detach")
    house.run("coder", extra=(order,))
    done = house.done("coder")
    started = house.started("child")

    assert done["status"] == 0, done["err"]
    assert read_session(house.home, "child").role == f"@{run} under coder"
    assert started["words"][-1] == f"From workflow {run}: Make it."


def test_an_agent_moves_no_run_by_a_command(house: Double) -> None:
    """Whatever its role lets it run, these are for people."""
    house.role("free", "permissions: {otherwise: allow}\n")
    run = start_run(house.home, house.shop)
    verbs = ("start easy", "status", f"advance {run}", f"cancel {run}")
    found = house.tried("free", *(f"workflow {verb}" for verb in verbs))

    for line, ended in found.items():
        assert (line, 2, True) == (line, ended["status"], "is for people" in ended["said"]), ended
    assert len(found) == len(verbs)
    assert at_server(house.home, "run-advance", run=run)["stage"] == "make"

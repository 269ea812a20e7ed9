"""A stage change under a running Claude Code: what it may do is another at the next call."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from proctor.agents.session_files import read_session
from proctor.proving.scripted_model import bash, say
from tests.agents.terminals import until
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.starting import Starter, proven, starter

READER = "tools: [Read]\ninstructions: Look, and touch nothing.\n"
WRITER = "tools: [Read, Bash]\npermissions: {otherwise: allow, deny: [Bash(rm *)]}\n"
TEMPLATE = """\
displayName: Two steps
stages:
  - {name: look, roleId: reader, prompt: "please [[work]]", gate: {type: auto}}
  - {name: make, roleId: writer, prompt: Make it now., gate: {type: auto}}
"""


@pytest.fixture
def person(place: Place, model: Model) -> Iterator[Starter]:
    """Give somebody at a shell with a workflow, whose program was proven before."""
    proven(place)
    place.write_role("reader", READER)
    place.write_role("writer", WRITER)
    folder = place.home / "workflow-templates"
    folder.mkdir()
    (folder / "steps.yaml").write_text(TEMPLATE)
    with starter(place, model) as made:
        yield made


def started(person: Starter) -> str:
    """Start a run, and return its id."""
    done = person.types("workflow", "start", "steps", "--json")
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout)["id"])


@pytest.mark.full
def test_a_running_agent_may_after_advance_what_it_could_not_before(
    person: Starter, place: Place, model: Model
) -> None:
    """
    It is refused in stage one, told of stage two, allowed there, and refused at the end.

    Without a server the hook decides nothing of a stage: it starts one, which knows the stage.
    """
    model.learn(
        "work",
        bash(mark()),
        say("first answer"),
        bash(mark()),
        say("second answer"),
        bash(mark()),
        say("third answer"),
        bash(mark()),
        say("fourth answer"),
    )
    run = started(person)
    agent = person.run("--workflow", run)
    person.shows("reader", "first answer")
    assert place.ran() == 0

    assert person.types("down").returncode == 0
    person.say("reader", "go on")
    person.shows("reader", "second answer")
    assert place.ran() == 0
    until(lambda: [decision for _, decision in place.decisions()] == ["deny", "deny"])

    assert person.types("workflow", "advance", run).returncode == 0
    person.shows("reader", "third answer")
    told = str(model.conversation("work")[-1]["messages"])
    assert place.ran() == 1

    assert person.types("workflow", "advance", run).returncode == 0
    person.shows("reader", "fourth answer")
    until(lambda: len(place.decisions()) == 4)

    assert place.ran() == 1
    assert (agent["name"], read_session(place.home, "reader").role) == ("reader", f"@{run}")
    assert [decision for _, decision in place.decisions()] == ["deny", "deny", "allow", "deny"]
    assert [each["role"] for each in place.records()] == ["reader", "reader", "writer", f"@{run}"]
    assert f"From workflow {run}: the workflow {run} is now in the stage `make`" in told
    assert "Make it now." in told
    # Of what no stage has, the model never hears; of what one has, it does from the beginning.
    offered = model.offered("work")
    assert ("Bash" in offered, "Read" in offered, "Write" in offered) == (True, True, False)

"""Agents of a run are told when it moves on, once each, and nobody else is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.server.stage_messages import text_of
from proctor.workflows.moves import advance, cancel, start
from proctor.workflows.run import Run
from proctor.workflows.template import Gate, GateKind, Stage, Template
from tests.agents.session_homes import begun, lives, over
from tests.server.asking_rig import until
from tests.server.offices import run
from tests.server.workflow_rig import Desk, desk

AT = "2026-11-16T10:00:00.000Z"
STEPS = Template(
    id="steps",
    name="Steps",
    stages=(
        Stage("plan", "reader", Gate(GateKind.AUTO)),
        Stage("build", "writer", Gate(GateKind.AUTO), prompt="Build it.\nAll of it."),
    ),
)


def waiting(here: Desk, name: str) -> list[str]:
    """Return the texts that wait for an agent."""
    queue = here.office.postman.queue(name)
    first = queue.first()
    return [first.text] if first is not None else []


def test_live_agents_of_the_run_are_told(home: Path, shop: Path) -> None:
    """The stage, the role and the prompt; not those of other runs, nor those that are over."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name, other = await here.start(), await here.start()
            for agent, role in (
                ("mine", f"@{name}"), ("child", f"coder under @{name}"),
                ("theirs", f"@{other}"), ("plain", "coder"),
            ):  # fmt: skip
                lives(home, begun(home, agent, role=role, cwd=str(shop), project=str(shop)))
            over(home, begun(home, "gone", role=f"@{name}"))
            await here.advance(name)
            await until(lambda: waiting(here, "mine") and waiting(here, "child"))
            await until(lambda: not here.office.workflows.messages.tasks)

            text = f"From workflow {name}: the workflow {name} is now in the stage `build`."
            assert [told.startswith(text) for told in waiting(here, "child")] == [True]
            assert "Build it." in waiting(here, "mine")[0]
            assert [waiting(here, agent) for agent in ("theirs", "plain", "gone")] == [[], [], []]

    run(work())


@pytest.mark.parametrize(
    ("moved", "words"),
    [
        (
            advance,
            (
                "the workflow WF-20261116-001 is now in the stage `build`. From now on you have "
                "the role `writer`: what you may do is what that role may do."
                "\n\nBuild it.\nAll of it."
            ),
        ),
        (
            cancel,
            (
                "the workflow WF-20261116-001 is cancelled. It gives you no role any more, so no "
                "tool call is allowed."
            ),
        ),
    ],
    ids=["advanced", "cancelled"],
)
def test_what_they_are_told(moved: Callable[..., Run], words: str) -> None:
    """The whole text, for the next stage and for the end."""
    begins = start(STEPS, run_id="WF-20261116-001", project="/srv/app", by="ada", at=AT)

    assert text_of(moved(begins, by="ada", at=AT)) == words

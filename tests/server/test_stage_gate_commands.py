"""Commands of verification gates: as whom they run, when they do not, and what ends them."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.server.stage_gates import INTERRUPTED
from tests.agents.session_homes import begun
from tests.server.asking_rig import until, write_role
from tests.server.offices import opened, records, run
from tests.server.workflow_rig import Desk, desk, furnish, write_template


def test_verification_runs_its_commands_as_the_role(home: Path, shop: Path) -> None:
    """Each is a call of the run under the stage's role, on record; all well: the gate opens."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("checked")
            passed = await here.advance(name, wait=30)

            assert (passed["status"], passed["stage"]) == ("active", "build")
            [record] = records(here.office)
            assert (
                record.agent_name, record.role, record.action_string, record.decision,
            ) == (f"workflow {name}", "writer", "tool:bash:echo fine", "allow")  # fmt: skip

    run(work())


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("touch made", "was not allowed"),
        ("false", "exit status 1"),
        ("echo out; false", "out\n[exit status 1]"),
        ("sleep 30", "its time limit"),
    ],
)
def test_a_command_that_is_not_well_holds_the_stage(
    command: str, words: str, home: Path, shop: Path
) -> None:
    """What the role denies does not run; what fails, or takes too long, opens nothing."""
    furnish(home)
    write_template(
        home, "strict", gate="verification", first="writer",
        more=f", timeout: 1, commands: ['{command}', 'echo never']",
    )  # fmt: skip

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("strict")
            held = await here.advance(name, wait=30)

            assert (held["status"], held["stage"]) == ("active", "plan")
            assert words in held["history"][-1]["text"]
            assert len(records(here.office)) == 1
            assert not (shop / "made").exists()

    run(work())


def test_commands_do_not_run_beside_an_agent_in_the_sandbox(home: Path, shop: Path) -> None:
    """It may be in it for its own role, or by its start; the stage's role need not say so."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("checked")
            begun(home, "boxed", role=f"coder under @{name}", sandbox=True)
            held = await here.advance(name, wait=30)

            assert held["stage"] == "plan"
            assert "the agent `boxed` is in the sandbox" in held["history"][-1]["text"]
            assert records(here.office) == []

    run(work())


def test_commands_of_a_sandboxed_stage_do_not_run(home: Path, shop: Path) -> None:
    """What an agent has written in a sandbox would run outside of it."""
    furnish(home)
    write_template(
        home, "boxed", gate="verification", first="boxed", more=", commands: [echo fine]"
    )

    async def work() -> None:
        async with desk(home, shop) as here:
            write_role(home, "sandbox: true\npermissions: {otherwise: allow}\n", "boxed")
            name = await here.start("boxed")
            held = await here.advance(name, wait=30)

            assert (held["status"], held["stage"]) == ("active", "plan")
            assert "sandbox" in held["history"][-1]["text"]
            assert records(here.office) == []

    run(work())


def test_a_cancelled_run_ends_its_commands(home: Path, shop: Path) -> None:
    """They do not go on where nobody waits for them, and none comes after."""
    furnish(home)
    write_template(
        home, "slow", gate="verification", first="writer",
        more=", commands: ['sleep 300', 'echo never']",
    )  # fmt: skip

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("slow")
            await here.advance(name)
            await until(lambda: records(here.office))
            await here.cancel(name)
            await until(lambda: not here.office.workflows.gates.trials)

            assert len(records(here.office)) == 1

    run(work())


def test_a_server_that_ends_leaves_no_command_and_no_gate_open(home: Path, shop: Path) -> None:
    """The next one lets the run go on in the same stage, and says why."""
    furnish(home)
    write_template(
        home, "slow", gate="verification", first="writer", more=", commands: ['sleep 300']"
    )

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("slow")
            await here.advance(name)
            await until(lambda: records(here.office))
        async with opened(home) as office:
            again = await Desk(office, shop).show(name)

            assert (again["status"], again["stage"]) == ("active", "plan")
            assert again["history"][-1]["text"] == INTERRUPTED

    run(work())


def test_agents_lend_each_other_no_shell(home: Path, shop: Path) -> None:
    """In a run that an agent has started, commands wait for the word of a person."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = (await here.task("new", template="checked"))["id"]
            task = (await here.task("add", name, title="all"))["task"]["id"]
            for action, agent in (("start", "a-1"), ("complete", "a-1"), ("approve", "b-1")):
                await here.task(action, name, agent, task=task)
            held = await here.show(name)

            assert (held["status"], held["stage"], records(here.office)) == ("active", "plan", [])
            assert (await here.advance(name, wait=30))["stage"] == "build"
            assert [record.decision for record in records(here.office)] == ["allow"]

    run(work())


def test_in_a_run_of_a_person_commands_run_after_the_last_task(home: Path, shop: Path) -> None:
    """Who started it has said yes to its template, with the commands in it."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("checked")
            task = (await here.task("add", name, title="all"))["task"]["id"]
            for action, agent in (("start", "a-1"), ("complete", "a-1"), ("approve", "b-1")):
                await here.task(action, name, agent, task=task)

            await here.until(name, stage="build")

    run(work())

"""The hook of a workflow's agent without a server: it decides nothing of it alone."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator

import pytest

from tests.agents.stage_runs import advance_run, start_run
from tests.hook.rig import ATTENDED, Rig
from tests.hook.test_cold import no_server, outcomes
from tests.server.backgrounds import kill, nobody_stays
from tests.server.workflow_rig import furnish


@pytest.fixture
def staged(rig: Rig) -> Iterator[tuple[Rig, str]]:
    """Give a home with a run in its first stage, and no server."""
    furnish(rig.home)
    with nobody_stays(rig.home):
        run = start_run(rig.home, rig.project)
        kill(rig.home, signal.SIGTERM)
        yield rig, run


def write(rig: Rig) -> bytes:
    """Return the event of a Write."""
    given = {"file_path": str(rig.project / "a.txt"), "content": "x"}
    return rig.event(tool_name="Write", tool_input=given)


def test_without_any_server_everything_is_denied(staged: tuple[Rig, str]) -> None:
    """No policy that is kept counts, nor the dialog; the reason and the record say so."""
    rig, run = staged
    rig.install(role="writer")
    assert rig.run(write(rig)).decision == "allow"
    shutil.rmtree(rig.home / "logs")
    no_server(rig)
    for chain in (f"@{run}", f"writer under @{run}"):
        rig.install(role=chain, ask_holds=True)
        for env in (None, ATTENDED):
            said = rig.run(write(rig), env)

            assert (said.decision, "only the server knows in which stage" in said.why) == (
                "deny", True,
            ), (chain, env)  # fmt: skip
    assert rig.decisions() == ["allow", *["deny"] * 4]


def test_the_server_is_started_and_knows_the_stage(staged: tuple[Rig, str]) -> None:
    """It denies in the first stage, and allows in the second, each time from cold."""
    rig, run = staged
    rig.install(role=f"@{run}")
    first = rig.run(write(rig)).decision
    advance_run(rig.home, run)
    kill(rig.home, signal.SIGTERM)
    second = rig.run(write(rig)).decision

    assert (first, second) == ("deny", "allow")
    assert outcomes(rig.home) == ["allow", "deny"]

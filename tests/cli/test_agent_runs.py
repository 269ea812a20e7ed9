"""Agents of workflow runs in `proctor list`: the role of the stage, and whose run has ended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agents.session_homes import begun, lives
from tests.cli.conftest import Proctor
from tests.cli.test_workflow import said
from tests.server.running import running
from tests.server.workflow_rig import furnish


def listed(proctor: Proctor) -> dict[str, tuple[Any, Any]]:
    """Return the role of the stage, and what is wrong, of each agent."""
    found = json.loads(proctor("list", "--json").out)
    return {each["name"]: (each["stage_role"], each["trouble"]) for each in found}


@pytest.mark.parametrize("served", [True, False], ids=["server", "store"])
def test_an_agent_is_shown_with_its_stage_and_with_the_end_of_its_run(
    proctor: Proctor, home: Path, *, served: bool
) -> None:
    """Asked of the server, or of the store where none runs."""
    home.mkdir(mode=0o700)
    furnish(home)
    with running(home):
        run, over = (said(proctor, "start", "easy")["id"] for _ in range(2))
        said(proctor, "advance", run)
        said(proctor, "cancel", over)
        lives(home, begun(home, "inside", role=f"@{run}"))
        lives(home, begun(home, "left", role=f"coder under @{over}"))
        lives(home, begun(home, "lost", role="@WF-20200101-001"))
        lives(home, begun(home, "plain", role="coder"))
        if served:
            found, page = listed(proctor), proctor("list").out
    if not served:
        found, page = listed(proctor), proctor("list").out

    denied = "all that it tries is denied; end it with `proctor stop`"
    assert {name: role for name, (role, _) in found.items()} == {
        "inside": "writer",
        "left": None,
        "lost": None,
        "plain": None,
    }
    assert f"its workflow run {over} is cancelled: {denied}" in found["left"][1]
    assert f"WF-20200101-001 is not known any more: {denied}" in found["lost"][1]
    for name in ("inside", "plain"):
        assert "workflow run" not in str(found[name][1])
    assert f"@{run}, now writer" in page

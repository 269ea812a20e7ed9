"""The role of a run is that of its stage, and none once it has ended."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proctor.errors import NoStageRole
from proctor.workflows.moves import advance, wait
from proctor.workflows.run import RunStatus, run_id
from proctor.workflows.stage_role import is_run_id, stage_role
from tests.workflows import samples

LATER = samples.LATER


def test_the_role_goes_with_the_stage() -> None:
    """Each stage has its own role, also while its gate is tried."""
    first = samples.run_of()
    waiting = wait(first, attempt="t", by="ada", at=LATER)
    second = advance(waiting, attempt="t", by="ada", at=LATER)

    assert [stage_role(run) for run in (first, waiting, second)] == [
        "controller",
        "controller",
        "implementer",
    ]


@pytest.mark.parametrize("status", [s for s in RunStatus if not s.live])
def test_a_run_that_has_ended_gives_no_role(status: RunStatus) -> None:
    """The reason says how it ended."""
    ended = replace(samples.run_of(), status=status)

    with pytest.raises(NoStageRole, match=f"the workflow run {ended.id} is {status}"):
        stage_role(ended)


def test_ids_are_told_from_other_texts() -> None:
    """A day's thousandth run has one, too."""
    assert run_id("20260601", 7) == "WF-20260601-007"
    assert run_id("20260601", 1000) == "WF-20260601-1000"
    assert [is_run_id(text) for text in ("WF-20260601-007", "WF-20260601-1000")] == [True, True]
    assert not any(map(is_run_id, ["", "@WF-20260601-001", "wf-20260601-001", "WF-20260601-001 "]))

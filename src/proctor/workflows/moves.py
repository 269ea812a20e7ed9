"""
The next run of a run: every way in which one can change, and no other.

All of them are pure. What is not allowed raises `MoveRefused` with words for whoever tried it, and
the run is as it was. `by` is who does it, as far as it is known; nobody without a name moves
anything. `at` is the time, as in a record.
"""

from __future__ import annotations

from dataclasses import replace

from proctor.errors import MoveRefused
from proctor.workflows.gates import unfinished
from proctor.workflows.run import RUN_ID, Entry, Run, RunStatus
from proctor.workflows.template import GateKind, Template
from proctor.workflows.wording import named, one_line, short_text

LONGEST_TITLE = 200


def start(  # noqa: PLR0913 - a run begins with these
    template: Template, *, run_id: str, project: str, by: str, at: str, title: str = ""
) -> Run:
    """Return a new run of a template, in its first stage."""
    if not RUN_ID.fullmatch(run_id):
        raise MoveRefused(f"`{one_line(run_id)}` is not the id of a run", help="WF-YYYYMMDD-NNN")
    must_be_sound(template)
    run = Run(
        id=run_id,
        template=template,
        project=project,
        created_by=named(by),
        created_at=at,
        title=one_line(title, LONGEST_TITLE),
    )
    return noted(run, "started", by=by, at=at, text=f"stage {run.current.name}")


def wait(run: Run, *, attempt: str, by: str, at: str) -> Run:
    """
    Return the run while its gate is tried: a person is asked, or the commands run.

    `attempt` names this try. Until it has passed or not, no task of the run moves: what a person
    says yes to is what they were shown.
    """
    must_be_active(run)
    must_be_finished(run)
    if run.current.gate.kind is GateKind.AUTO:
        raise MoveRefused(f"the gate of stage `{run.current.name}` is open: nothing to wait for")
    if not attempt:
        raise MoveRefused("a try of a gate has a name")
    waiting = replace(run, status=RunStatus.WAITING, attempt=attempt)
    return noted(waiting, "gate tried", by=by, at=at, text=run.current.gate.kind)


def advance(run: Run, *, by: str, at: str, attempt: str = "", text: str = "") -> Run:
    """
    Return the run in its next stage, or completed.

    An `auto` gate lets an active run pass, without an `attempt`; any other only the run that waits
    for this very one. So an answer that comes twice never passes a second gate.
    """
    if run.current.gate.kind is GateKind.AUTO and not attempt:
        must_be_active(run)
        must_be_finished(run)
    else:
        must_wait_for(run, attempt)
    passed = noted(run, "gate passed", by=by, at=at, text=text)
    if run.next_stage is None:
        done = replace(passed, status=RunStatus.COMPLETED, attempt="")
        return noted(done, "completed", by=by, at=at)
    onward = replace(passed, status=RunStatus.ACTIVE, attempt="", stage=run.stage + 1)
    return noted(onward, "stage", by=by, at=at, text=f"role {onward.current.role_id}")


def hold(run: Run, *, attempt: str, by: str, at: str, text: str = "") -> Run:
    """Return the run in the same stage again: the gate was tried and did not open."""
    must_wait_for(run, attempt)
    held = replace(run, status=RunStatus.ACTIVE, attempt="")
    return noted(held, "gate held", by=by, at=at, text=text)


def cancel(run: Run, *, by: str, at: str, text: str = "") -> Run:
    """Return the run as a person has ended it."""
    must_be_live(run)
    ended = replace(run, status=RunStatus.CANCELLED, attempt="")
    return noted(ended, "cancelled", by=by, at=at, text=text)


def fail(run: Run, *, by: str, at: str, text: str) -> Run:
    """Return the run as one that cannot go on, with the reason."""
    must_be_live(run)
    ended = replace(run, status=RunStatus.FAILED, attempt="")
    return noted(ended, "failed", by=by, at=at, text=text)


def noted(run: Run, what: str, *, by: str, at: str, text: str = "") -> Run:
    """Return the run with one more line in its history."""
    entry = Entry(at, what, named(by), run.current.name, short_text(text))
    return replace(run, history=(*run.history, entry), updated_at=at)


def must_be_sound(template: Template) -> None:
    """Refuse a template that no file could give: it may have been made in Python."""
    names = {stage.name for stage in template.stages}
    if not names or len(names) < len(template.stages):
        raise MoveRefused(f"the template `{template.id}` has no stage, or two of one name")
    for stage in template.stages:
        if stage.gate.kind is GateKind.VERIFICATION and not stage.gate.commands:
            raise MoveRefused(f"the gate of stage `{stage.name}` verifies nothing")


def must_be_live(run: Run) -> None:
    """Refuse what a run that has ended cannot do."""
    if not run.status.live:
        raise MoveRefused(f"the run {run.id} is {run.status}: nothing in it moves any more")


def must_be_active(run: Run) -> None:
    """Refuse what a run cannot do that has ended, or whose gate is being tried."""
    must_be_live(run)
    if run.status is not RunStatus.ACTIVE:
        raise MoveRefused(
            f"the gate of stage `{run.current.name}` of {run.id} is being tried",
            help="wait until it has passed or not, or cancel the run",
        )


def must_wait_for(run: Run, attempt: str) -> None:
    """Refuse a word about a gate that is not, or no longer, what the run waits for."""
    must_be_live(run)
    if run.status is not RunStatus.WAITING:
        raise MoveRefused(f"the gate of stage `{run.current.name}` of {run.id} is not being tried")
    if not attempt or attempt != run.attempt:
        raise MoveRefused(f"{run.id} waits for another try of its gate than this one")


def must_be_finished(run: Run) -> None:
    """Refuse to end a stage that has tasks left."""
    left = unfinished(run)
    if left:
        words = ", ".join(f"{task.id} ({task.status})" for task in left)
        auto = run.current.gate.kind is GateKind.AUTO
        wanted = "completed" if auto else "completed and approved"
        raise MoveRefused(
            f"stage `{run.current.name}` of {run.id} has tasks left: {words}",
            help=f"have them {wanted}, by its agents or with `proctor workflow task`",
        )

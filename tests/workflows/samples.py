"""A template with a gate of each kind, and a run of it."""

from __future__ import annotations

from typing import Any

from proctor.workflows.moves import start
from proctor.workflows.run import Run
from proctor.workflows.template import Gate, GateKind, Stage, Template

AT, LATER = "2026-06-01T12:00:00.000Z", "2026-06-01T12:05:00.000Z"
ID = "WF-20260601-001"
PLAN = Stage(
    name="plan",
    role_id="controller",
    type="design",
    prompt="Plan it.\nIn tasks.\n",
    gate=Gate(GateKind.HUMAN_APPROVAL, prompt="Is the plan good?"),
)
BUILD = Stage(name="build", role_id="implementer", gate=Gate(GateKind.AUTO))
PROVE = Stage(
    name="prove",
    role_id="reviewer",
    gate=Gate(GateKind.VERIFICATION, commands=("make test", "make lint"), timeout=90.0),
)
TEMPLATE = Template(id="three", name="Three", stages=(PLAN, BUILD, PROVE))


def run_of(*stages: Stage, **changes: Any) -> Run:
    """Return a new run, of the template with a gate of each kind or of these stages."""
    template = Template(id="own", name="Own", stages=stages) if stages else TEMPLATE
    given = {"run_id": ID, "project": "/srv/app", "by": "ada", "at": AT}
    return start(template, **{**given, **changes})

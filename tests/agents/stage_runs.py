"""Start and advance workflow runs at the server of a home, as its person does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from proctor.owner.background import ensure_owner
from proctor.owner.client import Client
from proctor.server.tokens import Tokens


def at_server(home: Path, op: str, **fields: Any) -> dict[str, Any]:
    """Ask the server of a home, started if need be, in the local person's name."""
    ensure_owner(home, 60.0)
    with Client.connect(home, 60.0) as client:
        return dict(client.call(op, token=Tokens(home).local_token(), **fields))


def start_run(home: Path, project: Path, template: str = "easy") -> str:
    """Start a run, and return its id."""
    return str(at_server(home, "run-start", template=template, project=str(project))["id"])


def advance_run(home: Path, run: str) -> dict[str, Any]:
    """End the stage that a run is in."""
    return at_server(home, "run-advance", run=run)

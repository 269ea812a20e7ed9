"""An agent whose calls are asked about, at a real server."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from proctor.owner.client import Client
from tests.server.running import PATIENCE, until

ROLE = """\
name: coder
description: Builds the shop.
permissions:
  allow:
    - Read
  ask:
    - Bash(git push *)
"""


def make_role(home: Path) -> Path:
    """Write a role that asks about pushing by a rule, and about the rest because none is there."""
    (home / "roles").mkdir(mode=0o700, parents=True, exist_ok=True)
    path = home / "roles" / "coder.yaml"
    path.write_text(ROLE)
    return path


def decide(home: Path, command: str, **more: Any) -> dict[str, Any]:
    """Let the server decide about a command, and wait for whoever answers."""
    project = home.parent / "shop"
    project.mkdir(exist_ok=True)
    fields = {"agent": "arch-1", "session": "s-1", "role": "coder", "cwd": str(project), **more}
    with Client.connect(home) as client:
        decided: dict[str, Any] = client.call(
            "decide", tool="Bash", input={"command": command}, within=PATIENCE, **fields
        )
    return decided


class Waiting:
    """A call that waits for a person, in a thread of its own."""

    def __init__(self, home: Path, command: str, **more: Any) -> None:
        self.home = home
        self.decided: dict[str, Any] = {}
        self.thread = threading.Thread(
            target=lambda: self.decided.update(decide(home, command, **more))
        )
        self.thread.start()
        until(self.pending)
        self.number = str(self.pending()[0]["id"])

    def pending(self) -> list[dict[str, Any]]:
        """Return the questions that wait."""
        with Client.connect(self.home) as client:
            found: list[dict[str, Any]] = client.call("questions", status="pending")
        return found

    def end(self) -> str:
        """Return what was decided."""
        self.thread.join(PATIENCE)
        return str(self.decided["effect"])

"""Transcripts as Claude Code writes them, and receipts of an installation, for tests."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from proctor.audit.ids import timestamp
from proctor.installing.receipts import Receipt
from proctor.installing.settings_places import KEPT, project_place, user_place

SESSION = "47eac33d-e2dc-4f2a-9d6e-877803801c4c"
VERSION = "2.1.325"
ACCEPTED = {"decision": "accept", "source": "config", "reasonType": "mode"}
REJECTED = {"decision": "reject", "source": "config", "reasonCode": "unknown"}


def call_line(call_id: str, at: float, tool: str = "Bash", **more: Any) -> str:
    """Return the line of a call that the model wants."""
    block = {"type": "tool_use", "id": call_id, "name": tool, "input": {"command": "ls"}}
    return line_of("assistant", [block], at, **more)


def result_line(
    call_id: str, at: float, *, error: bool = False, text: str = "x", **more: Any
) -> str:
    """Return the line of a call's result."""
    block = {"tool_use_id": call_id, "type": "tool_result", "content": text, "is_error": error}
    return line_of("user", [block], at, **more)


def line_of(kind: str, content: list[dict[str, Any]], at: float, **more: Any) -> str:
    """Return one line of a transcript."""
    said = {
        "type": kind,
        "message": {"role": kind, "content": content},
        "timestamp": timestamp(at),
        "sessionId": SESSION,
        "version": VERSION,
        "cwd": "/srv/shop",
    }
    return json.dumps({**said, **more}) + "\n"


def ran(call_id: str, at: float, tool: str = "Bash", **more: Any) -> str:
    """Return the lines of a call that ran at once."""
    called = call_line(call_id, at, tool, **more)
    return called + result_line(call_id, at + 0.1, permissionDecision=ACCEPTED, **more)


def session_file(config: Path, session: str = SESSION, project: str = "-srv-shop") -> Path:
    """Return where the transcript of a session lies, with its folder made."""
    path = config / "projects" / project / f"{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def write(path: Path, *texts: str) -> None:
    """Append to a transcript."""
    with path.open("a") as file:
        file.write("".join(texts))


def installed(home: Path, config: Path, at: float, *, root: Path | None = None) -> None:
    """Leave the receipt of an installation: for the user, or for a project."""
    env = {"CLAUDE_CONFIG_DIR": str(config)}
    place = project_place(home, Path("/"), root) if root else user_place(home, Path("/"), env)
    receipt = Receipt(
        file=str(place.file),
        before=None,
        written="{}",
        executable=str(place.executable),
        folders=[],
        role="guarded",
        claude=None,
        version=VERSION,
        at=timestamp(at)[: len("2026-01-31T23:59:59")] + "+00:00",
    )
    (home / KEPT).mkdir(parents=True, exist_ok=True)
    place.receipt.write_text(json.dumps(asdict(receipt)))

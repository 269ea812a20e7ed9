"""Sessions of agents that hand in telemetry, and what their programs say in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from proctor.agents.session_files import Session, write_session
from proctor.server.otlp import Attributes

TOKEN = "s3cret-of-arch-1"  # noqa: S105 - of a session that is made for a test
CALL = "toolu_01"
Said = str | int | float | bool


def a_session(home: Path, name: str = "arch-1", **more: Any) -> Session:
    """Write a session into a home, as `run` does, and return it."""
    said: dict[str, Any] = {
        "name": name,
        "role": "coder",
        "command": ("claude",),
        "program": "claude-code",
        "cwd": "/srv/app",
        "project": "/srv/app",
        "session_id": "8c1f",
        "started_at": "2026-06-01T12:00:00.000Z",
        "began": 1.0,
        "token": TOKEN,
    }
    session = Session(**{**said, **more})
    folder = home / "sessions" / name
    folder.mkdir(parents=True, mode=0o700, exist_ok=True)
    write_session(folder, session)
    return session


def bearer(name: str = "arch-1", token: str = TOKEN) -> dict[str, str]:
    """Return the header by which a session is known."""
    return {"Authorization": f"Bearer {name}.{token}"}


def value(said: Said) -> dict[str, object]:
    """Return a value as OTLP has it."""
    if isinstance(said, bool):
        return {"boolValue": said}
    if isinstance(said, int):
        return {"intValue": said}
    return {"doubleValue": said} if isinstance(said, float) else {"stringValue": said}


def logs(*events: Attributes) -> dict[str, Any]:
    """Return events as a program sends them."""
    records = [
        {
            "timeUnixNano": "1794827623493000000",
            "body": {"stringValue": f"claude_code.{event.get('event.name')}"},
            "attributes": [{"key": key, "value": value(said)} for key, said in event.items()],
        }
        for event in events
    ]
    scopes = [{"scope": {"name": "com.anthropic.claude_code.events"}, "logRecords": records}]
    return {"resourceLogs": [{"resource": {"attributes": []}, "scopeLogs": scopes}]}


def body(*events: Attributes) -> bytes:
    """Return events as the body of a request."""
    return json.dumps(logs(*events)).encode()


def decided(call_id: str = CALL, **more: Said) -> Attributes:
    """Return the event of a call that the program let run because a hook said so."""
    return {
        "session.id": "8c1f",
        "event.name": "tool_decision",
        "decision": "accept",
        "source": "hook",
        "tool_name": "Bash",
        "tool_use_id": call_id,
        "permission_mode": "default",
        **more,
    }


def requested(**more: Said) -> Attributes:
    """Return the event of a request to the model."""
    return {
        "event.name": "api_request",
        "input_tokens": 100,
        "output_tokens": 20,
        "cache_read_tokens": 3000,
        "cache_creation_tokens": 400,
        "cost_usd": 0.0125,
        **more,
    }

"""An agent of a session, as `proctor run` starts it: hook, settings, variables and token."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from proctor.agents.session_files import Session, write_session
from proctor.agents.telemetry_variables import telemetry_variables, with_telemetry
from proctor.owner.client import Client
from tests.agents.session_homes import lives
from tests.real.hooking import under
from tests.real.place import Place
from tests.server.running import until

NAME = "arch-1"


class Started(NamedTuple):
    """The settings and the variables of an agent that is about to be started."""

    settings: Path
    variables: dict[str, str]


def started(place: Place, endpoint: str, role: str, text: str, **more: Any) -> Started:
    """Make the session of an agent under a role; `more` goes into its settings."""
    session = Session(
        name=NAME,
        role=role,
        command=("claude",),
        program="claude-code",
        cwd=str(place.shop),
        project=str(place.shop),
        session_id="s-1",
        started_at="2026-06-01T12:00:00.000Z",
        began=1.0,
        token="a-token-of-a-test",  # noqa: S106 - of a session that is made for a test
    )
    folder = place.home / "sessions" / NAME
    folder.mkdir(parents=True, mode=0o700)
    write_session(folder, session)
    # One that is lost would have its questions closed at the next look.
    lives(place.home, session)
    with Client.connect(place.home) as client:
        client.call("look", name=NAME)
    path = under(place, role, text, agent=NAME, ask_holds=True, **more)
    settings = with_telemetry(json.loads(path.read_text()), session, endpoint)
    path.write_text(json.dumps(settings))
    return Started(path, telemetry_variables(session, endpoint))


def usage(place: Place) -> tuple[int, float]:
    """Return how many tokens and dollars the agent has used, as the server knows."""
    with Client.connect(place.home) as client:
        rows = client.call("agents")
    [found] = [row["body"] for row in rows if row["name"] == NAME] or [{}]
    return int(found.get("tokens", 0)), float(found.get("cost", 0.0))


def has_used(place: Place, tokens: int) -> tuple[int, float]:
    """Wait until so many tokens are known, and return what is."""
    until(lambda: usage(place)[0] >= tokens)
    return usage(place)


def alarms(place: Place) -> list[tuple[str, str]]:
    """Return of each alarm the action, and why it was raised."""
    kept = [each for each in place.records() if each["decision"] == "alarm"]
    return [(each["action_string"], each["why"]) for each in kept]

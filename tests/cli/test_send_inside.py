"""`proctor send` from within a sandbox: by the agent's own socket, in its own name."""

from __future__ import annotations

import json
import os
import sys

from proctor.agents.processes import birth_of
from proctor.agents.session_files import write_json
from proctor.owner.client import Client
from tests.agents.boxed import boxed
from tests.agents.boxes import Box, short_place
from tests.agents.terminals import terminals
from tests.server.running import running
from tests.server.test_postman_killed import NAME, started

PROCTOR = [sys.executable, "-I", "-m", "proctor"]


def test_an_agent_in_a_sandbox_sends_in_its_own_name() -> None:
    """It reaches another agent, whatever it says of itself; what is for people is refused."""
    with short_place() as place:
        box = Box(place, env={"PROCTOR_AGENT": "ada"}).make()
        me = os.getpid()
        lives = {"number": 1, "supervisor": me, "birth": birth_of(me), "pid": me}
        write_json(box.folder / "running.json", lives)
        told(box)


def told(box: Box) -> None:
    """Send messages from the box to another agent."""
    with terminals(box.home) as engine, running(box.home):
        agent = boxed(engine, NAME)
        started(box.home)
        with Client.connect(box.home) as client:
            client.call("look", name=box.name)
        done = box.run(*PROCTOR, "send", NAME, "--wait", "--json", "hello")
        answer = json.loads(done.stdout)
        refused = box.run(*PROCTOR, "send", NAME, "--keys", "Enter")

        assert answer == {"name": NAME, "id": 1, "state": "delivered", "why": ""}
        assert agent.prompts == ["From box-1 (an agent): hello"]
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "are for people" in refused.stderr

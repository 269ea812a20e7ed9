"""`proctor demo --web`, which is `make run`: a visitor's first minutes, from link to record."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.conftest import COMMAND
from tests.server.running import PATIENCE, until


class Demo:
    """A demo that runs, and the place where its temporary folder is."""

    def __init__(self, process: subprocess.Popen[str], place: Path) -> None:
        self.process = process
        self.place = place
        self.told = self.line()

    def line(self) -> dict[str, Any]:
        """Return the next line that it prints."""
        assert self.process.stdout is not None
        return dict(json.loads(self.process.stdout.readline()))

    def other_link(self) -> str:
        """Press Enter, and return the link that is printed."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return str(self.line()["link"])


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    """Run a demo, in an environment that would lead it astray."""
    place, user = tmp_path / "tmp", tmp_path / "user"
    place.mkdir()
    user.mkdir()
    env = {
        "PATH": os.defpath,
        "HOME": str(user),
        "TMPDIR": str(place),
        "PROCTOR_HOME": str(user / "own"),
        "PROCTOR_STORE": "postgresql://nowhere.invalid/x",
    }
    with subprocess.Popen(
        [COMMAND, "demo", "--web", "--fast", "--json"],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Demo(process, place)
        finally:
            process.kill()
    assert list(user.iterdir()) == []


def pending(visitor: httpx.Client) -> list[int]:
    """Return the questions that wait."""
    return [one["id"] for one in visitor.get("/api/approvals").json()]


def processes_in(place: Path) -> list[str]:
    """Return the processes that name a place among their words."""
    shown = subprocess.run(
        ["ps", "-axww", "-o", "command"], capture_output=True, text=True, check=True
    )
    return [line for line in shown.stdout.splitlines() if str(place) in line]


def test_a_visitor_answers_the_agent_and_finds_the_record(demo: Demo) -> None:
    """The link works once, the agent waits and then goes on, and Ctrl-C leaves nothing behind."""
    url, link = demo.told["page"], demo.told["link"]
    with httpx.Client(base_url=url, timeout=PATIENCE, trust_env=False) as visitor:
        opened, again = visitor.get(link), httpx.get(link, trust_env=False)
        assert (opened.status_code, again.status_code) == (200, 401)
        assert demo.other_link() != link

        workflows = visitor.get("/workflows").text
        assert '<option value="hotfix">' in workflows
        assert "text-error" not in workflows

        [waiting] = visitor.get("/api/approvals").json()
        headers = {"Origin": url, "X-CSRF-Token": opened.headers["x-csrf-token"]}
        said = visitor.post(
            f"/api/approvals/{waiting['id']}", json={"answer": "allow"}, headers=headers
        )
        assert (waiting["agent"], said.status_code) == ("shop-1", 200)

        until(lambda: pending(visitor) == [waiting["id"] + 1])
        found = visitor.get("/api/audit", params={"decision": "ask_approved"}).json()
        assert [one["action_string"] for one in found] == [waiting["action"]]
        running = processes_in(demo.place)

    demo.process.send_signal(signal.SIGINT)
    assert demo.process.wait(PATIENCE) == 0
    assert len(running) >= 2
    assert processes_in(demo.place) == []
    assert list(demo.place.iterdir()) == []

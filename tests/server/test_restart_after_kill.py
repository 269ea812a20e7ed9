"""A server that was killed is started by the next hook that needs it, and no answer is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.owner import owner_of
from proctor.hook.executable import hook_text, package_folder, write_hook
from proctor.hook.identity import Identity
from proctor.owner.client import Client
from tests.server.backgrounds import answer, kill, nobody_stays, pending
from tests.server.running import until

HOOKS = 3
PATIENCE = 50


class Agent:
    """An agent program that has one command judged by its hook."""

    def __init__(self, place: Path) -> None:
        self.home, self.project = place / "home", place / "shop"
        self.home.mkdir(mode=0o700)
        self.project.mkdir()
        identity = Identity(program="claude-code", home=str(self.home), role="guarded")
        self.hook = self.home / "hooks" / "claude-code-guarded"
        text = hook_text(identity, python=sys.executable, package=package_folder())
        write_hook(self.hook, text)

    def verdict(self, number: int, command: str = "make") -> str:
        """Return what the hook says of a command."""
        said = {
            "session_id": "s-1", "cwd": str(self.project), "permission_mode": "default",
            "hook_event_name": "PreToolUse", "tool_name": "Bash",
            "tool_input": {"command": command}, "tool_use_id": f"call-{number}",
        }  # fmt: skip
        around = {"PATH": os.defpath, "HOME": str(self.home.parent), "LANG": "C.UTF-8",
                  "CLAUDE_PROJECT_DIR": str(self.project),
                  "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}  # fmt: skip
        done = subprocess.run(
            [str(self.hook)], input=json.dumps(said).encode(), stdout=subprocess.PIPE,
            env=around, check=True, timeout=PATIENCE,
        )  # fmt: skip
        told: dict[str, Any] = json.loads(done.stdout)["hookSpecificOutput"]
        return str(told["permissionDecision"])


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    """Return an agent whose `make` a person has allowed for the session."""
    made = Agent(tmp_path)
    with nobody_stays(made.home), ThreadPoolExecutor() as pool:
        first = pool.submit(made.verdict, 0)
        until(lambda: bool(pending(made.home)))
        answer(made.home, pending(made.home)[0]["id"], scope="session")
        assert first.result(PATIENCE) == "allow"
        yield made


def test_hooks_after_a_kill_are_answered_by_one_new_server(agent: Agent) -> None:
    """However many need it at once, one server starts, and each call has its answer and record."""
    killed = (owner_of(agent.home) or {})["pid"]
    kill(agent.home)
    with ThreadPoolExecutor(HOOKS) as pool:
        verdicts = list(pool.map(agent.verdict, range(1, HOOKS + 1)))
    with Client.connect(agent.home) as client:
        rows = client.call("records", limit=50)
    kept = sorted(row["call_id"] for row in rows)

    assert verdicts == ["allow"] * HOOKS
    assert (owner_of(agent.home) or {})["pid"] != killed
    assert kept == [f"call-{number}" for number in range(HOOKS + 1)]


def test_a_hook_that_waits_when_the_server_is_killed_is_answered_by_the_next(
    agent: Agent,
) -> None:
    """The question of the old server is open at the new one, and its answer reaches the hook."""
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(agent.verdict, 7, "make clean")
        until(lambda: bool(pending(agent.home)))
        kill(agent.home)
        until(lambda: bool(pending(agent.home)))
        answer(agent.home, pending(agent.home)[0]["id"])

        assert waiting.result(PATIENCE) == "allow"

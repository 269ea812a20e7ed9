"""The page about agents, from top to bottom, on the real program: what it shows can be typed."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from proctor.proving.scripted_model import bash, say
from proctor.server import agent_states
from tests.cli.conftest import COMMAND
from tests.pages import ROOT, blocks, table, words
from tests.real.model import Model
from tests.real.place import Place
from tests.real.starting import starter
from tests.server.running import until

pytestmark = pytest.mark.full

PAGE = ROOT / "docs" / "agents.md"
FILE = re.compile(r"# ~/(\S+)\n")
# Only ends a hang.
PATIENCE = 120.0


class Person(NamedTuple):
    """Somebody at a shell, with Claude Code and Proctor on their PATH."""

    place: Place
    environ: dict[str, str]

    def types(self, line: str) -> subprocess.CompletedProcess[str]:
        """Type a line, and wait until it is done."""
        return subprocess.run(
            ["/bin/bash", "-c", line],
            cwd=self.place.shop,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def agents(self) -> dict[str, dict[str, Any]]:
        """Return the agents by their names, as the list has them."""
        told = json.loads(self.types("proctor list --json").stdout)
        return {agent["name"]: agent for agent in told}


@pytest.fixture
def person(place: Place, model: Model) -> Iterator[Person]:
    """Give somebody at a shell; their terminals end with the test."""
    with starter(place, model) as somebody:
        (somebody.claude.parent / "proctor").symlink_to(COMMAND)
        yield Person(place, somebody.environ)


def test_the_page_can_be_typed_from_top_to_bottom(person: Person, place: Place) -> None:
    """Roles are written where the page says, each line ends well, and what it promises is there."""
    said: dict[str, subprocess.CompletedProcess[str]] = {}
    for block in blocks(PAGE):
        if block.language == "yaml" and (where := FILE.match(block.text)):
            path = place.user / where[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
        for line in block.text.splitlines() if block.language == "sh" else ():
            done = person.types(line)
            assert (line, done.returncode) == (line, 0), done.stderr + done.stdout
            said[line] = done

    assert {"planner", "builder", "watcher"} <= set(said["proctor role list"].stdout.split())
    assert {"plan-1", "shell-1"} <= {each["name"] for each in json.loads(
        said["proctor list --json"].stdout)}  # fmt: skip
    assert "hello" in said["proctor logs shell-1"].stdout
    [asked] = [line for line in said if "permission-request" in line]
    assert json.loads(said[asked].stdout)["hookSpecificOutput"]["decision"]["behavior"] == "deny"


def test_run_makes_what_the_page_says(person: Person, place: Place, model: Model) -> None:
    """The session folder has its files, and the settings are made of the role."""
    [page] = [block for block in blocks(PAGE, "yaml") if "planner.yaml" in block.text]
    place.write_role("planner", page.text)
    done = person.types("proctor run --role planner --name plan-1 --detach")
    assert done.returncode == 0, done.stderr
    folder = place.home / "sessions" / "plan-1"
    wanted = {name for row in table(PAGE, "file") for name in words(row[0])} - {"ended.json"}
    settings = json.loads((folder / ".claude" / "settings.json").read_text())

    assert {name for name in wanted if not (folder / name).exists()} == set()
    assert (settings["model"], settings["enabledPlugins"]) == ("opus", {})
    assert {"Bash(rm -rf *)", "Bash(sudo *)"} <= set(settings["permissions"]["deny"])
    assert {"Read", "Glob", "Grep", "WebSearch"} <= set(settings["permissions"]["allow"])
    assert {"PreToolUse", "PermissionRequest", "PostToolUse", "SessionStart", "Stop"} <= set(
        settings["hooks"]
    )
    assert "ASK_USER about everything" in (folder / "permission-reviewer.md").read_text()
    assert person.types("proctor stop plan-1").returncode == 0
    assert person.agents()["plan-1"]["state"] == "exited"


def test_a_blocked_agent_is_seen_and_answered(person: Person, place: Place, model: Model) -> None:
    """It is sent a task, waits for a person, is approved from the shell, and goes on."""
    place.write_role("maker", "permissions: {ask: [Bash]}\n")
    prompt = model.learn("make", bash("echo x >> ran"), say("done"))
    assert person.types("proctor run --role maker --detach").returncode == 0
    until(lambda: person.agents()["maker"]["state"] == "idle")
    assert person.types(f"proctor send maker '{prompt}'").returncode == 0
    until(lambda: person.agents()["maker"]["state"] == "blocked (permission: Bash)")
    # The question comes a moment after the dialog.
    until(lambda: person.agents()["maker"]["questions"] == 1)
    [question] = json.loads(person.types("proctor approvals --json").stdout)
    assert person.types(f"proctor approve {question['id']}").returncode == 0
    until(lambda: place.ran() == 1)
    until(lambda: person.agents()["maker"]["state"] == "idle")

    assert place.decisions()[-1][1] in ("ask_approved", "dialog_approved")


def test_every_state_of_the_page_is_one() -> None:
    """The words are those of the code."""
    known = {value for value in vars(agent_states).values() if isinstance(value, str)}
    shown = [word for row in table(PAGE, "state") for word in words(row[0])]

    assert {word.split(" (")[0].split(" Bash")[0] for word in shown} <= known

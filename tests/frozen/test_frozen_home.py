"""
A home of an earlier version goes on working after an upgrade in place.

`home-3407ce0/` is what an installation of commit 3407ce0 left on a machine, made by `make_home.py`:
roles, trust, records in SQLite and PostgreSQL, a spool, a hook in an agent program's settings with
its receipt, and the session folders of two agents that still run. Every test puts it in place and
uses the present code, by the command and by the old hook files alone.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

import proctor as package
from tests.kept_homes import postgres_url

FROZEN = Path(__file__).parent / "home-3407ce0"
# Only ends a hang.
PATIENCE = 60.0
COMMAND = [sys.executable, "-m", "proctor"]
BEFORE = '{"model": "opus"}\n'
DENIED = "the history of the shop is never rewritten"
# What the frozen store has, oldest first, and what waits in the spool.
STORED = ["allow", "deny", "allow", "deny", "ask_approved", "ask_denied"]
SPOOLED = ["allow", "deny"]


class Home:
    """The frozen home, put in place below a folder."""

    def __init__(self, place: Path, pid: int) -> None:
        self.user, self.shop = place, place / "shop"
        self.folder = place / ".proctor"
        project = f"git {self.shop}/.git ."
        self.places = {
            "@USER@": str(place),
            "@PYTHON@": sys.executable,
            "@PACKAGES@": str(Path(package.__file__).parent.parent),
            "@TRUSTED@": hashlib.sha256(project.encode()).hexdigest()[:32],
            "@PID@": str(pid),
            "@BIRTH@": birth_of(pid),
        }
        (self.shop / ".git").mkdir(parents=True)
        for name, file in json.loads((FROZEN / "home.json").read_text()).items():
            self.put(self.filled(name), self.filled("\n".join(file["lines"])), int(file["mode"], 8))
        database = self.folder / "proctor.db"
        database.write_bytes(gzip.decompress((FROZEN / "proctor.db.gz").read_bytes()))
        database.chmod(0o600)

    def filled(self, text: str) -> str:
        """Fill in the placeholders of a text."""
        for placeholder, value in self.places.items():
            text = text.replace(placeholder, value)
        return text

    def put(self, name: str, text: str, mode: int) -> None:
        """Write a file, in folders for the user alone."""
        path = self.user / name
        for folder in reversed(path.relative_to(self.user).parents):
            (self.user / folder).mkdir(mode=0o700, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def run(self, *words: str) -> str:
        """Run the present command, and return what it prints."""
        done = subprocess.run(
            [*COMMAND, *words],
            env={"HOME": str(self.user), "PATH": os.defpath, "LANG": "C.UTF-8"},
            cwd=self.shop,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode in {0, 10, 20}, done.stderr
        return done.stdout

    def json(self, *words: str) -> Any:
        """Run the present command, and return the JSON that it prints."""
        return json.loads(self.run(*words, "--json"))

    def hook(self, file: str, command: str) -> dict[str, str]:
        """Start an old hook file for a call, and return its answer."""
        event = {
            "session_id": "s-2",
            "hook_event_name": "PreToolUse",
            "cwd": str(self.shop),
            "tool_name": "Bash",
            "tool_input": {"command": command},
        }
        done = subprocess.run(
            [self.folder / file],
            input=json.dumps(event).encode(),
            env={"CLAUDE_PROJECT_DIR": str(self.shop), "PATH": os.defpath},
            cwd=self.shop,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        answer: dict[str, str] = json.loads(done.stdout)["hookSpecificOutput"]
        assert answer.pop("hookEventName") == "PreToolUse"
        return answer

    def records(self) -> list[tuple[str, str, str]]:
        """Return agent, action and decision of every record, oldest first."""
        lines = self.run("audit", "export").splitlines()
        rows = [json.loads(line) for line in lines]
        return [(row["agent_name"], row["action_string"], row["decision"]) for row in rows]

    @contextmanager
    def server(self) -> Iterator[None]:
        """Run the present server."""
        self.run("up", "--background")
        try:
            yield
        finally:
            self.run("down")


def birth_of(pid: int) -> str:
    """Return when a process began, as the supervisor of then wrote it: in the kernel's ticks."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]


@pytest.fixture
def frozen() -> Iterator[Home]:
    """Put the home in place, with a process where its supervisors ran."""
    # A short path, so that the socket lies in the home.
    place = Path(tempfile.mkdtemp(prefix="frozen-")).resolve()
    supervisor = [sys.executable, "-IS", "-c", "input()"]
    with subprocess.Popen(supervisor, stdin=subprocess.PIPE) as running:
        try:
            yield Home(place, running.pid)
        finally:
            assert running.stdin
            running.stdin.write(b"\n")
            running.stdin.close()
            shutil.rmtree(place, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def stored(request: pytest.FixtureRequest, frozen: Home) -> Home:
    """Give the home with its records in either store."""
    if request.param == "postgres":
        conninfo = request.getfixturevalue("fresh_postgres")
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute((FROZEN / "postgres.sql").read_bytes())
        (frozen.folder / "proctor.db").unlink()
        config = frozen.folder / "config.yaml"
        config.write_text(f'{config.read_text()}store: "{postgres_url(conninfo)}"\n')
    return frozen


def test_hooks_and_chain_survive_the_upgrade(stored: Home) -> None:
    """The old hooks decide with and without a server; store, spool and new calls are one chain."""
    allowed = {"permissionDecision": "allow"}

    assert stored.hook("hooks/claude-code", "make") == allowed
    cold = stored.hook("sessions/clerk-1/hook", "git push --force origin main")
    with stored.server():
        assert stored.hook("hooks/claude-code", "make test") == allowed
        warm = stored.hook("sessions/clerk-1/hook", "git push --force")
        agents = {one["name"]: one["state"] for one in stored.json("list")}
    records = stored.records()
    proven = stored.json("audit", "verify")

    for answer in (cold, warm):
        assert answer["permissionDecision"] == "deny"
        assert DENIED in answer["permissionDecisionReason"]
    assert [decision for *_, decision in records[:8]] == [*STORED, *SPOOLED]
    assert records[8:] == [
        ("claude-s-2", "tool:bash:make", "allow"),
        ("clerk-1", "tool:bash:git push --force origin main", "deny"),
        ("claude-s-2", "tool:bash:make test", "allow"),
        ("clerk-1", "tool:bash:git push --force", "deny"),
    ]
    assert (proven["records"], proven["breaks"]) == (len(records), [])
    assert agents == {"claude-s-2": "running Bash", "clerk-1": "starting", "shell-1": "running"}


def test_agents_are_found(frozen: Home) -> None:
    """Agents whose supervisor is of the earlier version are listed, without a server too."""
    found = [(one["name"], one["role"], one["state"]) for one in frozen.json("list")]

    assert sorted(found) == [("clerk-1", "clerk", "starting"), ("shell-1", "", "running")]


def test_roles_and_trust_count(frozen: Home) -> None:
    """A role of the home and one of the trusted project decide as they did."""
    wanted = {
        ("clerk", "make"): ("allow", "Bash(make *)"),
        ("clerk", "git push --force"): ("deny", "Bash(git push --force *)"),
        ("builder", "make"): ("allow", "Bash(make *)"),
        ("builder", "git push"): ("ask", "Bash(git push *)"),
    }
    found = {}
    for role, command in wanted:
        decision = frozen.json("explain", "--role", role, "Bash", command)
        found[role, command] = (decision["effect"], decision["because"][0]["rule"])

    assert found == wanted


def test_hook_is_taken_out(frozen: Home) -> None:
    """The receipt of the earlier version gives the settings back to the byte."""
    settings = frozen.user / ".claude/settings.json"
    assert settings.read_text() != BEFORE

    frozen.run("uninstall", "claude-code")

    assert settings.read_text() == BEFORE
    assert not (frozen.folder / "hooks/claude-code").exists()

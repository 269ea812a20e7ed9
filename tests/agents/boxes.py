"""A sandbox as an agent gets it, and small programs that are run in it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any

from proctor.agents.sandbox import sandboxed
from proctor.agents.session_files import Session, write_session
from proctor.agents.session_folder import session_folder
from proctor.terms.role import Role

# Only ends a hang.
PATIENCE = 60.0
SECRET = "a-secret-of-ada"  # noqa: S105 - it is none
# What each program inside begins with: a try is told by what came of it.
BEGIN = """
import json, os, socket, subprocess, sys
def tried(work, *words):
    try:
        found = work(*words)
        return "done" if found is None else found
    except BaseException as error:
        return type(error).__name__
def read(path):
    with open(path) as file:
        return file.read()
def write(path, text="planted"):
    with open(path, "w") as file:
        file.write(text)
"""


@contextmanager
def short_place() -> Iterator[Path]:
    """Give a folder with a short name, so that sockets fit, and remove it at the end."""
    place = Path(tempfile.mkdtemp(prefix="box-")).resolve()
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def processes_with(mark: str) -> list[str]:
    """Return the processes with a word in their command line."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = place.read_bytes().split(b"\0")
        except OSError:
            continue
        if mark.encode() in words:
            found.append(place.parent.name)
    return found


def left_over(mark: str) -> list[str]:
    """Wait for the end of the processes with a mark; return those that do not end."""
    end = time.monotonic() + PATIENCE
    while (found := processes_with(mark)) and time.monotonic() < end:
        time.sleep(0.01)
    return found


@dataclass
class Box:
    """A person's home, a project in it, Proctor's own folder, and a session in a sandbox."""

    place: Path
    role: Role | None = field(default_factory=lambda: Role(id="coder", name="coder", sandbox=True))
    name: str = "box-1"
    program: str = "claude-code"
    cwd: str = ""
    project: str = ""
    env: dict[str, str] = field(default_factory=dict)

    @property
    def ada(self) -> Path:
        """Return the person's home folder."""
        return self.place / "ada"

    @property
    def home(self) -> Path:
        """Return Proctor's own folder."""
        return self.ada / ".proctor"

    @property
    def shop(self) -> Path:
        """Return the project."""
        return self.ada / "shop"

    @property
    def folder(self) -> Path:
        """Return the session's folder."""
        return Path(session_folder(str(self.home), self.name))

    @property
    def session(self) -> Session:
        """Return the session."""
        return Session(
            name=self.name,
            role="coder",
            command=("claude",),
            program=self.program,
            cwd=self.cwd or str(self.shop),
            project=self.project or str(self.shop),
            session_id="11111111-1111-4111-8111-111111111111",
            started_at="2026-11-16T11:00:00.000Z",
            began=time.time(),
            sandbox=True,
            token="a-token-for-telemetry-and-nothing-else",  # noqa: S106 - a test's own
        )

    def make(self) -> Box:
        """Make all folders, with secrets in them."""
        (self.shop / ".git").mkdir(parents=True, exist_ok=True)
        (self.shop / ".git" / "config").write_text("[core]\n\tbare = false\n")
        (self.shop / "readme.md").write_text("a shop\n")
        (self.ada / "diary.txt").write_text(SECRET)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (self.folder / "claude").mkdir(mode=0o700, exist_ok=True)
        (self.home / "token").write_text(SECRET)
        write_session(self.folder, self.session)
        return self

    def environment(self) -> dict[str, str]:
        """Return the environment of the program."""
        return {
            "HOME": str(self.ada),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "PROCTOR_AGENT": self.name,
            **self.env,
        }

    def words(self, *words: str) -> list[str]:
        """Return the words that run a program in the sandbox."""
        return sandboxed(
            words,
            self.session,
            home=self.home,
            folder=self.folder,
            role=self.role,
            environ=self.environment(),
        )

    def run(self, *words: str, **how: Any) -> subprocess.CompletedProcess[str]:
        """Run a program in the sandbox to its end."""
        return subprocess.run(
            self.words(*words),
            env=self.environment(),
            cwd=self.shop,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
            **{"stdin": subprocess.DEVNULL, **how},
        )

    def python(self, script: str, *words: str) -> Any:
        """Run a small program inside; what it sets as `found` is returned."""
        text = f"{BEGIN}\n{dedent(script)}\nprint(json.dumps(found))"
        done = self.run(sys.executable, "-I", "-c", text, *words)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

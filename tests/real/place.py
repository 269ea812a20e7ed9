"""A place of its own for each test: a user's home, Proctor's, a project, and our hook."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proctor.audit.as_json import kept_json
from proctor.audit.store import Filter
from proctor.keepers import open_reader
from proctor.proving.claude_run import PrivatePlace
from tests.server.running import call

# What lets every command run, but for what a test denies or asks.
FREE = "description: Runs everything\npermissions: {otherwise: allow}\n"


class Place:
    """Folders for one test, and what is written in them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.private = PrivatePlace(root).make()
        self.user = self.private.home
        self.shop = self.private.work
        self.home = self.user / ".proctor"
        self.home.mkdir(mode=0o700)
        subprocess.run(["git", "init", "--quiet", self.shop], check=True, cwd=root)

    def write_role(self, name: str, text: str) -> None:
        """Write a role of the home."""
        path = self.home / "roles" / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def configure(self, text: str) -> None:
        """Write config.yaml."""
        (self.home / "config.yaml").write_text(text)

    def repository_says(self, settings: Mapping[str, Any]) -> None:
        """Write the settings that come with the project."""
        self.private.write_settings(settings, "project")

    def script(self, name: str, text: str, interpreter: str = "/bin/sh") -> Path:
        """Write a program of the test's own."""
        path = self.root / name
        path.write_text(f"#!{interpreter}\n{text}\n")
        path.chmod(0o700)
        return path

    def python(self, name: str, text: str) -> Path:
        """Write a program of the test's own, in Python."""
        return self.script(name, text, f"{sys.executable} -I")

    def ran(self, name: str = "ran") -> int:
        """Say how often a command that leaves a mark has run."""
        path = self.shop / name
        return len(path.read_text().splitlines()) if path.exists() else 0

    def proctor(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of ours, as the user would."""
        return call(self.home, *words)

    def records(self) -> list[dict[str, Any]]:
        """Return what is kept, oldest first, what was spooled included."""
        reader = open_reader(self.home)
        try:
            kept = reader.find(Filter(), limit=1000, newest=False)
            return [kept_json(each) for each in kept]
        finally:
            reader.close()

    def decisions(self) -> list[tuple[str, str]]:
        """Return of each record what was wanted and what was decided, oldest first."""
        return [(each["action_string"], each["decision"]) for each in self.records()]

    def verified(self) -> str:
        """Return what is wrong with the chain; nothing where nothing is."""
        said = self.proctor("audit", "verify", "--json")
        return "" if said.returncode == 0 else said.stdout + said.stderr


def mark(name: str = "ran") -> str:
    """Return a command that leaves a line wherever it runs."""
    return f"echo x | tee -a {name}"

"""
A host with links that a clone can bring, and one command decided there.

`OPEN` allows everything, so what it does not allow was stopped by the guard; `READER` allows
what only reads.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from proctor import Policy
from proctor.observe import observed, surroundings
from proctor.policy.decide import decide
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode

GIT = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
OPEN = Policy.of(allow=["*", "tool:.*"], mode=Mode.BYPASS, otherwise="allow")
READER = Policy.of(allow=["Bash(@read)"])


class Host(NamedTuple):
    """A home with Proctor in it, and a project with links beside it."""

    top: Path

    @property
    def home(self) -> Path:
        """Return the home folder."""
        return self.top / "home"

    @property
    def shop(self) -> Path:
        """Return the project."""
        return self.top / "shop"

    def effect(self, command: str, policy: Policy = OPEN, cwd: Path | None = None) -> Effect:
        """Decide a command; `TOP` stands for the folder around everything."""
        folder = cwd or self.shop
        around = surroundings(cwd=folder, root=folder, home=self.home / ".proctor")
        text = command.replace("TOP", str(self.top))
        return decide(
            observed(ToolCall(tool="Bash", input={"command": text}), around), policy
        ).effect


@pytest.fixture(scope="session")
def made_host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    """Make the folders and links once: nothing here changes them."""
    host = Host(tmp_path_factory.mktemp("host").resolve())
    for folder in ("home/.proctor/hooks", "home/.claude", "home/.ssh", "home/notes",
                   "shop/src/lib", "shop/.claude", "shop/bin", "shop/far", "shop/near",
                   "shop/plain", "shop/pv/bin", "shop/nest/a/b", "shop/keyed/a"):  # fmt: skip
        (host.top / folder).mkdir(parents=True)
    for file in ("home/.proctor/token", "home/.claude/settings.json", "home/.ssh/id_rsa",
                 "shop/src/main.py", "shop/plain/a.md", "shop/bin/proctor",
                 "shop/pv/bin/proctor"):  # fmt: skip
        (host.top / file).write_text("x\n")
    for link, target in {
        "src/pp": "../../home/.proctor", "src/hh": "../../home", "src/keys": "../../home/.ssh",
        "up": "..", "near/token": "../../home/.proctor/token", "far/one": "../near2",
        "near2": "far2", "bin/xx": "proctor", "self": "/proc/self", "loop": "loop",
        "plain/lib": "../src/lib", "nest/a/b/one": "../../../../home/.proctor/token",
        "keyed/a/two": "../../../home/.ssh/id_rsa", "keyed/one": "../../home/.ssh/id_rsa",
    }.items():  # fmt: skip
        (host.shop / link).symlink_to(target)
    (host.shop / "far2").mkdir()
    (host.shop / "far2" / "two").symlink_to(host.home / ".proctor")
    for words in (("init", "-q", "--template="), ("add", ".")):
        subprocess.run(("git", *words), cwd=host.shop, env=GIT, check=True, capture_output=True)
    (host.shop / "loose").mkdir()
    (host.shop / "loose" / "new").symlink_to(host.home / ".proctor")  # not in the index
    return host


@pytest.fixture
def host(made_host: Host, monkeypatch: pytest.MonkeyPatch) -> Host:
    """Give the host, and be at home there."""
    monkeypatch.setenv("HOME", str(made_host.home))
    return made_host

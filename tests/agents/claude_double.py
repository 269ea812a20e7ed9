"""
A program that is called `claude` and is none: what it is started with can be looked at.

It says a version. Started as an agent it writes down its words, variables and folder, and then
does what its last word says, if that has `do:` in it: what follows goes to a shell, whose output
is written down as well. Then it waits until it is ended.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proctor.agents.engine import Engine
from proctor.agents.launching import Wanted, launch
from proctor.agents.session_files import Session
from proctor.agents.stopping import stop
from proctor.errors import NotFound
from proctor.installing.proof_memory import proof_of, remember
from proctor.owner.who import running_server
from tests.agents.terminals import POLL, terminals
from tests.server.running import call

# Only ends a hang.
PATIENCE = 120.0
VERSION = "2.1.325"
MANY_COMMANDS = Path(__file__).with_name("many_commands.py")
TEXT = """\
import json, os, signal, subprocess, sys
if sys.argv[1:] == ["--version"]:
    print("{version} (Claude Code)")
    sys.exit(0)
signal.signal(signal.SIGTERM, lambda *_: os._exit(143))
notes = {notes!r}
name = os.environ.get("PROCTOR_AGENT", "nobody")

def note(kind, said):
    path = os.path.join(notes, name + "." + kind)
    with open(path + ".new", "w") as file:
        json.dump(said, file)
    os.rename(path + ".new", path)

note("started", {{"words": sys.argv[1:], "variables": dict(os.environ), "cwd": os.getcwd()}})
print("ready>", flush=True)
order = sys.argv[-1].partition("do:")[2]
if order == "fail":
    print("it cannot work", flush=True)
    os._exit(3)
if order:
    done = subprocess.run(["/bin/sh", "-c", order], capture_output=True, text=True)
    note("done", {{"status": done.returncode, "out": done.stdout, "err": done.stderr}})
while True:
    signal.pause()
"""


@dataclass
class Double:
    """A home, a project and a `claude` on the PATH, which is none."""

    home: Path
    shop: Path
    engine: Engine
    notes: Path
    environ: dict[str, str] = field(default_factory=dict)

    def role(self, name: str, text: str) -> None:
        """Write a role of the home."""
        path = self.home / "roles" / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def wanted(self, **more: Any) -> Wanted:
        """Return what a person wishes to start, in the project."""
        return Wanted(**{"cwd": str(self.shop), "environ": dict(self.environ), **more})

    def run(self, role: str = "", name: str = "", **more: Any) -> Session:
        """Start an agent."""
        return launch(self.home, self.wanted(role=role, name=name, **more))

    def started(self, name: str) -> dict[str, Any]:
        """Return what an agent was started with."""
        return self.noted(f"{name}.started")

    def done(self, name: str) -> dict[str, Any]:
        """Return how the order of an agent ended."""
        return self.noted(f"{name}.done")

    def noted(self, name: str) -> dict[str, Any]:
        """Return what was written down, as soon as it is there."""
        path = self.notes / name
        # Many commands of an agent may run one after the other, on a machine that has much to do.
        end = time.monotonic() + PATIENCE
        while not path.exists():
            assert time.monotonic() < end, f"never came: {name}"
            time.sleep(POLL)
        said: dict[str, Any] = json.loads(path.read_text())
        path.unlink()
        return said

    def orders(self, *words: str) -> str:
        """Return a prompt that lets an agent call us."""
        command = " ".join([sys.executable, "-P", "-m", "proctor", *words])
        return f"do:{command}"

    def tried(self, role: str, *lines: str, **more: Any) -> dict[str, dict[str, Any]]:
        """Let an agent call us with each of these command lines; return how each call ended."""
        path = self.notes / "lines.json"
        path.write_text(json.dumps(lines))
        order = f"do:{sys.executable} -P {MANY_COMMANDS} {path}"
        name = self.run(role, extra=(order,), **more).name
        done = self.done(name)
        assert done["status"] == 0, done["err"]
        found: dict[str, dict[str, Any]] = json.loads(done["out"])
        return found


@contextmanager
def double(folder: Path, served: Path | None = None) -> Iterator[Double]:
    """
    Have a home with a program that is called `claude`; everything ends with the test.

    Args:
        folder: where everything is made.
        served: a home to use instead of a new one. Its server keeps running; agents, roles and
            templates are removed at the end.

    """
    user, shop, notes = folder / "user", folder / "shop", folder / "notes"
    for each in (user, shop / ".git", notes, folder / "bin"):
        each.mkdir(parents=True, exist_ok=True)
    home = served or user / ".proctor"
    home.mkdir(mode=0o700, exist_ok=True)
    program = folder / "bin" / "claude"
    text = TEXT.format(version=VERSION, notes=str(notes))
    program.write_text(f"#!{sys.executable} -IS\n{text}")
    program.chmod(0o755)
    remember(home, proof_of(program, VERSION, ask_holds=True, words="as if it were"))
    environ = {
        "HOME": str(user),
        "PATH": f"{program.parent}:{os.environ.get('PATH', os.defpath)}",
        "LANG": "C.UTF-8",
        "PROCTOR_HOME": str(home),
    }
    with terminals(home) as engine:
        made = Double(home, shop.resolve(), engine, notes, environ)
        try:
            yield made
        finally:
            for name in list(engine.panes()):
                try:
                    stop(home, name, force=True)
                except NotFound:
                    engine.end(name)
            if served is not None:
                for left in ("sessions", "roles", "workflow-templates"):
                    shutil.rmtree(home / left, ignore_errors=True)
            elif running_server(home) is not None:
                assert call(home, "down").returncode == 0

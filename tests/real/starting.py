"""Start the real Claude Code by `proctor run`, as a person at a shell does."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from proctor.agents.engine import Engine
from proctor.installing.proof_memory import proof_of, remember
from tests.agents.terminals import shows, terminals, until
from tests.cli.conftest import COMMAND
from tests.real.model import Model
from tests.real.place import Place
from tests.real.programs import NEW, program_of
from tests.real.terminal import READY, seed

# Only ends a hang.
PATIENCE = 120.0
# Seconds; a key that is pressed sooner than this after another is thrown away.
BETWEEN_KEYS = 1.0


class Starter:
    """Somebody at a shell in the project, with Claude Code on their PATH."""

    def __init__(self, place: Place, model: Model, engine: Engine) -> None:
        self.place, self.engine, self.model = place, engine, model
        self.command = COMMAND
        folder = place.user / "bin"
        folder.mkdir()
        self.claude = folder / "claude"
        self.claude.symlink_to(program_of())
        seed(place, model, NEW)
        usual = place.private.environment(model)
        self.environ = {**usual, "PATH": f"{folder}:{usual['PATH']}"}

    def types(
        self, *words: str, cwd: Path | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command of ours."""
        return subprocess.run(
            [COMMAND, *words],
            cwd=cwd or self.place.shop,
            env={**self.environ, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def run(self, *words: str) -> dict[str, Any]:
        """Start an agent, and return what was said of it."""
        done = self.types("run", "--detach", "--json", *words)
        assert done.returncode == 0, done.stderr + done.stdout
        said: dict[str, Any] = json.loads(done.stdout)
        return said

    def shows(self, name: str, *words: str) -> str:
        """Wait until an agent is there and shows all of this, and return its screen."""
        until(lambda: self.engine.has(name), name)
        return shows(self.engine, name, *words)

    def ready(self, name: str) -> str:
        """Wait until an agent takes a prompt, and return its screen."""
        return self.shows(name, READY)

    def insist(self, name: str, key: str, done: Callable[[], object]) -> None:
        """
        Press a key until it is taken; one in the first moments may be lost.

        The program takes no key of a dialog that follows another one at once.
        """
        pressed = 0.0

        def taken() -> object:
            nonlocal pressed
            if time.monotonic() - pressed > BETWEEN_KEYS:
                self.engine.keys(name, key)
                pressed = time.monotonic()
            return done()

        until(taken, key)

    def say(self, name: str, prompt: str) -> None:
        """Type a prompt into an agent's terminal."""
        self.ready(name)
        self.engine.paste(name, prompt)
        self.shows(name, prompt)
        before = len(self.model.requests)
        self.insist(name, "Enter", lambda: len(self.model.requests) > before)

    def requests(self, word: str) -> list[dict[str, Any]]:
        """Return what was asked of the model in a script, as soon as something was."""
        return until(lambda: self.model.conversation(word))


@contextmanager
def starter(place: Place, model: Model) -> Iterator[Starter]:
    """Give somebody at a shell; their terminals end with the test."""
    with terminals(place.home) as engine:
        yield Starter(place, model, engine)


def proven(place: Place) -> None:
    """Remember that this program was proven, so that a test which is not about it is quick."""
    program = program_of()
    kept = proof_of(program, NEW, ask_holds=True, words="by another test")
    remember(place.home, kept)


def variables_of(pid: int) -> dict[str, str]:
    """Return what a process was started with."""
    pieces = os.fsdecode(Path(f"/proc/{pid}/environ").read_bytes()).split("\0")
    return dict(piece.split("=", 1) for piece in pieces if "=" in piece)

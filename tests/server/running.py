"""Run the real server, as a process of its own, for as long as a test needs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proctor.own_process import own_command

# Only ends a hang.
PATIENCE = 30.0
COMMAND = own_command()


@dataclass
class Server:
    """A server that runs: its process, and what it said of itself."""

    process: subprocess.Popen[str]
    info: dict[str, Any]

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def end(self, number: int = signal.SIGTERM) -> int:
        """End it by a signal, and return its status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return an environment of a home, with nothing of ours that could matter."""
    return {"HOME": str(home.parent), "PATH": os.defpath, "PROCTOR_HOME": str(home), **more}


@contextmanager
def running(
    home: Path,
    *args: str,
    command: Sequence[str | Path] = COMMAND,
    log: str = "",
    **more: str,
) -> Iterator[Server]:
    """
    Run a server until the test is over.

    Its stderr goes to the file `log`, where that is named; `more` goes into its environment.
    """
    with (
        Path(log).open("w", encoding="utf-8") if log else nullcontext() as file,
        subprocess.Popen(
            [*command, "up", "--json", *args],
            env=environment(home, **more),
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        try:
            yield Server(process, json.loads(process.stdout.readline()))
        finally:
            process.terminate()
            process.wait(PATIENCE)


def call(home: Path, *args: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*COMMAND, *args],
        env=environment(home, **more),
        cwd="/",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )


def until(what: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something is so."""
    end = time.monotonic() + patience
    while not what():
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.01)

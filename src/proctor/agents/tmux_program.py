"""
Call tmux: which program it is, with which variables, and for how long.

It is called by its words and never through a shell. The server that the first call starts
lives on, and its variables are everybody's, so it is given few. A tmux that hangs holds up
nobody for longer than a moment.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from proctor.errors import EngineError

PATIENCE = 10.0
INSTALL = "apt install tmux · brew install tmux"
# Where it may be besides the PATH: what starts us may have a short one.
FOLDERS = (
    "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/opt/local/bin:/home/linuxbrew/.linuxbrew/bin"
)
# The first that draws windows over a terminal as we need them.
OLDEST, OLDEST_SHOWN = (3, 3), "3.3"
# From this one on, what is pasted is spelled out unless it is told not to.
SPELLS_OUT = (3, 7)
VERSION = re.compile(r"tmux (?:next-)?(\d+)\.(\d+)")
NO_SERVER = ("no server running", "error connecting", "server exited", "lost server")


def tmux_path() -> str:
    """
    Return the program.

    Raises:
        EngineError: there is none.

    """
    found = shutil.which("tmux") or shutil.which("tmux", path=FOLDERS)
    if found is None:
        raise EngineError("tmux is not installed", help=INSTALL)
    return found


def tmux_version() -> str:
    """Return what tmux says of itself, `tmux 3.3a`; empty where it is not installed."""
    try:
        done = subprocess.run(  # noqa: S603 - a program by its full path
            [tmux_path(), "-V"], capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except (EngineError, OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


def number_of(said: str) -> tuple[int, int] | None:
    """Return the number of a version; None where it has none."""
    found = VERSION.match(said)
    return None if found is None else (int(found[1]), int(found[2]))


def too_old(said: str) -> bool:
    """Say whether a tmux is too old for our settings; one that gives no number is not."""
    return (number_of(said) or OLDEST) < OLDEST


def spells_out(said: str) -> bool:
    """Say whether a tmux spells out control characters in what it pastes."""
    return (number_of(said) or OLDEST) >= SPELLS_OUT


def few_variables(home: Path) -> dict[str, str]:
    """Return all variables that the server of the terminals has."""
    path = os.environ.get("PATH") or FOLDERS
    variables = {"PATH": path, "LANG": "C.UTF-8", "SHELL": "/bin/sh", "PROCTOR_HOME": str(home)}
    with suppress(KeyError):
        user = pwd.getpwuid(os.geteuid())
        variables |= {"HOME": user.pw_dir, "USER": user.pw_name, "LOGNAME": user.pw_name}
    return variables


class NoServer(EngineError):
    """No server of terminals runs."""


def call(  # noqa: PLR0913 - each says one thing of the call
    words: Sequence[str],
    *,
    home: Path,
    cwd: str = "/",
    said: str = "",
    start: bool = False,
    patience: float = PATIENCE,
) -> str:
    """
    Call tmux with some words, and return what it printed.

    Args:
        words: all words behind the program's name.
        home: whose terminals.
        cwd: where it is called, and what it starts begins.
        said: what it can read.
        start: whether a server may be started.
        patience: how many seconds it may take.

    Raises:
        NoServer: none runs.
        EngineError: tmux is not installed, hangs, or refused.

    """
    flags = [] if start else ["-N"]
    try:
        done = subprocess.run(  # noqa: S603 - a program by its full path, and its words
            [tmux_path(), *flags, *words],
            input=said.encode(errors="surrogateescape"),
            capture_output=True,
            check=False,
            cwd=cwd,
            env=few_variables(home),
            timeout=patience,
        )
    except subprocess.TimeoutExpired as error:
        raise EngineError("tmux does not answer", help="end its server, and start again") from error
    except OSError as error:
        raise EngineError(f"tmux cannot be started: {error.strerror}: {error.filename}") from error
    if done.returncode:
        problem = done.stderr.decode(errors="replace").strip() or f"exit status {done.returncode}"
        if any(word in problem for word in NO_SERVER):
            raise NoServer("no agent has a terminal", help="start one: proctor run --role ROLE")
        raise EngineError(f"tmux: {problem}")
    return done.stdout.decode(errors="replace")


def literal(word: str) -> str:
    """Return a word so that tmux does not take its end for the end of a command."""
    return f"{word[:-1]}\\;" if word.endswith(";") else word


def quoted(text: str) -> str:
    """Return a text as one word of a file of tmux commands."""
    # A name on the disk may have bytes that are no text: they stay as they are.
    plain = "".join(c if c.isprintable() or "\udc80" <= c <= "\udcff" else " " for c in text)
    inside = plain.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")
    return f'"{inside}"'

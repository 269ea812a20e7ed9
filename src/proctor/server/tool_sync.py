"""
Bring the catalogue of a project or of the home up to date, because a person wishes it.

Importing a module runs its code. So that happens in a process of its own, with a time limit and
without our keys; never here, where calls are decided. Which modules these are says the catalogue
that is there, and nobody who asks: see `tools/sync_alone.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from proctor.errors import ServerError, UsageError
from proctor.own_process import module_command
from proctor.tools import index_file
from proctor.tools.running import run_words
from proctor.tools.sync import place_of, remembered

MODULE = "proctor.tools.sync_alone"
SECONDS = 60.0
MOST_OUTPUT = 4 << 20
# Of what a process wrote that failed, so much is told.
SHOWN = 500
BY_HAND = "in the project's folder, with its own Python: python -m proctor tools sync"


def modules_to_run(root: str, home: Path) -> tuple[str, ...]:
    """
    Return the modules whose code a sync would run.

    Raises:
        UsageError: nobody has trusted those that the catalogue names.
        ConfigProblems: the catalogue cannot be read.

    """
    project = Path(root) if root else None
    return remembered(place_of(project, home) / index_file.NAME, project, home)


def synced(root: str, home: Path, *, seconds: float = SECONDS) -> dict[str, Any]:
    """
    Write the catalogue of a project, or of the home where none is named.

    Raises:
        UsageError: a module cannot be imported, or nobody has trusted it.
        ServerError: it takes too long, or fails otherwise.

    """
    words = module_command(MODULE, str(home), *([root] if root else []))
    done = run_words(
        words,
        cwd=Path(root) if root else home,
        seconds=seconds,
        most_output=MOST_OUTPUT,
        variables={"PROCTOR_HOME": str(home)},
    )
    said = last_line(done.output)
    if "ok" in said:
        return dict(said["ok"])
    error = said.get("error")
    if isinstance(error, dict):
        raise UsageError(str(error.get("message")), help=error.get("help") or BY_HAND)
    if done.timed_out:
        raise ServerError(f"the modules took more than {seconds:.0f} s", help=BY_HAND)
    raise ServerError(f"the catalogue was not written: {done.text()[-SHOWN:]}", help=BY_HAND)


def last_line(output: str) -> dict[str, Any]:
    """Return what a process said at its end; nothing where that is no object."""
    lines = output.rstrip("\n").rsplit("\n", 1)
    try:
        said = json.loads(lines[-1])
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}

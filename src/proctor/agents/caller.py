"""
Which agent a process runs under, so that none gets by calling us what it does not have.

Whatever an agent starts stays below its supervisor, also what it lets run on alone; a variable
that it takes away changes nothing, nor does another home that it names. Only where no process
tells, PROCTOR_AGENT counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from proctor.agents.processes import birth_of, line_of, name_of, parent_of
from proctor.agents.session_files import names
from proctor.agents.session_folder import FOLDER, is_name
from proctor.errors import NotAllowed

AGENT = "PROCTOR_AGENT"
MOST_PARENTS = 1000
# How a supervisor is started, whichever Proctor it is of: python -IS …/supervisor.py FOLDER
OURS, FLAGS = "/proctor/agents/supervisor.py", "-IS"
# What Claude Code sets for everything that it starts, and what its process is called.
INSIDE, PROGRAM = "CLAUDECODE", "claude"


class Found(NamedTuple):
    """An agent, and the home that it belongs to."""

    home: Path
    name: str


def calling_agent(home: Path, environ: Mapping[str, str] = os.environ) -> str:
    """Return the agent that this process runs under; empty where it is none."""
    found = found_caller(home, environ)
    return found.name if found else ""


def found_caller(home: Path, environ: Mapping[str, str] = os.environ) -> Found | None:
    """
    Return the agent that this process runs under, in whichever home; None for a person.

    Of several the highest counts: an agent can start something that looks like the supervisor
    of another, but never above itself.
    """
    above = [folder for pid in parents(os.getpid()) if (folder := watched_by(pid))]
    if above:
        return Found(above[-1].parent.parent, above[-1].name)
    # Its session may be over, and what it has left behind still runs.
    named = environ.get(AGENT, "")
    return Found(home, named) if named in names(home) else None


def watched_by(pid: int) -> Path | None:
    """Return the folder of the session that a process watches over; None for any other process."""
    line, blank = line_of(pid)
    python, supervisor, rest = line.partition(f"{OURS}{blank}")
    folder = Path(rest)
    ours = bool(supervisor) and f"{blank}{FLAGS}{blank}" in python
    return folder if ours and is_name(folder.name) and folder.parent.name == FOLDER else None


def parents(pid: int) -> Iterator[int]:
    """Return a process and all that are above it."""
    for _ in range(MOST_PARENTS):
        if pid <= 1 or not birth_of(pid):
            return
        yield pid
        pid = parent_of(pid)


def people_only(home: Path, what: str) -> None:
    """
    Refuse something to agents.

    Args:
        home: Proctor's own folder.
        what: what is refused, as it begins a sentence: `` `proctor approve` ``.

    Raises:
        NotAllowed: an agent calls.

    """
    if name := calling_agent(home):
        raise NotAllowed(
            f"{what} is for people, and the agent `{name}` calls",
            help="a person does it in a terminal of their own",
        )
    if is_inside_a_program():
        raise NotAllowed(
            f"{what} is for people, and an agent program calls",
            help="a person does it in a terminal of their own",
        )


def is_inside_a_program(environ: Mapping[str, str] = os.environ) -> bool:
    """Say whether an agent program calls that a person has started without us."""
    return bool(environ.get(INSIDE)) or any(name_of(pid) == PROGRAM for pid in parents(os.getpid()))

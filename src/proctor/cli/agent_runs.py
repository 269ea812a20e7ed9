"""
How the workflow runs of agents stand: which role counts for each now, and whose run has ended.

Loaded only where an agent is in a run. What cannot be told, of a server or a store that does not
answer, is left out: the list says why already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from proctor.agents.listing import Listed
from proctor.agents.run_standing import UNKNOWN, Stands, in_run
from proctor.errors import NotFound, ProctorError
from proctor.owner.client import Client
from proctor.terms.role_chain import runs_of
from proctor.workflows.as_json import short_run_json
from proctor.workflows.kept_run import from_kept


def with_runs(
    agents: Iterable[Listed], home: Path, *, served: bool, opened: Callable[[Path], Any]
) -> list[Listed]:
    """
    Return agents, each with what its workflow run gives it.

    Args:
        agents: the agents.
        home: Proctor's home.
        served: whether its server answers; else the store is looked at.
        opened: opens the store of a home.

    """
    every = list(agents)
    names = {run for one in every if one.live for run in runs_of(one.role)}
    try:
        found = of_server(home, names) if served else of_store(home, names, opened)
    except (ProctorError, OSError, KeyError, TypeError):
        return every
    return [in_run(one, found) if one.live else one for one in every]


def of_server(home: Path, names: Iterable[str]) -> dict[str, Stands]:
    """Return what the server says of runs."""
    found = {}
    with Client.connect(home) as client:
        for name in names:
            try:
                said = client.call("runs", run=name)
            except NotFound:
                found[name] = Stands(UNKNOWN)
            else:
                found[name] = Stands(str(said["status"]), str(said["role"] or ""))
    return found


def of_store(home: Path, names: Iterable[str], opened: Callable[[Path], Any]) -> dict[str, Stands]:
    """Return what the store says of runs."""
    store, _ = opened(home)
    if store is None:
        return {}
    found = {}
    with closing(store):
        for name in names:
            kept = store.run(name)
            said = short_run_json(from_kept(kept)) if kept is not None else {"status": UNKNOWN}
            found[name] = Stands(str(said["status"]), str(said.get("role") or ""))
    return found

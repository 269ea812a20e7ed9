"""
Runs in the store: start one, look at it, and change it by a move without losing another's.

For whoever has the store itself at hand; the server does the same for everybody else. A move is
made of the last version and kept only if it still is the last; else it is made again of what is
there then, so that each is checked against the run as it really was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from proctor.errors import NotFound, StoreError
from proctor.terms.kept_run import KeptRun
from proctor.workflows.kept_run import from_kept, to_kept
from proctor.workflows.moves import start
from proctor.workflows.run import LIVE, Run, run_id
from proctor.workflows.stage_role import is_run_id
from proctor.workflows.template import Template
from proctor.workflows.wording import one_line

# Each try means that somebody else has moved the run meanwhile.
MOST_TRIES = 50
# More than are ever under way: none of them may be left out.
ALL = 1_000_000
DAY = len("2026-06-01")


class Runs(Protocol):
    """What of a store is needed here; every `audit.store.Store` has it."""

    def put_run(self, run: KeptRun) -> KeptRun | None:
        """Keep a run over the version that it was made of."""

    def run(self, run_id: str) -> KeptRun | None:
        """Return a run."""

    def runs(self, statuses: tuple[str, ...] = (), *, limit: int = 1000) -> list[KeptRun]:
        """Return runs."""

    def next_run_number(self, day: str) -> int:
        """Return a number that no run of the day has had."""


def begin(  # noqa: PLR0913 - a run begins with these
    store: Runs, template: Template, *, project: str, by: str, at: str, title: str = ""
) -> Run:
    """
    Start a run and keep it; its id has the day of `at`.

    Raises:
        MoveRefused: it cannot start.
        StoreError: it cannot be kept.

    """
    day = at[:DAY].replace("-", "")
    for _ in range(MOST_TRIES):
        name = run_id(day, store.next_run_number(day))
        run = start(template, run_id=name, project=project, by=by, at=at, title=title)
        kept = store.put_run(to_kept(run))
        if kept is not None:
            return from_kept(kept)
    raise StoreError(f"no number could be given to a run of {day}")


def load(store: Runs, wanted: str) -> Run:
    """
    Return a run as it is now.

    Raises:
        NotFound: there is none of that id.

    """
    kept = store.run(wanted) if is_run_id(wanted) else None
    if kept is None:
        hint = "`proctor workflow status` lists those that are under way"
        raise NotFound(f"there is no workflow run `{one_line(wanted)}`", help=hint)
    return from_kept(kept)


def change(store: Runs, wanted: str, move: Callable[[Run], Run]) -> Run:
    """
    Make a move and keep what came of it.

    Raises:
        NotFound: there is no such run.
        MoveRefused: the move is not allowed, as the run is now.
        StoreError: it cannot be kept.

    """
    for _ in range(MOST_TRIES):
        kept = store.put_run(to_kept(move(load(store, wanted))))
        if kept is not None:
            return from_kept(kept)
    raise StoreError(f"others keep changing {wanted}", passing=True)


def live_runs(store: Runs) -> list[Run]:
    """Return the runs that have not ended, oldest first."""
    words = tuple(status.value for status in LIVE)
    return [from_kept(kept) for kept in store.runs(words, limit=ALL)]

"""Runs of workflows in a database."""

from __future__ import annotations

import json
from collections.abc import Collection

from proctor.audit.rows import storable
from proctor.audit.stores.database import Database, Row
from proctor.audit.stores.sql_terms import Shape, Turn, cell, fields
from proctor.terms.kept_run import KeptRun

# Its id is a text of ours; only the number is given by the table.
RUNS = Shape("runs", tuple(name for name in KeptRun._fields if name != "n"), KeptRun._fields)
TO_RUN: Turn = {"body": json.loads}
ALL = ", ".join(RUNS.read)
ADD = f"{RUNS.insert} ON CONFLICT (id) DO NOTHING RETURNING {ALL}"
RENEW = (
    "UPDATE runs SET status = ?, updated_at = ?, body = ?, version = version + 1 "  # noqa: S608 - names of ours
    f"WHERE id = ? AND version = ? RETURNING {ALL}"
)
NUMBER = (
    "INSERT INTO run_numbers (day, given) VALUES (?, 1) "
    "ON CONFLICT (day) DO UPDATE SET given = run_numbers.given + 1 RETURNING given"
)


class SqlRuns:
    """Runs; each step is one statement that only one caller wins."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put_run(self, run: KeptRun) -> KeptRun | None:
        """Keep a run over the version that it was made of; None where there is another by now."""
        with self._database.transaction():
            if run.version == 0:
                first = run._replace(version=1)
                values = [cell(getattr(first, name)) for name in RUNS.written]
                rows = self._database.rows(ADD, values)
            else:
                values = [cell(value) for value in (run.status, run.updated_at, run.body, run.id)]
                rows = self._database.rows(RENEW, [*values, run.version])
            if not rows:
                return None
            kept = to_run(rows[0])
            self._database.tell("run", kept.n)
        return kept

    def run(self, run_id: str) -> KeptRun | None:
        """Return a run by its id."""
        found = self._database.rows(f"{RUNS.select} WHERE id = ?", [storable(run_id)])
        return to_run(found[0]) if found else None

    def runs(self, statuses: Collection[str] = (), *, limit: int = 1000) -> list[KeptRun]:
        """Return runs of these statuses, or all, oldest first; the newest `limit` of them."""
        where = f"WHERE status IN ({', '.join('?' * len(statuses))})" if statuses else ""
        sql = f"{RUNS.select} {where} ORDER BY n DESC LIMIT ?"
        found = self._database.rows(sql, [*map(storable, statuses), max(limit, 0)])
        return [to_run(row) for row in reversed(found)]

    def next_run_number(self, day: str) -> int:
        """Return a number that no run of the day has had, and never gives it again."""
        return int(self._database.rows(NUMBER, [storable(day)])[0][0])


def to_run(row: Row) -> KeptRun:
    """Return the run of a row."""
    return KeptRun(**fields(RUNS, TO_RUN, row))

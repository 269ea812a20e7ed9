"""The store over any database."""

from __future__ import annotations

from contextlib import AbstractContextManager

from proctor.audit.store import Changes
from proctor.audit.stores.database import Database
from proctor.audit.stores.sql_agents import SqlAgents
from proctor.audit.stores.sql_questions import SqlQuestions
from proctor.audit.stores.sql_records import SqlRecords
from proctor.audit.stores.sql_runs import SqlRuns


class SqlStore(SqlRecords, SqlQuestions, SqlAgents, SqlRuns):
    """Everything that is kept, said in the SQL that every database understands."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.kind = database.kind

    @property
    def database(self) -> Database:
        """Return the connection underneath."""
        return self._database

    def close(self) -> None:
        """Let go of it."""
        self._database.close()

    def changes(self, *, records: bool = True) -> Changes:
        """Listen for what changes from now on, also by other processes."""
        return self._database.changes(records=records)

    def exclusive(self, name: str) -> AbstractContextManager[bool]:
        """Try to be the only one, on all machines that share the store."""
        return self._database.exclusive(name)

"""Agents and events in a database, and how what is over goes."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.audit.rows import storable
from proctor.audit.stores.database import Database
from proctor.audit.stores.sql_questions import UNLESS_THERE
from proctor.audit.stores.sql_terms import AGENTS, EVENTS, to_agent, to_event, to_row
from proctor.terms.agent import Agent
from proctor.terms.event import Event

KEY = ("host", "home", "name")
RENEW = ", ".join(f"{name} = excluded.{name}" for name in AGENTS.written if name not in KEY)
# What is older than a time, by table: as often as there is a `?`.
OVER = {
    "events": "timestamp < ?",
    "questions": "status <> 'pending' AND closed_at < ?",
    "grants": (
        "(used_at <> '' AND used_at < ?) OR (revoked_at <> '' AND revoked_at < ?) "
        "OR (expires_at <> '' AND expires_at < ?)"
    ),
}


class SqlAgents:
    """Agents and events."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put_agent(self, agent: Agent) -> None:
        """Keep an agent as it is now, over what was known of it."""
        sql = f"{AGENTS.insert} ON CONFLICT ({', '.join(KEY)}) DO UPDATE SET {RENEW}"
        with self._database.transaction():
            self._database.rows(sql, to_row(agent))
            self._database.tell("agent", 0)

    def agents(self) -> list[Agent]:
        """Return every agent, by host and name."""
        agents = (to_agent(row) for row in self._database.rows(AGENTS.select))
        return sorted(agents, key=lambda agent: (agent.host, agent.name, agent.home))

    def forget_agent(self, host: str, home: str, name: str) -> bool:
        """Remove an agent; its records stay."""
        sql = "DELETE FROM agents WHERE host = ? AND home = ? AND name = ? RETURNING name"
        with self._database.transaction():
            gone = self._database.rows(sql, [storable(part) for part in (host, home, name)])
            if gone:
                self._database.tell("agent", 0)
        return bool(gone)

    def put_events(self, events: Sequence[Event]) -> None:
        """Keep events, all or none; one whose uid is there already is left out."""
        sql = f"{EVENTS.insert} {UNLESS_THERE} RETURNING n"
        with self._database.transaction():
            kept = [n for event in events for (n,) in self._database.rows(sql, to_row(event))]
            if kept:
                self._database.tell("event", max(kept))

    def events(self, *, after: int = 0, agent: str = "", limit: int = 1000) -> list[Event]:
        """Return events behind a number, oldest first."""
        where, values = ("AND agent = ?", [storable(agent)]) if agent else ("", [])
        sql = f"{EVENTS.select} WHERE n > ? {where} ORDER BY n LIMIT ?"
        return [to_event(row) for row in self._database.rows(sql, [after, *values, max(limit, 0)])]

    def remove_events(self, *, before: str) -> int:
        """Remove events, closed questions and ended grants that are older than a time."""
        with self._database.transaction():
            return sum(self._remove(table, before) for table in OVER)

    def _remove(self, table: str, before: str) -> int:
        end = f"FROM {table} WHERE {OVER[table]}"
        values = [before] * end.count("?")
        number = int(self._database.rows(f"SELECT count(*) {end}", values)[0][0])
        if number:
            self._database.rows(f"DELETE {end}", values)
        return number

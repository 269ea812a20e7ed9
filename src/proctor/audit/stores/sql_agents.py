"""Agents and events in a database, and how what is over goes."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.audit.rows import storable
from proctor.audit.stores.database import Database
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
        self.put_agents([agent])

    def put_agents(self, agents: Sequence[Agent]) -> None:
        """Keep agents as they are now, all or none."""
        sql = f"{AGENTS.insert} ON CONFLICT ({', '.join(KEY)}) DO UPDATE SET {RENEW}"
        with self._database.transaction():
            for agent in agents:
                self._database.rows(sql, to_row(agent))
            if agents:
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
        rows = [tuple(to_row(event)) for event in events]
        with self._database.transaction():
            last = self._database.insert_new(EVENTS.table, EVENTS.written, rows)
            if last:
                self._database.tell("event", last)

    def events(
        self, *, after: int = 0, agent: str = "", limit: int = 1000, newest: bool = False
    ) -> list[Event]:
        """Return events behind a number, oldest first; with `newest`, the last ones first."""
        where, values = ("AND agent = ?", [storable(agent)]) if agent else ("", [])
        order = "n DESC" if newest else "n"
        sql = f"{EVENTS.select} WHERE n > ? {where} ORDER BY {order} LIMIT ?"
        return [to_event(row) for row in self._database.rows(sql, [after, *values, max(limit, 0)])]

    def own_events(self, kind: str, *, before: int | None = None, limit: int = 50) -> list[Event]:
        """Return events of a kind that are of no agent, newest first; those before a number."""
        # Few are of none: along the index of agents, however many others there are.
        older, values = ("AND n < ?", [before]) if before is not None else ("", [])
        sql = f"{EVENTS.select} WHERE agent = '' AND kind = ? {older} ORDER BY n DESC LIMIT ?"
        rows = self._database.rows(sql, [storable(kind), *values, max(limit, 0)])
        return [to_event(row) for row in rows]

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

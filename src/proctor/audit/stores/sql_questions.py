"""Questions and grants in a database."""

from __future__ import annotations

from proctor.audit.rows import storable
from proctor.audit.stores.database import Database
from proctor.audit.stores.sql_terms import GRANTS, QUESTIONS, cell, to_grant, to_question, to_row
from proctor.terms.grant import Grant
from proctor.terms.question import Question, Status
from proctor.terms.reply import Reply, Scope

HOLDS = "used_at = '' AND revoked_at = '' AND (expires_at = '' OR expires_at > ?)"
UNLESS_THERE = "ON CONFLICT (uid) DO NOTHING"


class SqlQuestions:
    """Questions and grants; each of their steps is one statement that only one caller wins."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ask(self, question: Question) -> Question:
        """Keep a question and return it with its number; the same uid is the same question."""
        sql = f"{QUESTIONS.insert} {UNLESS_THERE} RETURNING {', '.join(QUESTIONS.read)}"
        question = question._replace(status=Status.PENDING, reply=None, closed_at="")
        with self._database.transaction():
            kept = self._database.rows(sql, to_row(question))
            if kept:
                asked = to_question(kept[0])
                self._database.tell("question", asked.id)
                return asked
            there = self._database.rows(
                f"{QUESTIONS.select} WHERE uid = ?", [storable(question.uid)]
            )
        return to_question(there[0])

    def question(self, number: int) -> Question | None:
        """Return a question."""
        found = self._database.rows(f"{QUESTIONS.select} WHERE id = ?", [number])
        return to_question(found[0]) if found else None

    def questions(self, status: Status | None = None, *, limit: int = 1000) -> list[Question]:
        """Return questions, oldest first; the newest `limit` of them."""
        where, values = ("WHERE status = ?", [status.value]) if status else ("", [])
        found = self._database.rows(
            f"{QUESTIONS.select} {where} ORDER BY id DESC LIMIT ?", [*values, max(limit, 0)]
        )
        return [to_question(row) for row in reversed(found)]

    def close_question(
        self, number: int, status: Status, *, at: str, reply: Reply | None = None
    ) -> Question | None:
        """End a pending question and return it; None if it is not there or has ended."""
        sql = (
            "UPDATE questions SET status = ?, closed_at = ?, reply = ? "  # noqa: S608 - names of ours
            f"WHERE id = ? AND status = 'pending' RETURNING {', '.join(QUESTIONS.read)}"
        )
        with self._database.transaction():
            closed = self._database.rows(sql, [status.value, storable(at), cell(reply), number])
            if not closed:
                return None
            self._database.tell("question", number)
        return to_question(closed[0])

    def grant(self, grant: Grant) -> Grant:
        """Keep a grant and return it with its number; the same uid is the same grant."""
        sql = f"{GRANTS.insert} {UNLESS_THERE} RETURNING {', '.join(GRANTS.read)}"
        with self._database.transaction():
            kept = self._database.rows(sql, to_row(grant))
            if kept:
                made = to_grant(kept[0])
                self._database.tell("grant", made.id)
                return made
            there = self._database.rows(f"{GRANTS.select} WHERE uid = ?", [storable(grant.uid)])
        return to_grant(there[0])

    def grants(self, *, live_at: str = "", limit: int = 1000) -> list[Grant]:
        """Return grants, oldest first; only those that hold at a time, if one is given."""
        where, values = (f"WHERE {HOLDS}", [live_at]) if live_at else ("", [])
        found = self._database.rows(
            f"{GRANTS.select} {where} ORDER BY id DESC LIMIT ?", [*values, max(limit, 0)]
        )
        return [to_grant(row) for row in reversed(found)]

    def grants_for(self, key: str, *, at: str) -> list[Grant]:
        """Return the grants of a key that hold at a time, oldest first."""
        sql = f"{GRANTS.select} WHERE key = ? AND {HOLDS} ORDER BY id"
        return [to_grant(row) for row in self._database.rows(sql, [storable(key), at])]

    def use_grant(self, number: int, *, at: str) -> bool:
        """Use a grant for once up; False if it was used, revoked or never there, or is over."""
        sql = f"UPDATE grants SET used_at = ? WHERE id = ? AND {HOLDS} RETURNING id"  # noqa: S608 - names of ours
        return self._changed_grant(sql, [at, number, at], number)

    def revoke_grant(self, number: int, *, by: str, at: str) -> bool:
        """Revoke a grant; False if it was revoked already or never there."""
        sql = (
            "UPDATE grants SET revoked_at = ?, revoked_by = ? "
            "WHERE id = ? AND revoked_at = '' RETURNING id"
        )
        return self._changed_grant(sql, [at, storable(by), number], number)

    def end_grants(self, agent: str, session: str | None, *, at: str) -> list[int]:
        """End an agent's grants for a session, or for all; return those that held."""
        which, values = ("", []) if session is None else ("AND session = ? ", [storable(session)])
        sql = (
            "UPDATE grants SET expires_at = ? WHERE scope = ? AND agent = ? "  # noqa: S608 - names of ours
            f"{which}AND {HOLDS} RETURNING id"
        )
        given = [at, Scope.SESSION.value, storable(agent), *values, at]
        with self._database.transaction():
            ended = sorted(int(row[0]) for row in self._database.rows(sql, given))
            for number in ended:
                self._database.tell("grant", number)
        return ended

    def _changed_grant(self, sql: str, values: list[object], number: int) -> bool:
        with self._database.transaction():
            changed = self._database.rows(sql, values)
            if changed:
                self._database.tell("grant", number)
        return bool(changed)

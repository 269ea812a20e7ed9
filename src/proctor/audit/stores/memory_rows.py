"""Rows of the store in memory: as every store gives them back, and which of them are wanted."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any, TypeVar

from proctor.audit.rows import Kept, compact, name_of, storable
from proctor.audit.store import Filter
from proctor.audit.stores.words import findable, found_by, words_of
from proctor.terms.agent import Agent
from proctor.terms.event import Event
from proctor.terms.grant import Grant
from proctor.terms.kept_run import KeptRun
from proctor.terms.question import Question
from proctor.terms.reply import Reply, Scope

Row = TypeVar("Row", Question, Grant, Agent, Event, Reply, KeptRun)
Bodied = TypeVar("Bodied", Question, Grant, Agent, Event, KeptRun)
Each = TypeVar("Each")


def plain(row: Row) -> Row:
    """Return a row with texts that every store can keep, and a body of JSON that is its own."""
    return type(row)._make([plain_value(value) for value in row])


def plain_value(value: object) -> Any:
    """Return a value as it comes back from a database."""
    if isinstance(value, str):
        return storable(value)
    return json.loads(compact(value)) if isinstance(value, dict) else value


def fresh(row: Bodied) -> Bodied:
    """Return a row whose body is the caller's own."""
    return row._replace(body=deepcopy(row.body))


def fresh_record(kept: Kept) -> Kept:
    """Return a record whose input is the caller's own."""
    return kept._replace(record=kept.record._replace(input=deepcopy(kept.record.input)))


def matcher(wanted: Filter) -> Callable[[Kept], bool]:
    """Return whether a record is one of the wanted ones."""
    words = words_of(wanted.text)
    person, host = name_of(wanted.person), name_of(wanted.host)
    about = None if wanted.about is None else storable(wanted.about)
    same = [
        (field, name_of(value))
        for field, value in (
            ("agent_name", wanted.agent),
            ("role", wanted.role),
            ("decision", wanted.decision),
            ("tool", wanted.tool),
            ("session", wanted.session),
        )
        if value
    ]

    def matches(kept: Kept) -> bool:
        record = kept.record
        return (
            all(getattr(record, field) == value for field, value in same)
            and (not person or person in (record.user_id, record.answered_by))
            and host in ("", kept.host)
            and about in (None, record.about)
            and (not wanted.since or record.timestamp >= wanted.since)
            and (not wanted.until or record.timestamp < wanted.until)
            and (wanted.before is None or kept.n < wanted.before)
            and (wanted.after is None or kept.n > wanted.after)
            and (not wanted.text or found_by(findable(record.action_string, record.detail), words))
        )

    return matches


def holds(grant: Grant, at: str) -> bool:
    """Say whether a grant holds at a time; not any more at the one when it ends."""
    unspent = not grant.used_at and not grant.revoked_at
    return unspent and (not grant.expires_at or at < grant.expires_at)


def is_for_session(grant: Grant, agent: str, session: str | None) -> bool:
    """Say whether a grant is for a session of an agent; without one, for any of its sessions."""
    whose = grant.scope is Scope.SESSION and grant.agent == storable(agent)
    return whose and (session is None or grant.session == storable(session))


def ended(grant: Grant, before: str) -> bool:
    """Say whether a grant ended before a time, in whatever way."""
    ends = (grant.used_at, grant.revoked_at, grant.expires_at)
    return any(end and end < before for end in ends)


def newest_of(rows: list[Each], limit: int) -> list[Each]:
    """Return the last of them, in the order they came."""
    return rows[-limit:] if limit > 0 else []

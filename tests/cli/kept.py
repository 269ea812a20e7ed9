"""A home with records in it, in each kind of store, for the tests of what looks at them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from proctor.keepers import keeping_of, open_keepers
from proctor.terms.record import Record
from tests.audit.homes import a_record

HOSTILE = "echo \x1b[31mred\x1b[0m\r\n\u202egnp.exe\x07"
MORNING = "2026-06-01T{hour:02}:30:00.000Z"


def keep(home: Path, *records: Record) -> None:
    """Keep records, as the owner does."""
    keepers = open_keepers(home)
    try:
        keepers.trail.append(records)
    finally:
        keepers.close()


def at(hour: int, action: str, decision: str = "allow", **more: Any) -> Record:
    """Return a record of a command, made at this hour."""
    fields = {"decider": "rule", "role": "coder", "input": {"command": action}, **more}
    return a_record(
        more.pop("agent", "arch-1"),
        timestamp=MORNING.format(hour=hour),
        action_string=f"tool:bash:{action}",
        decision=decision,
        **{name: value for name, value in fields.items() if name != "agent"},
    )


def some() -> list[Record]:
    """Return records that differ in everything by which they are looked for."""
    return [
        at(8, "npm test"),
        at(9, "git push origin main", "ask_approved", decider="person", answered_by="ada"),
        at(10, "ls", "deny", agent="docs-1", role="locked", decider="otherwise", session="s-2"),
        at(11, "rm -rf /", "deny", decider="guard", user_id="grace", detail="a bad idea"),
        at(12, "cat a", agent="docs-1", tool="Read", role="writer"),
    ]


def change(home: Path, statement: str) -> None:
    """Change the store behind our back, as whoever can write to it could."""
    address = keeping_of(home).store
    if address:
        with psycopg.connect(address) as server:
            server.execute(statement.encode())
        return
    with closing(sqlite3.connect(home / "proctor.db")) as file, file:
        file.execute(statement)

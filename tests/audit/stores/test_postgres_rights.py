"""A role of PostgreSQL that may add records, and neither change nor remove one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from proctor.audit.retention import retain
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.verify import verify
from proctor.errors import StoreError
from tests.audit.homes import a_record, an_event, trail_over
from tests.contracts.samples import question, run
from tests.pages import ROOT, blocks

PAGE = ROOT / "docs" / "audit.md"
ROLE = "proctor_writer"


@pytest.fixture
def writer(fresh_postgres: str) -> Iterator[str]:
    """Give the address of a role with the rights that the page gives it."""
    open_postgres(fresh_postgres).close()
    name = f"writer_{uuid4().hex[:12]}"
    (block,) = blocks(PAGE, "sql")
    with psycopg.connect(fresh_postgres, autocommit=True) as admin:
        (schema,) = admin.execute("SELECT current_schema()").fetchone() or ("",)
        for statement in block.text.split(";"):
            said = statement.strip().replace(ROLE, name).replace("public", schema)
            if said:
                admin.execute(said.encode())
        yield make_conninfo(fresh_postgres, user=name)
        admin.execute(f"DROP OWNED BY {name}".encode())
        admin.execute(f"DROP ROLE {name}".encode())


def test_it_keeps_records_questions_events_and_runs(writer: str, tmp_path: Path) -> None:
    """An owner with these rights does its work."""
    store = open_postgres(writer)
    try:
        trail = trail_over(store, tmp_path)
        trail.append([a_record(), a_record()])
        trail.put_events([an_event()])
        asked = store.ask(question("u-1"))
        started = store.put_run(run(f"WF-20260601-{store.next_run_number('20260601'):03d}"))
        moved = store.put_run(started) if started else None
        found = verify(store)
    finally:
        store.close()

    assert (found.records, found.breaks, asked.id) == (2, [], 1)
    assert moved is not None
    assert (moved.id, moved.version) == ("WF-20260601-001", 2)


def test_it_can_neither_change_nor_remove_a_record(writer: str, tmp_path: Path) -> None:
    """Not by SQL of its own, and not by retention: that is for another role."""
    store = open_postgres(writer)
    try:
        trail = trail_over(store, tmp_path)
        trail.append([a_record(timestamp="2026-06-01T12:00:00.000Z"), a_record()])
        old = "2026-06-02T12:00:00.000Z"
        with pytest.raises(StoreError, match="permission denied"):
            list(retain(store, trail, older_than=old, larger_than=None, now=old))
    finally:
        store.close()
    for statement in ("UPDATE records SET decision = 'allow'", "DELETE FROM records",
                      "TRUNCATE records", "DROP TABLE records"):  # fmt: skip
        with (
            psycopg.connect(writer) as server,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            server.execute(statement.encode())

"""The stores that are measured: SQLite, and PostgreSQL where its wheel is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

# The server that the tests start is the one that is measured.
sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.kept_homes import postgres_url
from tests.postgres_server import fresh_schema, running


def stores() -> Iterator[tuple[str, str]]:
    """Give the name and the address of each store; an empty address is a file in the home."""
    yield "SQLite", ""
    with running() as server, fresh_schema(server.conninfo) as conninfo:
        yield "PostgreSQL", postgres_url(conninfo)

"""
Which stores a test of the server runs with.

`home` has SQLite, and in `make full` PostgreSQL as well. What both stores do alike is shown by
`tests/audit/stores/`. A test whose subject is the store, or a call that goes to a thread because
the store is far away, has both in `make test` too:

    @BOTH_STORES
    def test_a_locked_database(home: Path) -> None:
"""

from __future__ import annotations

import pytest

BOTH_STORES = pytest.mark.parametrize("home", ["sqlite", "postgres"], indirect=True)

"""
What the two databases have in common: statements go in, rows come out.

`sql_store.py` says everything in the SQL that both understand, with `?` for a
value; this is the little that differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from proctor.audit.store import Changes, Link

Row = tuple[Any, ...]


class Database(Protocol):
    """
    One connection.

    Whatever goes wrong is a StoreError. Outside a transaction each statement
    stands for itself. `name` is what an error calls it.
    """

    kind: str
    name: str

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run a statement and return its rows; none where it has none."""

    def stream(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """Run a query and return its rows one after the other, without holding all of them."""

    def transaction(self) -> AbstractContextManager[None]:
        """Make everything inside happen, or nothing of it."""

    def migrating(self) -> AbstractContextManager[None]:
        """Make a transaction in which nobody else changes the tables; wait until nobody does."""

    def has_table(self, name: str) -> bool:
        """Say whether there is a table of this name."""

    def packed(self, links: Sequence[Link]) -> Sequence[Link]:
        """Return records as they are inserted soonest."""

    def insert_many(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert rows as fast as it can; inside a transaction."""

    def insert_new(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> int:
        """
        Insert rows, those left out whose uid is there already; inside a transaction.

        Returns the last number that was given, 0 where none was.
        """

    def index_words(self, rows: Sequence[tuple[int, str]]) -> None:
        """Make the words of records findable, each by its record's number; in a transaction."""

    def forget_words(self, rows: Sequence[tuple[int, str]]) -> None:
        """Undo that for records that are removed, by their number and words."""

    def has_words(self, words: Sequence[str]) -> tuple[str, list[object]]:
        """Return a condition on `records`: these words follow each other, the last may be begun."""

    def tell(self, kind: str, number: int) -> None:
        """Let whoever listens know of a change, as soon as the transaction is done."""

    def changes(self, *, records: bool) -> Changes:
        """Listen for changes."""

    def exclusive(self, name: str) -> AbstractContextManager[bool]:
        """Try to be the only one of this name."""

    def size(self) -> int:
        """Return about how many bytes the records take."""

    def close(self) -> None:
        """Let go of it."""

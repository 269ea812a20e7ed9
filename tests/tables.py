"""
Tables of cases: one test that tries every row and names each one that is wrong.

`pytest.mark.parametrize` makes a test of each row. With thousands of rows, making them costs more
than running them, in every process of a run. Use `each_row` for rows that need no fixture of their
own; the function is written the same way.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]
# How a row is named in a failure: by a function of its values, or by a list in step with the rows.
Names = Callable[[Any], object] | Iterable[object] | None
LONGEST = 2000


def each_row(
    columns: str | Sequence[str], rows: Iterable[Any], *, ids: Names = None
) -> Callable[[Test], Test]:
    """
    Run a test with each row of a table, and fail with all rows that are wrong.

    Args:
        columns: The arguments that a row gives, as for `parametrize`.
        rows: The values; single ones where there is one column. There must be at least one.
        ids: Names for the rows (default: their values).
    """
    names = [name.strip() for name in columns.split(",")] if isinstance(columns, str) else columns
    table = [_values(row, len(names)) for row in rows]
    if not table:
        raise ValueError("a table without rows would test nothing")
    labels = _labels(table, ids)

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            wrong = []
            for label, values in zip(labels, table, strict=True):
                try:
                    test(**fixtures, **dict(zip(names, values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - it is shown
                    wrong.append(f"{label}\n{_described(error)}")
            if wrong:
                listed = "\n\n".join(wrong)
                pytest.fail(
                    f"{len(wrong)} of {len(table)} rows are wrong:\n\n{listed}", pytrace=False
                )

        signature = inspect.signature(test)
        given = [p for name, p in signature.parameters.items() if name not in names]
        run.__signature__ = signature.replace(parameters=given)  # type: ignore[attr-defined] # what pytest reads
        return run

    return decorate


def _values(row: Any, width: int) -> tuple[Any, ...]:
    return (row,) if width == 1 else tuple(row)


def _labels(table: list[tuple[Any, ...]], ids: Names) -> list[str]:
    if ids is None:
        return ["  ".join(map(repr, row)) for row in table]
    if callable(ids):
        return ["  ".join(str(ids(value)) for value in row) for row in table]
    labels = list(map(str, ids))
    if len(labels) != len(table):
        raise ValueError(f"{len(labels)} names for {len(table)} rows")
    return labels


def _described(error: BaseException) -> str:
    """Return what is wrong with a row, and the line of the test that says so."""
    place = error.__traceback__
    while place and place.tb_next and place.tb_frame.f_code.co_filename == __file__:
        place = place.tb_next
    where = f"line {place.tb_lineno}: " if place else ""
    kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
    text = f"{where}{kind}{error}"
    return "\n".join(f"    {line}" for line in text[:LONGEST].splitlines())

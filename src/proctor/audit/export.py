"""Write records out: as JSON lines, or as CSV for a spreadsheet."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from typing import TextIO

from proctor.audit.as_json import kept_json
from proctor.audit.rows import COLUMNS, Kept, compact
from proctor.audit.store import Filter, Store

PAGE = 1000
FIELDS = ("n", *COLUMNS, "host", "home", "seq", "hash")
# A cell that begins so is a formula to a spreadsheet, and an agent wrote it.
FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # noqa: RUF001 - wide ones count too
BLANKS = ("\t", "\r", "\n")
QUOTE = "'"


def every(store: Store, wanted: Filter) -> Iterator[Kept]:
    """Return all records that are wanted, oldest first, without holding all of them."""
    after = wanted.after
    while True:
        page = store.find(wanted._replace(after=after), limit=PAGE, newest=False)
        yield from page
        if len(page) < PAGE:
            return
        after = page[-1].n


def write_lines(
    records: Iterator[Kept], file: TextIO, progress: Callable[[int], None] | None = None
) -> int:
    """Write one JSON object a line, in ASCII, and return how many."""
    number = 0
    for number, kept in enumerate(records, 1):
        file.write(json.dumps(kept_json(kept)) + "\n")
        if progress:
            progress(number)
    return number


def write_csv(
    records: Iterator[Kept],
    file: TextIO,
    progress: Callable[[int], None] | None = None,
    *,
    shown: Callable[[str], str] = str,
    names: bool = True,
) -> int:
    """
    Write a table with a line of names, and return how many records it has.

    Args:
        records: what goes into it.
        file: where it goes.
        progress: is told how many there were.
        shown: what a text becomes first, where it goes to a terminal.
        names: whether the line of names comes first; it does not where a table goes on.

    """
    table = csv.writer(file)
    if names:
        table.writerow(FIELDS)
    number = 0
    for number, kept in enumerate(records, 1):
        data = kept_json(kept)
        table.writerow([cell(data[field], shown) for field in FIELDS])
        if progress:
            progress(number)
    return number


def cell(value: object, shown: Callable[[str], str] = str) -> object:
    """Return a value for a cell, never a formula: a quote before it makes it a text."""
    if value is None or isinstance(value, int | float):
        return value
    text = shown(value if isinstance(value, str) else compact(value))
    return f"{QUOTE}{text}" if is_formula(text) else text


def is_formula(text: str) -> bool:
    """
    Say whether a spreadsheet would work a text out.

    Quotes before it do not count: so whoever reads the table knows that a quote
    before such a text is ours, and there is one more than was written.
    """
    rest = text.lstrip(QUOTE)
    return rest.startswith(BLANKS) or rest.lstrip().startswith(FORMULAS)

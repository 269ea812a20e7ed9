"""Records, written out."""

from __future__ import annotations

import csv
import io
import json

from proctor.audit.as_json import kept_json
from proctor.audit.export import (
    FIELDS,
    PAGE,
    QUOTE,
    cell,
    every,
    is_formula,
    write_csv,
    write_lines,
)
from proctor.audit.rows import compact
from proctor.audit.store import Filter
from proctor.audit.stores.memory import MemoryStore
from tests.contracts.samples import ODD, everything, keep, record
from tests.tables import each_row


def odd_store() -> MemoryStore:
    """Return a store with a record for each text that could be taken for more than one."""
    store = MemoryStore()
    keep(
        store,
        *(
            record(f"u-{n}", action_string=text, detail=text, input={"a": text})
            for n, text in enumerate(ODD.values())
        ),
    )
    return store


def test_every_record_comes_once_and_in_order() -> None:
    """Page by page, also where a page is exactly full; `after` and filters count."""
    store = MemoryStore()
    keep(store, *(record(f"u-{n}", role="a" if n % 2 else "b") for n in range(2 * PAGE)))

    assert [kept.n for kept in every(store, Filter())] == list(range(1, 2 * PAGE + 1))
    assert len(list(every(store, Filter(role="a")))) == PAGE
    assert [kept.n for kept in every(store, Filter(after=2 * PAGE - 1))] == [2 * PAGE]


def test_lines_are_json_in_ascii_and_lose_nothing() -> None:
    """Whatever stands in a record, a line is a line."""
    store, file = odd_store(), io.StringIO()
    told: list[int] = []
    number = write_lines(every(store, Filter()), file, told.append)
    lines = file.getvalue().split("\n")

    assert (number, told, lines.pop()) == (len(ODD), list(range(1, len(ODD) + 1)), "")
    assert file.getvalue().isascii()
    assert [json.loads(line) for line in lines] == [kept_json(kept) for kept in everything(store)]


def test_a_table_reads_back_as_what_was_written() -> None:
    """Every cell is the text of its field; a quote before a formula is one too many."""
    store, file = odd_store(), io.StringIO(newline="")
    number = write_csv(every(store, Filter()), file)
    names, *rows = csv.reader(io.StringIO(file.getvalue(), newline=""))
    expected = [[as_text(kept_json(kept)[field]) for field in FIELDS] for kept in everything(store)]

    assert (number, tuple(names)) == (len(ODD), FIELDS)
    assert [[unquoted(text) for text in row] for row in rows] == expected


def as_text(value: object) -> str:
    """Return a value as it stands in a table."""
    if value is None:
        return ""
    return compact(value) if isinstance(value, dict | list) else str(value)


def unquoted(text: str) -> str:
    """Take away the quote that was put before a formula."""
    return text[1:] if text.startswith(QUOTE) and is_formula(text[1:]) else text


@each_row(
    ("value", "written"),
    [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"),
        ("\t=1", "'\t=1"), ("\rx", "'\rx"), ("\nx", "'\nx"), ("  =1", "'  =1"),
        ("\uff1d1", "'\uff1d1"), ("'=1", "''=1"), ("'x", "'x"), ("x=1", "x=1"), ("", ""),
        (-5, -5), (True, True), (None, None), ({"a": "=1"}, '{"a":"=1"}'),
    ],
)  # fmt: skip
def test_a_cell_is_never_a_formula(value: object, written: object) -> None:
    """A text that a spreadsheet would work out gets a quote; numbers stay numbers."""
    assert cell(value) == written


def test_what_is_shown_is_looked_at_for_formulas_last() -> None:
    """What a text becomes on its way must not be a formula either."""
    assert cell("x", lambda text: f"={text}") == "'=x"


def test_nothing_is_no_line_and_a_table_of_names() -> None:
    """An empty table still says what its columns are."""
    lines, table = io.StringIO(), io.StringIO(newline="")
    numbers = [
        write_lines(iter(()), lines),
        write_csv(iter(()), table),
    ]

    assert numbers == [0, 0]
    assert lines.getvalue() == ""
    assert table.getvalue() == ",".join(FIELDS) + "\r\n"

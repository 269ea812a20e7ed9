"""
A record as a row of a table.

The order of COLUMNS is that of the tables, of the hash and of the export: it is
written once, here. A new column goes to the end and gets a new format: each record
is hashed with the columns of the format that it was written in, so the hashes of
what is there already stay what they are.
"""

from __future__ import annotations

import json
from operator import itemgetter

from proctor.audit.quick_json import json_writer
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Values = tuple[Any, ...]
else:
    Values = tuple

COLUMNS = Record._fields
# The columns of each format. INVARIANT: a format is never changed, only a longer one added.
FORMATS: dict[int, tuple[str, ...]] = {
    1: tuple(
        "uid timestamp agent_name action_string decision user_id detail tool role decider rule "
        "rule_place why answered_by channel question project cwd subagent session harness call_id "
        "mode policy_revision input input_digest duration_us spooled about".split()
    ),
}
FORMAT = max(FORMATS)
INPUT, SPOOLED = COLUMNS.index("input"), COLUMNS.index("spooled")
# What is looked up by an index, which takes no text of any length.
NAMES = tuple(
    COLUMNS.index(name)
    for name in ("agent_name", "user_id", "tool", "role", "answered_by", "session")
)
NO_TEXTS = frozenset(("question", "input", "duration_us", "spooled"))
TEXTS = tuple(at for at, name in enumerate(COLUMNS) if name not in NO_TEXTS)
names = itemgetter(*NAMES)
texts = itemgetter(*TEXTS)
LONGEST_NAME, KEPT_OF_NAME = 200, 160
# A store counts no further.
LARGEST = 2**63 - 1
NUL = "\0"
WRITE = json_writer(default=repr)


class Kept(NamedTuple):
    """
    A record where it is kept.

    `n` is its number in the store. `host` and `home` say where it was made;
    together with the agent's name they name its chain, in which it is number
    `seq`. `format` says how `hash` was made.
    """

    n: int
    host: str
    home: str
    seq: int
    format: int
    hash: str
    record: Record

    @property
    def chain(self) -> tuple[str, str, str]:
        """Return the name of the chain that the record belongs to."""
        return (self.host, self.home, self.record.agent_name)


def to_values(record: Record) -> Values:
    """
    Return a record as values for a row; its input becomes JSON, a switch 0 or 1.

    The values of a record that was read again are the same: hashes rest on it.
    """
    values: list[Any] = list(record)
    if not all_storable(record):
        values = [storable(value) if isinstance(value, str) else value for value in values]
    if max(map(len, names(values))) > LONGEST_NAME:
        for column in NAMES:
            values[column] = name_of(values[column])
    values[INPUT] = compact(record.input)
    values[SPOOLED] = int(record.spooled)
    return tuple(values)


def values_in(record: Record, number: int) -> Values | None:
    """
    Return the values of a record that a format has; None where the record has more than that.

    A column that the format does not know has its default: its hash would say nothing of it.
    """
    columns, values = FORMATS[number], to_values(record)
    defaults = Record._field_defaults
    later = zip(COLUMNS[len(columns) :], record[len(columns) :], strict=True)
    if any(value != defaults[name] for name, value in later):
        return None
    return values[: len(columns)]


def to_record(values: Values) -> Record:
    """Return the record of a row."""
    row = list(values)
    row[INPUT] = json.loads(row[INPUT]) if row[INPUT] else None
    row[SPOOLED] = bool(row[SPOOLED])
    return Record._make(row)


def compact(value: object) -> str:
    """Return a value as JSON in ASCII, without blanks, in the order it came."""
    return WRITE(value)


def all_storable(record: Record) -> bool:
    """Say, in a moment, whether all texts of a record can be kept as they are."""
    try:
        text = "".join(texts(record))
    except TypeError:
        return False
    return text.isascii() and NUL not in text


def storable(text: str) -> str:
    """
    Return a text as every store can keep it.

    PostgreSQL keeps no NUL, and neither store half a pair of UTF-16: both stand
    there as they are written in Python. So must what is looked for.
    """
    if text.isascii():
        return text if NUL not in text else text.replace(NUL, r"\x00")
    return text.replace(NUL, r"\x00").encode(errors="backslashreplace").decode()


def name_of(text: str) -> str:
    """Return a storable name, of which a very long one is cut and told apart by its digest."""
    name = storable(text)
    if len(name) <= LONGEST_NAME:
        return name
    from proctor.quick_digest import sha256  # noqa: PLC0415 - hardly a name is so long

    return f"{name[:KEPT_OF_NAME]}…{sha256(name.encode()).hexdigest()[:16]}"

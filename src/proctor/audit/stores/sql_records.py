"""Records in a database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proctor.audit.chain import Chain, Head
from proctor.audit.crossing import Sending
from proctor.audit.rows import (
    COLUMNS,
    FORMAT,
    INPUT,
    Kept,
    compact,
    name_of,
    storable,
    to_record,
)
from proctor.audit.store import Count, Filter, Link
from proctor.audit.stores.database import Database, Row
from proctor.audit.stores.words import findable, words_of

PLACE = ("host", "home", "seq", "format", "hash")
WRITTEN = (*PLACE, *COLUMNS)
READ = ", ".join(("n", *WRITTEN))
UID, ACTION, DETAIL = (COLUMNS.index(name) for name in ("uid", "action_string", "detail"))
START_OF_RECORD, SEQ = len(PLACE) + 1, PLACE.index("seq") + 1
OF_CHAIN = "host = ? AND home = ? AND agent_name = ?"
EQUAL = {
    "agent": "agent_name",
    "role": "role",
    "decision": "decision",
    "tool": "tool",
    "session": "session",
    "host": "host",
}
# What may be filtered by, and where it stands: who asked for it and who answered are both a person.
FILTERED = (*EQUAL.items(), ("person", "user_id"), ("person", "answered_by"))
# Where an index of words has these as well, each begins with `_`, which no word has, and a letter.
LETTERS = {
    "agent": "a", "role": "r", "decision": "d", "tool": "t", "session": "s", "host": "h",
    "person": "p",
}  # fmt: skip
HOUR = len("2026-01-31T23")
# What is counted together: records of the same hour, and of all the others.
COUNTED = ("timestamp", "decision", "tool", "role", "decider")
AT_ONCE = 500


class Source(NamedTuple):
    """
    Where records are looked for.

    `tables` holds `records`, `n` is their number there; conditions narrow it down
    as far as an index helps. `order` is what gives them in the order of their
    numbers, where that is more than the number.
    """

    tables: str = "records"
    n: str = "n"
    conditions: list[str] = []  # noqa: RUF012 - a default that nobody writes to
    values: list[object] = []  # noqa: RUF012 - likewise
    order: tuple[str, ...] = ()

    @classmethod
    def nothing(cls) -> Source:
        """Return where no record is."""
        return cls(conditions=["n < 0"])

    def narrowed(self, conditions: Sequence[str], values: Sequence[object]) -> Source:
        """Return it with more conditions."""
        return self._replace(
            conditions=[*self.conditions, *conditions], values=[*self.values, *values]
        )

    def ordered(self, *, newest: bool = True) -> str:
        """Return the order of the numbers of its records."""
        way = "DESC" if newest else "ASC"
        return ", ".join(f"{column} {way}" for column in self.order or [self.n])

    @property
    def sql(self) -> str:
        """Return it as a part of a statement."""
        return f"FROM {self.tables} WHERE {' AND '.join(self.conditions) or '1 = 1'}"


class SqlRecords:
    """Records; only `insert` and `remove` change any."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # What a database may do in a quicker way of its own

    def _index(self, links: Sequence[Link], last: int) -> None:
        """Make new records findable, up to the last number; inside a transaction."""
        # Numbers follow each other, since nobody else is given any meanwhile.
        numbered = enumerate((one.values for one in links), start=last - len(links) + 1)
        self._database.index_words([(n, findable(v[ACTION], v[DETAIL])) for n, v in numbered])

    def _forget(self, rows: Sequence[Row]) -> None:
        """Undo that before records are removed; inside a transaction."""
        places = [START_OF_RECORD + column for column in (ACTION, DETAIL)]
        self._database.forget_words(
            [(row[0], findable(*(str(row[place]) for place in places))) for row in rows]
        )

    def _removed(self) -> None:
        """See to what else depends on records; inside a transaction."""

    def _source(self, wanted: Filter) -> Source:
        """Return where the records of a filter are; its columns are compared in any case."""
        if not wanted.text:
            return Source()
        words = words_of(wanted.text)
        if not words:
            return Source.nothing()
        condition, values = self._database.has_words(words)
        return Source(conditions=[condition], values=values)

    def heads(self, host: str, home: str) -> dict[str, Head]:
        """Return the last link of each agent's chain."""
        sql = (
            "SELECT agent_name, seq, hash FROM records WHERE host = ? AND home = ? {more} "
            "ORDER BY agent_name DESC, seq DESC LIMIT 1"
        )
        values = [storable(host), storable(home)]
        found: dict[str, Head] = {}
        # From agent to agent along the index, since the table may be long.
        last = self._database.rows(sql.format(more=""), values)
        while last:
            agent, seq, link = last[0]
            found[agent] = Head(seq, link)
            last = self._database.rows(sql.format(more="AND agent_name < ?"), [*values, agent])
        return dict(sorted(found.items()))

    def known(self, uids: Sequence[str]) -> set[str]:
        """Return those uids of which a record or an event is there."""
        written = {storable(uid): uid for uid in uids}
        names = list(written)
        found: set[str] = set()
        for start in range(0, len(names), AT_ONCE):
            some = names[start : start + AT_ONCE]
            places = ", ".join("?" * len(some))
            for table in ("records", "events"):
                sql = f"SELECT uid FROM {table} WHERE uid IN ({places})"  # noqa: S608 - names of ours
                found.update(written[uid] for (uid,) in self._database.rows(sql, some))
        return found

    def packed(self, links: Sequence[Link]) -> Sequence[Link]:
        """Return rows made ready for `insert`."""
        return self._database.packed(links)

    def begin(self, _: Sequence[Link]) -> Sending | None:
        """Begin nothing: rows are kept here as soon as they could be sent."""
        return None

    def insert(self, links: Sequence[Link]) -> None:
        """Keep rows, all of them or none."""
        if not links:
            return
        rows = [to_row(one) for one in links]
        database = self._database
        with database.transaction():
            database.insert_many("records", WRITTEN, rows)
            uid = links[-1].values[UID]
            last = int(database.rows("SELECT n FROM records WHERE uid = ?", [uid])[0][0])
            self._index(links, last)
            database.tell("record", last)

    def find(self, wanted: Filter, *, limit: int = 50, newest: bool = True) -> list[Kept]:
        """Return records, newest first, or oldest first."""
        return self._page(self._wanted(wanted), limit=limit, newest=newest)

    def _page(self, source: Source, *, limit: int, newest: bool) -> list[Kept]:
        """Return the first records of a source."""
        sql = f"SELECT {READ} {source.sql} ORDER BY {source.ordered(newest=newest)} LIMIT ?"
        return [to_kept(row) for row in self._database.rows(sql, [*source.values, max(limit, 0)])]

    def get(self, n: int) -> Kept | None:
        """Return the record of a number."""
        found = self._database.rows(f"SELECT {READ} FROM records WHERE n = ?", [n])  # noqa: S608 - names of ours
        return to_kept(found[0]) if found else None

    def by_uid(self, uid: str) -> Kept | None:
        """Return the record of a uid."""
        sql = f"SELECT {READ} FROM records WHERE uid = ?"  # noqa: S608 - names of ours
        found = self._database.rows(sql, [storable(uid)])
        return to_kept(found[0]) if found else None

    def chains(self) -> list[Chain]:
        """Return the name of every chain, sorted."""
        found: list[Chain] = []
        following = self._first_chain("1 = 1", ())
        while following:
            found.append(following)
            host, home, agent = following
            following = (
                self._first_chain("host = ? AND home = ? AND agent_name > ?", (host, home, agent))
                or self._first_chain("host = ? AND home > ?", (host, home))
                or self._first_chain("host > ?", (host,))
            )
        return sorted(found, key=lambda chain: tuple(map(str, chain)))

    def _first_chain(self, where: str, values: tuple[str, ...]) -> Chain | None:
        """Return the first chain of some; along the index, since the table may be long."""
        sql = "SELECT host, home, agent_name FROM records WHERE {} ORDER BY 1, 2, 3 LIMIT 1"
        found = self._database.rows(sql.format(where), values)
        return (found[0][0], found[0][1], found[0][2]) if found else None

    def walk(self, chain: Chain, *, after: int = 0) -> Iterator[Kept]:
        """Return the records of a chain in their order, without holding all of them."""
        sql = f"SELECT {READ} FROM records WHERE {OF_CHAIN} AND seq > ? ORDER BY seq"  # noqa: S608 - names of ours
        return map(to_kept, self._database.stream(sql, [*of_chain(chain), after]))

    def stretch(self, chain: Chain, first: int, last: int) -> list[Kept]:
        """Return the records of a chain from one place in it to another, in their order."""
        sql = f"SELECT {READ} FROM records WHERE {OF_CHAIN} AND seq >= ? AND seq <= ? ORDER BY seq"  # noqa: S608 - names of ours
        return [to_kept(row) for row in self._database.rows(sql, [*of_chain(chain), first, last])]

    def count(self, wanted: Filter, *, most: int | None = None) -> list[Count]:
        """Count records by hour, decision, tool, role and decider; all, or the newest so many."""
        source = self._wanted(wanted)
        counted, values = source.sql, source.values
        if most is not None:
            newest = f"{counted} ORDER BY {source.ordered()} LIMIT ?"
            counted = f"FROM (SELECT {', '.join(COUNTED)} {newest}) AS newest"
            values = [*values, max(most, 0)]
        same = f"substr(timestamp, 1, {HOUR}), {', '.join(COUNTED[1:])}"
        sql = f"SELECT {same}, count(*) {counted} GROUP BY {same}"
        return sorted(Count(*row) for row in self._database.rows(sql, values))

    def size(self) -> int:
        """Return about how many bytes the records take."""
        return self._database.size()

    def remove(self, chain: Chain, *, through: int) -> int:
        """Remove the records of a chain up to a place in it, and return how many they were."""
        end = f"FROM records WHERE {OF_CHAIN} AND seq <= ?"
        values = [*of_chain(chain), through]
        removed = 0
        with self._database.transaction():
            some = f"SELECT {READ} {end} ORDER BY seq LIMIT ?"
            while rows := self._database.rows(some, [*values, AT_ONCE]):
                self._forget(rows)
                self._database.rows(f"DELETE {end}", [*of_chain(chain), rows[-1][SEQ]])
                removed += len(rows)
            if removed:
                self._removed()
        return removed

    def _wanted(self, wanted: Filter) -> Source:
        """Return where exactly the records of a filter are."""
        source = self._source(wanted)
        return source.narrowed(*conditions_of(wanted, source.n))


def conditions_of(wanted: Filter, n: str) -> tuple[list[str], list[object]]:
    """Return the conditions of a filter on columns, and on the number of a record."""
    given = wanted._asdict()
    conditions = [f"{column} = ?" for name, column in EQUAL.items() if given[name]]
    values: list[object] = [name_of(given[name]) for name in EQUAL if given[name]]
    if wanted.person:
        conditions.append("(user_id = ? OR answered_by = ?)")
        values += [name_of(wanted.person)] * 2
    if wanted.about is not None:
        conditions.append("about = ?")
        values.append(storable(wanted.about))
    for value, condition in (
        (wanted.since, "timestamp >= ?"),
        (wanted.until, "timestamp < ?"),
    ):
        if value:
            conditions.append(condition)
            values.append(value)
    for number, condition in ((wanted.before, f"{n} < ?"), (wanted.after, f"{n} > ?")):
        if number is not None:
            conditions.append(condition)
            values.append(number)
    return conditions, values


def of_chain(chain: Chain) -> list[str]:
    """Return the values that name a chain; a name that is no text was put there by somebody."""
    return [storable(part) if isinstance(part, str) else part for part in chain]


def to_row(link: Link) -> Row:
    """Return a record with its place, as it is written."""
    return (link.host, link.home, link.seq, FORMAT, link.hash, *link.values)


def to_kept(row: Row) -> Kept:
    """
    Return the record of a row.

    An input that is no JSON was not written by us: it stands there as it is, and
    the hash does not fit it.
    """
    values = row[START_OF_RECORD:]
    try:
        record = to_record(values)
    except (TypeError, ValueError, RecursionError):
        strange = compact(repr(values[INPUT]))
        record = to_record((*values[:INPUT], strange, *values[INPUT + 1 :]))
    return Kept._make((*row[:START_OF_RECORD], record))

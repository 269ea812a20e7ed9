"""
Read a command that opens a database file itself: sqlite3, duckdb.

What such a file stores runs in the client: a view, a trigger or a CHECK of a hostile
database calls `edit()` of sqlite3, which starts a program, or `read_text()` of
DuckDB. Only `-safe` (sqlite3 from 3.37, DuckDB from 1.2; older ones refuse the option) turns
such functions off, wherever it stands in the line.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Spec
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs import sql_names as names
from proctor.normalise.shell.programs.own_entry import follow_entry
from proctor.normalise.shell.programs.sql_tokens import Token, Unreadable, statements

SAFE = frozenset({"-safe", "--safe"})
IN_MEMORY = frozenset({":memory:", ""})
# SQLite's table of what a database holds, which nothing that it stores can replace.
SCHEMA = frozenset({"sqlite_master", "sqlite_schema"})
# What may follow it where no other table is meant.
BEHIND_SCHEMA = frozenset({"where", "order", "group", "limit", ")"})
NAMES_TABLE = frozenset({"join", "table", "with"})
# Commands and pragmas that go through the rows of tables, and so through what is stored.
ROWS = frozenset(
    ".dump .fullschema .lint .recover .sha3sum "
    "foreign_key_check integrity_check quick_check".split()
)


class DatabaseFile(Work):
    """The words of such a command."""

    def __init__(self, spec: Spec, words: Sequence[Argument], reading: Reading) -> None:
        super().__init__(spec, words, reading)
        self.texts: list[str] = []

    def program(self, word: Argument, role: str) -> None:
        """Keep the texts that it runs."""
        self.texts.append(word.value)
        super().program(word, role)

    def conclude(self) -> None:
        """Say that it runs its input, or what the file stores where a text can reach that."""
        super().conclude()
        if not (self.texts or self.instead or self.shown):
            self.reading.add(("code",), f"`{self.name}` takes commands from its input")
        opened = self.operands[0].value if self.operands else ""
        if opened in IN_MEMORY or self.given & SAFE:
            return
        if self.texts and (self.name == "duckdb" or not all(map(asks_schema, self.texts))):
            why = f"a view or a trigger in `{opened}` can run code, unless `-safe` is given"
            self.reading.add(("code",), why)


def asks_schema(text: str) -> bool:
    """Say whether a text for sqlite3 runs nothing that the database stores."""
    text = text.strip()
    if text.startswith("."):
        return text.split()[0] in names.DOT_COMMANDS - ROWS
    try:
        return all(is_about_schema(statement) for statement in statements(text))
    except Unreadable:
        return False


def is_about_schema(statement: list[Token]) -> bool:
    """Say whether a statement names no table but SQLite's own list of them."""
    words = [token.text for token in statement]
    if words[:1] == ["pragma"]:
        return not ROWS & set(words)
    if words and words[0] not in ("select", "values", "explain"):
        return False
    for at, word in enumerate(words):
        following = [*words[at + 1 : at + 3], "", ""]
        if word == "from" and not (following[0] in SCHEMA and following[1] in (*BEHIND_SCHEMA, "")):
            return False
        if word in NAMES_TABLE or (word == "in" and following[0] != "("):
            return False
    return True


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry, and the database that they open."""
    follow_entry(DatabaseFile, words, reading)

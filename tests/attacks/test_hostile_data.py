"""Data and settings that a repository brings: opening them runs code, though it looks like a read."""

from __future__ import annotations

from proctor import Effect, ToolCall
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.policy.profiles import PROFILES
from proctor.roles.check import example_surroundings
from proctor.terms.catalogue import BUILT_IN
from tests.tables import each_row

GUARDED = Policy.compile(PROFILES["guarded"])


def effect(command: str) -> Effect:
    """Decide a command by the built-in profile that lets reads run."""
    call = ToolCall(tool="Bash", input={"command": command})
    return decide(normalise(call, example_surroundings(BUILT_IN)), GUARDED).effect


# `create view code as select edit(a, './evil.sh') from t`, a trigger or a CHECK with it;
# `create view code as select * from read_text('/home/ada/.proctor/token')` for DuckDB.
DATABASES = [
    "sqlite3 data.db 'select * from code'",
    "sqlite3 -readonly data.db 'select * from code'",
    "sqlite3 -json data.db 'select 1' 'select a from main.code'",
    "sqlite3 data.db 'select 1 in code'",
    "sqlite3 data.db 'select 1 where 1 in (select a from code)'",
    "sqlite3 data.db 'select name from sqlite_master, code'",
    "sqlite3 data.db 'select name from sqlite_master join code'",
    "sqlite3 data.db 'select name from sqlite_master a, code'",
    "sqlite3 data.db 'select name from sqlite_master union select a from code'",
    "sqlite3 data.db 'with x as (select 1) select * from x'",
    "sqlite3 data.db 'explain select 1; select * from code'",
    "sqlite3 data.db 'pragma integrity_check'",
    "sqlite3 data.db .dump",
    "sqlite3 data.db .tables .sha3sum",
    "sqlite3 data.db 'insert into t values (1)'",
    "echo 'select * from code' | sqlite3 -readonly data.db",
    "sqlite3 -safe data.db -cmd 'select 1'",
    "sqlite3 -sa data.db 'select * from code'",
    "duckdb data.db 'select 1'",
    "duckdb -readonly data.db -c 'select * from code'",
    "litecli data.db -e 'select * from code'",
    "usql duckdb:data.db -c 'select * from code'",
]
PLAIN_DATABASES = [
    "sqlite3 -safe data.db 'select * from code'",
    "sqlite3 data.db 'select * from code' --safe",
    "sqlite3 data.db .tables",
    "sqlite3 data.db '.schema orders'",
    "sqlite3 data.db 'pragma table_info(orders)'",
    """sqlite3 data.db "select name, sql from sqlite_master where type in ('table', 'view')" """,
    "sqlite3 data.db 'select sqlite_version()'",
    "sqlite3 :memory: 'with x as (select 1) select * from x'",
    """duckdb -c "select * from 'a.csv'" """,
    "duckdb -safe data.db 'select * from code'",
]


@each_row("command", DATABASES)
def test_what_a_database_file_stores_is_asked(command: str) -> None:
    """A view of a hostile database runs a program, so only `-safe` makes a query a read."""
    assert effect(command) is Effect.ASK


@each_row("command", PLAIN_DATABASES)
def test_queries_that_run_nothing_stay_reads(command: str) -> None:
    """The list of tables, a database in memory, and safe mode run nothing that is stored."""
    assert effect(command) is Effect.ALLOW

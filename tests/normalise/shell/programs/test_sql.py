"""Texts of SQL."""

from proctor.normalise.shell.programs.sql import read_program
from tests.normalise.shell.programs.read_out import told
from tests.tables import each_row

ASKS = [
    "SELECT 1",
    "select * from users where name = 'drop table x; --' -- note",
    "SELECT 'it''s; DELETE FROM x'",
    'SELECT "update" FROM `delete`',
    "SELECT count(*), max(size) FROM t GROUP BY kind HAVING count(*) > 1",
    "SELECT replace(a, 'x', 'y') FROM t",
    "WITH t(n) AS (SELECT 1) SELECT n FROM t",
    "WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t) SELECT * FROM t",
    "/* note */ SELECT 1;",
    "SELECT 1; SELECT 2;",
    "EXPLAIN SELECT * FROM t",
    "EXPLAIN DELETE FROM t WHERE id = 1",
    "EXPLAIN (COSTS OFF) UPDATE t SET a = 1",
    "EXPLAIN ANALYZE SELECT * FROM t",
    "EXPLAIN QUERY PLAN SELECT 1",
    "SHOW TABLES",
    "SHOW CREATE TABLE t",
    "DESCRIBE t",
    "desc t",
    "TABLE t",
    "VALUES (1), (2)",
    "(SELECT 1) UNION (SELECT 2)",
    "PRAGMA table_info(users)",
    "PRAGMA main.index_list('users')",
    "PRAGMA journal_mode",
    "BEGIN; SELECT 1; COMMIT",
    "USE shop; SELECT 1",
    "SET statement_timeout = 5000; SELECT 1",
    "COPY t TO STDOUT WITH CSV",
    "COPY (SELECT * FROM t) TO STDOUT",
    "SELECT a::text, b -> 'x' ->> 'y' FROM t",
    "SELECT ARRAY['a', 'b'], x[1] FROM t",
    "SELECT * FROM t\\G",
    "SELECT cast(a AS varchar(10)) FROM t",
    "SELECT x FROM (VALUES (1)) AS v(x)",
    ".tables",
    ".schema users",
    ".mode json",
    "\\dt",
    "\\d+ users",
    "\\l",
    "\\conninfo",
    "",
]
DOES = [
    ("INSERT INTO t VALUES (1)", "write"),
    ("UPDATE t SET a = 1", "write"),
    ("DELETE FROM t", "write"),
    ("TRUNCATE t", "write"),
    ("DROP TABLE t", "write"),
    ("DROP SCHEMA s CASCADE", "write"),
    ("DROP DATABASE shop", "destroy"),
    ("drop database if exists shop", "destroy"),
    ("SELECT 1; DROP DATABASE shop", "destroy"),
    ("SELECT 1; DELETE FROM t", "write"),
    ("/* x */ DELETE FROM t", "write"),
    ("SELECT * INTO copy_of FROM t", "write"),
    ("SELECT 1 INTO OUTFILE '/tmp/x'", "write"),
    ("WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d", "write"),
    ("SELECT 1 DROP TABLE t", "write"),
    ("SELECT * FROM t FOR UPDATE", "write"),
    ("EXPLAIN ANALYZE DELETE FROM t", "write"),
    ('EXPLAIN ("analyze") DELETE FROM t', "write"),
    ("EXPLAIN (VERBOSE, ANALYZE) UPDATE t SET a = 1", "write"),
    ("ANALYZE t", "write"),
    ("ANALYZE TABLE t", "write"),
    ("VACUUM", "write"),
    ("PRAGMA journal_mode = WAL", "write"),
    ("PRAGMA journal_mode(WAL)", "write"),
    ("PRAGMA optimize", "write"),
    ("ATTACH 'x.db' AS x", "write"),
    ("COPY t TO '/tmp/x'", "write"),
    ("COPY t FROM STDIN", "write"),
    ("COPY t TO PROGRAM 'cat'", "code"),
    ("SET GLOBAL read_only = 0", "write"),
    ("SELECT nextval('s')", "write"),
    ("SELECT setval('s', 1)", "write"),
    ("SELECT writefile('x', 'y')", "write"),
    ("SELECT load_extension('x')", "code"),
    ("EXEC xp_cmdshell 'dir'", "code"),
    ("CALL f()", "code"),
    ("INSTALL httpfs", "code"),
    ("GRANT ALL ON t TO ada", "write privileged"),
    ("CREATE USER ada", "write privileged"),
    ("SELECT * FROM pg_shadow", "secret"),
    ("SELECT * FROM mysql.user", "secret"),
    ("SELECT * FROM 'sales.csv'", "r:sales.csv"),
    ("SELECT * FROM read_parquet('a/*.parquet')", "r:a/*.parquet"),
    ('SELECT * FROM "sales.csv"', "r:sales.csv"),
    ("SELECT * FROM t, 'sales.csv'", "r:sales.csv"),
    ("SUMMARIZE 'sales.csv'", "r:sales.csv"),
    ("DESCRIBE 'sales.csv'", "r:sales.csv"),
    ("SELECT * FROM 'https://h.example/x.csv'", "network"),
    (".shell date", "code"),
    (".output x", "code"),
    (".tables\n.shell date", "code"),
    ("\\! date", "code"),
    ("\\dt \\! date", "code"),
    ("\\copy t to 'x'", "code"),
    ("\\i x.sql", "code"),
    ("\\echo `date`", "code"),
]
UNREAD = [
    "SELECT pg_read_file('/etc/hosts')",
    "SELECT dblink('x', 'y')",
    "SELECT readfile('x')",
    "SELECT my_function()",
    "SELECT other.count(1)",
    "WITH f(x) AS (SELECT 1) SELECT f(1)",
    "SELECT 'a\\'; DROP TABLE t; --'",
    "SELECT 1 --x ' \n; DROP TABLE t; --'",
    "SELECT 1 # note",
    "/*! DROP TABLE t */ SELECT 1",
    "/* a /* b */ DROP TABLE t */",
    "SELECT $$x$$",
    "SELECT [a'b]; DROP TABLE t; SELECT '[x]'",
    "SELECT 'open",
    "SELECT 1 \\! date",
    "SELECT 1;\n\\! date",
    "SELECT 1;\n.shell date",
    ":!! dir",
    "SELECT 1\nGO\nsp_configure",
    "sp_configure",
    "DELIMITER //",
    "source x.sql",
    "system date",
    "SELECT q'[it's]'",
]


@each_row("text", ASKS)
def test_a_text_that_only_asks_adds_nothing(text: str) -> None:
    """Queries, and what shows the structure, count as harmless in every dialect."""
    assert told(read_program, text) == ""


@each_row(("text", "expected"), DOES)
def test_what_does_more_is_told(text: str, expected: str) -> None:
    """Changes, code, secrets, files and the network are told apart."""
    assert told(read_program, text) == expected


@each_row("text", UNREAD)
def test_what_is_not_certain_is_unknown(text: str) -> None:
    """A function that is not known, and a text that dialects cut differently, are not harmless."""
    assert "unknown" in told(read_program, text).split()

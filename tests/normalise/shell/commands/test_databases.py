"""Clients of SQL databases."""

from tests.normalise.shell.commands.told import told
from tests.tables import each_row

# The commands of each set of classes.
COMMANDS = {
    "code": r"""
        psql
        psql shop
        psql -f a.sql
        psql -fa.sql
        psql --fil a.sql
        psql -c '\! date'
        pgcli shop
        pg_ctl start
        mysql
        mysql shop
        mysql --pager=less -e 'SELECT 1'
        mysql --default-auth x -e 'SELECT 1'
        mysql --defaults-file=x -e 'SELECT 1'
        mysql --init-command='SELECT 1'
        sqlite3
        sqlite3 a.db
        sqlite3 a.db '.shell date'
        sqlite3 -cmd .tables a.db
        sqlite3 -init a.sql a.db 'SELECT 1'
        duckdb -f a.sql
        duckdb a.db
        duckdb -unsigned -c 'SELECT 1'
        duckdb a.db 'SELECT 1'
        sqlite3 a.db 'SELECT * FROM t'
        sqlite3 -readonly a.db .dump
        sqlcmd -q 'SELECT 1'
        sqlcmd -i a.sql
        clickhouse-client
        cqlsh -f a.cql
    """,
    "read": r"""
        duckdb -c "select * from read_csv('a.csv', header=true)"
        mysql -h localhost -e "select 1"
        mysqldump --host=127.0.0.1 shop
        mysqldump -w id=1 shop orders
        psql --help=commands
        psql --help=variables
        mysql -E -e 'SELECT 1'
        mysql -NEe 'SHOW TABLES'
        psql -l
        psql -V
        psql -c 'SELECT 1'
        psql -h localhost -U ada -d shop -Atc 'SELECT 1'
        psql -X -q --csv -c '\dt'
        psql --command='SELECT 1' shop
        psql -v ON_ERROR_STOP=1 -c 'SELECT 1'
        mycli -e 'SELECT 1'
        pg_dump shop
        pg_dump -s -t users shop
        pg_dumpall --no-role-passwords
        pg_restore -l dump
        pg_isready -h localhost
        pg_ctl status
        mysql -V
        mysql -e 'SHOW TABLES' shop
        mysql -uada -psecret -h localhost -e 'SELECT 1'
        mysql -BNe 'SELECT 1'
        mysqldump shop
        mysqldump --single-transaction shop users
        mysqladmin ping
        mysqlshow shop
        sqlite3 a.db 'SELECT 1'
        sqlite3 -json -header a.db 'SELECT 1' 'SELECT 2'
        sqlite3 -readonly a.db .tables
        sqlite3 a.db .schema
        sqlite3 -safe a.db 'SELECT * FROM t'
        sqlite3 a.db "SELECT name FROM sqlite_master WHERE type = 'table'"
        sqlite3 -version
        sqldiff a.db b.db
        sqlite-utils tables a.db
        sqlite-utils query a.db 'SELECT 1'
        duckdb -c 'SELECT 1'
        duckdb -safe a.db 'SELECT 1'
        duckdb :memory: 'SELECT 1'
        duckdb -json -c 'SELECT 1'
        sqlcmd -Q 'SELECT 1'
        sqlcmd query 'SELECT 1'
        sqlcmd config view
        clickhouse-client -q 'SELECT 1'
        clickhouse local -q 'SELECT 1'
        cqlsh -e 'DESCRIBE KEYSPACES'
    """,
    "write": r"""
        psql -c 'SELECT 1' -o out
        psql -c 'SELECT 1' -L log
        pg_restore -d shop dump
        createdb shop
        mysql --tee=out -e 'SELECT 1'
        mysqladmin shutdown
        mysqlimport shop a.txt
        sqlite-utils insert a.db t a.json
        duckdb -safe a.db 'COPY t TO x'
        sqlcmd -Q 'SELECT 1' -o out
        sqlcmd delete
        psql -c 'DROP INDEX i'
        psql -c 'DELETE FROM t WHERE a = 1'
    """,
    "write destroy": r"""
        psql -c 'SELECT 1' -c 'DELETE FROM t'
        mysql --execute='DELETE FROM t'
        sqlite3 -safe a.db 'DELETE FROM t'
        sqlite-utils query a.db 'DELETE FROM t'
        sqlcmd -S localhost -Q 'DROP TABLE t'
        sqlcmd query 'DELETE FROM t'
        clickhouse-client --query 'DROP TABLE t'
        psql -c 'ALTER TABLE t DROP COLUMN c'
        psql -c 'TRUNCATE t'
    """,
    "write network destroy": r"""
        psql -h db.example.com -c 'DROP TABLE t'
    """,
    "destroy destroy-outside": r"""
        psql -c 'DROP DATABASE shop'
        dropdb shop
        mysql -e 'DROP DATABASE shop'
        mysqladmin drop shop
    """,
    "unknown": r"""
        duckdb -c "select * from read_text('.e' || 'nv')"
        duckdb -c "select * from read_text('a' 'b')"
        psql --nosuch -c 'SELECT 1'
        sqlite3 -nosuch a.db 'SELECT 1'
    """,
    "read write": r"""
        mysqldump -F shop
        pg_dump -Fc -f out shop
        mysqldump -r out shop
        mysqldump --tab=out shop
    """,
    "read unknown": r"""
        pg_dump --fil=out shop
        mysqladmin ping shutdown
    """,
    "secret": r"""
        sqlcmd config cs
        pg_dumpall
    """,
    "privileged write": r"""
        dropuser ada
    """,
    "network": r"""
        mysql -h db.example.org -e "select 1"
        mysql -hdb.example.org -e "select 1"
        mysql --local-infile=1 -e 'SELECT 1'
    """,
    "network read": r"""
        mysqldump --host db.example.org shop
        mysqlshow -h db.example.org
    """,
}
ROWS = [
    (line.strip(), expected)
    for expected, lines in COMMANDS.items()
    for line in lines.strip().splitlines()
]


@each_row(("command", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_a_command_has_its_classes(command: str, expected: str) -> None:
    """Options and operands tell what only reads from what does more."""
    assert told(command) == set(expected.split()) - ({"read"} if " " in expected else set())

"""Clients of stores that are no SQL databases."""

from tests.normalise.shell.commands.classes import classes
from tests.tables import each_row

# The commands of each set of classes.
COMMANDS = {
    "code": r"""
        redis-cli
        redis-cli EVAL 'return 1' 0
        redis-cli --eval a.lua
        redis-cli NOSUCH a
        redis-cli MODULE LOAD x
        redis-server
        mongosh
        mongosh --eval 'db.a.find()'
        mongo shop
        neo4j start
        cypher-shell 'MATCH (n) RETURN n'
    """,
    "read": r"""
        redis-cli config get maxmemory
        redis-cli slowlog get 10
        etcdctl watch shop
        etcdctl get shop --prefix
        influx config ls
        redis-cli GET a
        redis-cli get a
        redis-cli -h localhost -p 6379 -n 1 KEYS '*'
        redis-cli INFO memory
        redis-cli --scan --pattern 'a*'
        redis-cli --bigkeys
        redis-cli HGETALL a
        redis-cli CONFIG GET maxmemory
        redis-cli CLIENT LIST
        redis-cli CLUSTER INFO
        redis-cli ACL WHOAMI
        redis-cli SLOWLOG GET
        redis-cli MONITOR
        valkey-cli PING
        mongosh --version
        mongorestore --dryRun dump
        mongoexport -d shop -c a
        mongostat
        bsondump a.bson
        etcdctl get a
        etcdctl get --prefix a --keys-only
        etcdctl endpoint health
        etcdctl member list
        etcdctl snapshot status a
        etcdctl user list
        influx -execute 'SHOW DATABASES'
        influx bucket list
        neo4j status
    """,
    "write": r"""
        redis-cli slowlog Reset
        redis-cli memory Purge
        etcdctl check perf
        redis-cli SET a 1
        redis-cli del a
        redis-cli CLIENT KILL x
        redis-cli SLOWLOG RESET
        redis-cli SHUTDOWN
        etcdctl put a b
        etcdctl del a
        etcdctl member remove x
        etcdctl snapshot save out
    """,
    "write destroy": r"""
        influx -execute 'DROP MEASUREMENT m'
    """,
    "destroy destroy-outside": r"""
        redis-cli FLUSHALL
        redis-cli flushdb
        redis-cli -n 1 FLUSHDB
    """,
    "secret": r"""
        redis-cli config get RequirePass
        redis-cli config get 'require[p]ass'
        etcdctl get /registry/secrets/shop
        redis-cli CONFIG GET requirepass
        redis-cli CONFIG GET '*'
        redis-cli ACL LIST
        influx auth list
    """,
    "read unknown": r"""
        etcdctl watch shop -- sh -c id
        redis-cli config get maxmemory requirepass
        etcdctl nosuch
    """,
    "privileged write": r"""
        redis-cli CONFIG SET dir /x
        etcdctl user add ada
    """,
    "code write": r"""
        redis-cli --rdb out
        redis-cli --pipe
    """,
    "network write": r"""
        redis-cli MIGRATE h 1 k 0 1
        mongodump -d shop -o out
        mongorestore dump
    """,
    "read write": r"""
        mongoexport -d shop -c a -o out
    """,
    "unknown write": r"""
        mongoimport -d shop a.json
        influx delete --bucket b
    """,
    "code read": r"""
        etcdctl watch a -i
    """,
    "read secret": r"""
        influx config ls --json
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
    assert classes(command) == set(expected.split())

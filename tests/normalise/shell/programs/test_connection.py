"""Which server a client of PostgreSQL is told to go to."""

from __future__ import annotations

from tests.normalise.shell.commands.told import told
from tests.tables import each_row


@each_row(
    "words",
    [
        "-h db.example.com",
        "--host=db.example.com",
        "-h localhost.example.com",
        "-h localhost,db.example.com",
        "postgresql://db.example.com/shop",
        "postgresql://localhost@db.example.com/shop",
        "-d postgresql://db.example.com/shop",
        "'host=db.example.com dbname=shop'",
        "'dbname=shop hostaddr=192.0.2.1'",
        "service=shop",
    ],
)
def test_a_server_that_is_named_is_reached(words: str) -> None:
    """By an option, as an address, or in a text of settings."""
    assert {"network"} == told(f"psql {words} -c 'SELECT 1'")


@each_row(
    "words",
    ["", "shop", "-d shop", "-h localhost", "-h 127.0.0.1 -p 5433", "-h /run/postgresql",
     "'host=localhost dbname=shop'", "-h ::1"],
)  # fmt: skip
def test_the_server_in_use_and_one_of_this_machine_are_not_named(words: str) -> None:
    """A database is no server, and what is here is not elsewhere."""
    assert {"read"} == told(f"psql {words} -c 'SELECT 1'")


def test_without_a_text_it_takes_commands_from_its_input() -> None:
    """What those are is not known."""
    assert {"code"} == told("psql shop")
    assert {"read"} == told("psql -l")

"""What a command does by its subcommands and the commands inside it, and what may hide one."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.knowledge.classify import classify
from tests.normalise.shell.knowledge.small_tables import WHY, arguments, told, told_of, work
from tests.tables import each_row

GIT = """
f = read x @exact @first
  -C=dir -v
  log = read n*
    -n=
  st* = write n*
    clear = destroy ; it is gone
  stash = write
    list = read
"""


@each_row(
    ("line", "expected"),
    [
        ("f log -n 3 a", "read n:a"),
        ("f -v -C d log -v a", "read n:a in:d"),
        ("f stash list", "read"),
        ("f stash clear", "destroy"),
        ("f stash", "write"),
        ("f stone a", "write n:a"),
        ("f frob", "read"),
        ("f '$X'", "read unknown"),
        ("f g:l*", "read unknown"),
        ("f g:lx*", "read"),
        ("f -C a -C b log", "read unknown in:b"),
    ],
)
def test_a_subcommand_is_chosen_by_name_and_by_what_it_knows(line: str, expected: str) -> None:
    """An exact name goes first, but one that knows the next word goes before it."""
    assert told(GIT, line) == expected


def test_a_subcommand_that_is_not_listed_is_not_known() -> None:
    """Unless the entry has operands of its own, a word that is no subcommand is a doubt."""
    table = "f = read\n  log = read"

    for rest in ("frob", "'$X'", "g:l*"):
        assert told(table, f"f {rest}").split()[:2] == ["read", "unknown"]
    assert told(table, "f") == "read"


@each_row(
    ("line", "unknown"),
    [
        ("glab config get editor", False),
        ("glab config get '$X'", True),
        ("glab config get g:t*", True),
        ("glab config get 'g:\\tok*'", True),
        ("bat g:x*", False),
        ("bat g:c*", True),
    ],
)
def test_a_word_that_is_not_certain_may_be_a_subcommand(line: str, unknown: bool) -> None:
    """Where an operand could turn out to be a subcommand that does more, it is a doubt."""
    assert (classify(arguments(line)).unknown is not None) is unknown


def test_what_an_option_replaced_before_a_subcommand_does_not_hold_in_it() -> None:
    """`f -n push` may mean another `-n` than `f push -n`: the former excuses nothing."""
    table = "f = read\n  -n:=read\n  push = write+network x*"

    assert told(table, "f -n push a") == "network write"
    assert told(table, "f push -n a") == "read"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("awk '{ print $1 }' a", "read"),
        ("sed -n 1p a", "read"),
        ("mysql -e 'drop table t'", "destroy write"),
        ("sqlite3 a.db 'select 1'", "read"),
    ],
)
def test_a_program_in_a_word_is_looked_into(line: str, expected: str) -> None:
    """What it does replaces the entry's own classes where that says so."""
    reading = classify([word._replace(unknown=None) for word in arguments(line)])

    assert (" ".join(sorted(reading.classes)), reading.unknown) == (expected, None)


def test_a_program_with_wildcards_is_not_known() -> None:
    """Which files the shell would put into it nobody can say."""
    assert told("f = read awk r*", "f g:*x a").split()[:2] == ["read", "unknown"]


@each_row(
    ("line", "hidden"),
    [
        ("env --frob make", True),
        ("env -i make", False),
        ("xargs --frob rm", True),
        ("strace -f make", True),
        ("strace --help", False),
        ("sort --frob a", False),
        ("frobnicate make", False),
    ],
)
def test_a_command_that_may_hide_one_is_told(line: str, hidden: bool) -> None:
    """`@hides` always, `@runs` where something is unknown, but not where help is all there is."""
    assert (classify(arguments(line)).hidden is not None) is hidden


def test_a_program_that_nobody_knows_is_a_doubt() -> None:
    """No table, no certainty: also where the name itself is not certain."""
    assert [told_of(line) for line in ("frobnicate a", "'$X' a", "g:l* a")] == ["unknown"] * 3
    assert classify(arguments("'$X' a")).unknown == WHY


def test_the_folder_of_a_program_is_not_part_of_its_name() -> None:
    """`/bin/ls` is looked up as `ls`; whether it is the system's own is asked elsewhere."""
    assert told_of("/bin/ls a") == told_of("ls a") == "read n:a"


def test_a_reading_is_tame_only_where_nothing_but_reading_is_certain() -> None:
    """An unknown option, a class or an option that writes somewhere ends it."""
    lines = ["cat a", "cat --frob a", "sort a", "rm a"]

    assert [classify(arguments(line)).tame for line in lines] == [True, False, False, False]


@each_row(
    ("place", "expected"),
    [
        ("db.example.com", "network read url:db.example.com"),
        ("localhost.example.com", "network read url:localhost.example.com"),
        ("http://localhost@db.example.com", "network read url:http://localhost@db.example.com"),
        ("localhost,db", "network read url:localhost,db"),
        ("localhost", "read"),
        ("tcp://127.0.0.1:2375", "read"),
        ("[::1]:80", "read"),
        ("unix:///run/x.sock", "read"),
        ("/run/x", "read"),
    ],
)
def test_a_server_is_reached_unless_it_is_here(place: str, expected: str) -> None:
    """Only plain names of this machine and sockets count as here."""
    assert told("f = read\n  -h=server", f"f -h {place}") == expected


def test_a_variable_for_what_is_run_may_be_code() -> None:
    """One that programs obey, or whose value comes from elsewhere, changes what runs."""
    table = "f = read run* @first\n  -e=var"

    assert told(table, "f -e STAGE=test ls") == "read run(ls)"
    assert told(table, "f -e LD_PRELOAD=./x ls") == "code read run(ls)"
    assert told(table, "f -e STAGE ls") == "code read run(ls)"


@each_row(
    ("table", "line", "hidden"),
    [
        ("f = read\n  -p=code", "f -p less", False),
        ("f = read\n  -p=code", "f -p 'rm -rf x'", True),
        ("f = read\n  -p=code", "f -p 'rm;x'", True),
        ("f = read\n  -e=lang", "f -e 'print 1'", False),
        ("f = read\n  -p=:hides", "f -p x", True),
        ("f = read\n  -a:code+hides -b", "f -a", True),
        ("f = read\n  -a:code+hides -b", "f -b", False),
        ("f = read x*:hides", "f a", True),
    ],
)
def test_a_command_may_be_hidden_in_an_option(table: str, line: str, hidden: bool) -> None:
    """A program has one word, and a language is another matter."""
    assert (work(table, line).reading.hidden is not None) is hidden


def test_an_option_may_take_two_words() -> None:
    """Both belong to it, and a joined one is not understood."""
    table = "f = read r @dash\n  -size=="

    assert told(table, "f -size 1 2 a") == "read r:a"
    assert told(table, "f -size=1 a") == "read unknown r:a"
    assert told(table, "f -size 1") == "read unknown"


def test_an_internal_entry_is_no_command() -> None:
    """Its name is not in the tables of known commands."""
    assert told_of("python:json.tool a") == "unknown"

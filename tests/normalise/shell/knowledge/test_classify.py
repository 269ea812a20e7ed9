"""What a command does, from its words and its entry: operands, commands inside, doubts."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.knowledge.classify import assigned_roles, classify
from proctor.normalise.shell.knowledge.table import Operand
from tests.normalise.shell.knowledge.small_tables import WHY, arguments, told, told_of, work

GREP = """
grep = read x r*
  -e= -f=r -i
  given -e -f
"""
COPY = """
cp = write r* w
  -t=w -r:deep
  last -t
"""


@pytest.mark.parametrize(
    ("table", "line", "expected"),
    [
        (GREP, "grep p a b", "read r:a r:b"),
        (GREP, "grep -i p", "read"),
        (GREP, "grep -e p a b", "read r:a r:b"),
        (GREP, "grep a -e p b", "read r:a r:b"),
        (GREP, "grep -f pats a", "read r:pats r:a"),
        (COPY, "cp a b c", "write r:a r:b w:c"),
        (COPY, "cp a", "write w:a"),
        (COPY, "cp -t dir a b", "write w:dir r:a r:b"),
        (COPY, "cp a b -t dir", "write w:dir r:a r:b"),
        ("f = read x r* w", "f p", "read"),
        ("f = read x r* w", "f p a", "read write w:a"),
        ("f = read x r* w", "f p a b c", "read write r:a r:b w:c"),
        ("f = read r* w d", "f a b", "read write w:a d:b"),
        ("f = read n", "f a", "read n:a"),
        ("f = read", "f", "read"),
    ],
)
def test_operands_have_the_roles_that_the_entry_gives_them(
    table: str, line: str, expected: str
) -> None:
    """One by one, with one role for any number; `given` and `last` take one of them away."""
    assert told(table, line) == expected


@pytest.mark.parametrize(
    ("count", "roles"),
    [(0, ""), (1, "x"), (2, "xw"), (3, "xrw"), (5, "xrrrw")],
)
def test_the_roles_behind_a_star_go_before_it(count: int, roles: str) -> None:
    """Of few operands the last is written: what is left out is what there may be many of."""
    entry = (Operand("x"), Operand("r", many=True), Operand("w"))
    found = assigned_roles(count, entry)

    assert found is not None
    assert "".join(one.role for one in found) == roles


def test_more_operands_than_are_known_are_not_known() -> None:
    """Without a star a command has so many operands and no more."""
    assert assigned_roles(2, (Operand("x"),)) is None
    assert told("f = read r", "f a b") == "read unknown"
    assert told("f = read", "f a") == "read unknown"


def test_an_operand_can_add_a_class() -> None:
    """`x*:write` counts where such an operand stands, but not where the command is only asked."""
    table = "branch = read x*:write\n  --list:=read"

    assert [told(table, f"branch {rest}") for rest in ("", "a", "--list a")] == [
        "read",
        "read write",
        "read",
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("f make -j x", "read run(make -j x)"),
        ("f -v make -v", "read run(make -v)"),
        ("f -- -v", "read run(-v)"),
        ("f", "read"),
        ("f A=1 make", "read run(A=1 make)"),
    ],
)
def test_all_words_behind_are_a_command(line: str, expected: str) -> None:
    """`run*` takes the rest as it stands: none of its options is one of the outer command."""
    assert told("f = read run*\n  -v", line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("f A=1 B=x make", "read run(A=1 B=x make)"),
        ("f A=1 -v B=2 make C=3", "read run(A=1 B=2 make C=3)"),
        ("f A+=1 make", "read run(A=1 make)"),
        ("f 1A=1 make", "read run(1A=1 make)"),
        ("f A=1", "read"),
    ],
)
def test_names_may_be_given_values_in_front(line: str, expected: str) -> None:
    """With `@assigns` they are no operands, and the command inside gets them."""
    assert told("f = read run* @assigns\n  -v", line) == expected


def test_all_words_behind_are_a_text_for_a_shell() -> None:
    """`sh*` joins them; one that is not certain makes all of it unknown."""
    table = "f = read x sh*"

    assert told(table, "f a make -j '$X'") == "read unknown sh(make -j $X)"
    assert told(table, "f a make -j '>' b") == "read sh(make -j > b)"
    assert told("f = read sh", "f 'make all'") == "read sh(make all)"
    assert told("f = read sh", "f make all") == "read unknown"


XARGS = "x = read run* @more\n  -I= -i? -0 -a=r -n="


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x rm", "read run(rm ?)"),
        ("x -0 -n 2 rm -f", "read run(rm -f ?)"),
        ("x -I% mv % %.old", "read run(mv ? .old?)"),
        ("x -I % mv a", "read run(mv a)"),
        ("x -i mv {} x", "read run(mv ? x)"),
        ("x -iQ mv Q {}", "read run(mv ? {})"),
        ("x -a list rm", "read r:list run(rm ?)"),
    ],
)
def test_a_command_may_get_more_arguments_from_elsewhere(line: str, expected: str) -> None:
    """`@more` puts one behind, or wherever the mark of `-I` stands, and none where it does not."""
    assert told(XARGS, line) == expected


def test_where_more_arguments_come_from_is_told() -> None:
    """It is standard input, or a file that an option names."""
    given = [work(XARGS, line).reading.inners[0].words[-1] for line in ("x rm", "x -a list rm")]

    assert [word.unknown for word in given] == [
        "it comes from the standard input",
        "it comes from a file",
    ]


def test_a_query_only_asks_about_its_operands() -> None:
    """With `query` they are plain text: nothing runs, nothing is read."""
    table = "command = read run*\n  -v:query -p"

    assert told(table, "command -v make x") == "read"
    assert told(table, "command -p make x") == "read run(make x)"
    assert told("f = read r*\n  -q:query", "f -q .env") == "read"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("f a https://a.com/x", "network read r:a url:https://a.com/x"),
        ("f HTTPS://a.com", "network read url:HTTPS://a.com"),
        ("f s3://bucket/x", "network read url:s3://bucket/x"),
        ("f file:///etc/x", "read r:file:///etc/x"),
        ("f a:b //x", "read r:a:b r://x"),
    ],
)
def test_a_url_where_a_path_is_meant_is_reached(line: str, expected: str) -> None:
    """Many programs take both, so a URL counts as one wherever it stands."""
    assert told("f = read r*", line) == expected


@pytest.mark.parametrize(
    ("table", "line", "expected"),
    [
        ("f = read w", "f /dev/null", "read"),
        ("f = read w", "f /dev/fd/3", "read"),
        ("f = read w", "f /dev/nullx", "read write w:/dev/nullx"),
        ("f = read w", "f /dev/sda", "read write w:/dev/sda"),
        ("f = read r*", "f - /dev/stdin a", "read r:a"),
        ("f = read w", "f -", "read write w:-"),
        ("f = read\n  -o=w", "f -o /dev/null", "read"),
    ],
)
def test_what_leads_nowhere_is_no_path(table: str, line: str, expected: str) -> None:
    """Writing to `/dev/null` writes nothing, and `-` that is read is standard input."""
    assert told(table, line) == expected


@pytest.mark.parametrize(
    ("table", "line", "expected"),
    [
        ("f = write d*\n  -n:=read", "f -n a", "read n:a"),
        ("f = write d*\n  -n:=read", "f a", "write d:a"),
        ("f = read x\n  -n:=read -o=w", "f -n -o out x", "read write w:out"),
        ("f = read x\n  -n:=read -o=w", "f -o out -n x", "read write w:out"),
        ("f = write+network x\n  -n:=read -x:code", "f -n -x a", "code read"),
        ("f = secret r\n  -n:=read+network", "f -n a", "network read r:a"),
    ],
)
def test_what_is_only_tried_out_writes_nothing_but_what_options_name(
    table: str, line: str, expected: str
) -> None:
    """`:=read` takes the place of the entry's classes, never of those that options add."""
    assert told(table, line) == expected


@pytest.mark.parametrize(
    ("table", "line", "expected"),
    [
        ("f = write d*\n  -r:deep -f", "f -r a b", "write d+:a d+:b"),
        ("f = write d*\n  -r:deep -f", "f -f a", "write d:a"),
        ("f = write+deep d* w", "f a b", "write d+:a w:b"),
        (COPY, "cp -r a b", "write r+:a w:b"),
        ("f = write w*\n  -r:deep", "f -r a", "write w+:a"),
        ("f = write+deep r* w\n  --delete", "f --delete a b", "write r+:a w+:b"),
    ],
)
def test_a_folder_may_mean_all_below_it(table: str, line: str, expected: str) -> None:
    """`deep` counts for what is read or deleted; a copy leaves the rest of its target alone."""
    assert told(table, line) == expected


@pytest.mark.parametrize(
    ("table", "line", "expected"),
    [
        ("f = read x*", "f '$A'", "read"),
        ("f = read n*", "f '$A'", "read n:$A"),
        ("f = read r*", "f '$A'", "read unknown r:$A"),
        ("f = read x r*", "f '$A'", "read unknown"),
        ("f = read x*\n  -o=w", "f '$A'", "read unknown"),
        ("f = read x*\n  -o=r", "f '$A'", "read"),
        ("f = write x*", "f '$A'", "write unknown"),
        ("f = read+network x*", "f '$A'", "network read unknown"),
    ],
)
def test_a_word_that_is_not_certain_is_a_doubt_unless_nothing_could_matter(
    table: str, line: str, expected: str
) -> None:
    """Only where every word at all would do no harm may one be anything."""
    assert told(table, line) == expected


@pytest.mark.parametrize(
    ("table", "line", "expected"),
    [
        ("f = read r*\n  -a", "f g:*", "read r:*"),
        ("f = read r*\n  -o=w", "f g:*", "read unknown r:*"),
        ("f = read r*\n  -o=w", "f g:?x", "read unknown r:?x"),
        ("f = read r*\n  -o=w", "f g:a*", "read r:a*"),
        ("f = read r*\n  -o=w", "f -- g:*", "read r:*"),
        ("f = read r w", "f g:a* b", "read write unknown r:a* w:b"),
        ("f = write d*", "f g:./*", "write d:./*"),
        ("f = read sh", "f g:a*", "read unknown sh(a*)"),
    ],
)
def test_a_pattern_may_go_astray(table: str, line: str, expected: str) -> None:
    """It may stand for an option, or for several words where each would be something else."""
    assert told(table, line) == expected


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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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
        ("sqlite3 a.db 'drop table t'", "write"),
        ("sqlite3 a.db 'select 1'", "read"),
    ],
)
def test_a_program_in_a_word_is_looked_into(line: str, expected: str) -> None:
    """What it does replaces the entry's own classes where that says so."""
    reading = classify([word._replace(unknown=None) for word in arguments(line)])

    assert (sorted(reading.classes), reading.unknown) == ([expected], None)


def test_a_program_with_wildcards_is_not_known() -> None:
    """Which files the shell would put into it nobody can say."""
    assert told("f = read awk r*", "f g:*x a").split()[:2] == ["read", "unknown"]


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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

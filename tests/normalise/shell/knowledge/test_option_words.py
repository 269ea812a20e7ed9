"""Options as a program would read them: bundled, joined, abbreviated, and help."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.meaning.argument import Argument
from tests.normalise.shell.knowledge.small_tables import WHY, told, work
from tests.tables import each_row

SORT = """
sort = read r*
  -bn -k= -c? -o=w -T=n
  --reverse --revolve --random-sort --random-source=r --key= --check? --output=w
  --write-out:write --write-off:code --dry --dry-run
"""


@each_row(
    ("line", "expected"),
    [
        ("sort -bn a", "read r:a"),
        ("sort -bnk2 a", "read r:a"),
        ("sort -bnk 2 a", "read r:a"),
        ("sort -bo out a", "read write w:out r:a"),
        ("sort -boout a", "read write w:out r:a"),
        ("sort -c a", "read r:a"),
        ("sort -cquiet a", "read r:a"),
        ("sort a -o b", "read write w:b r:a"),
        ("sort -kno a", "read r:a"),
        ("sort -- -o a", "read r:-o r:a"),
        ("sort -bx a", "read unknown r:a"),
        ("sort -o", "read write unknown w:"),
        ("sort -k", "read unknown"),
        ("sort -o=out a", "read write w:=out r:a"),
    ],
)
def test_short_options_are_bundled_and_joined(line: str, expected: str) -> None:
    """The first that takes a value takes the rest of the word, or the next one."""
    assert told(SORT, line) == expected


@each_row(
    ("line", "expected"),
    [
        ("sort --key=2 a", "read r:a"),
        ("sort --key 2 a", "read r:a"),
        ("sort --output out a", "read write w:out r:a"),
        ("sort --output=out a", "read write w:out r:a"),
        ("sort --check a", "read r:a"),
        ("sort --check=quiet a", "read r:a"),
        ("sort --reverse=yes a", "read unknown r:a"),
        ("sort --frob a", "read unknown r:a"),
        ("sort --output", "read write unknown w:"),
    ],
)
def test_long_options_take_their_value_joined_or_next(line: str, expected: str) -> None:
    """A flag takes none, and what takes one only if it is joined leaves the next word alone."""
    assert told(SORT, line) == expected


@each_row(
    ("option", "expected"),
    [
        ("--out=x", "read write w:x"),
        ("--outp x", "read write w:x"),
        ("--k 2", "read"),
        ("--rever", "read"),
        ("--rev", "read"),
        ("--random-so", "read unknown"),
        ("--write-out", "read write"),
        ("--write-o", "code read write unknown"),
        ("--dry", "read"),
        ("--r", "read unknown"),
        ("--o x", "read write w:x"),
        ("--=x", "read unknown"),
        ("---output=x", "read unknown"),
    ],
)
def test_a_beginning_that_is_clear_will_do(option: str, expected: str) -> None:
    """Of several that are alike any will do; of several that differ what each does counts."""
    assert told(SORT, f"sort {option}") == expected


def test_exact_options_cannot_be_shortened() -> None:
    """With `@exact` the beginning of an option is an option that nobody knows."""
    table = "f = read x*\n  --output=w -o=w -n"
    exact = table.replace("x*", "x* @exact")

    assert [told(one, "f --out a") for one in (table, exact)] == [
        "read write w:a",
        "read unknown",
    ]
    assert [told(one, "f -no=a") for one in (table, exact)] == [
        "read write w:=a",
        "read write w:a",
    ]


@each_row(
    ("line", "expected"),
    [
        ("f -name x", "read"),
        ("f -name=x", "read"),
        ("f -out=x", "read write w:x"),
        ("f -out x", "read write w:x"),
        ("f -nam x", "read unknown"),
        ("f -o x", "read unknown"),
        ("f --long", "read"),
    ],
)
def test_long_options_may_have_one_dash(line: str, expected: str) -> None:
    """With `@dash` nothing is bundled, nothing shortened, and values may be joined by `=`."""
    assert told("f = read x @dash\n  -name= -out=w --long", line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("f -5 a", "read r:a"),
        ("f +5 a", "read r:+5 r:a"),
        ("f -5x a", "read unknown r:a"),
        ("f -n5 a", "read r:a"),
    ],
)
def test_a_number_may_be_an_option(line: str, expected: str) -> None:
    """`-#` is a dash and digits, and nothing else."""
    assert told("f = read r*\n  -# -n=", line) == expected


def test_a_plus_begins_an_option_only_where_one_is_listed() -> None:
    """Elsewhere `+x` is an operand."""
    assert told("f = read r*\n  +x:write", "f +x +y") == "read write r:+y"


@each_row(
    ("line", "expected"),
    [
        ("f -X GET u", "read"),
        ("f -XPUT u", "read write"),
        ("f -X PATCH u", "read unknown"),
        ("f -X get u", "read unknown"),
        ("f -X '$M' u", "read unknown"),
        ("f --any x u", "code read"),
        ("f --any no u", "read"),
    ],
)
def test_a_value_chooses_the_way(line: str, expected: str) -> None:
    """Values that are listed say what the option does; one that is not is not known."""
    table = "f = read x\n  -X=GET|HEAD -X=PUT:write --any=no|never --any=:code"

    assert told(table, line) == expected


@each_row(
    ("line", "expected"),
    [
        ("f get --frob", "read"),
        ("f get --frob a b --nob=c", "read"),
        ("f get --frob file://a", "read unknown"),
        ("f get --frob=fileb://a", "read unknown"),
        ("f get --frob @a", "read unknown"),
        ("f get --frob a @b", "read unknown"),
        ("f get --frob '$X'", "read unknown"),
        ("f get -x", "read unknown"),
        ("f get --out x", "read write w:x"),
    ],
)
def test_loose_options_are_data_unless_they_send_a_file(line: str, expected: str) -> None:
    """With `@loose` a long option may be any, but a value that names a file is a doubt."""
    assert told("f = read @loose @exact\n  get = read x*\n    --out=w", line) == expected


@each_row(
    ("table", "line", "expected"),
    [
        ("f = write x", "f --help", "read"),
        ("f = write x", "f --version", "read"),
        ("f = write x", "f --help --frob rm", "write unknown"),
        ("f = write x", "f a --help", "write unknown"),
        ("f = write x\n  -o=w", "f -o a --help", "write unknown w:a"),
        ("f = write x @nohelp", "f --help", "write unknown"),
        ("f = write x\n  --help=", "f --help a", "write"),
        ("f = read run*", "f make --help", "read run(make --help)"),
        ("f = read\n  push = write x*", "f push --help", "read"),
        ("f = read\n  push = write x*", "f push --version", "write unknown"),
        ("f = read\n  push = write x*", "f --version push", "write unknown"),
        ("f = read x*\n  -x:code", "f -x --help", "code read unknown"),
        ("f = write x\n  -q", "f -q --help", "write unknown"),
        ("f = code x* @hides", "f --version ./evil", "code unknown"),
    ],
)
def test_help_is_harmless_alone(table: str, line: str, expected: str) -> None:
    """Among other words than subcommands it may be data to the program."""
    assert told(table, line) == expected


@each_row(
    ("option", "line", "expected"),
    [
        ("--check:=read", "f --check", "code network read"),
        ("--check:==read", "f --check", "read"),
        ("-V:=read", "f -V", "read"),
        ("--dry-run:=read", "f --dry-run -o a", "code network read write w:a"),
    ],
)
def test_stopping_the_writing_leaves_code_and_network(
    option: str, line: str, expected: str
) -> None:
    """Only `:==` says that a command which is tried out runs nothing and reaches no server."""
    assert told(f"f = write+code+network x\n  {option} -o=w", line) == expected


def test_a_single_dash_is_an_operand_unless_it_is_listed() -> None:
    """`su -` is an option, `cat -` is not."""
    assert told("f = write w*", "f -") == "write w:-"
    assert told("f = write w*\n  -:network", "f -") == "network write"


def test_an_option_that_only_one_way_of_a_command_has_is_told_apart() -> None:
    """What was given and with which value is kept for the operands' roles."""
    found = work("f = read x r*\n  -e= -v\n  given -e", "f -ve p a")

    assert found.given == {"-e", "-v"}
    assert {name: value.value for name, value in found.values.items()} == {"-e": "p"}


def test_a_value_with_wildcards_or_doubts_keeps_them() -> None:
    """A joined value is as uncertain as the word that it stands in."""
    found = work("f = read x*\n  --file=r -f=r", "f --file=a g:-fa* --file '$X'")

    assert [use.path for use in found.reading.uses] == [
        Argument("a"),
        Argument("a*", wild=True),
        Argument("$X", WHY),
    ]


def test_the_first_reason_of_an_option_is_told() -> None:
    """Its own where the table has one, else the class in words."""
    found = work("f = read\n  -a:code ; it starts a hook\n  -b:network", "f -ab")

    assert found.reading.classes == {
        "code": "it starts a hook",
        "network": "`-b` of `f` sends data to other machines or fetches from them",
        "read": "`f` only reads",
    }

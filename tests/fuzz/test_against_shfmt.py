"""Our reader and shfmt see the same commands, arguments and redirections."""

import random

from tests.amounts import amount
from tests.fuzz import shfmt
from tests.tables import each_row

ROUNDS = range(amount(8, 60))
BATCHES = 10


@each_row("seed", ROUNDS)
def test_shfmt_sees_the_same(seed: int) -> None:
    """Command names, arguments, assignments and redirections equal those in shfmt's tree."""
    rng = random.Random(f"shfmt {seed}")  # noqa: S311 - chance, not secrecy

    found = [shfmt.find(rng) for _ in range(BATCHES)]

    assert [one for one in found if one] == []


def test_the_facts_of_shfmt_are_those_of_its_tree() -> None:
    """Commands, assignments, arrays, functions and redirections are found, inner ones too."""
    text = "A=1 ls 2>&1 $(pwd); f() { declare b=(x y); }; cat <<E\n`id`\nE\n"

    assert shfmt.facts_of_shfmt(text) == [
        ("array", "b", "x", "y"),
        ("assignment", "A", "1"),
        ("command", "cat"),
        ("command", "declare", "b"),
        ("command", "id"),
        ("command", "ls", "$(pwd)"),
        ("command", "pwd"),
        ("function", "f"),
        ("redirection", "", "<<", "E"),
        ("redirection", "2", ">&", "1"),
    ]


@each_row(
    ("text", "why"),
    [
        ("a=(1) b", "shfmt takes no array before a command"),
        ("export >f x", "shfmt takes no redirection inside a declaration"),
        ("function f (a)", "shfmt takes no subshell behind the name"),
        ("! ! a", "shfmt negates once"),
        ("echo $(( 1 2 ))", "shfmt reads arithmetic, bash only when it runs it"),
        ('echo "a"#b', "shfmt begins a comment behind a quote"),
        ("ls # a\\\npwd", "shfmt goes on with a comment in the next line"),
        ("ls\r", "shfmt drops carriage returns"),
    ],
)
def test_where_shfmt_and_bash_differ_bash_is_right(text: str, why: str) -> None:
    """Texts that shfmt reads otherwise than bash are passed over."""
    assert shfmt.difference(text) is None, why

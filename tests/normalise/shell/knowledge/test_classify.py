"""What a command does, from its words and its entry: operands, patterns, doubts."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.classify import assigned_roles
from proctor.normalise.shell.knowledge.table import Operand
from tests.normalise.shell.knowledge.small_tables import told, work
from tests.tables import each_row

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


@each_row(
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


@each_row(
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


@each_row(
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


@each_row(
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


@each_row(
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


@each_row(
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


@each_row(
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


@each_row(
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


@each_row(
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


@each_row(
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


@each_row(
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

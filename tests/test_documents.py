"""YAML text to nodes with places."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.documents import MAX_BYTES, Document, read_document
from proctor.nodes import Mapping, Node, Scalar, Sequence
from tests.amounts import amount
from tests.tables import each_row


def read(text: str | bytes) -> Document:
    """Read a text under the name `f.yaml`."""
    return read_document(text if isinstance(text, bytes) else text.encode(), "f.yaml")


def root(text: str) -> Node:
    """Return the root of a text that has no problem."""
    document = read(text)

    assert document.problems == ()
    assert document.root is not None

    return document.root


def problems(text: str | bytes) -> list[tuple[str, int, int]]:
    """Return code, line and column of every problem."""
    return [(p.code, p.place.line, p.place.column) for p in read(text).problems]


@each_row(
    ("text", "value"),
    [
        ("a: no", {"a": "no"}),
        ("a: true", {"a": True}),
        ("a: null", {"a": None}),
        ("a: ~", {"a": None}),
        ("a:", {"a": None}),
        ("a: 12", {"a": 12}),
        ("a: 0x1f", {"a": 31}),
        ("a: 0o17", {"a": 15}),
        ("a: 012", {"a": 12}),
        ("a: 1.5", {"a": 1.5}),
        ("a: 1:30", {"a": "1:30"}),
        ("a: .inf", {"a": ".inf"}),
        ("a: 2025-12-11T00:00:00Z", {"a": "2025-12-11T00:00:00Z"}),
        ('a: "12"', {"a": "12"}),
        ("a: !!str 12", {"a": "12"}),
        ("a: [x, {y: z}]", {"a": ["x", {"y": "z"}]}),
        ("a: |\n  one\n  two\n", {"a": "one\ntwo\n"}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        ("\ufeffa: b", {"a": "b"}),
        ("%YAML 1.1\n---\na: no", {"a": "no"}),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_scalars_are_read_as_yaml_1_2_says(text: str, value: object) -> None:
    """Plain scalars follow the core schema; what is quoted is a text."""
    assert value == root(text).plain


def test_every_node_knows_its_place() -> None:
    """Line and column count from one and point at the first character."""
    top = root("a: b\nlist:\n  - one\n  - 'two'\n")

    assert isinstance(top, Mapping)
    items = top.get("list")
    assert isinstance(items, Sequence)
    assert [(item.line, item.column) for item in items.items] == [(3, 5), (4, 5)]
    key = top.key("list")
    assert key is not None
    assert (key.line, key.column, key.length) == (2, 1, 4)


@each_row(
    ("text", "offset", "column"),
    [
        ("abc(", 3, 4),
        ("'a''c('", 3, 6),
        ('"a\\"c("', 3, 6),
        ('"\\x41\\u0042("', 2, 12),
        ('"a\n b("', 3, 1),
        ("|\n  abc(", 3, 1),
    ],
)
def test_an_offset_in_a_text_becomes_a_column(text: str, offset: int, column: int) -> None:
    """Quotes and escapes are stepped over; a text of several lines stays at its start."""
    scalar = root(text)

    assert isinstance(scalar, Scalar)
    assert column == scalar.problem("x", "y", offset=offset).place.column


@each_row(
    ("text", "found"),
    [
        ("a: b\nb: c\na: d\na: e\n", [("duplicate-key", 3, 1), ("duplicate-key", 4, 1)]),
        ("a: {b: 1, b: 2}", [("duplicate-key", 1, 11)]),
        ("a: [b", [("bad-yaml", 1, 4)]),
        ("a: b: c", [("bad-yaml", 1, 5)]),
        ("a: b\n---\nb: c", [("second-document", 2, 1)]),
        ("a: !mine b", [("unknown-tag", 1, 4)]),
        ("a: !!python/name:os.system ''", [("unknown-tag", 1, 4)]),
        ("a: *b", [("unknown-alias", 1, 4)]),
        ("a: &a [*a]", [("unknown-alias", 1, 8)]),
        ("a: !!int x", [("unknown-tag", 1, 4)]),
        ('a: "\\U99999999"', [("bad-yaml", 1, 2)]),
        ("a: &", [("bad-yaml", 1, 4)]),
        ("[a, b]: c", [("bad-key", 1, 1)]),
        (b"a: b\nc\0d", [("bad-character", 2, 2)]),
        ('a: "x\\0"', [("bad-character", 1, 4)]),
        ('a: "\\ud800"', [("bad-character", 1, 4)]),
        ("a: \x1b[31m", [("bad-character", 1, 4)]),
        (b"a: b\nc: \xff", [("not-utf-8", 2, 4)]),
        (b"\xff\xfea\0", [("not-utf-8", 1, 1)]),
        (b"a" * (MAX_BYTES + 1), [("too-much", 1, 1)]),
        (b"\n" * 60_000, [("too-much", 1, 1)]),
    ],
)
def test_what_cannot_be_read_is_a_problem_with_a_place(
    text: str | bytes, found: list[tuple[str, int, int]]
) -> None:
    """Every defect is reported where it stands, duplicate keys all of them."""
    assert found == problems(text)


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12)
)


@each_row(
    "text",
    [
        BOMB.encode(),
        b"a" * 5_000_000,
        b"[" * 400_000,
        b"{" * 400_000,
        b"- " * 200_000,
        b"? " * 200_000,
        b"!" * 500_000,
        b"!a" + b"a" * 500_000,
        b"[" + b"a," * 200_000,
        b"a: b\n" * 40_000,
        b"a " * 250_000,
        b'"' + b"\\n" * 250_000 + b'"',
    ],
    ids=lambda text: repr(text[:8]),
)
def test_a_hostile_text_is_not_unfolded(text: bytes) -> None:
    """Bombs, floods and deep nests are given up on; were they followed, this would not end."""
    document = read_document(text, "f.yaml")

    assert document.root is None or isinstance(document.root, Scalar)


def test_a_shown_line_has_no_control_characters() -> None:
    """What a terminal could take for a command is not printed."""
    problem = read("a: \x1b]0;x\x07").problems[0]

    assert "\x1b" not in problem.render()
    assert "\x07" not in problem.render()


def test_a_very_long_line_is_cut() -> None:
    """A problem in a long line shows its beginning, or nothing where it lies further right."""
    near = read("a: !x " + "b" * 10_000).problems[0]
    far = read("a: [" + "b, " * 2_000 + "!x b]").problems[0]

    assert near.line_text is not None
    assert len(near.line_text) == 400
    assert far.line_text is None


@settings(max_examples=amount(75, 600), deadline=None)
@given(
    st.one_of(
        st.binary(max_size=200), st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace"))
    )
)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """No content raises, and every problem can be rendered."""
    document = read_document(data, "f.yaml")

    for problem in document.problems:
        problem.render().encode()
    assert document.root is None or document.root.plain == document.root.plain


WORDS = "a b [ ] { } , *a ! | > ' # ? % --- ... \\ << ~ @ `".split()
YAMLISH = st.lists(
    st.sampled_from([*WORDS, '"', ": ", "- ", "\n", "  ", "&a ", "\t", "\r", "!!str ", "\u2028"]),
    max_size=40,
).map("".join)


@settings(max_examples=amount(150, 1200), deadline=None)
@given(YAMLISH)
def test_text_like_yaml_is_read_or_refused(text: str) -> None:
    """The parser's own slips never come through, and what is refused has no root."""
    document = read(text)

    for problem in document.problems:
        problem.render()
        assert 1 <= problem.place.line <= len(document.source.lines) + 1


def test_a_spot_outside_the_text_shows_no_line() -> None:
    """A problem there still has a place."""
    spot = Node(source=read("a: b").source, line=9, column=1)

    assert spot.plain is None
    assert spot.problem("x", "y").line_text is None


@each_row(
    ("text", "line", "column", "message", "help_text"),
    [
        ('a: "x\nb: c\n', 1, 4, "this quote is not closed", "close it on the same line"),
        ('- "Read\n- "Bash"\n', 1, 3, "this quote is not closed", "close it on the same line"),
        ("a: [b,\nc: d\n", 1, 4, "this `[` is not closed", "write `]`"),
        ("a: {b: c\n", 1, 4, "this `{` is not closed", "write `}`"),
        ("a: [b,, c]\n", 1, 7, "an entry is missing before this", "leave out the comma"),
        ("a: [b c: d: e]\n", 1, 11, "a comma or `]` is missing before this", "put a text"),
        ("- *\n", 1, 3, "a text cannot begin with `*`", "put the text in quotes"),
        ("- @read\n", 1, 3, "a text cannot begin with this character", "put the text in quotes"),
        ("a:\n\t- b\n", 2, 1, "a tab cannot be used to indent", "use spaces"),
        ("a: - b\n", 1, 4, "a list cannot begin here", "put each `- …`"),
        ("a: b: c\n", 1, 5, "a `:` cannot be here", "put the text that it is part of in quotes"),
        ('- "a" b\n', 1, 7, "something follows that does not belong here", "put the whole text"),
        ("a: |x\n  y\n", 1, 5, "behind `|` or `>` nothing may follow in the line", "begin the"),
        ("a: ]\n", 1, 4, "a value is missing here", "put the text in quotes"),
        ("- !<x y\n", 1, 6, "a text cannot begin with `!`", "put the text in quotes"),
        ("%YAML 1.2\n%YAML 1.2\n---\n", 2, 1, "this directive cannot be used", "leave it out"),
        (
            'a: "\\d"\n', 1, 6,
            "a backslash before this character means nothing between double quotes", "use single",
        ),
    ],
)  # fmt: skip
def test_what_the_parser_says_is_said_in_plain_words(
    text: str, line: int, column: int, message: str, help_text: str
) -> None:
    """Each slip is named where it was made, with what to do about it."""
    (problem,) = read(text).problems

    assert (problem.code, problem.place.line, problem.place.column) == ("bad-yaml", line, column)
    assert problem.message == message
    assert (problem.help or "").startswith(help_text)


@pytest.mark.parametrize("text", ["a:\n  - *.py\n  - b\n", "a: [*.py, b]\n", "a: *.py\n", "*.py\n"])
def test_a_star_at_the_beginning_is_one_problem(text: str) -> None:
    """It says how to write it, and what is left out of the list is not complained about again."""
    (problem,) = read(text).problems

    assert (problem.code, problem.help) == ("unknown-alias", 'put it in quotes: "*.py"')

"""Splitting a command line, the way bash does."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.reader import LONGEST, MOST_COMMANDS, Unreadable, read

HOME = "/home/ada"


def words(line: str) -> list[list[str]]:
    """Return the words of each command of a line."""
    return [[word.value for word in simple.words] for simple in read(line, HOME)]


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("", []),
        ("  \n\t\n", []),
        ("# x", []),
        ("ls", [["ls"]]),
        ("ls -l  a\tb", [["ls", "-l", "a", "b"]]),
        ("a;b&&c||d|e|&f&g\nh", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"], ["g"], ["h"]]),
        ("a;\n\nb", [["a"], ["b"]]),
        ("a &&\n b", [["a"], ["b"]]),
        ("a & b &", [["a"], ["b"]]),
        ("'a b' \"c d\" e\\ f", [["a b", "c d", "e f"]]),
        ("a'b'\"c\"d", [["abcd"]]),
        ("'' \"\"", [["", ""]]),
        ('"a\\"b\\$c\\`d\\\\e\\x"', [['a"b$c`d\\e\\x']]),
        ("'a\\'", [["a\\"]]),
        ('"a\nb"', [["a\nb"]]),
        ("a \\\n b", [["a", "b"]]),
        ("a # b; c\nd", [["a"], ["d"]]),
        ("a#b", [["a#b"]]),
        ("echo ~ ~/x a~", [["echo", HOME, f"{HOME}/x", "a~"]]),
        ("echo '~'", [["echo", "~"]]),
        ("echo if then", [["echo", "if", "then"]]),
        ("'if' x", [["if", "x"]]),
        ("a 2>&1 b", [["a", "b"]]),
        ("a2>x", [["a2"]]),
        ("a {} x{y}", [["a", "{}", "x{y}"]]),
        ("a '{b,c}' {b\\,c}", [["a", "{b,c}", "{b,c}"]]),
        ("a $ b$", [["a", "$", "b$"]]),
        ("a !b", [["a", "!b"]]),
        ("é ☃", [["é", "☃"]]),
        ("a\rb", [["a\rb"]]),
        ("a\u00a0b", [["a\u00a0b"]]),
    ],
)
def test_words_are_what_the_shell_would_pass_on(line: str, commands: list[list[str]]) -> None:
    """Quotes, escapes and comments are resolved, operators separate commands."""
    assert words(line) == commands


@pytest.mark.parametrize(
    "line",
    [
        "a $(b)", "a `b`", 'a "$(b)"', 'a "`b`"', "a ${b:-c}", "a $((1))", "a $[1]", "a $'b'",
        'a $"b"', "a <(b)", "a >(b)", "(a)", "{ a; }", "a() { b; }", "function a { b; }",
        "if a; then b; fi", "for a in b; do c; done", "while a; do b; done",
        "case a in b) c;; esac",
        "! a", "[[ a ]]", "coproc a", "select a in b; do c; done", "a <<E\nx\nE", "a 'b", 'a "b',
        "a \\", "a &&", "&& a", "a || ; b", "a | | b", ";", "a ;; b", "a >", "a > ; b", "a=(b c)",
        "a >! b", "time", "time -p", "a 2>2>f", "a\\\nb",
    ],
)  # fmt: skip
def test_what_the_reader_does_not_know_it_refuses(line: str) -> None:
    """A construct outside its subset makes the line unreadable, never a guess."""
    with pytest.raises(Unreadable):
        read(line, HOME)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("a $b", "the value of `$b` is not known"),
        ('a "$b"', "the value of `$b` is not known"),
        ("a ${b}", "the value of `${b}` is not known"),
        ("a $1", "the value of `$1` is not known"),
        ("a *", "a glob stands for files that only the shell knows"),
        ("a ?", "a glob stands for files that only the shell knows"),
        ("a [b]", "a glob stands for files that only the shell knows"),
        ("a {b,c}", "braces are expanded by the shell"),
        ("a x{1..3}", "braces are expanded by the shell"),
        ("a '{'{b,c}", "braces are expanded by the shell"),
        ("a ~bob", "the home folder of another user is not known"),
        ("a ~+", "the home folder of another user is not known"),
    ],
)
def test_a_word_that_only_the_shell_knows_is_unknown(line: str, reason: str) -> None:
    """An expansion makes its own word unknown, and says why."""
    (simple,) = read(line, HOME)

    assert [word.unknown for word in simple.words] == [None, reason]


@pytest.mark.parametrize(
    ("line", "redirections"),
    [
        ("a > b", [("", ">", "b")]),
        ("a 2>> b", [("2", ">>", "b")]),
        ("a >| b", [("", ">|", "b")]),
        ("a &> b", [("", "&>", "b")]),
        ("a &>> b", [("", "&>>", "b")]),
        ("a >& b", [("", ">&", "b")]),
        ("a 2>&1", [("2", ">&", "1")]),
        ("a 2>&-", [("2", ">&", "-")]),
        ("a < b", [("", "<", "b")]),
        ("a <> b", [("", "<>", "b")]),
        ("a <<< b", [("", "<<<", "b")]),
        ("a >b>c", [("", ">", "b"), ("", ">", "c")]),
        ("> b", [("", ">", "b")]),
        ("a > 'b c'", [("", ">", "b c")]),
    ],
)
def test_redirections_stand_apart(line: str, redirections: list[tuple[str, str, str]]) -> None:
    """A redirection has a descriptor, an operator and a target, and is no word."""
    (simple,) = read(line, HOME)

    found = [(r.descriptor, r.operator, r.target.value) for r in simple.redirections]
    assert found == redirections


def test_assignments_stand_before_the_command() -> None:
    """`NAME=value` is an assignment only in front, and only unquoted."""
    (simple,) = read("A=1 B='x y' 'C'=2 D=3", HOME)

    assert [word.value for word in simple.assignments] == ["A=1", "B=x y"]
    assert [word.value for word in simple.words] == ["C=2", "D=3"]


def test_operators_are_kept() -> None:
    """Each command knows what stands before and behind it."""
    found = [(simple.before, simple.after) for simple in read("a && b | c; d &", HOME)]

    assert found == [("", "&&"), ("&&", "|"), ("|", ";"), (";", "&")]


@pytest.mark.parametrize(
    "line",
    ["x" * (LONGEST + 1), "a;" * (MOST_COMMANDS + 1), "a " + ">b " * (MOST_COMMANDS + 1)],
    ids=["length", "commands", "redirections"],
)
def test_what_is_too_large_is_refused(line: str) -> None:
    """There is an end to length, commands and redirections."""
    with pytest.raises(Unreadable):
        read(line, HOME)


@pytest.mark.parametrize(
    "line",
    [
        "echo {" + "," * 100_000, "{" * 100_000, "{a" * 50_000, "'" * 100_001, '"' * 100_001,
        "\\" * 100_000, "$x" * 50_000, "((" * 50_000, "`" * 100_000, "a=" * 50_000, "\n" * 100_000,
        "#" * 100_000, "~" * 100_000, "*" * 100_000, "}" * 100_000, "&" * 100_000,
    ],
    ids=lambda line: line[:8].replace("\n", "newline"),
)  # fmt: skip
def test_a_hostile_line_is_read_or_refused(line: str) -> None:
    """A line made to be slow or deep ends in an answer; no run of it is quadratic."""
    try:
        read(line, HOME)
    except Unreadable as error:
        assert str(error)  # noqa: PT017 - either outcome is fine, a crash or a hang is not

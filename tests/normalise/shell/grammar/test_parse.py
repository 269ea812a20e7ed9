"""Lists and pipelines, and the limits of the reader."""

import pytest

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.unreadable import LONGEST, Unreadable
from tests.normalise.shell.grammar.trees import script
from tests.tables import each_row

READ = [
    ("time -p \\\n a", "a"),
    ("", ""),
    ("a", "a"),
    ("a; b", "a ; b"),
    ("a && b || c", "a && b || c"),
    ("a & b &", "a & ; b &"),
    ("a | b |& c", "a | b | c"),
    ("! a | b", "a | b"),
    ("time a", "a"),
    ("time -p a", "a"),
    ("time -- a", "a"),
    ("! -x >f", "-x >f"),
    ("! ! a", "a"),
    ("a | time b", "a | time b"),
    ("a\nb", "a ; b"),
    ("a &&\nb |\nc", "a && b | c"),
    ("a;", "a"),
    ("a & b; c\n", "a & ; b ; c"),
    ("$(time a)", "$(a)"),
    ("echo if then fi", "echo if then fi"),
    ("if=1 then", "if=1 then"),
]
REFUSED = [
    ("time >f -p a", "a redirection stands between `time` or `!` and its command"),
    ("echo $(time 2>f -p a)", "a redirection stands between `time` or `!` and its command"),
    ("a &&", "an operator has no command beside it"),
    ("&& a", "an operator has no command beside it"),
    ("a | | b", "an operator has no command beside it"),
    ("a;; b", "something is closed that was not opened"),
    ("; a", "an operator has no command beside it"),
    ("a &; b", "an operator has no command beside it"),
    ("a\n&& b", "an operator has no command beside it"),
    ("| a", "an operator has no command beside it"),
    ("a |", "an operator has no command beside it"),
    ("a ||", "an operator has no command beside it"),
    ("!", "`time` or `!` has no command behind it"),
    ("time", "`time` or `!` has no command behind it"),
    ("! (a", "something is opened and not closed"),
    ("!(a)", "`!(` may begin a pattern or a command"),
    ("a | ! b", "`!` stands where a command belongs"),
    ("a |& time b", "`time` may be a keyword or a program"),
    ("$(time { a; })", "`time` may be a keyword or a program"),
    ("a\x00b", "it has a character that is no text"),
    ("a\x01", "it has a character that is no text"),
    ("a\x7f", "it has a character that is no text"),
    ("a\ud800", "it has a character that is no text"),
    ("(a) (b)", "two commands have no operator between them"),
    ("a;&b", "something is closed that was not opened"),
]


@each_row(("text", "tree"), READ)
def test_grammar_read(text: str, tree: str) -> None:
    """A list is read into its pipelines, with the operators between them."""
    assert script(parse(text)) == tree


@each_row(("text", "why"), REFUSED)
def test_grammar_refused(text: str, why: str) -> None:
    """A list that bash would not take is refused with the reason."""
    with pytest.raises(Unreadable) as error:
        parse(text)

    assert str(error.value) == why


NESTED = [
    ("$(", ")"),
    ('"$(', ')"'),
    ("( ", ")"),
    ("{ ", "; }"),
    ("${x:-", "}"),
    ('"${x:-"', '"}"'),
    ("$((", "))"),
    ("<(", ")"),
    ("if ", "; then b; fi"),
    ("while ", "; do b; done"),
    ("case x in a) ", ";; esac"),
    ("f() { ", "; }"),
    ("function f { ", "; }"),
    ("a=$(", ")"),
    ('a["$(', ')"]=b'),
    ("a=($(", "))"),
    ("[[ $(", ") ]]"),
    ("for i in $(", "); do b; done"),
]


@each_row(("opened", "closed"), NESTED)
def test_nesting_is_read_up_to_a_depth(opened: str, closed: str) -> None:
    """Every construct may be nested some levels deep, and a thousand levels are refused."""
    parse(opened * 12 + "a" + closed * 12)

    with pytest.raises(Unreadable, match="nested too deeply"):
        parse(opened * 1000 + "a" + closed * 1000)


@each_row("opened", [opened for opened, _ in NESTED] + ["[[ ( ", "[[ " + "( " * 999])
def test_what_is_opened_without_end_is_refused(opened: str) -> None:
    """What is opened a thousand times and never closed is refused, not a crash."""
    with pytest.raises(Unreadable):
        parse(opened * 1000)


def test_a_text_over_the_limit_is_refused() -> None:
    """A text is read up to its longest length and refused beyond it."""
    assert parse("a" * LONGEST).items

    with pytest.raises(Unreadable, match="it is too long to read"):
        parse("a" * (LONGEST + 1))


def test_too_many_commands_are_refused() -> None:
    """A text of more commands than can be followed is refused."""
    with pytest.raises(Unreadable, match="too many commands"):
        parse("a;" * 20_000)


def test_the_source_of_a_command_is_kept_without_what_stands_around_it() -> None:
    """A command knows its own text: no blanks, comments or operators beside it."""
    first, second = parse("  git  status >f  # why\n { a; } 2>&1 ; ").items

    assert [first.pipeline.commands[0].raw, second.pipeline.commands[0].raw] == [
        "git  status >f",
        "{ a; } 2>&1",
    ]

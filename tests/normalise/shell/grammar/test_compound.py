"""Groups, conditions, loops, cases and functions."""

import pytest

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.unreadable import Unreadable
from tests.normalise.shell.grammar.trees import script
from tests.tables import each_row

READ = [
    ("{ a; b; } > f", "<{> [a ; b] >f"),
    ("(a; b) 2>&1 | c", "<(> [a ; b] 2>&1 | c"),
    ("if a; then b; elif c; then d; else e; fi", "<if> [a] [b] [c] [d] [e]"),
    ("for i in a *.py $(id); do b $i; done", "<for> i a wild*+.py $(id) [b $i]"),
    ("for i; do a; done", "<for@> i [a]"),
    ("for i do a; done", "<for@> i [a]"),
    ("for i in a b\ndo c\ndone", "<for> i a b [c]"),
    ("for ((i=0; i<$(id); i++)); do a; done", "<for((> i=0; i<+$(id)+; i++ [a]"),
    ("for ((;;)) { a; }", "<for((> ;; [a]"),
    ("while a; do b; done < f", "<while> [a] [b] <f"),
    ("until a; do b; done", "<until> [a] [b]"),
    ("select i in a b; do c; done", "<select> i a b [c]"),
    ('case $x in a|b) c;; ("d e") f;& *) g; esac', "<case> $x a b ''+'d e' wild* [c] [f] [g]"),
    ("case x in a | b ) c;; esac", "<case> x a b [c]"),
    ("case x in esac", "<case> x"),
    ("case x in\n a)\n b\n ;;\nesac", "<case> x a [b]"),
    ("f() { a; }", "<function> f [<{> [a]]"),
    ("f () (a)", "<function> f [<(> [a]]"),
    ("function f { a; }", "<function> f [<{> [a]]"),
    ("function f() { a; } > g", "<function> f [<{> [a] >g]"),
    ("function f (a)", "<function> f [<(> [a]]"),
    ("f() if a; then b; fi", "<function> f [<if> [a] [b]]"),
    ("((x++))", "<((> x++"),
    ("if (a) then b; fi", "<if> [<(> [a]] [b]"),
    ("if { a; } then b; fi", "<if> [<{> [a]] [b]"),
    ("a-b.c() { d; }", "<function> a-b.c [<{> [d]]"),
]
REFUSED = [
    ("{ a; ", "`}` is missing"),
    ("{ }", "a construct has nothing in it"),
    ("( )", "a construct has nothing in it"),
    ("{ a }", "`}` is missing"),
    ("if a; fi", "`fi` closes what was not opened"),
    ("if a; then fi", "a construct has nothing in it"),
    ("if a; then b; else fi", "a construct has nothing in it"),
    ("if a; then b", "`fi` is missing"),
    ("for i in a; b", "a loop has no `do`"),
    ("for; do a; done", "a loop has no variable"),
    ("for 1 in a; do b; done", "a loop has no variable"),
    ("for i { a; }", "a loop has no `do`"),
    ("for ((1)); do a; done", "a loop that counts has not three parts"),
    ("for i in a & do b; done", "an operator stands where a word belongs"),
    ("while a; done", "`done` closes what was not opened"),
    ("while; do a; done", "an operator has no command beside it"),
    ("case x in a) b", "`case` is not closed"),
    ("case x a) b;; esac", "`case` has no `in`"),
    ("case x in a b) c;; esac", "a pattern of `case` is not closed"),
    ("case x in @(a)) b;; esac", "a pattern of `case` is not closed"),
    ("f() a", "the body of a function is not a compound command"),
    ("f()", "the body of a function is not a compound command"),
    ("function", "an operator stands where a word belongs"),
    ("function f a", "the body of a function is not a group"),
    ("function f() ( >{ )", "the body of a function is not a group"),
    ("fi", "`fi` closes what was not opened"),
    ("a; done", "`done` closes what was not opened"),
    ("}", "`}` closes what was not opened"),
    ("{ a; } b", "two commands have no operator between them"),
    ("if (a) >f then b; fi", "a keyword has no operator before it"),
    ("coproc a", "`coproc` stands where a command belongs"),
    ("coproc x { a; }", "`coproc` stands where a command belongs"),
    ("in", "`in` closes what was not opened"),
    ("]]", "`]]` closes what was not opened"),
]


@each_row(("text", "tree"), READ)
def test_compound_read(text: str, tree: str) -> None:
    """A compound command is read into its words and scripts."""
    assert script(parse(text)) == tree


@each_row(("text", "why"), REFUSED)
def test_compound_refused(text: str, why: str) -> None:
    """A compound command that is not whole, or `coproc`, is refused with the reason."""
    with pytest.raises(Unreadable) as error:
        parse(text)

    assert str(error.value) == why

"""Simple commands: assignments, words and redirections."""

import pytest

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.unreadable import Unreadable
from tests.normalise.shell.grammar.trees import script
from tests.tables import each_row

READ = [
    ("A=1 B+=2 c", "A=1 B+=2 c"),
    ("A= b", "A= b"),
    ("A=(1 'x y' $(id)) B+=()", "A=(1 'x y' $(id)) B+=()"),
    ("a[1]=x a[$(id)]+=y", "a[1]=x a[$(id)]+=y"),
    ("a=([0]=x [k]=$(id))", "a=(wild[+0+]+=x wild[+k+]+=+$(id))"),
    ("declare -a x=(1 2) y=3", "x=(1 2) declare -a x=(…) y=3"),
    ("export A=$(id) B", "export A=+$(id) B"),
    ("ls a[0-9]* && a[0-9]x", "ls a+wild[+0-9]+wild* && a+wild[+0-9+]+x"),
    ("a > f >> g 2>&1 >| h < i <> j <<< 'k l'", "a >f >>g 2>&1 >|h <i <>j <<<'k l'"),
    (
        "a &> f &>> g >& h 2>&- <&3 3>&1- {v}> w {v}>&-",
        "a &>f &>>g >&h 2>&- <&3 3>&1- {v}>w {v}>&-",
    ),
    ("2>f a 2>g b", "a b 2>f 2>g"),
    ("a 2 >f a2>f", "a 2 a2 >f >f"),
    ("a 2>&1>f", "a 2>&1 >f"),
    ("a 2&>f", "a 2 &>f"),
    (">f", ">f"),
    (">f a=1 b", "a=1 b >f"),
    ("x=1", "x=1"),
    ("a=b\\ c", "a=b+' '+c"),
    ("A=<(b) c", "A=<(b) c"),
]
REFUSED = [
    ("declare <(a) b=()", "parentheses stand where a word belongs"),
    ("$(>f ! a)", "a keyword stands behind a redirection"),
    (">f if a", "a keyword stands behind a redirection"),
    ("a >& -b", "a word goes on behind `>&-`"),
    ("a >", "an operator stands where a word belongs"),
    ("a > ;", "an operator stands where a word belongs"),
    ("a > > b", "an operator stands where a word belongs"),
    ("a=(b", "an array is not closed"),
    ("a=(b;c)", "an operator stands where a word belongs"),
    ("a=(b)c", "a word goes on behind an array"),
    ("a= (b)", "parentheses stand where a word belongs"),
    ("echo a=(b)", "parentheses stand where a word belongs"),
    ("a b()", "parentheses stand where a word belongs"),
    ("'f'() { a; }", "parentheses stand where a word belongs"),
    ("a (b)", "parentheses stand where a word belongs"),
    ("a[b c", "a subscript is not closed"),
    ("a[b c]", "a subscript stands where a word belongs"),
    ("a 2>1>f", "a redirection has no target"),
    ("a >&-f", "a word goes on behind `>&-`"),
    ("a >x=1", "a redirection has an assignment for its target"),
    (">f a=(b)", "an array stands behind a redirection"),
    ("$(a=(\\`))", "an array in a substitution has escapes"),
    ("{a[0]}>f b", "a redirection to an item of an array"),
]


@each_row(("text", "tree"), READ)
def test_simple_read(text: str, tree: str) -> None:
    """A simple command is read into assignments, words and redirections."""
    assert script(parse(text)) == tree


@each_row(("text", "why"), REFUSED)
def test_simple_refused(text: str, why: str) -> None:
    """A simple command that bash would not take is refused with the reason."""
    with pytest.raises(Unreadable) as error:
        parse(text)

    assert str(error.value) == why

"""`[[ … ]]`."""

import pytest

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.unreadable import Unreadable
from tests.normalise.shell.grammar.trees import script
from tests.tables import each_row

READ = [
    ("[[ -f $x ]]", "<[[> -f $x"),
    ("[[ $x == *.py && ! -d $(id) || ( a < b ) ]]", "<[[> $x wild*+.py -d $(id) a b"),
    ("[[ $x =~ ^(a|b c)+$ ]] && a", "<[[> $x ^+(+a+|+b+ +c+)+++$ && a"),
    ("[[ $x =~ [0-9]{2}\\.$(id) ]]", "<[[> $x wild[+0-9]{2}+'.'+$(id)"),
    ("[[ -f a\n&& b ]]", "<[[> -f a b"),
    ("[[\n( a == b\n) ||\n! c ]]", "<[[> a b c"),
    ("[[ -n x ]] > f", "<[[> -n x >f"),
    ("[[ x ]]", "<[[> x"),
    ("[[ 1 -eq 2 ]]", "<[[> 1 2"),
    ('[[ a = "b c" ]]', "<[[> a ''+'b c'"),
]
REFUSED = [
    ("[[ a\n]]", "an operator stands where a word belongs"),
    ("[[ -f\na ]]", "an operator stands where a word belongs"),
    ("[[ a", "an operator stands where a word belongs"),
    ("[[ ]]", "a condition has no operand where one belongs"),
    ("[[ a b ]]", "a condition has no operator that is known"),
    ("[[ -f ]]", "a condition has no operand where one belongs"),
    ("[[ a == ]]", "a condition has no operand where one belongs"),
    ("[[ a && ]]", "a condition has no operand where one belongs"),
    ("[[ ( a ]]", "a parenthesis in `[[` is not closed"),
    ("[[ a == @(b|c) ]]", "`[[` is not closed as expected"),
    ("[[ a =~ ]]", "a condition has no operand where one belongs"),
    ("[[ a =~\n(b) ]]", "a condition has no operand where one belongs"),
    ("[[ a =~ b; ]]", "`[[` is not closed as expected"),
    ("[[ -e <(a) ]]", "a condition has no operand where one belongs"),
    ("[[ a ]]b", "a condition has no operator that is known"),
    ("[[ a >> b ]]", "an operator stands where a word belongs"),
]


@each_row(("text", "tree"), READ)
def test_conditions_read(text: str, tree: str) -> None:
    """A condition is read into its operands, with the commands inside."""
    assert script(parse(text)) == tree


@each_row(("text", "why"), REFUSED)
def test_conditions_refused(text: str, why: str) -> None:
    """A condition that bash would not take, or that has an extended glob, is refused."""
    with pytest.raises(Unreadable) as error:
        parse(text)

    assert str(error.value) == why

"""`${…}`, subscripts and arithmetic."""

import pytest

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.unreadable import Unreadable
from tests.normalise.shell.grammar.trees import script
from tests.tables import each_row

READ = [
    ("echo \"${x:-'a b'}\" \"${x%'/'}\"", "echo ''+\"$x{:- ''a b''} ''+\"$x{% '/'}"),
    ("echo \"${x//$'\\n'/ }\"", "echo ''+\"$x{// '⏎'+'/ '}"),
    ("echo ${x} ${#x} ${!x} ${!x*} ${!x@}", "echo $x $x{#} $x{!} $x{!*} $x{!@ }"),
    (
        "echo ${x:-a b} ${x:=$(pwd)} ${x:?no} ${x+y}",
        "echo $x{:- a b} $x{:= $(pwd)} $x{:? no} $x{+ y}",
    ),
    (
        "echo ${x#a*} ${x%%.*} ${x/a/b} ${x//a} ${x^^} ${x,} ${x@Q} ${x:1:2}",
        "echo $x{# a+wild*} $x{%% .+wild*} $x{/ a/b} $x{// a} $x{^^ } $x{, } $x{@ Q} $x{: 1:2}",
    ),
    ('echo "${x:-a \\} b}" "${x:-"$y"}"', "echo ''+\"$x{:- 'a '+'}'+' b'} ''+\"$x{:- ''+\"$y}"),
    ("echo ${x[0]} ${x[@]} ${x[$(id)]} \"${x['k']}\"", "echo $x[0] $x[@] $x[$(id)] ''+\"$x['k']"),
    ("echo ${10} ${@} ${?} ${#}", "echo $10 $@ $? $#"),
    (
        'echo $((1 + (2 * $x))) $(( $(wc -l < "$f") + `a` ))',
        "echo $((1 + +(+2 * +$x+))) $(( +$(wc -l <''+\"$f)+ + +$(a)+ ))",
    ),
    ("((x += $(id)))", "<((> x += +$(id)"),
    (
        "echo ${x:-`id`} ${x:-${y:-$(id)}} ${x:-$((1+$(id)))}",
        "echo $x{:- $(id)} $x{:- $y{:- $(id)}} $x{:- $((1++$(id)))}",
    ),
]
REFUSED = [
    ("echo ${x", "`${` is not closed as expected"),
    ("echo ${}", "`${` has no name behind it"),
    ("echo ${ a; }", "`${` has no name behind it"),
    ('echo "${x:-\'}"', "`${` is not closed as expected"),
    ("echo ${x[}]}", "a subscript is not closed"),
    ("echo ${x[0}", "a subscript is not closed"),
    ("echo ${x:-<(a)}", "a process substitution inside an expansion"),
    ('echo "${x:-<(}"', "a process substitution inside an expansion"),
    ("echo $((1)", "an arithmetic expression is not closed"),
    ("echo $((a) | (b))", "an arithmetic expression is not closed"),
    ("echo $(( $(case a in a) b;; esac) ))", "`$((` may begin a command or an expression"),
    ("((1) )", "an arithmetic expression is not closed"),
    ("((a); (b))", "an arithmetic expression is not closed"),
    ("echo ${x\\\ny}", "`${` is not closed as expected"),
    ("echo ${x y}", "`${` is not closed as expected"),
]


@each_row(("text", "tree"), READ)
def test_parameters_read(text: str, tree: str) -> None:
    """An expansion is read with its operator, its index and the commands inside."""
    assert script(parse(text)) == tree


@each_row(("text", "why"), REFUSED)
def test_parameters_refused(text: str, why: str) -> None:
    """An expansion that bash would not take, or may take for a command, is refused."""
    with pytest.raises(Unreadable) as error:
        parse(text)

    assert str(error.value) == why

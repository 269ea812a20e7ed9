"""Arithmetic, in which data can be a command."""

from __future__ import annotations

from proctor.terms.surroundings import Surroundings
from tests.normalise.shell.meaning.telling import commands
from tests.tables import each_row


@each_row(
    "line",
    [
        "x=$(cat f); echo $((x))", "echo $(($(cat f)))", "echo $((OUTSIDE + 1))", "((OUTSIDE++))",
        "x='a[$(id)]'; echo $((x))", "[[ $x -eq 1 ]]", "[[ 'a[$(id)]' -gt 0 ]]", "[[ 1 -lt x ]]",
        "[[ -v $x ]]", "[[ -v 'a[$(id)]' ]]", 'test -v "$x"', "[ -v 'a[$(id)]' ]",
        "echo ${a[$x]}", "echo ${a['$(id)']}", "a[$x]=1", "echo ${!x}", "x='a[$(id)]'; echo ${!x}",
        "y=abc; echo ${y:x}", 'let "x=$y"', "let 'a[$(id)]=1'", "declare -i x=$y", "RANDOM=$y",
        "declare -i x; x=$y", "read 'a[$(id)]'", "unset 'a[$(id)]'", "printf -v 'a[$(id)]' x",
        'printf -v "$x" y', "declare 'a[$(id)]=1'", "declare -a 'a=($(id))'", "echo ${x@P}",
        'a=(1); declare "a=$x"', "for ((i=x; i<3; i++)); do y; done", "declare -n r=x",
        "x='y[0]'; echo $((x))", "read x; ((x > 1))", "echo $((a[OUTSIDE]))",
        "echo $((a[1][2]))", "x=y y=z z=w w=v v=u; echo $((x))", "mapfile -C x a < f",
        "a=(1 $x); echo $((a[1]))", "wc() { x; }; y=$(wc -l); echo $((y))",
        "y=$(wc -l > f); echo $((y))", "y=$(a; wc -l); echo $((y))", "y=$(A=1 wc -l); ((y))",
        "x='a[$(id)]'; ((0 && (x=5))); echo $((x))", "x='a[$(id)]'; cat <<< $((x=5)); echo $((x))",
        "x='a[$(id)]'; : ${HOME:-$((x=5))}; echo $((x))", "echo $((0 ? 1 : OUTSIDE))",
    ],
)  # fmt: skip
def test_what_may_be_evaluated_is_unread(line: str, around: Surroundings) -> None:
    """A value that is read as an expression could hold a subscript with a command in it."""
    assert "!" in commands(line, around)


@each_row(
    "line",
    [
        "echo $((1 + 2))", "x=1; echo $((x + 1))", "i=0; while ((i < 3)); do i=$((i + 1)); done",
        "for ((i=0; i<3; i++)); do echo $i; done", "x=$(ls | wc -l); echo $((x + 1))",
        "x=$(wc -l < f); [[ $x -gt 3 ]]", "s=$(date +%s); echo $(($(date +%s) - s))",
        "[[ $# -lt 2 ]]", "echo $((RANDOM % 5))", "a=(1 2); echo ${a[1]} ${#a[@]}", "let x=1 y=x+1",
        "i=0; let i++; ((i += 2)); echo $((i))", "declare -i x=3; x=4", "[[ -v x && -n $y ]]",
        "for i in 1 2 3; do echo $((i * 2)); done", "[[ $x == 'a[$(id)]' ]]", '[ "$x" -gt 3 ]',
        "declare -A m; m[$k]=1; echo ${m[$k]}", "echo ${!m[@]}", "x=abc; echo ${x:1:2}",
        "for i in {1..20}; do echo $((i)); done", "echo ${x@Q}",
        "a=(1 2); i=1; echo $((a[i] + a[0])); ((a[0]=5))", "x=; echo $((x))", "x=3 y=x; ((y > 2))",
        "n=$(date +%Y); echo $((n + 1))",
    ],
)  # fmt: skip
def test_numbers_are_numbers(line: str, around: Surroundings) -> None:
    """What is certain to be a number runs nothing, though its value is not known."""
    assert "!" not in commands(line, around)

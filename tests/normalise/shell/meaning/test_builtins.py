"""What builtins do to the shell, and so to the commands behind them."""

from __future__ import annotations

import pytest

from proctor.terms.surroundings import Surroundings
from tests.normalise.shell.meaning.telling import commands, last
from tests.tables import each_row


@each_row(
    ("line", "command"),
    [
        ("export A=rm; $A", "rm"),
        ("declare A=rm; $A", "rm"),
        ("export A=$HOME; x $A", "x /home/ada"),
        ("A=rm; export A; $A", "rm"),
        ("set -- rm x; $1 $2", "rm x"),
        ("set -- a rm; shift; $1", "rm"),
        ("set -x -- rm; $1", "rm"),
        ("eval 'A=rm'; $A", "rm"),
        ("A=rm; eval '$A x'", "rm x"),
        ("A='rm x'; eval \"$A\"", "rm x"),
        ("command eval 'rm x'", "rm x"),
        ("builtin eval rm x", "rm x"),
        ("eval eval rm x", "rm x"),
        ("trap 'rm x' EXIT; ls", "rm x"),
        ("readonly A=rm; x", "x"),
        ("f() { local A=rm; $A; }; f", "rm"),
        ("A=ls; while IFS= read -r l; do x $A; done", "x ls"),
        ("shopt -s nullglob; x", "x"),
        ("set -euo pipefail; x", "x"),
        ("alias; hash -r; shopt; x", "x"),
        ("printf %s x; wait; x", "x"),
        ("A=rm; command -v x; $A", "rm"),
        ("A=rm; command -p x; $A", "rm"),
        ('f() { rm "$1"; }; export -f f; f a', "rm ?"),
        ('f() { rm "$1"; }; f a; declare -fx f', "rm ?"),
        ("A=rm; f() { local B; $A; }; f", "rm"),
        ("set -- rm; shift 5; $1", "rm"),
        ("break; rm x", "rm x"),
        ("A=rm; return; $A", "rm"),
    ],
)  # fmt: skip
def test_builtins_are_followed(line: str, command: str, around: Surroundings) -> None:
    """Values that they set, text that they run."""
    assert last(line, around) == command


@each_row(
    "line",
    [
        "A=ls; read A; $A", "A=ls; read -r A B; $A", "A=ls; printf -v A rm; $A",
        "A=ls; printf -vA rm; $A", "A=ls; mapfile A; $A", "A=ls; getopts x A; $A",
        "A=ls; unset A; $A", "A=ls; source f; $A", "A=ls; . ./f; $A", "A=ls; $X; $A",
        "A=rm; f() { local A=ls; }; f; $A", "A=rm; f() { declare A=ls; }; f; $A",
        "A=rm; local A=ls; $A", "readonly A; A=ls; $A", "declare -l A; A=LS; $A",
        "declare -u A; A=ls; $A", "A=rm; f() { declare -g A=ls; }; f; $A", "read; $REPLY",
        "A=ls; ((A=5)); $A", "A=ls; : $((A=5)); $A", "unset A; : ${A:=rm}; $A",
        "A=ls; command read A; $A", "A=ls; builtin unset A; $A", "RANDOM=5; $RANDOM",
        "A=rm; A=ls eval 'x'; $A", "A=rm; A=ls export A; $A", "set -- ls; shift $X; $1",
        "set -- ls; set -- $X; $1", 'A=ls; declare "$X"; $A', "A=ls; exec {A}> f; $A",
        "readonly A=rm; f() { local A; }; f; A=ls; $A", "A=ls; [[ x =~ y ]]; $BASH_REMATCH",
        "A=ls; ./*.sh; $A", "A=ls; command $X; $A", "declare -a A=(ls); $A", "A=ls; read $X; $A",
        "A=rm; for i in 1 2; do break 0; A=ls; done; A=$X; $A", "readonly -p A; A=ls; $A",
        "A=rm; export A=ls > f; $A", "A=rm; { A=ls; } > f; $A", "A=rm; { A=ls; } 2>&9; $A",
        "A=ls; if x; then A=rm; exit > f; fi; $A", "B=; A=${B:=rm} x; $B",
        "if y; then exit() { :; }; fi; A=ls; if x; then A=rm; exit; fi; $A",
        'A=(rm y); A=ls; "${A[@]}"', 'A=(ls x); for A in rm; do "${A[@]}"; done',
        "declare A={rm,ls}; $A", "A=ls; wait -p A; $A", "A=ls; let A=5; $A",
    ],
)  # fmt: skip
def test_values_that_may_have_changed_are_forgotten(line: str, around: Surroundings) -> None:
    """What a builtin reads, unsets or keeps to itself is no longer known."""
    assert last(line, around) in ("?", "!")


@each_row(
    "line",
    [
        "alias ls=rm; ls", "unalias -a; ls", "shopt -s expand_aliases; ls", "shopt -s extglob; ls",
        "shopt -s lastpipe; ls", "shopt -s failglob; ls", "enable -n test; ls",
        "enable -f ./x.so ls; ls", "hash -p ./rm ls; ls", "set -k; ls", "set +B; ls",
        "set -o posix; ls", "set $X; ls", "command alias ls=rm; ls", "eval 'alias ls=rm'; ls",
        "f() { alias ls=rm; }; f; ls",
        "BASH_CMDS[ls]=./rm; ls", "BASH_ALIASES[ls]=rm; ls", "POSIXLY_CORRECT=1; ls",
        "GLOBIGNORE=x; ls *", "shopt -s dotglob; ls *", "export GLOBIGNORE=x; ls",
        "trap 'A=rm' DEBUG; ls", "trap f INT; f() { A=rm; }; ls", "trap 'cd /' ERR; ls",
        "while x; do trap break ERR; ls; done", "if x; then alias ls=rm; fi; ls",
        "declare -n A=B; ls", "FUNCNEST=1; ls",
    ],
)  # fmt: skip
def test_what_changes_the_meaning_of_words_makes_all_behind_it_unread(
    line: str, around: Surroundings
) -> None:
    """After `alias` a plain `ls` may be anything."""
    assert last(line, around) == "!"


@each_row(
    "line", ["eval $X", 'eval "$(x)"', "eval *", "eval 'a ('", "trap $X EXIT", "trap 'a (' EXIT",
             'X=y eval "$Z"', "command eval $X"]
)  # fmt: skip
def test_text_that_is_not_known_is_unread(line: str, around: Surroundings) -> None:
    """What is evaluated must be certain, and readable."""
    assert "!" in commands(line, around)


@each_row(
    "line",
    [
        "trap 'rm x' EXIT INT; ls", "trap 'rm x; exit 1' TERM; ls", "trap 'A=1' EXIT; ls",
        "trap '' INT; ls", "trap - INT; ls",
    ],
)  # fmt: skip
def test_a_trap_that_changes_nothing_leaves_the_rest_as_it_is(
    line: str, around: Surroundings
) -> None:
    """Cleaning up at the end is no reason to doubt what is before."""
    assert "ls" in commands(line, around)


@each_row(
    "line",
    [
        "set -a; BORG_PASSCOMMAND=./x; ls",
        "set -ea; BORG_PASSCOMMAND=./x; ls",
        "set -o allexport; BORG_PASSCOMMAND=./x; ls",
        "set -a; for BORG_PASSCOMMAND in ./x; do ls; done",
        "set -a; read BORG_PASSCOMMAND < f; ls",
        "if a; then set -a; fi; BORG_PASSCOMMAND=./x; ls",
        "f() { set -a; }; f; BORG_PASSCOMMAND=./x; ls",
    ],
)
def test_what_is_handed_on_may_change_what_programs_do(line: str, around: Surroundings) -> None:
    """Behind `set -a` a variable that programs obey reaches them."""
    assert "!" in commands(line, around)


@pytest.mark.parametrize(
    "line",
    [
        "BORG_PASSCOMMAND=./x; ls",
        "set -a; STAGE=test; ls",
        "set -a; set +a; BORG_PASSCOMMAND=./x; ls",
        "(set -a); BORG_PASSCOMMAND=./x; ls",
    ],
)
def test_what_is_not_handed_on_changes_nothing(line: str, around: Surroundings) -> None:
    """A variable of the shell alone, or one that no program obeys."""
    assert last(line, around) == "ls"


def test_a_name_in_a_variable_shows_that_variable(around: Surroundings) -> None:
    """`${!x}` is the value of another name, as if that were printed."""
    assert commands("x=API_TOKEN; echo ${!x}", around) == ["printenv API_TOKEN", "echo ?"]

"""From words to arguments."""

from __future__ import annotations

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.plain_line import runs_of
from proctor.terms.surroundings import Surroundings
from tests.normalise.shell.meaning.telling import last
from tests.tables import each_row


@each_row(
    ("line", "words"),
    [
        ("x a'b'\"c\"\\d", "x abcd"),
        ("x $'a\\x62'", "x ab"),
        ("A=rm; $A -rf x", "rm -rf x"),
        ("A='rm -rf'; $A x", "rm -rf x"),
        ("A='rm -rf'; \"$A\" x", "rm -rf x"),
        ("A=r; ${A}m x", "rm x"),
        ("A=r B=m; $A$B x", "rm x"),
        ("A=; $A rm x", "rm x"),
        ("A=a; A+=b; x $A", "x ab"),
        ("x ~ ~/a", "x /home/ada /home/ada/a"),
        ("x a=~/b --a=~/b a:~", "x a=/home/ada/b --a=~/b a:~"),
        ("x '~'", "x ~"),
        ("HOME=/srv; x ~/a $HOME", "x /srv/a /srv"),
        ('x $HOME "$PWD/a"', "x /home/ada /home/ada/shop/a"),
        ("x ${HOME:-z}", "x /home/ada"),
        ("a=(p 'q r'); x \"${a[@]}\" ${a[0]}", "x p q r p"),
        ('a=(p q); x ${a[@]} "${a[*]}"', "x p q p q"),
        ('set -- p q; x "$@" $2', "x p q q"),
        ("x a{b,c}{1..2}", "x ab1 ab2 ac1 ac2"),
        ("x {,a} {,}", "x a"),
    ],
)  # fmt: skip
def test_what_is_certain_is_followed(line: str, words: str, around: Surroundings) -> None:
    """Quotes, values that the text itself sets, the home folder and braces are known."""
    assert last(line, around) == words


@each_row(
    ("line", "words"),
    [
        ("$A x", "? x"),
        ("x $A ${A} ${A:-y}", "x ? ? ?"),
        ("x $(y)", "x ?"),
        ("x $(echo $A)", "x ?"),
        ("x $(echo *.c)", "x ?"),
        ("x a$(y)b", "x ?"),
        ("x `y`", "x ?"),
        ("x $((1 + 2))", "x ?"),
        ("x ~bob ~+ ~-", "x ? ? ?"),
        ('x $1 $@ "$*" $# $?', "x ? ? ? ? ?"),
        ("A=a; x ${A#b} ${#A} ${A/a/b}", "x ? ? ?"),
        ("IFS=r; A=arm; $A", "?"),
        ('IFS=r; A=arm; "$A"', "arm"),
        ("A='a b'; IFS=$X; x $A", "x ?"),
        ("PWD=/srv; x $PWD", "x ?"),
        ("HOME=$X; x ~/a", "x ?"),
        ('f() { x "$2"; }; f $A b', "x ?"),
        ('f() { x "$2"; }; f *.c b', "x ?"),
        ("A='\\*'; x $A", "x ?"),
        ("a=(p q); x ${a[01]} ${a[" + "9" * 5000 + "]} ${a[²]}", "x ? ? ?"),
        ("set -- p; shift ²; shift " + "9" * 5000 + "; x ${" + "1" * 5000 + "} $1", "x ? ?"),
        ("x {~,a} $A{b,c}", "x ? ?"),
    ],
)  # fmt: skip
def test_what_is_not_certain_is_unknown(line: str, words: str, around: Surroundings) -> None:
    """What only the shell will know is never guessed."""
    assert last(line, around) == words


@each_row(
    ("line", "words"),
    [
        ("x *.c", "x <*.c>"),
        ("x 'a*'*", "x <a\\**>"),
        ("x \\**", "x <\\**>"),
        ("x [ab].c", "x <[ab].c>"),
        ("x '*' [ \\?", "x * [ ?"),
        ("A='*.c'; x $A \"$A\"", "x <*.c> *.c"),
        ('for f in *.c; do x "$f" "$f.o" $f; done', "x <*.c> <*.c.o> ?"),
        ('for f in *.c; do g="$f"; x "$g"; done', "x <*.c>"),
        ('a=(*.c); x "${a[@]}"', "x <*.c>"),
        ('x [a"-"z]*', "x ?"),
    ],
)  # fmt: skip
def test_a_glob_is_an_exact_pattern(line: str, words: str, around: Surroundings) -> None:
    """What was quoted is escaped in the pattern, what was not is wild."""
    assert last(line, around) == words


def test_a_file_name_as_command_is_unknown(around: Surroundings) -> None:
    """Which file a glob finds decides what is run."""
    (run,) = runs_of("./*.sh a", around, Folders((around.cwd,)), Budget())

    assert (run.arguments[0].unknown is not None, run.arguments[1]) == (True, Argument("a"))


def test_a_value_that_grows_is_given_up(around: Surroundings) -> None:
    """Doubling a value again and again takes neither time nor room."""
    assert last("A=aaaaaaaa; " + "A=$A$A; " * 40 + 'x "$A"', around) == "x ?"


def test_more_words_than_are_looked_at_are_unknown(around: Surroundings) -> None:
    """A thousand words are enough for anybody."""
    assert last("x " + "a " * 1200, around) == "!"

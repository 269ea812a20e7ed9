"""Every command that may run is found, with the values it may have."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.plain_line import runs_of
from proctor.normalise.shell.meaning.run import Feed, Run
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.surroundings import Surroundings
from tests.normalise.shell.meaning.telling import commands, last, walked
from tests.tables import each_row


@each_row(
    ("line", "found"),
    [
        ("a; b && c || d | e & f", ["a", "b", "c", "d", "e", "f"]),
        ("if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]),
        ("while a; do b; done; until c; do d; done", ["a", "b", "c", "d"]),
        ("case x in a) b;; c) d;; esac", ["b", "d"]),
        ("for i in 1 2; do a $i; done", ["a 1", "a 2"]),
        ("for i in; do a; done", ["a"]),
        ("for ((i=0;i<2;i++)); do a; done", ["a"]),
        ("select i in 1 2; do a $i; done", ["a ?"]),
        ("(a; { b; })", ["a", "b"]),
        ("x $(a `b`) <(c) >(d)", ["b", "a ?", "c", "d", "x ? /dev/fd/63 /dev/fd/63"]),
        ("A=$(a) B=(b $(c)) d", ["a", "c", "d"]),
        ("x ${y:-$(a)} ${y:=`b`} $(( $(wc -l) ))", ["a", "b", "wc -l", "x ? ? ?"]),
        ("x ${y[$(wc -l)]}", ["wc -l", "x ?"]),
        ("x > $(a) <<< $(b)", ["a", "b", "x"]),
        ("x <<E\n$(a)\nE\n", ["a", "x"]),
        ("x <<'E'\n$(a)\nE\n", ["x"]),
        ("[[ $(a) == $(b) ]]", ["a", "b"]),
        ("case $(a) in $(b)) c;; esac", ["a", "b", "c"]),
        ("! a; time b", ["a", "b"]),
        ("echo '$(a)' \"\\$(a)\"", ["echo $(a) $(a)"]),
    ],
)
def test_commands_are_found_wherever_they_stand(
    line: str, found: list[str], around: Surroundings
) -> None:
    """Lists, branches, loops, words: each may hold a command, and each counts."""
    assert commands(line, around) == found


@each_row(
    "line",
    [
        "for i in 1; do break; done; A=ls; if x; then A=rm; break; fi; $A",
        "f() { return; }; f; A=ls; if x; then A=rm; return; fi; $A",
        "f() { return; }; for i in 1; do f; break; done; A=rm; local A=ls; $A",
        "A=ls; for i in 1; do (break); A=rm; [ x ] && break 2; done; $A; A=$X; $A",
        "A=ls; if x; then A=rm; fi; $A", "A=ls; x && A=rm; $A", "A=ls; x || A=rm; $A",
        "A=rm; false && A=ls || $A", "A=ls; case x in a) A=rm;; esac; $A",
        "A=rm; case x in a) A=ls;& b) $A;; esac", "A=ls; while x; do $A; A=rm; done",
        "A=ls; for i in *; do $A; A=rm; done", "A=ls; for i in $X; do A=rm; done; $A",
        "for A in 1 2 3 4 5 6 7 8 9; do $A; done", "for A in $X; do $A; done",
        "A=ls; for i in 1; do A=rm; [ x ] && continue; A=ls; done; $A",
        "A=ls; for i in 1 2; do [ x ] && break; A=rm; done; $A",
        "for A in ls rm; do break; done; $A", "A=ls; f() { A=rm; [ x ] && return; A=ls; }; f; $A",
        "A=rm; (A=ls); A=$X; $A", "A=rm; if x; then :; elif A=ls; then $A; fi; $A",
        "A=ls; x() { A=rm; }; if y; then x; fi; $A",
        "A=ls; for ((A=0;;)); do break; done; $A",
    ],
)  # fmt: skip
def test_what_differs_between_outcomes_is_unknown(line: str, around: Surroundings) -> None:
    """A value that may be one or the other is neither."""
    assert "?" in commands(line, around)


@each_row(
    ("line", "command"),
    [
        ("A=rm; (A=ls); $A", "rm"),
        ("A=rm; A=ls | true; $A", "rm"),
        ("A=rm; x $(A=ls); $A", "rm"),
        ("A=rm; export A=ls | x; $A", "rm"),
        ("A=rm; x <(A=ls); $A", "rm"),
        ("A=rm; A=ls x; $A", "rm"),
        ("A=rm; A=ls & $A", "rm"),
        ("A=rm; A=ls && true & $A", "rm"),
        ("A=rm; f() (A=ls); f; $A", "rm"),
        ("A=ls; for i in 1; do A=rm; continue; A=ls; done; $A", "rm"),
        ("A=ls; f() { A=rm; return; A=ls; }; f; $A", "rm"),
        ("A=rm; if x; then A=ls; exit; fi; $A", "rm"),
        ("if A=rm; then x; fi; $A", "rm"),
        ("{ A=rm; }; $A", "rm"),
        ("A=rm && $A", "rm"),
        ("while A=rm; do $A; A=ls; done", "rm"),
    ],
)
def test_what_a_shell_of_its_own_sets_does_not_leak(
    line: str, command: str, around: Surroundings
) -> None:
    """Nor does what is behind `continue` or `return` happen."""
    assert command in commands(line, around)
    assert "ls" not in commands(line, around)


@each_row(
    "line",
    [
        "A=rm\n{ : $((1/0)); A=ls; }\n$A", "A=rm\n{ UID=5; A=ls; }\n$A",
        "A=rm\nreadonly B\nif B=1; then A=ls; fi\n$A", "A=rm\n{ R[-1]=x; A=ls; }\n$A",
        "A=rm; eval 'x=$((1/0)); A=ls'; $A", "A=rm\n{ : ${A:0:-9}; A=ls; }\n$A",
    ],
)  # fmt: skip
def test_an_error_may_skip_the_rest_of_a_line(line: str, around: Surroundings) -> None:
    """Bash goes on with the next line, with the values from before the error."""
    assert last(line, around) == "?"


def test_an_expression_that_cannot_fail_skips_nothing(around: Surroundings) -> None:
    """Plain sums leave the values behind them certain."""
    assert last("A=rm\n{ i=0; i=$((i + 1)); A=ls; }\n$A", around) == "ls"


@each_row(
    ("line", "found"),
    [
        ('f() { rm "$1"; }; f a; f b', ["rm a", "rm b"]),
        ('f() { rm "$@"; }; f a b', ["rm a b"]),
        ("f() { g; }; g() { rm x; }; f", ["rm x"]),
        ("f() { rm x; }", ["rm x"]),
        ('f() { rm "$1"; }', ["rm ?"]),
        ("f() { ls; }; f() { rm x; }; f", ["rm x", "ls"]),
        ("if a; then f() { rm x; }; fi; f", ["a", "f", "rm x"]),
        ("ls() { rm x; }; ls", ["rm x"]),
        ("ls() { rm x; }; command ls", ["command ls", "rm x"]),
        ("ls() { rm x; }; unset -f ls; ls", ["unset -f ls", "ls", "rm x"]),
        ("function f { rm x; }; f", ["rm x"]),
        ("A=x; f() { rm $A; }; A=y; f", ["rm y"]),
        ("A=y f; f() { rm $A; }", ["f", "rm ?"]),
        ("f() { rm $A; }; A=y f", ["rm y"]),
        ("f() { rm x; } > out", ["rm x"]),
    ],
)  # fmt: skip
def test_functions_are_walked_where_they_are_called(
    line: str, found: list[str], around: Surroundings
) -> None:
    """With their arguments and the values of that moment; uncalled ones at the end, once."""
    assert commands(line, around) == found


def test_a_function_that_calls_itself_is_unread(around: Surroundings) -> None:
    """Its rounds have no end."""
    assert "!" in commands("f() { f; }; f", around)
    assert "!" in commands("f() { g; }; g() { f; }; f", around)


@each_row(
    ("line", "text"),
    [
        ("echo a b | sh", "a b\n"),
        ("printf '%s' a | sh", "a"),
        ("printf 'a\\n' | sh", "a\n"),
        ("cat <<E | sh\na\nE\n", "a\n"),
        ("sh <<'E'\n$a\nE\n", "$a\n"),
        ("A=x; sh <<E\n$A\nE\n", "x\n"),
        ('A=x; sh <<< "rm $A"', "rm x\n"),
    ],
)  # fmt: skip
def test_what_is_fed_is_known_where_it_is_written(
    line: str, text: str, around: Surroundings
) -> None:
    """A shell behind `echo`, or with a here-document, gets that text."""
    assert walked(line, around)[-1].feed == Feed(text)


@each_row(
    "line",
    [
        "x | sh", "echo $A | sh", "echo -e a | sh", "echo 'a\\nb' | sh", "sh < f", "sh <<< $A",
        "{ echo a; } | sh", "echo a | tee f | sh", "echo a > f | sh", "x | { sh; }",
        "while read l; do sh; done < f", "echo() { x; }; echo a | sh", "exec < f; sh",
        "f() { sh; }; x | f", "x > >(sh)", "printf %d 1 | sh", "sh <&3", "(sh) < f", "x | y=$(sh)",
    ],
)  # fmt: skip
def test_what_is_fed_from_elsewhere_is_not_known(line: str, around: Surroundings) -> None:
    """There is something on the input, and nobody knows what."""
    feeds = [r.feed for r in walked(line, around) if r.arguments and r.arguments[0].value == "sh"]

    assert feeds == [Feed(None)]


def test_without_a_pipe_nothing_is_fed(around: Surroundings) -> None:
    """The input is then the terminal's."""
    assert [run.feed for run in walked("sh; x 3< f", around)] == [None, None]


def test_a_run_has_everything_that_is_known(around: Surroundings) -> None:
    """Arguments, assignments, redirections, place and text."""
    (run,) = walked("A=1 x 2>&1 > f <<< t", around)

    assert run.text == "A=1 x 2>&1 > f <<< t"
    assert [(name, value.value) for name, value in run.assignments] == [("A", "1")]
    assert [(d, o, t.value) for d, o, t in run.redirections] == [("2", ">&", "1"), ("", ">", "f")]
    assert run.feed == Feed("t\n")


def test_redirections_of_compound_commands_are_runs(around: Surroundings) -> None:
    """They write as much as those of simple ones."""
    first, *_ = walked("{ x; } > f", around)

    assert (first.arguments, [o for _, o, _ in first.redirections]) == ((), [">"])


def test_what_does_nothing_by_itself_is_idle(around: Surroundings) -> None:
    """A definition, a call, a condition and an evaluated text only hold commands."""
    line = "f() { x; }; f; [[ a ]]; ((1)); eval y; trap z EXIT"
    told = [(run.text, run.idle) for run in walked(line, around)]

    assert [text for text, idle in told if not idle] == ["x", "y", "z"]


@each_row(
    "text",
    [
        "a;" * 2000, "a;" * 50_000, "for i in 1 2 3 4 5 6 7 8; do " * 8 + "a" + "; done" * 8,
        "".join(f"f{n}() {{ f{n + 1}; f{n + 1}; f{n + 1}; f{n + 1}; }}; " for n in range(6)) + "f0",
        "eval " + '"eval ' * 3 + "a" + '"' * 3 + ";a" * 600,
    ],
)  # fmt: skip
def test_too_much_is_refused_soon(text: str, around: Surroundings) -> None:
    """Nesting and repetition end at a limit, not at the end of patience."""
    with pytest.raises(Unreadable):
        runs_of(text, around, Folders((around.cwd,)), Budget())


@pytest.mark.parametrize(
    "text",
    [
        "$(" * 50 + "a" + ")" * 50,
        "{ " * 50 + "a" + "; }" * 50,
        "while a; do " * 20 + "A=$A$B" + "; done" * 20,
    ],
)
def test_depth_never_ends_in_an_error_of_ours(text: str, around: Surroundings) -> None:
    """What is nested is walked, or refused with a reason."""
    try:
        found: list[Run] = walked(text, around)
    except Unreadable:
        found = []

    assert all(isinstance(run, Run) for run in found)


@each_row(
    "line",
    ["ls", " ls  -la  src ", "git log --oneline -n 5 -- a.py", "kubectl get pods -o=wide",
     "A=1", "A=1 ls", "cd src", "time ls", "if", "./x a:b c,d e+f %1 @x", "echo -n a", "test a = b",
     "a=b=c d", "x " * 300, "-p ls", "0 1 2", "[ a", "export A=1"],
)  # fmt: skip
def test_plain_words_are_read_as_any_other_text(line: str, around: Surroundings) -> None:
    """What is only words is read without a tree, and comes out as it would with one."""

    def read(text: str) -> list[Run] | str:
        try:
            return runs_of(text, around, Folders((around.cwd,)), Budget())
        except Unreadable as error:
            return str(error)

    assert read(line) == read(f"{line}\n")

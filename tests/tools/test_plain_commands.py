"""A command that is nothing but words needs no shell, and bash agrees on the words."""

import subprocess

from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.tools.plain_commands import plain_words
from tests.amounts import amount
from tests.tables import each_row


@each_row(
    ("command", "words"),
    [
        ("git status", ["git", "status"]),
        ("  ls -l  \n", ["ls", "-l"]),
        ("'git' \"st at\"", ["git", "st at"]),
        ("grep 'a;b|c $x *' f", ["grep", "a;b|c $x *", "f"]),
        ("ls '' \\*", ["ls", "", "*"]),
        ("make -j 4 \\\n all", ["make", "-j", "4", "all"]),
        ("./run '{a,b}'", ["./run", "{a,b}"]),
    ],
)
def test_words_are_read_as_a_shell_reads_them(command: str, words: list[str]) -> None:
    """Quotes and escapes are resolved, and nothing else is done."""
    assert words == plain_words(command)


@each_row(
    "command",
    [
        "", "#x", "ls # all", "ls;", "ls &", "ls | wc", "ls && ls", "ls > x", "ls < x", "A=1 ls",
        "ls *", "ls ~", "ls ~:x", "ls $HOME", "ls $(id)", "ls `id`", "ls {a,b}", "ls {1..3}",
        "! ls", "time ls", "cd src", "'cd' src", "echo hi", "exit 1", "(ls)", "if", "ls 'a", "'' x",
        "source x", "ls\nls", "x() { ls; }",
    ],
)  # fmt: skip
def test_what_a_shell_would_do_something_with_is_left_to_it(command: str) -> None:
    """Operators, expansions, the shell's own commands and what cannot be read are no words."""
    assert plain_words(command) is None


@settings(max_examples=amount(50, 400), deadline=None)
@given(st.text(alphabet="ab '\"\\{},$*?~;&|<>#!=-[]()\n\t", max_size=12))
def test_bash_has_the_same_words(text: str) -> None:
    """Whatever is taken for plain words, bash runs with exactly these."""
    words = plain_words(f"printenv {text}")
    if words is None:
        return
    script = f"printenv() {{ printf '%s\\0' printenv \"$@\"; }}\nprintenv {text}\n"
    said = subprocess.run(
        ["bash", "--norc", "--noprofile", "-c", script], capture_output=True, check=True
    )

    assert words == said.stdout.decode().split("\0")[:-1]

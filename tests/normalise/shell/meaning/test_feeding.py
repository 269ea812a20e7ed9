"""What a command hands to the one behind a pipe: a text, names of files, or who knows what."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.feeding import feeding
from proctor.normalise.shell.meaning.printed import formatted, text_printed
from proctor.normalise.shell.meaning.run import Feed, Run
from proctor.normalise.shell.parts import shell_parts
from proctor.normalise.shell.scene import scene_of
from proctor.terms.surroundings import Surroundings
from tests.normalise.shell.knowledge.small_tables import arguments
from tests.tables import each_row


def fed(line: str, *, feed: Feed | None = None, is_function: bool = False) -> Feed:
    """Return what a line of plain words hands on; `g:x` is a pattern, `$x` nobody knows."""
    run = Run(tuple(arguments(line)), (), (), Folders(("/srv",)), line, feed=feed)
    return feeding(run, is_function=is_function)


@each_row(
    ("line", "text"),
    [
        ("echo a b", "a b\n"),
        ("echo", "\n"),
        ("printf a", "a"),
        ("printf '%s' a b", "ab"),
        ("printf '%s\\n' a b", "a\nb\n"),
        ("printf 'a\\nb\\n'", "a\nb\n"),
    ],
)
def test_a_text_that_is_certain_is_handed_on(line: str, text: str) -> None:
    """Of `echo` and `printf`, where nothing in their words is theirs to interpret."""
    assert fed(line) == Feed(text)


@each_row(
    "line",
    [
        "echo -e a",
        "echo -n a",
        "echo 'a\\nb'",
        "echo g:*",
        "echo '$X'",
        "printf '%d' 1",
        "printf '%s' ",
        "printf 'a\\x41'",
        "printf a b",
        "printf -v x a",
        "printf",
        "cat a",
        "base64 -d a",
        "frobnicate a",
        "sed p a",
        "ls -l",
        "git log",
        "grep a b",
    ],
)
def test_all_else_is_not_known(line: str) -> None:
    """Options, escapes, patterns, variables, other programs: what they print may be anything."""
    assert fed(line) == Feed(None)


def test_cat_hands_on_what_it_is_given() -> None:
    """Without operands, and only then."""
    given = Feed("a\n")

    assert fed("cat", feed=given) == given
    assert fed("cat a", feed=given) == Feed(None)
    assert fed("cat") == Feed(None)


def test_a_function_of_that_name_is_another_program() -> None:
    """Who has defined `echo` anew prints what they like."""
    assert fed("echo a", is_function=True) == Feed(None)


def test_a_run_that_is_not_certain_hands_on_nothing_certain() -> None:
    """Nor does one whose output goes elsewhere, or that is no command at all."""
    plain = Run(tuple(arguments("echo a")), (), (), Folders(("/srv",)), "echo a")
    target = arguments("b")[0]
    runs = [
        plain._replace(unknown="it is not read"),
        plain._replace(redirections=(("", ">", target),)),
        plain._replace(redirections=(("1", ">", target),)),
        plain._replace(arguments=()),
    ]

    assert [feeding(run, is_function=False) for run in runs] == [Feed(None)] * 4
    quiet = plain._replace(redirections=(("2", ">", target),))
    assert feeding(quiet, is_function=False) == Feed("a\n")


@each_row("line", ["ls", "ls src", "git ls-files", "rg -l x", "rg --files", "grep -rl x src"])
def test_a_list_of_files_is_handed_on_as_names(line: str) -> None:
    """Which they are nobody knows, but they are names of files."""
    found = fed(line)

    assert found.text is None
    assert found.names[0].wild


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("echo rm -rf / | sh", "rm -rf /"),
        ("printf 'make\\n' | bash", "make"),
        ("echo a b | xargs rm", "rm a b"),
        ("echo make | cat | sh", "make"),
    ],
)
def test_what_is_handed_on_is_run(line: str, expected: str, around: Surroundings) -> None:
    """A shell behind a pipe runs the text, xargs a command with it."""
    parts = shell_parts(line, scene_of(around, "Bash", "bash"))

    assert expected in {" ".join(part.command.words) for part in parts if part.command}


@each_row(
    ("name", "words", "text"),
    [
        ("echo", ["a"], "a\n"),
        ("echo", ["-n"], None),
        ("echo", ["a", "-n"], "a -n\n"),
        ("printf", ["a%%"], None),
        ("printf", [], None),
        ("cat", ["a"], None),
    ],
)
def test_what_is_printed_is_known_or_not(name: str, words: list[str], text: str | None) -> None:
    """Only an option in front is one to `echo`; a per cent sign makes `printf` uncertain."""
    assert text_printed(name, words) == text


@each_row(
    ("layout", "words", "text"),
    [
        ("%s", ["a", "b"], "ab"),
        ("%s", [], None),
        ("%s\\n", ["a"], "a\n"),
        ("a\\n", [], "a\n"),
        ("-a", [], None),
        ("a\\t", [], None),
        ("%s %s", ["a", "b"], None),
    ],
)
def test_a_plain_format_is_filled_in(layout: str, words: list[str], text: str | None) -> None:
    """Of the many formats two are known, and a text without any mark."""
    assert formatted(layout, words) == text

"""From a command line to parts."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.command_part import quoted
from proctor.normalise.shell.parts import shell_parts
from proctor.normalise.shell.scene import scene_of
from proctor.terms.action import Does, Part
from proctor.terms.kind import Kind
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


def parts(line: str, around: Surroundings) -> tuple[Part, ...]:
    """Return the parts of a line for Bash."""
    return shell_parts(line, scene_of(around, "Bash", "bash"))


@each_row(
    ("line", "texts"),
    [
        ("ls", ["ls"]),
        ("ls; pwd", ["ls", "pwd"]),
        ("ls > a", ["ls > a", "> a"]),
        ("ls 2>&1 >/dev/null", ["ls 2>&1 >/dev/null"]),
        ("sudo ls", ["sudo ls", "ls"]),
        ("bash -c 'a; b'", ["bash -c 'a; b'", "a", "b"]),
        ("> a", ["> a"]),
        ("A=1", ["A=1"]),
        ("# a", ["# a"]),
        ("bash -c ''", ["bash -c ''", ""]),
        ("sudo -u x env A=1 ls", ["sudo -u x env A=1 ls", "env A=1 ls", "A=1 ls"]),
    ],
)
def test_a_line_has_its_parts(line: str, texts: list[str], around: Surroundings) -> None:
    """One part a simple command, one a written redirection, one an inner command."""
    assert [part.text for part in parts(line, around)] == texts


@each_row(
    ("line", "string"),
    [
        ("npm   test", "tool:bash:npm test"),
        ("'npm' \"test\"", "tool:bash:npm test"),
        ("A=1 npm test", "tool:bash:npm test"),
        ("PATH=/x npm test", "tool:bash:PATH=/x npm test"),
        ("echo 'a b'", 'tool:bash:echo "a b"'),
        ("echo ''", "tool:bash:echo ''"),
    ],
)
def test_a_command_has_one_string(line: str, string: str, around: Surroundings) -> None:
    """The string of a part is its words in one form; only what is harmless is dropped."""
    assert parts(line, around)[0].strings == (string,)


def test_git_in_the_shell_has_more_strings(around: Surroundings) -> None:
    """The git tools' strings stand among those of deny and ask, not of allow."""
    (part,) = parts("git push origin main", around)

    assert part.strings == ("tool:bash:git push origin main",)
    assert "tool:git:push origin main" in part.more_strings


@each_row(
    ("line", "idle"),
    [
        ("cd x", True), (":", True), ("true", True), ("set -x", True), ("set -euo pipefail", True),
        ("export A=1", True), ("A=1", True), ("cd $x", True), ("set", False), ("set -k", False),
        ("set -o history", False), ("set -- a", False), ("export PATH=x", False), ("export A",
        False),
        ("PATH=x", False), ("PATH=x true", False), ("ls", False), ("false", False),
    ],
)  # fmt: skip
def test_what_does_nothing_by_itself_is_idle(line: str, idle: bool, around: Surroundings) -> None:
    """Moving, and setting what is harmless, does nothing by itself."""
    assert (parts(line, around)[0].does is Does.IDLE) is idle


def paths(line: str, around: Surroundings) -> set[str]:
    """Return where the last part of a line reaches."""
    return {touch.path.absolute for touch in parts(line, around)[-1].touches}


def test_a_cd_moves_what_follows(around: Surroundings) -> None:
    """After `cd x &&` paths are in x; after `cd x;` they may be in either place."""
    root = around.cwd

    assert f"{root}/sub/a" in paths("cd sub && cat a", around)
    assert f"{root}/a" not in paths("cd sub && cat a", around)
    assert paths("cd sub; cat a", around) >= {f"{root}/sub/a", f"{root}/a"}
    assert paths("cd sub && true; cat a", around) >= {f"{root}/sub/a", f"{root}/a"}
    assert paths("cd sub | cat a", around) == {f"{root}/a"}


@each_row(
    "line", ["cd $x && cat a", "cd - && cat a", "cd -P x && cat a", "cd ~bob; cat a",
             "pushd x && cat a", "set -P; cat a", "CDPATH=/ cd x && cat a", "cd a b; cat a"]
)  # fmt: skip
def test_after_an_unknown_place_relative_paths_are_unread(line: str, around: Surroundings) -> None:
    """Where a command runs is then not known, so its relative paths are not either."""
    assert parts(line, around)[-1].unread is not None


def test_after_an_unknown_place_absolute_paths_are_read(around: Surroundings) -> None:
    """An absolute path needs no folder."""
    assert parts("cd $x && cat /a", around)[-1].unread is None


def test_a_folder_of_its_own_and_the_agents_both_count(around: Surroundings) -> None:
    """A folder that the call names may or may not be known to its program."""
    (part,) = shell_parts("cat a", scene_of(around, "Bash", "bash", ["/tmp"]))  # noqa: S108 - a path as text

    assert {t.path.absolute for t in part.touches} >= {"/tmp/a", f"{around.cwd}/a"}  # noqa: S108 - the same


def test_a_redirection_is_an_edit(around: Surroundings) -> None:
    """It has the strings of an edit, and for deny and ask those of a new file."""
    _, part = parts("ls >> a/../b", around)

    assert (part.tool, part.kind, part.does) == ("Edit", Kind.EDIT, Does.EDIT)
    assert part.strings == ("tool:str_replace:b",)
    assert part.more_strings == ("tool:create_file:b",)
    assert part.command is not None
    assert part.command.words == ("ls",)


def test_a_redirection_through_a_link_has_both_names(around: Surroundings) -> None:
    """An allow must match the path as written and its target."""
    linked = around._replace(links={f"{around.cwd}/l": "/etc/x"})

    assert parts("ls > l", linked)[1].strings == ("tool:str_replace:l", "tool:str_replace:/etc/x")


def test_a_line_that_cannot_be_read_keeps_what_is_plain(around: Surroundings) -> None:
    """The whole is unread; what is plain in it can still meet a deny."""
    found = parts("a $[x]; rm -rf y", around)

    assert found[0].unread is not None
    assert ("rm", "-rf", "y") in [part.command.words for part in found if part.command]


@pytest.mark.parametrize("line", ["a " * 1200, "bash -c " * 20, "sudo " * 20, "env " * 20 + "x"])
def test_what_is_too_deep_or_too_long_is_unread(line: str, around: Surroundings) -> None:
    """There is an end to words and to nesting."""
    assert any(part.unread for part in parts(line, around))


@each_row(
    ("word", "text"),
    [("a", "a"), ("a b", '"a b"'), ("", "''"), ("it's", '"it\'s"'), ("$x", "'$x'"), ("{}", "{}")],
)
def test_a_word_is_quoted_where_it_needs_it(word: str, text: str) -> None:
    """Quotes are added only where the shell would read the word differently."""
    assert quoted(word) == text

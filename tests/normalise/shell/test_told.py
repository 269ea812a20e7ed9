"""What commands do because of what stands on their input."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.run import Feed
from proctor.normalise.shell.told import judge_input
from tests.tables import each_row


def told(command: str, text: str | None) -> Reading:
    """Return what an input adds to a command of plain words."""
    reading = Reading()
    judge_input([Argument(word) for word in command.split()], reading, Feed(text))
    return reading


def test_a_plan_runs_its_commands() -> None:
    """Each line has a time and a command; comments and variables have none."""
    text = "# all of it\nMAILTO=ada\n0 3 * * * rm x\n@daily make clean%input\n"

    assert [Inner(text="rm x"), Inner(text="make clean")] == told("crontab -", text).inners


@each_row(
    ("command", "text"),
    [
        ("ed a", "!rm x"),
        ("ex a", "%!rm x"),
        ("dc", "!rm x"),
        ("sftp host", "!rm x"),
        ("mail ada", "~!rm x"),
        ("psql shop", "\\! rm x"),
        ("psql shop", "copy t to program 'rm x'"),
        ("mysql shop", "system rm x"),
        ("sqlite3 a.db", ".shell rm x"),
        ("sqlite3 a.db", ".once |rm x"),
        ("tclsh", "exec rm x"),
        ("gdb", "shell rm x"),
        ("make -f -", "all:; rm x"),
        ("gmake --file=-", "all:; rm x"),
    ],
)
def test_a_way_out_to_a_shell_hides_a_command(command: str, text: str) -> None:
    """What it would run is not looked for, so it cannot be read."""
    assert told(command, text).hidden is not None


@each_row(
    ("command", "text"),
    [
        ("ed a", "1,5p\nq\n"),
        ("sftp host", "get a\n"),
        ("psql shop", "select 1;"),
        ("mysql shop", "select 1;"),
        ("sqlite3 a.db", "select 1;"),
        ("make all", "y"),
        ("cat", "!rm x"),
        ("psql shop", None),
    ],
)
def test_other_inputs_hide_nothing(command: str, text: str | None) -> None:
    """Nothing in them runs a command; a file on the input is code as a script is."""
    assert told(command, text).hidden is None


def test_objects_of_git_may_be_secrets() -> None:
    """Those that are named are judged, and where they are not known that is said."""
    assert {"secret"} == set(told("git cat-file --batch", "HEAD:a/.env\n").classes)
    assert told("git cat-file --batch", "HEAD:README.md\n").classes == {}
    assert {"secret"} == set(told("git cat-file --batch-comm", "contents HEAD:.env\n").classes)
    assert told("git cat-file --batch", None).unknown is not None
    assert told("git cat-file --batch-check", None).unknown is None

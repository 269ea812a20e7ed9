"""A call of which nobody knows in which folder it would run."""

from __future__ import annotations

from proctor.normalise import normalise
from proctor.normalise.paths import NOT_KNOWN
from proctor.terms.call import UNKNOWN_FOLDER, ToolCall
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


def unread(tool: str, around: Surroundings, **fields: str) -> list[str | None]:
    """Return of each part of a call why it cannot be read."""
    action = normalise(ToolCall(tool=tool, input=fields), around._replace(strays=True))
    return [part.unread for part in action.parts]


@each_row(
    "command",
    [
        "rm key",
        "rm ./key",
        "cd sub && rm key",
        "cat < key",
        "tee -a key",
        "bash -c 'rm key'",
        "git status",
        "rm -rf *",
        "find . -delete",
    ],
)
def test_relative_paths_of_a_command_are_not_read(command: str, around: Surroundings) -> None:
    """What depends on the folder could be anything."""
    assert NOT_KNOWN in unread("Bash", around, command=command)


@each_row("command", ["rm /srv/app/key", "make", "ls", "cat ~/a", "echo hi"])
def test_what_does_not_depend_on_the_folder_is_read(command: str, around: Surroundings) -> None:
    """An absolute path, and a command without one, are what they are anywhere."""
    assert unread("Bash", around, command=command) == [None]


def test_a_folder_that_the_call_names_is_not_certain_either(around: Surroundings) -> None:
    """Whether the program takes a folder out of the input is not known."""
    assert unread("Bash", around, command="rm key", workdir="/srv") == [NOT_KNOWN]


@each_row(
    ("tool", "fields", "why"),
    [
        ("Read", {"file_path": "/srv/app/a"}, None),
        ("Read", {"file_path": "~/a"}, None),
        ("Read", {"file_path": "a"}, NOT_KNOWN),
        ("Edit", {"file_path": "a"}, NOT_KNOWN),
        ("Grep", {"pattern": "x"}, NOT_KNOWN),
        ("Grep", {"pattern": "x", "path": "/srv/app"}, None),
        ("Glob", {"pattern": "*", "path": "a"}, NOT_KNOWN),
        ("apply_patch", {"input": "*** Add File: a"}, NOT_KNOWN),
        ("mcp__shelf__look", {"path": "a"}, None),
    ],
)
def test_files_are_read_by_absolute_paths_only(
    tool: str, fields: dict[str, str], why: str | None, around: Surroundings
) -> None:
    """A tool for files that names an absolute one is read as ever."""
    assert unread(tool, around, **fields) == [why]


def test_its_place_is_told_as_unknown(around: Surroundings) -> None:
    """What is kept and shown of such a call says that its folder is not known."""
    assert (around.place, around._replace(strays=True).place) == (around.cwd, UNKNOWN_FOLDER)

"""The debug log: a line a call, that nothing in the call can forge."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.audit.redaction.redact import Redactor
from proctor.debug_log import LARGEST, NAME, is_wanted, log_call
from proctor.terms.call import ToolCall

NOW = "2026-06-01T12:00:00.000Z"


def write(call: ToolCall, home: Path, root: Path) -> None:
    """Write the line of a call."""
    log_call(
        call,
        home=str(home),
        root=str(root),
        workflow="coder",
        timestamp=NOW,
        redact=Redactor().text,
    )


def logged(tmp_path: Path, tool: str, given: object) -> str:
    """Return the line of a call."""
    write(ToolCall(tool=tool, input=given, session="abc123"), tmp_path, tmp_path)
    return (tmp_path / "logs" / NAME).read_text()


@pytest.mark.parametrize(
    ("tool", "given", "shown"),
    [
        ("Bash", {"command": "git status"}, "git status"),
        ("Read", {"file_path": "/srv/app/a.py"}, "/srv/app/a.py"),
        ("Skill", {"skill": "review"}, "review"),
        ("WebFetch", {"url": "https://example.org/", "prompt": "x"}, "https://example.org/"),
        ("WebSearch", {"query": "weather"}, "weather"),
        ("mcp__x__y", {"a": 1}, '{"a": 1}'),
        ("mcp__x__y", {"a": "b" * 200}, f'{{"a": "{"b" * 93}'),
        ("Bash", {"command": 7}, '{"command": 7}'),
        ("Bash", None, "null"),
    ],
)
def test_a_line_says_when_who_and_what(
    tmp_path: Path, tool: str, given: object, shown: str
) -> None:
    """It has time, session, workflow, tool and target."""
    assert f"[{NOW}] [abc123] [coder] {tool} | {shown}\n" == logged(tmp_path, tool, given)


def test_no_call_can_forge_a_line(tmp_path: Path) -> None:
    """Newlines and whatever moves a cursor are spelled out, and a long target is cut."""
    line = logged(tmp_path, "Bash", {"command": "a\n[x] b\x1b[2J\u202e" + "c" * 2000})

    assert line.count("\n") == 1
    assert "a\\n[x] b\\x1b[2J\\u202e" in line
    assert len(line) < 1100


@pytest.mark.parametrize(
    ("session", "tool", "begins"),
    [
        ("a] [b", "Bash", r"[a\] \[b] [coder] Bash | x"),
        ("a\\] [b", "Bash", r"[a\\\] \[b] [coder] Bash | x"),
        ("a", "Bash | rm", r"[a] [coder] Bash \| rm | x"),
        ("a\nb", "Bash", r"[a\nb] [coder] Bash | x"),
    ],
)
def test_no_name_can_forge_a_field(tmp_path: Path, session: str, tool: str, begins: str) -> None:
    """What separates fields is escaped in names."""
    write(ToolCall(tool=tool, input={"command": "x"}, session=session), tmp_path, tmp_path)

    assert (tmp_path / "logs" / NAME).read_text() == f"[{NOW}] {begins}\n"


def test_secrets_are_redacted(tmp_path: Path) -> None:
    """What is a secret in a record is one here."""
    assert "hunter2" not in logged(tmp_path, "Bash", {"command": "PASSWORD=hunter2hunter2 make"})


def test_it_grows_and_is_closed_to_others(tmp_path: Path) -> None:
    """Each call adds a line to a file of the user's alone."""
    for _ in range(2):
        text = logged(tmp_path, "Bash", {"command": "ls"})

    assert text.count("\n") == 2
    assert (tmp_path / "logs" / NAME).stat().st_mode & 0o777 == 0o600


def test_without_a_home_it_lies_in_the_work_tree(tmp_path: Path) -> None:
    """Where the home cannot be written, the line goes to the project's `.tmp`."""
    (tmp_path / "file").touch()
    write(ToolCall(tool="Bash", input={"command": "ls"}), tmp_path / "file", tmp_path)

    assert f"[{NOW}] [-] [coder] Bash | ls\n" == (tmp_path / ".tmp" / NAME).read_text()


def test_it_never_fails(tmp_path: Path) -> None:
    """Where nothing can be written, nothing is said, whatever the call is."""
    nowhere = tmp_path / "file"
    nowhere.touch()
    for given in ({"command": "\ud800"}, {"a": {1, 2}}, object()):
        write(ToolCall(tool="Bash", input=given), nowhere, nowhere)


def test_only_one_word_wants_it() -> None:
    """`1` does, and nothing else."""
    for name in ("PROCTOR_DEBUG", "HANDSOFF_DEBUG"):
        found = [is_wanted({name: word}) for word in ("1", "0", "", "true")]
        assert found == [True, False, False, False]
    assert not is_wanted({})


def test_a_linked_folder_is_not_written_through(tmp_path: Path) -> None:
    """A repository that puts a link there does not choose where we write."""
    (tmp_path / "file").touch()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".tmp").symlink_to(tmp_path / "elsewhere")
    write(ToolCall(tool="Bash", input={"command": "ls"}), tmp_path / "file", tmp_path)

    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_it_does_not_grow_without_end(tmp_path: Path) -> None:
    """A repository can switch it on, and shall not fill the disk by that."""
    (tmp_path / "logs").mkdir()
    full = tmp_path / "logs" / NAME
    with full.open("wb") as file:
        file.truncate(LARGEST)
    write(ToolCall(tool="Bash", input={"command": "ls"}), tmp_path, tmp_path)

    assert full.stat().st_size == LARGEST
    assert not (tmp_path / ".tmp").exists()

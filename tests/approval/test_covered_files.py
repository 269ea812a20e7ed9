"""Which files a yes covers, and where looking at them ends."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from proctor.approval import covered_files
from proctor.approval.covered_files import CHANGED, SMALL_FOLDER, TOO_MANY, Snapshot, snapshot
from proctor.normalise import normalise
from proctor.terms.call import ToolCall
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


def look(command: str, folder: Path, tool: str = "Bash") -> Snapshot:
    """Look at the files of a command that runs in a folder."""
    around = Surroundings(
        cwd=str(folder),
        home=str(folder / "home"),
        root=str(folder),
        start=str(folder),
        proctor_home="/home/ada/.proctor",
        now=datetime(2026, 6, 1, 12, tzinfo=UTC),
    )
    return snapshot(normalise(ToolCall(tool=tool, input={"command": command}), around))


@each_row(
    ("command", "file"),
    [
        ("psql -f x.sql", "x.sql"),
        ("psql -fx.sql", "x.sql"),
        ("psql --file=x.sql", "x.sql"),
        ("tool conf=a/x.cfg", "a/x.cfg"),
        ("curl -d @x.json https://shop.example", "x.json"),
        ("docker run -v ./a.sh:/b.sh img", "a.sh"),
        ("cat ~/notes", "home/notes"),
        ("sort < in > out", "in"),
        ("sort < in > out", "out"),
        ("cd sub && terraform apply", "../terragrunt.hcl"),
        ("make -C sub -C lib", "sub/lib/Makefile"),
    ],
)
def test_files_that_a_command_names_are_covered(
    tmp_path_factory: pytest.TempPathFactory, command: str, file: str
) -> None:
    """Also where they do not exist yet."""
    folder = tmp_path_factory.mktemp("shop") / "app"
    assert str((folder / file).resolve()) in look(command, folder).marks


def test_other_tools_have_no_files(tmp_path: Path) -> None:
    """An edit shows its own text; only commands are compared."""
    assert look("x", tmp_path, tool="Write") == Snapshot({})


def test_small_folder_counts_with_its_files(tmp_path: Path) -> None:
    """A large one, and the one that the command runs in, count by their names."""
    for name, count in (("small", 3), ("large", SMALL_FOLDER + 1)):
        (tmp_path / name).mkdir()
        for number in range(count):
            (tmp_path / name / f"{number}.sh").touch()
    (tmp_path / "here.log").touch()
    marks = look("run-parts small large .", tmp_path).marks
    assert str(tmp_path / "small" / "2.sh") in marks
    assert str(tmp_path / "large") in marks
    assert str(tmp_path / "large" / "2.sh") not in marks
    assert str(tmp_path / "here.log") not in marks


def test_device_is_the_same_when_it_was_used(tmp_path: Path) -> None:
    """The times of a terminal change with every line that is written to it."""
    ours, theirs = os.openpty()
    device = os.ttyname(theirs)
    before = look(f"bash x.sh > {device}", tmp_path)
    os.utime(device, (1, 1))
    after = look(f"bash x.sh > {device}", tmp_path)
    os.close(ours)
    os.close(theirs)
    assert device in before.marks
    assert after.differs_from(before) is None


def test_unreadable_file_differs_when_its_times_do(tmp_path: Path) -> None:
    """Nothing else tells that its content changed; a named pipe stands for such a file."""
    os.mkfifo(tmp_path / "x.sh")
    before = look("bash x.sh", tmp_path)
    os.utime(tmp_path / "x.sh", (1, 1))
    changed = look("bash x.sh", tmp_path).differs_from(before)
    assert changed == CHANGED.format(path=tmp_path / "x.sh")


@each_row(
    "text",
    [
        "from " + "." * 200_000,
        ";import(" * 50_000,
        "import" + "\t" * 200_000,
        "from" + "\n" * 200_000 + '"',
        "include " * 50_000,
        ". " * 100_000,
        "--" + "a" * 200_000,
        "source $(" * 50_000,
    ],
    ids=lambda text: text[:12],
)
def test_hostile_includes_are_read_to_the_end(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    """No text of a script keeps the server busy; a test that hangs is ended."""
    folder = tmp_path_factory.mktemp("shop")
    for name in ("x.py", "x.js", "x.sh", "Makefile", "requirements.txt"):
        (folder / name).write_text(text)
    command = "make && python3 x.py && node x.js && bash x.sh && pip install -r requirements.txt"
    assert look(command, folder).marks


@pytest.mark.parametrize(
    ("bound", "value"), [("MOST_LOOKS", 20), ("ALL_TEXTS", 100), ("MOST_FILES", 10)]
)
def test_snapshot_past_a_bound_says_so(
    bound: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is never taken for a complete one."""
    (tmp_path / "x.py").write_text("".join(f"import m{number}\n" for number in range(50)))
    for number in range(50):
        (tmp_path / f"m{number}.py").touch()
    assert look("python3 x.py", tmp_path).problem == ""
    monkeypatch.setattr(covered_files, bound, value)
    cut = look("python3 x.py", tmp_path)
    assert cut.problem == TOO_MANY
    assert cut.differs_from(cut) == TOO_MANY


def test_endless_text_is_not_read(tmp_path: Path) -> None:
    """Of data that includes nothing only the beginning is read."""
    (tmp_path / "x.py").write_text("pass\n")
    with (tmp_path / "data.bin").open("wb") as file:
        file.truncate(covered_files.ALL_TEXTS + 1)
    assert look("python3 x.py data.bin", tmp_path).problem == ""

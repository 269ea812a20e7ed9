"""Which files an action would run, and what is known of them."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from proctor.approval.scripts import LARGEST, MOST_FILES, contents, scripts_of
from proctor.normalise import normalise
from proctor.terms.call import ToolCall
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


def scripts(command: str, folder: Path | str = "/srv/app") -> tuple[str, ...]:
    """Return the files that a command would run."""
    around = Surroundings(
        cwd=str(folder),
        home="/home/ada",
        root=str(folder),
        start=str(folder),
        proctor_home="/home/ada/.proctor",
        now=datetime(2026, 6, 1, 12, tzinfo=UTC),
    )
    return scripts_of(normalise(ToolCall(tool="Bash", input={"command": command}), around))


@each_row(
    ("command", "file"),
    [
        ("cd sub && make", "sub/Makefile"),
        ("cd sub && cd lib && make", "sub/lib/Makefile"),
        ("cd sub; cd ..; make", "Makefile"),
        ("(cd sub && npm test)", "sub/package.json"),
        ("pushd sub && make", "sub/Makefile"),
        ("cd sub && ./x", "sub/x"),
        ("env -C sub make", "sub/Makefile"),
        ("env -S 'make -C sub'", "sub/Makefile"),
        ("env -S 'bash x.sh'", "x.sh"),
        ("env -C sub -vS 'bash' x.sh", "sub/x.sh"),
        ("sudo make -C sub", "sub/Makefile"),
        ("bash -c 'make -C sub'", "sub/Makefile"),
        ("make -C sub", "sub/Makefile"),
        ("make -Csub", "sub/Makefile"),
        ("make -kC sub", "sub/Makefile"),
        ("make --directory=sub", "sub/Makefile"),
        ("make --direc sub", "sub/Makefile"),
        ("make -C sub -C lib", "sub/lib/Makefile"),
        ("make -C sub -j 4 -C lib -f x.mk all", "sub/lib/x.mk"),
        ("make -f sub/x.mk", "sub/x.mk"),
        ("make --file=sub/x.mk", "sub/x.mk"),
        ("npm --prefix sub test", "sub/package.json"),
        ("npm --prefix=sub test", "sub/package.json"),
        ("npm test", ".npmrc"),
        ("npm test", "../package.json"),
        ("yarn --cwd sub test", "sub/package.json"),
        ("pnpm -C sub test", "sub/package.json"),
        ("nox -f evil", "evil"),
        ("bash < y.sh", "y.sh"),
        ("python3 < y.py", "y.py"),
        ("python3 - < y.py", "y.py"),
        ("cat y.sh | bash", "y.sh"),
        ("cat y.sh | python3", "y.sh"),
        ("cat y.sh | frobnicate", "y.sh"),
        ("cd sub && cat y.sh | bash", "sub/y.sh"),
        ("sh -c 'cat y.sh | bash'", "y.sh"),
        ("sed -n p y.sh | sh -s", "y.sh"),
        ('eval "$(cat y.sh)"', "y.sh"),
        ("bash <(cat y.sh)", "y.sh"),
        ("xargs bash < list", "list"),
        ("uv run y.py", "y.py"),
        ("cd sub && uv run y.py", "sub/y.py"),
        ("node y", "y"),
        ("node y", "y.js"),
        ("node y", "y.cjs"),
        ("node y", "y/index.js"),
        ("node y", "y/package.json"),
        ("python3 y", "y/__main__.py"),
        ("python3 -m y", "y.py"),
        ("python3 -m y", "y/__main__.py"),
        ("python3 -m y", "y/__init__.py"),
        ("python3 -Im y.z", "y/z.py"),
        ("python3 -Im y.z", "y/__init__.py"),
        ("python3.12 -my", "y.py"),
        ("cd sub && python3 -m y", "sub/y.py"),
    ],
)
def test_what_would_run_is_known(command: str, file: str) -> None:
    """The file that a tool finds by itself, or is fed, is among those of the command."""
    assert os.path.normpath(f"/srv/app/{file}") in scripts(command)


@each_row("command", ["cat x.sh", "git push", "ls", "cd sub", "cat x.sh | head", "head < x.sh", ""])
def test_what_only_reads_runs_nothing(command: str) -> None:
    """What is read and not run may change."""
    assert scripts(command) == ()


@pytest.mark.parametrize("command", ["pytest", "cargo run", "python3", "git commit"])
def test_what_names_no_file_has_none(command: str) -> None:
    """What a tool finds by a logic of its own is not known."""
    assert scripts(command) == ()


def test_what_is_written_is_not_bound() -> None:
    """A report that the run itself writes does not end the answer."""
    assert "/srv/app/log" not in scripts("npm test > log") + scripts("npm test | tee log")


@pytest.mark.parametrize(
    "command", ["python3 *.py", "bash *.sh", "cat *.sh | bash", "bash <(cat *.sh)", "node y*"]
)
def test_of_a_wildcard_nothing_is_said(command: str, tmp_path: Path) -> None:
    """Which files it stands for is seen when it runs."""
    assert contents(scripts(command, tmp_path)) is None


@pytest.mark.parametrize("before", ["true; ", "cd x && ", "make && "])
def test_of_what_was_read_in_part_nothing_is_said(before: str, tmp_path: Path) -> None:
    """Behind more commands than are looked at any file may be run."""
    assert contents(scripts(f"{before * 2000}bash x.sh", tmp_path)) is None


def test_of_too_many_nothing_is_said() -> None:
    """A command with more names than anybody reads is not listed to its end."""
    command = f"make {' '.join(f't{number}' for number in range(500))}"

    assert len(scripts(command)) == MOST_FILES + 1
    assert contents(scripts(command)) is None


def test_a_long_text_is_no_file(tmp_path: Path) -> None:
    """A script on the command line is part of the words; no file has such a name."""
    paths = scripts(f"bash -c 'make; echo {'x' * 300}'", tmp_path)

    assert contents(paths) is not None
    assert contents([f"{tmp_path}/{'x' * 300}"]) == contents([f"{tmp_path}/{'x' * 300}"])


def test_content_is_told_from_its_mark(tmp_path: Path) -> None:
    """No file can say that it is missing, or a folder."""
    path = tmp_path / "x"
    seen = {contents([str(path)])}
    for text in ("", "missing", "\0missing", "folder", "file:"):
        path.write_text(text)
        seen.add(contents([str(path)]))
    path.unlink()
    path.mkdir()
    seen.add(contents([str(path)]))

    assert len(seen - {None}) == 7


def large(path: Path, size: int = LARGEST + 1) -> str | None:
    """Make a large file, without its bytes, and say what is known of it."""
    path.touch()
    os.truncate(path, size)
    return contents([str(path)])


def test_another_large_file_is_noticed(tmp_path: Path) -> None:
    """It is not read, but which one it is and when it was changed is known."""
    path = tmp_path / "x"
    first = large(path)
    again = contents([str(path)])
    os.rename(path, tmp_path / "y")  # noqa: PTH104 - kept, so that its inode is not used again
    other = large(path)
    os.utime(path, ns=(1, 1))
    touched = contents([str(path)])

    assert first is not None
    assert first == again
    assert len({first, other, touched, None}) == 4


def test_what_many_files_hold_is_read_up_to_a_limit(tmp_path: Path) -> None:
    """Behind the limit a file is known by its mark, and a change of it is noticed."""
    paths = [tmp_path / "a", tmp_path / "b"]
    for path in paths:
        large(path, LARGEST // 2 + 1)
    before = contents(map(str, paths))
    with paths[1].open("r+b") as file:
        file.write(b"x")
    os.utime(paths[1], ns=(1, 1))

    assert before is not None
    assert contents(map(str, paths)) not in (before, None)


def test_of_what_is_no_plain_file_nothing_is_said(tmp_path: Path) -> None:
    """A pipe holds nothing that could be compared, and no name has a NUL."""
    os.mkfifo(tmp_path / "pipe")

    assert contents([str(tmp_path / "pipe")]) is None
    assert contents(["/dev/null"]) is None
    assert contents(["/srv/a\0b"]) is None

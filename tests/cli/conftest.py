"""A project, a home and the command, for the tests of the commands."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from proctor import trusted_base
from proctor.cli.main import run
from tests.cli.kept import keep, some
from tests.kept_homes import postgres_url
from tests.outside_environment import outside_environment, packages_of
from tests.server.running import environment, running
from tests.server.workflow_rig import furnish
from tests.time_limit import SHARED

COMMAND = Path(sys.executable).with_name("proctor")


@dataclass(frozen=True)
class Result:
    """How a run of the command ended."""

    status: int
    out: str
    err: str


class Terminal(io.BytesIO):
    """A terminal on which nobody types."""

    def isatty(self) -> bool:
        """Say that it is one."""
        return True


Proctor = Callable[..., Result]
Complete = Callable[[str], list[str]]
Golden = Callable[[str, str], None]
Write = Callable[[str, str], Path]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty project, with an empty home."""
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    user = tmp_path / "user"
    user.mkdir()
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.setenv("PROCTOR_HOME", str(user / ".proctor"))
    for name in ("PROCTOR_ROLE", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run from an environment outside this checkout: `install` refuses one in a project."""
    environment = outside_environment()
    monkeypatch.setattr(sys, "prefix", str(environment))
    monkeypatch.setattr(sys, "executable", str(environment / "bin" / "python3"))
    file = packages_of(environment) / "proctor" / "trusted_base.py"
    monkeypatch.setattr(trusted_base, "__file__", str(file))
    return environment


@pytest.fixture
def home(project: Path) -> Path:
    """Return Proctor's home."""
    return project.parent / "user" / ".proctor"


@pytest.fixture
def proctor(project: Path, capfd: pytest.CaptureFixture[str]) -> Proctor:
    """Return the command, run in this process."""

    def call(*args: str) -> Result:
        capfd.readouterr()
        status = run(args)
        captured = capfd.readouterr()
        return Result(status, captured.out, captured.err)

    return call


@pytest.fixture
def proctor_at(capfd: pytest.CaptureFixture[str]) -> Proctor:
    """
    Return the command, run in this process as `tests.server.running.call` runs it in another.

    Its whole environment is `variables` (default: those of the home) with `more`. Its stdin
    gives `text`, or is a terminal on which nobody types.
    """

    def call(
        home: Path,
        *args: str,
        text: bytes = b"",
        cwd: Path | str = "/",
        variables: dict[str, str] | None = None,
        at_terminal: bool = False,
        **more: str,
    ) -> Result:
        known = environment(home) if variables is None else variables
        stdin = io.TextIOWrapper(Terminal() if at_terminal else io.BytesIO(text))
        capfd.readouterr()
        with (
            patch.dict(os.environ, {**known, **more}, clear=True),
            patch.object(sys, "stdin", stdin),
            chdir(cwd),
        ):
            status = run(args)
        captured = capfd.readouterr()
        return Result(status, captured.out, captured.err)

    return call


@pytest.fixture
def complete(proctor: Proctor, monkeypatch: pytest.MonkeyPatch) -> Complete:
    """Return a function that asks for bash completion of the last word, in this process."""

    def offered(words: str) -> list[str]:
        with monkeypatch.context() as patched:
            patched.setenv("_PROCTOR_COMPLETE", "complete_bash")
            patched.setenv("COMP_WORDS", words)
            patched.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
            return proctor().out.split()

    return offered


@pytest.fixture
def process(project: Path) -> Proctor:
    """Return the real command, run in a process of its own."""

    def call(*args: str, **options: Any) -> Result:
        done = subprocess.run(
            [COMMAND, *args], capture_output=True, text=True, check=False, timeout=60, **options
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def write(project: Path) -> Write:
    """Return a function that writes a file of the project."""

    def put(name: str, text: str) -> Path:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return put


@pytest.fixture
def golden() -> Golden:
    """Return a function that compares a text with a golden file, or writes it where asked to."""
    folder = Path(__file__).parent.parent / "golden"

    def compare(name: str, text: str) -> None:
        path = folder / name
        if os.environ.get("GOLDEN") == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        assert path.read_text() == text

    return compare


@pytest.fixture(scope="session")
def workflow_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run one server with two roles and three templates for all tests of a process."""
    home = tmp_path_factory.mktemp("workflow") / ".proctor"
    home.mkdir(mode=0o700)
    furnish(home)
    with running(home, **{SHARED: "1"}):
        yield home


@pytest.fixture(params=["sqlite", "postgres"])
def kept(request: pytest.FixtureRequest, home: Path) -> Path:
    """Give a home with some records, in each kind of store."""
    home.mkdir(mode=0o700)
    if request.param == "postgres":
        url = postgres_url(request.getfixturevalue("fresh_postgres"))
        (home / "config.yaml").write_text(f'store: "{url}"\nserver: {{name: anvil}}\n')
    else:
        (home / "config.yaml").write_text("server: {name: anvil}\n")
    keep(home, *some())
    return home

"""Homes that are none, or not ours to write, or newer than this program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from proctor.audit.owner import owner_of
from proctor.keepers import keeping_of, open_store
from proctor.owner.client import Client
from proctor.owner.socket_path import is_short, socket_path
from tests.server.running import COMMAND, PATIENCE, call, environment, running

# Everything is loaded before it becomes a user who may not read it.
AS_NOBODY = """
import os, sys
import proctor.audit.stores.sqlite, proctor.cli.audit, proctor.cli.status, proctor.cli.up
import proctor.server.api, proctor.server.run
from proctor.cli.main import main
if os.geteuid() == 0:
    os.setegid(65534)
    os.seteuid(65534)
main()
"""


def as_nobody(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a user who may write nothing here."""
    return subprocess.run(
        [sys.executable, "-c", AS_NOBODY, *words],
        env=environment(home),
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )


@pytest.fixture
def read_only() -> Iterator[Path]:
    """Give a home with something in it that may only be read."""
    # Not pytest's folder, which only its own user gets into.
    top = Path(tempfile.mkdtemp(prefix="home-"))
    home = top / "home"
    try:
        with running(home), Client.connect(home) as client:
            client.call("decide", tool="Read", input={"file_path": "/srv/app/a"}, cwd="/srv/app")
        for path in [*home.rglob("*"), home, top]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield home
    finally:
        for folder, _, _ in os.walk(top):
            Path(folder).chmod(0o700)
        shutil.rmtree(top)


def test_a_home_that_may_only_be_read(read_only: Path) -> None:
    """No server runs there, in a sentence; what is kept there can be looked at."""
    started = as_nobody(read_only, "up")
    listed = as_nobody(read_only, "audit", "list")
    verified = as_nobody(read_only, "audit", "verify")

    assert (started.returncode, started.stdout) == (1, "")
    assert started.stderr.startswith("error: ")
    assert "Traceback" not in started.stderr
    assert (listed.returncode, "tool:view:" in listed.stdout, listed.stderr) == (0, True, "")
    assert (verified.returncode, verified.stderr) == (0, "")


@pytest.mark.parametrize("command", [["up"], ["audit", "list"], ["audit", "verify"]])
def test_what_a_newer_program_has_written_is_not_touched(home: Path, command: list[str]) -> None:
    """An older one says that it is too old for it, and no server runs."""
    with closing(open_store(home, keeping_of(home))) as store:
        store._database.rows("INSERT INTO proctor_schema (version) VALUES (99)")  # type: ignore[attr-defined]  # as a newer one would
    done = call(home, *command)

    assert (done.returncode, done.stdout) == (1, "")
    assert "was written by a newer version of Proctor: its tables are version 99" in done.stderr
    assert "Traceback" not in done.stderr
    assert owner_of(home) is None
    assert not socket_path(home).exists()


@pytest.mark.parametrize(
    ("what", "command"),
    [
        ("file", ["up"]),
        ("file", ["up", "--background"]),
        ("file", ["status"]),
        ("file", ["audit", "list"]),
        ("link", ["up"]),
        pytest.param("link", ["up", "--background"], marks=pytest.mark.full),
        pytest.param("link", ["status"], marks=pytest.mark.full),
        pytest.param("link", ["audit", "list"], marks=pytest.mark.full),
    ],
)
def test_a_home_that_is_no_folder(tmp_path: Path, what: str, command: list[str]) -> None:
    """A file, or a link that leads nowhere, is a sentence, and stays what it is."""
    home = tmp_path / "home"
    if what == "file":
        home.write_text("mine")
    else:
        home.symlink_to(tmp_path / "nowhere")
    done = call(home, *command)

    assert "Traceback" not in done.stderr
    if "up" in command:
        assert (done.returncode, done.stdout) == (1, "")
        assert f"error: `{home}` cannot be Proctor's home: it is not a folder" in done.stderr
    assert home.is_symlink() or home.read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()


def test_a_home_that_is_a_link_has_one_server(tmp_path: Path) -> None:
    """By whatever name a home is called, it is one, with one server and one socket."""
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir(mode=0o700)
    link.symlink_to(real)
    with running(link) as server, Client.connect(real) as client:
        assert client.call("status")["pid"] == server.info["pid"]
        assert call(real, "up").returncode == 1


def test_a_home_that_is_not_absolute(tmp_path: Path) -> None:
    """It is taken from the folder where the command was typed, and found from there again."""
    with subprocess.Popen(
        [*COMMAND, "up", "--json"],
        env=environment(Path("home")) | {"HOME": str(tmp_path)},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
    ) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline()
            with Client.connect(tmp_path / "home") as client:
                assert client.call("status")["home"] == str(tmp_path / "home")
        finally:
            server.terminate()


def test_a_home_with_a_very_long_name_is_found_by_commands(tmp_path: Path) -> None:
    """The socket lies elsewhere, only for its user, and the background finds it too."""
    home = tmp_path / ("h" * 200) / ("o" * 200)
    started = call(home, "up", "--background", "--json")
    ended = call(home, "down")

    assert (started.returncode, started.stderr) == (0, "")
    assert is_short(socket_path(home))
    assert socket_path(home).parent.stat().st_mode & 0o077 == 0
    assert socket_path(home).parent.stat().st_uid == os.geteuid()
    assert ended.returncode == 0, ended.stderr
    assert owner_of(home) is None

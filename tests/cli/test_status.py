"""`proctor status`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proctor import __version__
from proctor.audit.owner import OwnerLock
from proctor.cli.doctor_home import examine_home
from proctor.owner.client import Client
from proctor.owner.socket_path import socket_path
from proctor.owner.who import KIND
from tests.cli.conftest import Proctor
from tests.outside_environment import command_of, make_environment, packages_of
from tests.server.running import call, environment, running

FIELDS = {
    "running", "version", "installed", "pid", "url", "page", "socket", "since", "home", "store",
    "records", "questions", "spooled", "alarms", "channels", "reviewer", "trouble",
}  # fmt: skip


def test_where_none_runs_it_says_so(proctor: Proctor, home: Path) -> None:
    """The socket's place is told all the same, and nothing is made."""
    result = proctor("status", "--json")
    said = json.loads(result.out)

    assert (result.status, result.err, set(said)) == (0, "", FIELDS)
    assert {name: value for name, value in said.items() if value is not None} == {
        "running": False,
        "installed": __version__,
        "socket": str(socket_path(home)),
        "home": str(home),
    }
    assert proctor("status").out.splitlines()[0] == "no server is running"
    assert not home.exists()


def test_where_one_runs_it_says_how_it_is(home: Path) -> None:
    """Who and where it is, what it keeps in, and how many questions are open."""
    with running(home) as server, Client.connect(home) as client:
        client.call("ask", tool="Bash", action="tool:bash:make", seconds=600)
        said = json.loads(call(home, "status", "--json").stdout)
        words = call(home, "status").stdout

    assert set(said) == FIELDS
    assert {name: said[name] for name in server.info} == server.info
    assert (said["running"], said["questions"], said["trouble"]) == (True, 1, None)
    assert (said["version"], said["installed"]) == (__version__, __version__)
    assert said["store"] == str(home / "proctor.db")
    assert f"url        {server.info['url']}\n" in words
    assert f"version    {__version__}\n" in words


def test_server_from_before_an_upgrade_is_told(
    proctor: Proctor, home: Path, tmp_path: Path
) -> None:
    """It keeps the version it was started with; `status`, `up` and `doctor` name the way out."""
    installed = make_environment(tmp_path / "env")
    [linked] = packages_of(installed).glob("proctor_gate-*.dist-info")
    metadata = linked / "METADATA"
    text = metadata.read_text()
    linked.unlink()
    linked.mkdir()
    metadata.write_text(text.replace(f"\nVersion: {__version__}\n", "\nVersion: 0.0.1\n"))
    gap = f"a server of version 0.0.1 is running, and {__version__} is installed"
    replace = "proctor down && proctor up --background"
    home.mkdir(mode=0o700)
    with running(home, command=[command_of(installed)]):
        metadata.write_text(text)
        said = json.loads(proctor("status", "--json").out)
        words = proctor("status")
        up = proctor("up", "--background")
        findings = [(each.level, each.what, each.do) for each in examine_home(home)]

    assert (said["version"], said["installed"]) == ("0.0.1", __version__)
    assert "version    0.0.1\n" in words.out
    assert words.err == f"warning: {gap}\nhelp: replace it: {replace}\n"
    assert (up.status, up.err) == (1, f"error: {gap}\nhelp: replace it: {replace}\n")
    assert ("warning", gap, replace) in findings


def test_one_that_does_not_answer_is_in_trouble(proctor: Proctor, home: Path) -> None:
    """Where somebody owns the home and nobody answers, that is told, and is no error."""
    lock = OwnerLock(home)
    assert lock.try_take()
    lock.publish(**KIND)
    try:
        result = proctor("status", "--json")
    finally:
        lock.release()
    said = json.loads(result.out)

    assert (result.status, said["running"]) == (0, True)
    assert said["trouble"] == "it does not answer: it is starting, ending or stuck"


@pytest.mark.parametrize("words", ["status --json", "down", "token", "up --uninstall"])
def test_nothing_of_the_server_itself_is_loaded(home: Path, words: str) -> None:
    """Only what runs a server loads what serves: the other commands stay quick."""
    code = (
        f"import sys; from proctor.cli.main import run; run({words.split()}); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(home),
        capture_output=True,
        text=True,
        check=True,
    )

    heavy = {"fastapi", "uvicorn", "uvloop", "starlette", "proctor.server.office", "sqlite3"}
    assert set() == heavy & set(done.stdout.split())

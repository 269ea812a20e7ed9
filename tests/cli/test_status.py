"""`proctor status`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proctor.audit.owner import OwnerLock
from proctor.owner.client import Client
from proctor.owner.socket_path import socket_path
from proctor.owner.who import KIND
from tests.cli.conftest import Proctor
from tests.server.running import call, environment, running

FIELDS = {
    "running", "pid", "url", "page", "socket", "since", "home", "store", "records", "questions",
    "spooled", "alarms", "channels", "trouble",
}  # fmt: skip


def test_where_none_runs_it_says_so(proctor: Proctor, home: Path) -> None:
    """The socket's place is told all the same, and nothing is made."""
    result = proctor("status", "--json")
    said = json.loads(result.out)

    assert (result.status, result.err, set(said)) == (0, "", FIELDS)
    assert {name: value for name, value in said.items() if value is not None} == {
        "running": False,
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
    assert said["store"] == str(home / "proctor.db")
    assert f"url        {server.info['url']}\n" in words


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

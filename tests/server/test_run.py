"""The server as a process: how it begins, who owns the home, and how it ends."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.owner import OwnerLock, owner_of
from proctor.owner.client import Client
from proctor.owner.socket_path import is_short, socket_path
from proctor.owner.who import running_server
from proctor.server.tokens import Tokens
from tests.server.running import PATIENCE, Server, call, running

QUESTION: dict[str, Any] = {"tool": "Bash", "action": "tool:bash:make", "seconds": 3600}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home that is not there yet."""
    return tmp_path / "home"


@contextmanager
def fetch(server: Server, path: str, token: str = "") -> Iterator[http.client.HTTPConnection]:
    """Ask by HTTP."""
    host, port = server.info["url"].removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        yield connection
    finally:
        connection.close()


def test_it_answers_on_both_sockets_and_says_where(home: Path) -> None:
    """Once it has said where it is, it answers there, and only its user can reach the socket."""
    with running(home) as server, Client.connect(home) as client:
        with fetch(server, "/healthz") as web:
            assert json.load(web.getresponse()) == {"ok": True}
        told = client.call("status")
        path = Path(server.info["socket"])

        assert {name: told[name] for name in server.info} == server.info
        where = {name: said for name, said in server.info.items() if name != "trouble"}
        assert where.items() <= (running_server(home) or {}).items()
        assert server.info["trouble"] is None
        assert server.info["pid"] == server.process.pid
        assert (socket_path(home), 0o600) == (path, stat.S_IMODE(path.stat().st_mode))
        assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_a_second_one_says_who_is_running(home: Path) -> None:
    """It ends with status 1 and leaves the first alone, socket and all."""
    with running(home) as server:
        second = call(home, "up")

        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr == (
            f"error: a server is running already: pid {server.info['pid']}, "
            f"{server.info['url']}, since {server.info['since']}\n"
            "help: `proctor down` ends it\n"
        )
        with Client.connect(home) as client:
            assert client.call("status")["pid"] == server.info["pid"]


def test_an_owner_for_a_moment_is_waited_for(home: Path) -> None:
    """A command that takes in what was spooled does not keep a server from starting."""
    lock = OwnerLock(home)
    assert lock.try_take()
    timer = threading.Timer(1.0, lock.release)
    timer.start()
    with running(home, PROCTOR_STORE="memory") as server:
        assert (running_server(home) or {})["pid"] == server.info["pid"]
    timer.join()


@pytest.mark.parametrize(
    "number",
    # `test_it_ends_whoever_is_connected` has the first.
    [pytest.param(signal.SIGTERM, marks=pytest.mark.full), signal.SIGINT, signal.SIGHUP],
)
def test_a_signal_ends_it_in_order(home: Path, number: int) -> None:
    """Its status is 0, the socket is gone, and nobody owns the home."""
    with running(home) as server:
        assert server.end(number) == 0
        assert not socket_path(home).exists()
        assert owner_of(home) is None


def test_it_ends_whoever_is_connected(home: Path) -> None:
    """Open streams, questions that are waited for and idle peers do not hold it up."""
    token = Tokens(home).local_token()
    with running(home) as server, ExitStack() as stack:
        for _ in range(3):
            web = stack.enter_context(fetch(server, "/api/events", token))
            stream = stack.enter_context(web.getresponse())
            assert stream.readline() == b": listening\n"
        clients = [stack.enter_context(Client.connect(home)) for _ in range(4)]
        number = clients[0].call("ask", **QUESTION)["id"]
        wait = {"op": "wait", "number": number, "seconds": 600, "token": token}
        for client in clients[1:]:
            client.socket.sendall(json.dumps(wait).encode() + b"\n")
        stack.enter_context(fetch(server, f"/api/approvals/{number}?wait=600", token))
        clients[0].call("status")

        assert server.end() == 0
        assert not socket_path(home).exists()


def test_more_signals_change_nothing(home: Path) -> None:
    """However many come while it ends, it ends in order."""
    with running(home) as server:
        while server.process.poll() is None:
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.001)

        assert server.process.returncode == 0
        assert not socket_path(home).exists()


def test_a_killed_one_leaves_nothing_in_the_way(home: Path) -> None:
    """The next owner clears the socket away and finds the questions of the last."""
    with running(home) as first:
        with Client.connect(home) as client:
            client.call("ask", **QUESTION)
        first.kill()
    assert socket_path(home).exists()
    assert owner_of(home) is None

    with running(home), Client.connect(home) as client:
        assert [found["status"] for found in client.call("questions")] == ["pending"]


def test_a_port_that_is_taken_is_another_or_an_error(home: Path) -> None:
    """One that a person named is an error; the usual one gives way to any that is free."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        named = call(home, "up", "--port", str(port))

        assert (named.returncode, named.stdout) == (1, "")
        assert named.stderr.splitlines()[0] == (
            f"error: port {port} cannot be used: Address already in use"
        )
        assert owner_of(home) is None
        assert not socket_path(home).exists()
    with running(home, "--port", str(port)) as server, running(home.with_name("other")) as other:
        assert server.info["url"] == f"http://127.0.0.1:{port}"
        assert other.info["url"] != server.info["url"]


@pytest.mark.full
def test_a_home_with_a_long_name_has_a_server(tmp_path: Path) -> None:
    """Where the socket's path is too long for the system, it lies elsewhere and is found."""
    home = tmp_path / ("h" * 150)
    with running(home) as server, Client.connect(home) as client:
        assert is_short(Path(server.info["socket"]))
        assert client.call("status")["home"] == str(home)
    assert not Path(server.info["socket"]).exists()


def test_a_home_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    """Where no home can be, no server runs, and no traceback is shown."""
    (tmp_path / "file").touch()
    done = call(tmp_path / "file" / "home", "up")

    assert done.returncode != 0
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


def test_a_store_that_does_not_open_frees_the_home(home: Path) -> None:
    """A server that cannot keep anything does not run, and leaves no lock and no socket."""
    done = call(home, "up", PROCTOR_STORE="nonsense")

    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert owner_of(home) is None
    assert not socket_path(home).exists()


def test_blocked_signals_are_unblocked(home: Path) -> None:
    """Whoever starts it cannot make it deaf to its end."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    try:
        with running(home) as server:
            assert server.end() == 0
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

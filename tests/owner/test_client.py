"""The client of commands and hooks, against real servers and bad ones."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import NoOwner, NotAllowed, NotFound, ServerError, UsageError
from proctor.owner.client import Client, wait_for_answer
from proctor.owner.socket_path import bind, socket_path
from proctor.server.tokens import Tokens
from tests.server.running import PATIENCE, running, until

QUESTION: dict[str, Any] = {
    "uid": "q-1", "tool": "Bash", "action": "tool:bash:make", "seconds": 3600,
}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home."""
    return tmp_path / "home"


@contextmanager
def answering_with(home: Path, *answers: bytes) -> Iterator[None]:
    """Be a server that takes connections, and says this to each in turn whatever is asked."""
    with bind(path := socket_path(home)) as bound:
        bound.listen()

        def talk() -> None:
            for answer in answers:
                connection, _ = bound.accept()
                with connection, suppress(OSError):
                    connection.recv(1 << 16)
                    connection.sendall(answer)

        thread = threading.Thread(target=talk)
        thread.start()
        try:
            yield
        finally:
            thread.join(PATIENCE)
            path.unlink(missing_ok=True)


def questions(home: Path) -> list[dict[str, Any]]:
    """Return the questions of the server that runs now; none where none runs."""
    try:
        with Client.connect(home) as client:
            return list(client.call("questions"))
    except NoOwner:
        return []


def answer(home: Path, number: int, word: str) -> None:
    """Answer a question as the local person."""
    with Client.connect(home) as client:
        client.call("answer", number=number, answer=word, token=Tokens(home).local_token())


def test_nobody_there_says_how_to_start_one(home: Path) -> None:
    """Without a home, a socket, or somebody who listens to it, there is no owner."""
    with pytest.raises(NoOwner) as none:
        Client.connect(home)
    with bind(socket_path(home)), pytest.raises(NoOwner):
        Client.connect(home)
    with pytest.raises(NoOwner):
        Client.connect(home)

    assert none.value.render() == "no server is running\nhelp: start it: proctor up"
    socket_path(home).unlink()


def test_calls_are_answered_and_errors_are_the_servers(home: Path) -> None:
    """Several calls on one connection; what the server refuses is the error that it had."""
    with running(home, PROCTOR_STORE="memory"), Client.connect(home) as client:
        assert client.call("grants") == []
        with pytest.raises(NotFound, match="there is no question 7"):
            client.call("wait", number=7, seconds=0)
        with pytest.raises(UsageError, match="there is no such op"):
            client.call("nope")
        with pytest.raises(NotAllowed):
            client.call("stop", token="nobody's")  # noqa: S106 - it is none
        with pytest.raises(UsageError, match="at most 16 MiB"):
            client.call("keep", lines=[{"text": "x" * (17 << 20)}])


@pytest.mark.parametrize(
    "said", [b"\n", b"hello\n", b"[]\n", b'{"error": "x"}\n', b'{"error": {}}\n', b"[" * 99_999]
)
def test_an_answer_that_is_none_is_an_error(home: Path, said: bytes) -> None:
    """What cannot be understood is never taken for an answer."""
    with answering_with(home, said), Client.connect(home) as client, pytest.raises(ServerError):
        client.call("status")


def test_a_server_that_goes_away_is_no_owner(home: Path) -> None:
    """A connection that ends in the middle of an answer says so."""
    with (
        answering_with(home, b'{"ok": '),
        Client.connect(home) as client,
        pytest.raises(NoOwner, match="went away before it answered"),
    ):
        client.call("status")


def test_a_server_that_is_silent_is_given_up(home: Path) -> None:
    """An answer that takes too long is an error, and is not taken for the next one's."""
    with bind(path := socket_path(home)) as bound:
        bound.listen()
        with Client.connect(home, timeout=0.05) as client:
            with pytest.raises(ServerError, match="did not answer in"):
                client.call("status")
            with pytest.raises(NoOwner):
                client.call("status")
    path.unlink()


def test_an_open_folder_is_not_connected_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket in a folder where others may put one is not asked, though someone answers."""
    home = tmp_path / ("h" * 200)
    monkeypatch.setattr(os, "geteuid", lambda: 4_000_000_001)
    folder = socket_path(home).parent
    folder.mkdir()
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(socket_path(home)))
            bound.listen()
            with pytest.raises(ServerError, match="belongs to someone else"):
                Client.connect(home)
    finally:
        socket_path(home).unlink(missing_ok=True)
        folder.rmdir()


def test_a_question_outlives_the_server(home: Path) -> None:
    """A server killed in the middle loses nothing: the asker goes on waiting and is told."""
    with ThreadPoolExecutor(1) as pool:
        with running(home) as first:
            asker = pool.submit(wait_for_answer, home, QUESTION, 2 * PATIENCE)
            until(lambda: questions(home))
            first.kill()
        with running(home):
            until(lambda: questions(home))
            (there,) = questions(home)
            answer(home, there["id"], "allow")
            ended = asker.result(PATIENCE)

    assert ended is not None
    assert (ended["id"], ended["status"], ended["reply"]["answer"]) == (
        there["id"], "answered", "allow",
    )  # fmt: skip


def test_a_server_is_started_where_none_is(home: Path) -> None:
    """The asker calls what starts one, as often as it takes, and bears that it fails."""
    calls: list[float] = []

    def start(seconds: float) -> None:
        calls.append(seconds)
        raise ServerError("it does not start")

    with ThreadPoolExecutor(1) as pool:
        asker = pool.submit(wait_for_answer, home, QUESTION, 2 * PATIENCE, start=start)
        until(lambda: len(calls) > 2)
        with running(home, PROCTOR_STORE="memory"):
            until(lambda: questions(home))
            answer(home, questions(home)[0]["id"], "deny")
            ended = asker.result(PATIENCE)

    assert ended is not None
    assert ended["reply"]["answer"] == "deny"
    assert all(0 < seconds <= 2 * PATIENCE for seconds in calls)


@pytest.mark.parametrize(
    "said", [b"", b"{}\n", b'{"ok": []}\n', b'{"ok": {"status": "pending"}}\n']
)
def test_no_answer_in_time_is_no_answer(home: Path, said: bytes) -> None:
    """When the time is over the asker stops, whatever the server says or does not say."""
    with answering_with(home, said):
        assert wait_for_answer(home, QUESTION, 0.2) is None


def test_a_server_that_hangs_does_not_hold_the_asker(home: Path) -> None:
    """The deadline is the asker's own: a server that says nothing does not move it."""
    with bind(path := socket_path(home)) as bound:
        bound.listen()

        assert wait_for_answer(home, QUESTION, 0.2) is None
    path.unlink()


def test_a_wrong_question_is_an_error_at_once(home: Path) -> None:
    """What waiting does not cure is not waited for."""
    with running(home, PROCTOR_STORE="memory"), pytest.raises(UsageError):
        wait_for_answer(home, {"uid": "q"}, 10 * PATIENCE)

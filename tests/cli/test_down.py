"""`proctor down`."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from proctor.audit.owner import OwnerLock, owner_of
from proctor.cli.down import end
from proctor.errors import ServerError
from proctor.owner.socket_path import socket_path
from tests.cli.conftest import Proctor
from tests.server.running import call, running


def test_where_none_runs_it_says_so(proctor: Proctor, home: Path) -> None:
    """That is no error: what was wanted is so."""
    result = proctor("down")

    assert (result.status, result.out, result.err) == (0, "no server is running\n", "")
    assert json.loads(proctor("down", "--json").out) == {"stopped": False, "pid": None}
    assert not home.exists()


def test_it_waits_until_the_server_has_ended(home: Path) -> None:
    """Afterwards the socket is gone and the home is free."""
    with running(home, PROCTOR_STORE="memory") as server:
        down = call(home, "down")

        assert (down.returncode, down.stderr) == (0, "")
        assert down.stdout == f"the server has ended (pid {server.info['pid']})\n"
        assert owner_of(home) is None
        assert not socket_path(home).exists()
        assert server.process.wait() == 0


def test_one_that_cannot_be_asked_gets_the_signal(home: Path) -> None:
    """A server whose socket is gone is ended by its process number."""
    with running(home, PROCTOR_STORE="memory") as server:
        socket_path(home).unlink()

        assert call(home, "down").returncode == 0
        assert server.process.wait() == 0


def test_one_that_hangs_is_not_waited_for_without_end(home: Path) -> None:
    """How to end it at once is told; as soon as it goes on, it ends."""
    with running(home, PROCTOR_STORE="memory") as server:
        server.process.send_signal(signal.SIGSTOP)
        try:
            with pytest.raises(ServerError) as error:
                end(home, server.info, patience=0.1)
        finally:
            server.process.send_signal(signal.SIGCONT)

        assert f"`kill -9 {server.info['pid']}` ends it at once" in error.value.render()
        assert server.process.wait() == 0


def test_an_owner_that_is_no_server_is_left_alone(proctor: Proctor, home: Path) -> None:
    """Whoever owns the home for a moment, to take in what was spooled, gets no signal."""
    lock = OwnerLock(home)
    assert lock.try_take()
    try:
        result = proctor("down")
    finally:
        lock.release()

    assert (result.status, result.out) == (0, "no server is running\n")


def test_an_owner_that_says_nothing_is_an_error(proctor: Proctor, home: Path) -> None:
    """No process is sent a signal by guess."""
    lock = OwnerLock(home)
    assert lock.try_take()
    (home / "owner.lock").write_text('{"kind": "server"}\n')
    try:
        result = proctor("down")
    finally:
        lock.release()

    assert (result.status, result.out) == (1, "")
    assert "does not answer and has not said who it is" in result.err

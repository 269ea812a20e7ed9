"""The port of the HTTP side."""

from __future__ import annotations

import socket

import pytest

from proctor.errors import ServerError
from proctor.server.http_server import DEFAULT_PORT, listener


def free_port() -> int:
    """Return a port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def test_the_port_is_of_this_machine_only() -> None:
    """Whatever port it is, it is bound to the loopback address."""
    with listener(None) as web:
        host, port = web.getsockname()

    assert host == "127.0.0.1"
    assert port > 0


def test_the_usual_port_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is taken, by whomever, any free one is as good."""
    with listener(None) as first, listener(None) as second:
        ports = {first.getsockname()[1], second.getsockname()[1]}

    assert len(ports) == 2
    assert DEFAULT_PORT == 7762


def test_the_port_of_before_is_tried_first() -> None:
    """Whoever was told of it reaches the next server there; where it is taken, it gives way."""
    with listener(None) as first:
        last = free_port()
        with listener(None, last) as second:
            assert second.getsockname()[1] == last
            with listener(None, last) as third:
                ports = {each.getsockname()[1] for each in (first, second, third)}

    assert len(ports) == 3


def test_it_is_reached_from_the_first_moment() -> None:
    """Nobody is turned away who comes before the first request is answered."""
    with listener(None) as first, listener(None) as second:
        for web in (first, second):
            socket.create_connection(web.getsockname()).close()


def test_a_port_that_was_named_does_not() -> None:
    """It is an error where it is taken, and the error says what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServerError) as error, listener(port):
            pass

    assert error.value.message == f"port {port} cannot be used: Address already in use"
    assert error.value.help == ("name another with --port, or none: then one that is free is taken")

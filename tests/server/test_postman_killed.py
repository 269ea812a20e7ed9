"""A server that is killed with messages under way: the next one goes on, and none comes twice."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.agents.messages import ENTERED, TYPING, Queue
from proctor.agents.session_folder import session_folder
from proctor.errors import ServerError
from proctor.owner.client import Client
from proctor.owner.socket_path import socket_path
from tests.agents.boxed import Boxed, boxed
from tests.agents.terminals import terminals
from tests.amounts import FULL, amount
from tests.server.hook_rig import CLI, event, hexed
from tests.server.running import running, until

NAME = "arch-1"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home; one kind of store will do."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


def started(home: Path) -> None:
    """Let the agent's program tell the server that runs that it waits for a prompt."""
    said = json.dumps({**event("SessionStart", source="startup"), "cwd": "/"}).encode()
    request = {
        "op": "hook",
        "v": 1,
        "id": "0" * 16,
        "program": "claude-code",
        "event": hexed(said),
        "role": hexed("guarded"),
        "agent": hexed(NAME),
        "ask_holds": True,
        "seconds": 300.0,
        "uid": os.urandom(16).hex(),
        "env": {key: hexed(value) for key, value in CLI.items()},
    }
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as peer:
        peer.connect(str(socket_path(home)))
        peer.sendall(json.dumps(request).encode() + b"\n")
        assert peer.recv(1000)


def queue_of(home: Path) -> Queue:
    """Return the messages that wait."""
    return Queue(Path(session_folder(str(home), NAME)))


def send(home: Path, text: str, uid: str, seconds: float) -> str:
    """Send a message, and return what became of it; nothing where the server went away."""
    try:
        with Client.connect(home) as client:
            said = client.call(
                "send", name=NAME, text=text, sender="bob", uid=uid, seconds=seconds, within=90
            )
    except ServerError:
        return ""
    return str(said["state"])


def serve(home: Path, while_it_runs: Callable[[], None], *, kill: bool) -> None:
    """Run a server for a while, and end it; killed, it can do nothing about it."""
    with running(home) as server:
        started(home)
        while_it_runs()
        if kill:
            server.kill()


@pytest.mark.parametrize("stage", [TYPING, pytest.param(ENTERED, marks=pytest.mark.full)])
def test_a_server_that_is_killed_while_it_types(home: Path, stage: str) -> None:
    """Killed before or about an Enter, each message is still heard once."""
    kills = amount(1, 4)
    with terminals(home) as engine:
        agent = boxed(engine, NAME)
        for number in range(kills):
            serve(home, lambda n=number: until_typed(home, agent, n, stage), kill=True)  # type: ignore[misc]
        serve(home, lambda: until(lambda: not queue_of(home).waiting()), kill=False)

        assert agent.prompts == [
            f"From bob (an unknown program): message {number}" for number in range(kills)
        ]


def until_typed(home: Path, agent: Boxed, number: int, stage: str) -> None:
    """Send a message, and wait until the server is so far with it, or further."""
    until(lambda: not queue_of(home).waiting())
    if stage == TYPING:
        agent.set("deaf")
    uid = f"{number:032x}"
    assert send(home, f"message {number}", uid, 0) in ("held", "delivered")
    until(lambda: is_so_far(home, uid, stage))
    if stage == TYPING:
        # What it has pasted by now comes in about when it is killed.
        agent.unset("deaf")


def is_so_far(home: Path, uid: str, stage: str) -> bool:
    """Say whether a message has come to a step."""
    stages = {known: at for _, known, at in queue_of(home).waiting()}
    return stages.get(uid, ENTERED) in {stage, ENTERED}


@pytest.mark.full
def test_senders_go_on_through_kills(home: Path) -> None:
    """Whoever sends again what was not answered is heard once, in order, whoever is killed."""
    over, messages = threading.Event(), amount(12, 20)

    def speak() -> None:
        for number in range(messages):
            while send(home, f"{number}", f"{number:032x}", 10) != "delivered":
                pass
        over.set()

    with terminals(home) as engine:
        agent = boxed(engine, NAME)
        speaking = threading.Thread(target=speak)
        speaking.start()
        try:
            for enough in (3, 9) if not FULL else (3, 6, 9, 12):
                heard = lambda n=enough: len(agent.taken) >= n  # noqa: E731 - one look
                serve(home, lambda look=heard: until(look), kill=True)  # type: ignore[misc]
            serve(home, lambda: until(over.is_set), kill=False)
        finally:
            speaking.join()

        assert agent.prompts == [
            f"From bob (an unknown program): {number}" for number in range(messages)
        ]


def test_what_was_held_is_delivered_by_the_next_server(home: Path) -> None:
    """Messages that wait when a server ends are brought by the one that comes."""
    with terminals(home) as engine:
        agent = boxed(engine, NAME)
        agent.set("dialog")

        def speak() -> None:
            for number in range(3):
                assert send(home, f"{number}", f"{number:032x}", 0) == "held"

        serve(home, speak, kill=False)
        assert agent.taken == []
        agent.unset("dialog")
        serve(home, lambda: until(lambda: not queue_of(home).waiting()), kill=False)

        assert agent.prompts == [
            "From bob (an unknown program): 0",
            "From bob (an unknown program): 1",
            "From bob (an unknown program): 2",
        ]

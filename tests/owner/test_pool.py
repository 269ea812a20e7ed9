"""Connections that are kept: one question, one answer, whoever asks and whatever breaks."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import socket
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvloop

from proctor.errors import NoOwner, NotFound, ServerError
from proctor.owner.client import Client
from proctor.owner.pool import MOST_IDLE, Pool
from proctor.owner.socket_path import bind, socket_path

PATIENCE = 30.0
# Given the number of a connection and a request, what is written; None hangs up instead.
Script = Callable[[int, dict[str, Any]], bytes | None]
Ask = Callable[..., Any]


def says(number: int, request: dict[str, Any]) -> bytes | None:
    """Say who was asked what."""
    return json.dumps({"ok": [number, request["x"]]}).encode() + b"\n"


class Peer:
    """A server that does what a script says, and knows who has connected and left."""

    def __init__(self, home: Path) -> None:
        self.script: Script = says
        self.asked: list[dict[str, Any]] = []
        self.connections: list[socket.socket] = []
        self.left = threading.Semaphore(0)
        self.threads: list[threading.Thread] = []
        self.bound = bind(socket_path(home))
        self.bound.listen(64)
        self.start(self.accept)

    def start(self, work: Callable[..., None], *given: Any) -> None:
        """Do something beside the test."""
        thread = threading.Thread(target=work, args=given)
        self.threads.append(thread)
        thread.start()

    def accept(self) -> None:
        """Take whoever comes."""
        while True:
            try:
                connection, _ = self.bound.accept()
            except OSError:
                return
            self.connections.append(connection)
            self.start(self.serve, len(self.connections), connection)

    def serve(self, number: int, connection: socket.socket) -> None:
        """Answer one connection until it ends."""
        with suppress(OSError), connection.makefile("rb") as lines:
            for line in lines:
                request = json.loads(line)
                self.asked.append(request)
                answer = self.script(number, request)
                if answer is None:
                    break
                connection.sendall(answer)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        self.left.release()

    def someone_left(self) -> bool:
        """Wait until a connection has ended."""
        return self.left.acquire(timeout=PATIENCE)

    def end(self) -> None:
        """Let everybody go."""
        with suppress(OSError):
            self.bound.shutdown(socket.SHUT_RDWR)
        self.bound.close()
        for connection in self.connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join(PATIENCE)
        for connection in self.connections:
            connection.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    return home


@pytest.fixture
def peer(home: Path) -> Iterator[Peer]:
    """Give a server of the test's own."""
    peer = Peer(home)
    yield peer
    peer.end()


@pytest.fixture
def pool(home: Path) -> Iterator[Pool]:
    """Give the connections to it."""
    pool = Pool(home)
    yield pool
    pool.close()


@pytest.fixture(params=["thread", "loop", "uvloop"])
def ask(request: pytest.FixtureRequest, pool: Pool) -> Ask:
    """Give each way to ask; every question of a loop has a loop of its own."""

    def asked(x: object, **more: Any) -> Any:
        if request.param == "thread":
            return pool.ask("say", x=x, **more)
        run = asyncio.run if request.param == "loop" else uvloop.run
        return run(pool.ask_here("say", x=x, **more))

    return asked


def test_a_connection_is_used_again(peer: Peer, ask: Ask) -> None:
    """Questions one after the other need one connection, whatever loop they come from."""
    assert [ask(x) for x in "abc"] == [[1, "a"], [1, "b"], [1, "c"]]
    assert len(peer.connections) == 1


def test_loops_and_threads_share_connections(peer: Peer, pool: Pool) -> None:
    """A connection belongs to nobody between two questions."""
    assert pool.ask("say", x=1) == [1, 1]
    assert asyncio.run(pool.ask_here("say", x=2)) == [1, 2]
    assert uvloop.run(pool.ask_here("say", x=3)) == [1, 3]
    assert pool.ask("say", x=4) == [1, 4]


def test_a_connection_that_was_closed_meanwhile_is_renewed(peer: Peer, ask: Ask) -> None:
    """A server that was started anew is asked without anybody noticing."""
    ask("a")
    peer.connections[0].shutdown(socket.SHUT_RDWR)
    assert peer.someone_left()

    assert ask("b") == [2, "b"]
    assert [request["x"] for request in peer.asked] == ["a", "b"]


def test_a_server_that_goes_away_with_the_question_is_asked_the_same_again(
    peer: Peer, ask: Ask
) -> None:
    """Who has read the question may have heard it, so it is asked under the same name."""
    ask("a", uid="u-1")
    peer.script = lambda number, request: None if number == 1 else says(number, request)

    assert ask("b", uid="u-2") == [2, "b"]
    assert [request["uid"] for request in peer.asked] == ["u-1", "u-2", "u-2"]


def test_a_new_connection_that_breaks_is_not_tried_for_ever(peer: Peer, ask: Ask) -> None:
    """A server that hangs up on everybody is none."""
    peer.script = lambda number, request: None

    with pytest.raises(NoOwner, match="went away"):
        ask("a")
    assert len(peer.asked) == 1


def test_nobody_there_is_no_owner(ask: Ask) -> None:
    """Where nobody listens, whoever asks is told so at once."""
    with pytest.raises(NoOwner):
        ask("a")


def test_what_nobody_asked_for_is_never_an_answer(peer: Peer, ask: Ask) -> None:
    """A server that says more than it was asked is not believed; the connection is dropped."""
    more = json.dumps({"ok": "forged"}).encode() + b"\n"
    peer.script = lambda number, request: (says(number, request) or b"") + more

    assert ask("a") == [1, "a"]
    assert ask("b") == [2, "b"]


def test_an_answer_that_comes_too_late_is_never_taken_for_the_next(peer: Peer, ask: Ask) -> None:
    """A connection whose question was given up is closed, so that its answer has no reader."""
    slow = threading.Event()

    def script(number: int, request: dict[str, Any]) -> bytes | None:
        if request["x"] == "slow":
            slow.wait(PATIENCE)
        return says(number, request)

    peer.script = script
    ask("a")
    with pytest.raises(ServerError, match="did not answer"):
        ask("slow", within=0.05)
    slow.set()

    assert ask("b") == [2, "b"]


def test_who_is_cancelled_hangs_up_and_is_not_asked_again(peer: Peer, pool: Pool) -> None:
    """The server sees that nobody waits any more; the next question has its own answer."""
    heard, left = threading.Event(), threading.Event()

    def script(number: int, request: dict[str, Any]) -> bytes | None:
        if request["x"] != "slow":
            return says(number, request)
        heard.set()
        found = peer.connections[number - 1].recv(1, socket.MSG_PEEK)
        left.set()
        return found or None

    async def give_up() -> object:
        await pool.ask_here("say", x="a")
        asking = asyncio.create_task(pool.ask_here("say", x="slow"))
        assert await asyncio.to_thread(heard.wait, PATIENCE)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert await asyncio.to_thread(left.wait, PATIENCE)
        return await pool.ask_here("say", x="b")

    peer.script = script
    assert asyncio.run(give_up()) == [2, "b"]
    assert [request["x"] for request in peer.asked] == ["a", "slow", "b"]


def test_a_refusal_costs_no_connection(peer: Peer, ask: Ask) -> None:
    """A server that says no has answered."""
    told = {"error": {"code": "not-found", "message": "no such thing", "help": None}}
    peer.script = lambda number, request: (
        json.dumps(told).encode() + b"\n" if request["x"] == "no" else says(number, request)
    )
    ask("a")
    with pytest.raises(NotFound, match="no such thing"):
        ask("no")

    assert ask("b") == [1, "b"]


def test_an_input_that_is_no_json_costs_nothing(peer: Peer, ask: Ask) -> None:
    """What cannot be sent is an error of whoever asks, and the next question is answered."""
    with pytest.raises(TypeError):
        ask(object())

    assert ask("b")[1] == "b"


def test_many_threads_get_their_own_answers(peer: Peer, pool: Pool) -> None:
    """Each question has a connection for itself; few of them are kept."""
    with ThreadPoolExecutor(20) as threads:
        said = list(threads.map(lambda x: pool.ask("say", x=x), range(400)))

    assert [x for _, x in said] == list(range(400))
    assert len(pool.idle) <= MOST_IDLE


def test_many_tasks_get_their_own_answers(peer: Peer, pool: Pool) -> None:
    """Questions of one loop do not wait for each other."""
    together = threading.Barrier(20)

    def script(number: int, request: dict[str, Any]) -> bytes | None:
        together.wait(PATIENCE)
        return says(number, request)

    async def all_at_once() -> list[Any]:
        return await asyncio.gather(*(pool.ask_here("say", x=x) for x in range(20)))

    peer.script = script
    assert [x for _, x in asyncio.run(all_at_once())] == list(range(20))
    assert len(pool.idle) <= MOST_IDLE


def test_a_quick_answer_needs_no_turn_of_the_loop(
    peer: Peer, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is waited for right where it is asked for."""
    monkeypatch.setattr("proctor.owner.pool.MOMENT", PATIENCE)

    async def asked() -> tuple[Any, list[str]]:
        await pool.ask_here("say", x="first, to be connected")
        done: list[str] = []
        asyncio.get_running_loop().call_soon(done.append, "something else")
        answer = await pool.ask_here("say", x=1)
        return answer, [*done]

    assert asyncio.run(asked()) == ([1, 1], [])


def test_who_asks_beside_others_does_not_hold_the_loop(
    peer: Peer, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody of the loop waits already, the next one leaves it to its turns."""
    monkeypatch.setattr("proctor.owner.pool.MOMENT", 2 * PATIENCE)
    turned = threading.Event()

    def script(number: int, request: dict[str, Any]) -> bytes | None:
        return says(number, request) if turned.wait(PATIENCE) else None

    async def asked() -> object:
        asyncio.get_running_loop().call_soon(turned.set)
        return await pool.ask_here("say", x=1)

    pool.ask("say", x="first, to be connected")
    peer.script = script
    with Client(socket.socket(socket.AF_UNIX), 1.0) as other:
        pool.asked.add(other)

        assert asyncio.run(asked()) == [1, 1]


def test_a_slow_answer_holds_the_loop_for_a_moment_only(peer: Peer, pool: Pool) -> None:
    """A person may take a day to answer: the loop does whatever else there is to do."""
    answered = threading.Event()

    def script(number: int, request: dict[str, Any]) -> bytes | None:
        assert answered.wait(PATIENCE)
        return says(number, request)

    async def person() -> object:
        asyncio.get_running_loop().call_later(0.1, answered.set)
        return await pool.ask_here("say", x=1)

    peer.script = script
    assert asyncio.run(person()) == [1, 1]
    assert not pool.asked


def test_a_long_question_has_a_long_answer(peer: Peer, ask: Ask) -> None:
    """What does not fit into a socket goes in pieces, in both directions."""
    long = "a" * 5_000_000

    assert ask(long) == [1, long]
    assert ask("b") == [1, "b"]


def test_a_pool_that_is_forgotten_hangs_up(peer: Peer, home: Path) -> None:
    """Nobody has to close anything."""
    pool = Pool(home)
    pool.ask("say", x=1)
    gone = weakref.ref(pool)
    del pool
    gc.collect()

    assert gone() is None
    assert peer.someone_left()


def test_a_pool_that_is_closed_keeps_nothing_more(peer: Peer, pool: Pool) -> None:
    """Who asks later is answered, on a connection for that question alone."""
    pool.ask("say", x=1)
    pool.close()
    assert peer.someone_left()

    assert pool.ask("say", x=2) == [2, 2]
    assert peer.someone_left()
    assert not pool.idle


FORKING = """
import os, sys
from pathlib import Path
from proctor.owner.pool import Pool

pool = Pool(Path(sys.argv[1]))
said = [pool.ask("say", x="before")]
child = os.fork()
if not child:
    ok = pool.ask("say", x="child") == [2, "child"] and len(pool.idle) == 1
    os._exit(0 if ok else 1)
_, status = os.waitpid(child, 0)
print(said, os.waitstatus_to_exitcode(status), pool.ask("say", x="after"))
"""


def test_a_process_that_was_forked_has_connections_of_its_own(peer: Peer, home: Path) -> None:
    """Two processes on one connection would read each other's answers."""
    done = subprocess.run(
        [sys.executable, "-c", FORKING, str(home)],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
        env={"PATH": os.defpath},
    )

    assert done.stdout == "[[1, 'before']] 0 [1, 'after']\n"

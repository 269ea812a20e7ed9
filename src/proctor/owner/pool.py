"""
Connections to the server that are kept open between questions, so that one costs no new one.

Any thread and any event loop may ask; a connection is used by one of them at a time. One that
was given up, or whose question was never answered, is closed and never used again: the answer
to one question must not be taken for that to another. A process that was forked makes its own.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import finalize

from proctor.errors import NoOwner, ProctorError, ServerError
from proctor.owner.client import CHUNK, TIMEOUT, Client, line_of, understood

if TYPE_CHECKING:
    from asyncio import Future
    from pathlib import Path

# So many connections are kept while nobody asks.
MOST_IDLE = 8
# An answer is waited for so long right here before the loop is: the way through it costs a good
# part of what most answers take.
MOMENT = 0.002


class Taken(NamedTuple):
    """A connection for one question; one that was used before may be dead without our knowing."""

    client: Client
    used: bool


class Pool:
    """
    The connections of one process to the server of a home.

    Args:
        home: whose server.
        most: how many of them are kept while nobody asks.

    """

    def __init__(self, home: Path, *, most: int = MOST_IDLE) -> None:
        self.home = home
        self.most = most
        self.pid = os.getpid()
        self.idle: deque[Client] = deque()
        # Those that are asked from a loop.
        self.asked: set[Client] = set()
        # Whoever forgets a pool leaves no open connection behind.
        self.close = finalize(self, shut, self.idle)

    # Asking

    def ask(self, op: str, *, within: float = TIMEOUT, **fields: Any) -> Any:
        """
        Ask, and return the answer; a connection that has died meanwhile is renewed.

        The server may have read the question on the dead one: give it a name (`uid`).

        Raises:
            NoOwner: nobody is there, or the server went away before it answered.
            ServerError: it did not answer in time, or not as it should.
            ProctorError: it refused; the error is the one that it had.

        """
        while True:
            client, used = self.take() or Taken(Client.connect(self.home), used=False)
            try:
                return client.call(op, within=within, **fields)
            except NoOwner:
                if not used:
                    raise
            except ProctorError:
                raise
            except BaseException:
                client.close()
                raise
            finally:
                self.give(client)

    async def ask_here(self, op: str, *, within: float = TIMEOUT, **fields: Any) -> Any:
        """
        Ask from an event loop; see `ask`. Whoever is cancelled here hangs up.

        Raises:
            NoOwner: nobody is there, or the server went away before it answered.
            ServerError: it did not answer in time, or not as it should.
            ProctorError: it refused; the error is the one that it had.

        """
        line = line_of(op, fields)
        while True:
            client, used = self.take() or Taken(await connected(self.home), used=False)
            # Of many who ask at once, none keeps the others waiting.
            moment = 0.0 if self.asked else MOMENT
            self.asked.add(client)
            try:
                answer = await exchange(client, line, within, moment)
            except TimeoutError:
                client.close()
                raise ServerError(f"the server did not answer in {within:.0f} s") from None
            except OSError:
                client.close()
                if not used:
                    raise NoOwner("the server went away before it answered") from None
            except BaseException:
                client.close()
                raise
            else:
                self.give(client)
                return understood(answer)
            finally:
                self.asked.discard(client)

    # Keeping

    def take(self) -> Taken | None:
        """Return a connection that nobody uses and that seems to be alive, if there is one."""
        if self.pid != os.getpid():
            # Those of the process that we were forked from are still in use there.
            shut(self.idle)
            self.asked.clear()
            self.pid = os.getpid()
        while True:
            try:
                client = self.idle.pop()
            except IndexError:
                return None
            if is_quiet(client):
                return Taken(client, used=True)
            client.close()

    def give(self, client: Client) -> None:
        """Keep a connection for the next question, if it is as good as new."""
        if client.socket.fileno() < 0:
            return
        if client.rest:
            client.close()
            return
        self.idle.append(client)
        # Looked at afterwards, without a lock: others give theirs back at the same time.
        shut(self.idle, keep=self.most if self.close.alive else 0)


def is_quiet(client: Client) -> bool:
    """Say whether a connection is open, with nothing in it that nobody has asked for."""
    try:
        client.socket.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def shut(idle: deque[Client], keep: int = 0) -> None:
    """Close connections, those first that have not been used for longest."""
    with suppress(IndexError):
        while len(idle) > keep:
            idle.popleft().close()


async def connected(home: Path) -> Client:
    """
    Connect; a server that is too busy to accept stops nobody else of this loop.

    Raises:
        NoOwner: nobody is there.
        ServerError: someone is there whom we do not trust.

    """
    connecting = asyncio.get_running_loop().run_in_executor(None, Client.connect, home)
    try:
        return await asyncio.shield(connecting)
    except asyncio.CancelledError:
        connecting.add_done_callback(hang_up)
        raise


def hang_up(connecting: Future[Client]) -> None:
    """Close a connection that nobody waits for any more."""
    if not connecting.cancelled() and connecting.exception() is None:
        connecting.result().close()


async def exchange(client: Client, line: bytes, within: float, moment: float = 0.0) -> bytes:
    """
    Send a line and return the one that comes back.

    Args:
        client: whom to ask.
        line: what is asked.
        within: how many seconds the answer may take.
        moment: for how many of them the whole loop may wait.

    """
    sent = client.send(line)
    if moment and sent == len(line):
        client.hear(min(moment, within))
    if not client.has_line:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(within):
            with suppress(BrokenPipeError):
                await loop.sock_sendall(client.socket, line[sent:])
            while not client.has_line:
                client.heard(await loop.sock_recv(client.socket, CHUNK))
    return client.take_line()

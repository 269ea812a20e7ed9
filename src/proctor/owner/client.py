"""
Ask the server on its socket, from a process that is not asynchronous.

It imports little: commands and hooks start with it.
"""

from __future__ import annotations

import json
import math
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from select import POLLIN, POLLOUT, poll
from types import TracebackType
from typing import Any, Self

from proctor.audit.quick_json import json_writer
from proctor.errors import (
    DamagedStore,
    MissingExtra,
    MoveRefused,
    NewerSchema,
    NoOwner,
    NoStageRole,
    NotAllowed,
    NotFound,
    ProctorError,
    ServerError,
    StoreError,
    TooLate,
    UsageError,
)
from proctor.owner.socket_path import check_folder, check_peer, socket_path

TIMEOUT = 10.0
CHUNK = 1 << 16
PENDING = "pending"
WRITE = json_writer()
# The server waits this long at most, and is asked again; its answer then takes a moment.
LONGEST_WAIT, MARGIN = 300.0, 5.0
# Between two attempts to reach a server.
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5

# What only looks: the server shows it to people, so the user's own token goes with it.
LOOKING = frozenset({"questions", "grants", "agents", "list", "records", "runs", "wait"})
PROOFS = frozenset({"token", "uid"})
# The file of that token in the home.
TOKEN = "token"  # noqa: S105 - the name of a file

KINDS: dict[str, type[ProctorError]] = {
    "damaged-store": DamagedStore,
    "missing-extra": MissingExtra,
    "move-refused": MoveRefused,
    "newer-schema": NewerSchema,
    "no-stage-role": NoStageRole,
    "not-allowed": NotAllowed,
    "not-found": NotFound,
    "store-error": StoreError,
    "too-late": TooLate,
    "usage-error": UsageError,
    "wrong-word": UsageError,
}


class Client:
    """One connection to the server; it is used by one thread."""

    def __init__(self, connected: socket.socket, timeout: float, home: Path | None = None) -> None:
        self.socket = connected
        self.home = home
        self.timeout = timeout
        self.rest = bytearray()

    @classmethod
    def connect(cls, home: Path, timeout: float = TIMEOUT) -> Self:
        """
        Connect to the server of a home.

        Raises:
            NoOwner: nobody is there.
            ServerError: someone is there whom we do not trust.

        """
        path = socket_path(home)
        connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            check_folder(path)
            connected.settimeout(timeout)
            connected.connect(str(path))
            check_peer(connected)
        except OSError:
            connected.close()
            raise NoOwner from None
        except ServerError:
            connected.close()
            raise
        return cls(connected, timeout, home)

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let it go."""
        self.close()

    def close(self) -> None:
        """End the connection."""
        self.socket.close()

    def call(self, op: str, *, within: float | None = None, **fields: Any) -> Any:
        """
        Ask, and return the answer.

        Args:
            op: what is asked; see `proctor/server/ops.py`.
            within: how many seconds the answer may take.
            fields: what belongs to it.

        Raises:
            NoOwner: the server went away meanwhile.
            ServerError: it did not answer in time, or not as it should.
            ProctorError: it refused; the error is the one that it had.

        """
        limit = self.timeout if within is None else within
        if op in LOOKING and self.home is not None and fields.keys().isdisjoint(PROOFS):
            fields |= {"token": own_token(self.home)}
        line = line_of(op, fields)
        try:
            answer = self.exchange(line, time.monotonic() + limit)
        except TimeoutError:
            # The answer may still come, and would be taken for that to the next question.
            self.close()
            raise ServerError(f"the server did not answer in {limit:.0f} s") from None
        except OSError:
            self.close()
            raise NoOwner("the server went away before it answered") from None
        return understood(answer)

    def exchange(self, line: bytes, deadline: float) -> bytes:
        """
        Send a line and return the one that comes back.

        Raises:
            TimeoutError: it has not come in time.
            OSError: nobody is there any more.

        """
        sent = self.send(line)
        while sent < len(line):
            if not self.ready(POLLOUT, left(deadline)):
                raise TimeoutError
            sent += self.send(line[sent:])
        while not self.has_line:
            if not self.hear(left(deadline)):
                raise TimeoutError
        return self.take_line()

    # What takes no longer than it is given

    def send(self, line: bytes) -> int:
        """Send as much as the server takes now, and return how many bytes that were."""
        if self.socket.gettimeout() != 0:
            self.socket.setblocking(False)
        try:
            return self.socket.send(line)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            return len(line)  # a server that does not read on may have said why

    def hear(self, seconds: float) -> bool:
        """Wait so long for something to come, and take it; False where nothing has."""
        if not self.ready(POLLIN, seconds):
            return False
        with suppress(BlockingIOError):
            self.heard(self.socket.recv(CHUNK))
        return True

    def ready(self, event: int, seconds: float) -> bool:
        """Wait so long until there is something to read, or room to write."""
        waiting = poll()
        waiting.register(self.socket, event)
        return bool(waiting.poll(math.ceil(seconds * 1000)))

    @property
    def has_line(self) -> bool:
        """Say whether a whole line has come."""
        return b"\n" in self.rest

    def take_line(self) -> bytes:
        """Return a line that has come."""
        end = self.rest.index(b"\n")
        answer = bytes(self.rest[:end])
        del self.rest[: end + 1]
        return answer

    def heard(self, chunk: bytes) -> None:
        """
        Take what has come.

        Raises:
            ConnectionResetError: nothing has, and nothing will.

        """
        if not chunk:
            raise ConnectionResetError
        self.rest += chunk


def line_of(op: str, fields: dict[str, Any]) -> bytes:
    """Return a question as it is sent."""
    return WRITE({"op": op, **fields}).encode() + b"\n"


def left(deadline: float) -> float:
    """Return the seconds until a deadline; 0 would mean not to wait at all."""
    return max(deadline - time.monotonic(), 0.001)


def understood(answer: bytes) -> Any:
    """
    Return what an answer says.

    Raises:
        ProctorError: it tells of an error, or is none.

    """
    try:
        said = json.loads(answer)
    except (ValueError, RecursionError):
        said = None
    if isinstance(said, dict) and "ok" in said:
        return said["ok"]
    told = said.get("error") if isinstance(said, dict) else None
    if not isinstance(told, dict) or not isinstance(told.get("message"), str):
        raise ServerError("the server's answer cannot be understood")
    hint = told.get("help")
    kind = KINDS.get(str(told.get("code")), ServerError)
    raise kind(told["message"], help=hint if isinstance(hint, str) else None)


def wait_for_answer(
    home: Path,
    question: dict[str, Any],
    seconds: float,
    *,
    start: Callable[[float], object] | None = None,
) -> dict[str, Any] | None:
    """
    Ask a question and wait for its end, also where the server dies in the middle.

    Args:
        home: whose server is asked.
        question: the fields of `ask`, with the `uid` by which it is the same question
            each time that it is asked.
        seconds: how long, by our own clock, that nobody can set.
        start: starts a server where none is, in at most so many seconds.

    Returns:
        The question as it ended; None where it has not ended in time.

    Raises:
        UsageError: the question is wrong, which waiting does not cure.

    """
    deadline = time.monotonic() + seconds
    pause = FIRST_PAUSE
    while (began := time.monotonic()) < deadline:
        try:
            ended = ask_once(home, question, deadline)
        except NoOwner:
            restart(start, deadline)
        except (ServerError, StoreError):
            pass  # it is in trouble, which may pass
        else:
            if ended is not None:
                return ended
        # Whatever lasted a while was no failure at the first step.
        pause = FIRST_PAUSE if time.monotonic() - began > LONGEST_PAUSE else pause * 2
        time.sleep(max(min(pause, LONGEST_PAUSE, deadline - time.monotonic()), 0))
    return None


def ask_once(home: Path, question: dict[str, Any], deadline: float) -> dict[str, Any] | None:
    """Ask a question of the server that runs now, and wait; None if it has not ended."""
    with Client.connect(home, min(left(deadline), TIMEOUT)) as client:
        found = asked(client.call("ask", **question))
        if found["status"] == PENDING:
            wait = min(left(deadline), LONGEST_WAIT)
            within = min(left(deadline), wait + MARGIN)
            waiting = {"number": found["id"], "uid": found.get("uid", ""), "seconds": wait}
            found = asked(client.call("wait", within=within, **waiting))
    return None if found["status"] == PENDING else found


def own_token(home: Path) -> str:
    """Return the token of the local user, which the server has made; nothing where it has not."""
    try:
        return (home / TOKEN).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def asked(answer: object) -> dict[str, Any]:
    """
    Return a question that the server told.

    Raises:
        ServerError: it is none.

    """
    if not isinstance(answer, dict) or not {"id", "status"} <= answer.keys():
        raise ServerError("the server's answer cannot be understood")
    return answer


def restart(start: Callable[[float], object] | None, deadline: float) -> None:
    """Start a server where none is; if that fails, the next attempt may not."""
    if start is not None:
        with suppress(ProctorError):
            start(left(deadline))

"""Ask a real server by HTTP: politely with httpx, and rudely with a bare socket."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from proctor.owner.client import Client
from proctor.server.tokens import Tokens
from tests.server.running import PATIENCE, Server, running, until

Json = dict[str, Any]
STRICT = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
}


PROBLEM = {"type", "title", "status", "detail", "code", "help"}


@dataclass
class Web:
    """A server that runs, and a person who may ask it."""

    server: Server
    home: Path
    project: Path
    token: str
    client: httpx.Client

    @property
    def port(self) -> int:
        """Return its port."""
        return int(self.server.info["url"].rsplit(":", 1)[1])

    def request(self, **more: Any) -> Json:
        """Return a request about a command that only reads."""
        call = {"tool": "Bash", "input": {"command": "ls"}, "cwd": str(self.project)}
        return {**call, "agent": "arch-1", "ask": "leave", **more}

    def decide(self, **more: Any) -> Json:
        """Let a call be decided."""
        answer = self.client.post("/api/decide", json=self.request(**more))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def ask(self, **more: Any) -> Json:
        """Ask a question, as another process does, and return it."""
        draft = {"tool": "Bash", "action": "tool:bash:make", "agent": "arch-1", "seconds": 3600}
        with Client.connect(self.home, PATIENCE) as client:
            return dict(client.call("ask", **{**draft, **more}))

    def op(self, name: str, **fields: Any) -> Any:
        """Ask on the unix socket, as the person."""
        with Client.connect(self.home, PATIENCE) as client:
            return client.call(name, token=self.token, **fields)

    def deny_all(self) -> None:
        """Deny every question that waits."""
        while waiting := self.client.get("/api/approvals").json():
            for one in waiting:
                self.client.post(f"/api/approvals/{one['id']}", json={"answer": "deny"})

    def head(self, line: str, *headers: str, token: bool = True, host: bool = True) -> bytes:
        """Return the head of a request, after which the connection ends."""
        lines = [f"{line} HTTP/1.1", "Connection: close", *headers]
        lines += [f"Host: 127.0.0.1:{self.port}"] * host
        lines += [f"Authorization: Bearer {self.token}"] * token
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    @contextmanager
    def connection(self) -> Iterator[socket.socket]:
        """Connect to the port."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as peer:
            yield peer

    def raw(self, data: bytes) -> bytes:
        """Send bytes and return what comes back until the server closes."""
        with self.connection() as peer:
            peer.sendall(data)
            return rest(peer)


def rest(peer: socket.socket) -> bytes:
    """Read until the end."""
    found = b""
    while piece := peer.recv(1 << 16):
        found += piece
    return found


def status_of(answer: bytes) -> int:
    """Return the status of an answer."""
    return int(answer.split(b" ", 2)[1])


def error_of(answer: bytes) -> Json:
    """Return the problem that an answer tells, which has the form of all problems."""
    head, body = answer.split(b"\r\n\r\n", 1)
    assert b"\r\ncontent-type: application/problem+json\r\n" in head + b"\r\n"
    return problem_in(json.loads(body), status_of(answer))


def problem_in(told: Json, status: int) -> Json:
    """Return a problem, if it is one of this status."""
    assert PROBLEM <= set(told) <= PROBLEM | {"problems"}
    assert (told["type"], told["status"]) == ("about:blank", status)
    return dict(told)


@contextmanager
def web(home: Path, **environment: str) -> Iterator[Web]:
    """Run a server, and be the person whose home it is."""
    project = home.parent / "project"
    project.mkdir(exist_ok=True)
    token = Tokens(home).local_token()
    headers = {"Authorization": f"Bearer {token}"}
    with (
        running(home, **environment) as server,
        httpx.Client(
            base_url=server.info["url"], headers=headers, timeout=PATIENCE, trust_env=False
        ) as client,
    ):
        yield Web(server, home, project, token, client)


@contextmanager
def meanwhile(work: Callable[[], object]) -> Iterator[None]:
    """Do something in another thread; what fails there fails here."""
    failed: list[BaseException] = []

    def doing() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - raised again below
            failed.append(error)

    thread = threading.Thread(target=doing)
    thread.start()
    try:
        yield
    finally:
        thread.join(PATIENCE)
    assert not thread.is_alive()
    if failed:
        raise failed[0]


@contextmanager
def listening(web: Web, token: str = "") -> Iterator[Iterator[tuple[str, Json]]]:
    """Listen to a stream; what comes out are kinds and what was said."""
    headers = {"Authorization": f"Bearer {token or web.token}"}
    with web.client.stream("GET", "/api/events", headers=headers) as stream:
        assert stream.status_code == 200
        lines = stream.iter_lines()
        assert next(lines) == ": listening"
        yield happenings(lines)


def happenings(lines: Iterator[str]) -> Iterator[tuple[str, Json]]:
    """Return what a stream tells; comments are left out."""
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


def pending(web: Web, number: int = 1) -> list[Json]:
    """Return the questions that wait, as soon as there are so many."""
    found: list[Json] = []

    def enough() -> bool:
        found[:] = web.client.get("/api/approvals").json()
        return len(found) >= number

    until(enough)
    return found

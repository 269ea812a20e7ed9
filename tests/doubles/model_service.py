"""
A service on loopback behind which a model seems to be: it records, checks and answers.

What it takes for a proper request, and how it words an answer, is told by its kinds.
"""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, NamedTuple, Self

# Ends a hang; nobody waits for it.
PATIENCE = 60.0
JSON = "application/json"
OK, BAD_REQUEST, UNAUTHORIZED, NOT_FOUND = 200, 400, 401, 404


class Got(NamedTuple):
    """One request, as it came; the names of headers are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        """Return what was sent, read as JSON; None if it is none."""
        try:
            return json.loads(self.raw)
        except ValueError:
            return None


class Answer(NamedTuple):
    """
    What comes back.

    `text` is what the model says. `raw` replaces the whole body, `hangs` never answers,
    `drops` closes the connection without a word.
    """

    text: str = "ASK_USER\nthe script is over"
    status: int = OK
    raw: bytes | None = None
    location: str = ""
    hangs: bool = False
    drops: bool = False


class Refusal(NamedTuple):
    """What is wrong with a request."""

    status: int
    kind: str
    message: str


class ModelService(ABC):
    """A service; `answers` are given in turn, the last one for ever."""

    key = "sk-double-0123456789abcdef"

    def __init__(self, *answers: Answer) -> None:
        self.answers = deque(answers or (Answer(),))
        self.requests: list[Got] = []
        self.over = threading.Event()
        bound = type("Bound", (Handler,), {"service": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), bound)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))

    @abstractmethod
    def refusal(self, got: Got) -> Refusal | None:
        """Return what is wrong with a request, if anything is."""

    @abstractmethod
    def words(self, got: Got, text: str) -> tuple[str, bytes]:
        """Return the kind and the body of an answer with this text."""

    @abstractmethod
    def complaint(self, refusal: Refusal) -> bytes:
        """Return the body of a refusal."""

    @property
    def url(self) -> str:
        """Return where it is."""
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def next_answer(self) -> Answer:
        """Return what comes next in the script."""
        return self.answers.popleft() if len(self.answers) > 1 else self.answers[0]

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.over.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class Handler(BaseHTTPRequestHandler):
    """One connection to a service; it is closed when nothing comes on it any more."""

    service: ModelService
    protocol_version = "HTTP/1.1"
    timeout = 5

    def do_POST(self) -> None:
        """Check a request, and answer it by the script."""
        service = self.service
        length = int(self.headers.get("content-length") or 0)
        named = {name.lower(): value for name, value in self.headers.items()}
        got = Got(self.command, self.path, named, self.rfile.read(length))
        service.requests.append(got)
        refusal = service.refusal(got)
        if refusal is not None:
            self.send(refusal.status, JSON, service.complaint(refusal))
            return
        answer = service.next_answer()
        if answer.hangs:
            service.over.wait(PATIENCE)
        if answer.hangs or answer.drops:
            self.close_connection = True
            return
        self.give(got, answer)

    do_GET = do_HEAD = do_PUT = do_DELETE = do_POST  # noqa: N815 - the names of its class

    def give(self, got: Got, answer: Answer) -> None:
        """Send an answer; an error repeats, as real ones do, what the service was given."""
        kind, body = JSON, answer.raw
        if body is None and answer.status == OK:
            kind, body = self.service.words(got, answer.text)
        if body is None:
            said = f"scripted; your key was {self.service.key}"
            body = self.service.complaint(Refusal(answer.status, "api_error", said))
        self.send(answer.status, kind, body, answer.location)

    def send(self, status: int, kind: str, body: bytes, location: str = "") -> None:
        """Send a response; nobody may be there any more."""
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        if location:
            self.send_header("location", location)
        try:
            self.end_headers()
            self.wfile.write(body)
        except ConnectionError:
            self.close_connection = True

    def log_message(self, *args: Any) -> None:
        """Say nothing."""

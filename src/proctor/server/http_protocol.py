"""
Uvicorn's reading of HTTP, with bounds on a request's head and on a body that nobody wants.

The parser has none. It puts a header that comes in pieces together again with each
piece, so that one peer without a token could hold up everybody else.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from proctor.server.answers import LEAN_PROBLEM, encode
from proctor.server.problems import problem_json

LARGEST_HEAD = 64 << 10
# From the first byte of a request, or of a connection, to the end of its headers.
SECONDS = 10.0
# No request has a larger body. So much of one is still read, and thrown away, after an answer
# that did not wait for it: the peer may not hear the answer before it has sent everything.
LARGEST_BODY = 16 << 20
TOO_LARGE = f"the head of a request has at most {LARGEST_HEAD >> 10} kB"
NO_REQUEST = "this is no request of HTTP/1.1"


class Bounded(HttpToolsProtocol):
    """One peer; one that does not say what it wants is let go."""

    seconds = SECONDS
    in_head = False
    begun = False
    head = unwanted = 0
    deadline: asyncio.TimerHandle | None = None
    idle_since: float | None = None
    idle_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Begin with a peer."""
        super().connection_made(transport)
        self.wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """End with a peer."""
        self.wait_no_more()
        if self.idle_timer is not None:
            self.idle_timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        self.begun = False
        super().data_received(data)
        if not self.in_head or self.transport.is_closing():
            return
        # A piece with the beginning in it may have the end of another request before that.
        self.head += 0 if self.begun else len(data)
        if self.head > LARGEST_HEAD:
            self.wait_no_more()
            self.send_400_response(TOO_LARGE)
        elif self.deadline is None:
            self.wait_for_head()

    def on_response_complete(self) -> None:
        """
        Go on with the next request, or wait for one.

        As uvicorn does it, but for the timer: instead of one for each answer there is
        one for each peer, which looks how long it has been idle.
        """
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
            return
        self.idle_since = self.loop.time()
        if self.idle_timer is None:
            self.idle_timer = self.loop.call_later(self.timeout_keep_alive, self.end_idle)

    def _unset_keepalive_if_required(self) -> None:
        """Note that the peer has something to do."""
        self.idle_since = None

    def end_idle(self) -> None:
        """End with a peer that has sent nothing for long; look again later at any other."""
        self.idle_timer = None
        if self.idle_since is None:
            return
        left = self.idle_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self.idle_timer = self.loop.call_later(left, self.end_idle)
        else:
            self.timeout_keep_alive_handler()

    def on_message_begin(self) -> None:
        """Begin with a request."""
        self.in_head, self.begun, self.head = True, True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Hand a request on as soon as its head is known; with too large a body it is the last."""
        self.in_head = False
        self.wait_no_more()
        self.unwanted = 0
        super().on_headers_complete()
        lengths = (int(value) for name, value in self.headers if name == b"content-length")
        if self.cycle is not None and next(lengths, 0) > LARGEST_BODY:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """Hand a piece of a body on; one that nobody waits for any more has an end."""
        super().on_body(body)
        if self.cycle is None or self.cycle.response_complete:
            self.unwanted += len(body)
            if self.unwanted > LARGEST_BODY:
                self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Say that this is no request, as every other error is said; the connection is over."""
        told = TOO_LARGE if msg == TOO_LARGE else NO_REQUEST
        body = encode(problem_json(400, told, code="no-request"))
        headers = [
            *self.server_state.default_headers,
            *LEAN_PROBLEM,
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
        ]
        lines = [b"%s: %s\r\n" % header for header in headers]
        self.transport.write(b"".join([STATUS_LINE[400], *lines, b"\r\n", body]))
        self.transport.close()

    def wait_for_head(self) -> None:
        """Give the peer a while."""
        self.deadline = self.loop.call_later(self.seconds, self.let_go)

    def let_go(self) -> None:
        """End with a peer, unless it still waits for an answer: then we read no further anyway."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.wait_for_head()
        else:
            self.transport.close()

    def wait_no_more(self) -> None:
        """Let the while be over."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

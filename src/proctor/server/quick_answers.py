"""
Answer `POST /api/decide` where the request was read, without what lies between.

It is asked for every tool call, and most of what a framework does for a request is
not needed for one that has one form. Everything else goes the ordinary way, and so
does a request that may not come in: it is `decide_route.py` that decides both.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from proctor.errors import StoreError
from proctor.server.access import ENDING, Access, Guarded
from proctor.server.answers import HIDDEN, LEAN, LEAN_PROBLEM, TooLarge, encode
from proctor.server.decide_route import OK, PATH, Decide
from proctor.server.http_protocol import LARGEST_BODY
from proctor.server.joined_writes import JoinedWrites, Joining
from proctor.server.known_heads import Known
from proctor.server.problems import problem_json, problem_of
from proctor.server.scope_keys import COOKIE

HEAD = b"".join(b"%s: %s\r\n" % header for header in LEAN)
PROBLEM_HEAD = b"".join(b"%s: %s\r\n" % header for header in LEAN_PROBLEM)
HEAD_END = b"\r\n\r\n"
LOG = logging.getLogger("proctor.server")


class Cycle:
    """A request that is here as a whole: as much of uvicorn's own as others look at."""

    __slots__ = (
        "default_headers", "disconnected", "keep_alive", "message_event", "more_body",
        "on_response", "response_complete", "response_started", "transport",
    )  # fmt: skip

    def __init__(self, peer: QuickAnswers) -> None:
        self.default_headers = peer.server_state.default_headers
        self.transport = peer.transport
        self.on_response = peer.on_response_complete
        self.message_event = NOBODY_WAITS
        self.disconnected = self.more_body = False
        self.response_started = self.response_complete = False
        self.keep_alive = True


# Of a request without one: it is set, and that is all.
NOBODY_WAITS = asyncio.Event()


class QuickAnswers(JoinedWrites):
    """A peer, most of whose requests are calls to decide."""

    # The request to decide that has begun with what came last.
    begun_with: RequestResponseCycle | None = None

    def data_received(self, data: bytes) -> None:
        """Read on; a known head with all of its body behind it needs no reading."""
        if not self.awaits_request() or not is_decided(self.app):
            super().data_received(data)
            return
        route, access = self.app.app, self.app.access
        end = data.find(HEAD_END) + len(HEAD_END)
        known = route.heads.get(data[:end])
        if known is not None and len(data) - end == known.length and still_good(known, access):
            self.wait_no_more()
            self._unset_keepalive_if_required()
            self.cycle = cast("RequestResponseCycle", Cycle(self))
            self.begin(answered(self.cycle, route, data[end:]))
        else:
            self.begun_with = None
            super().data_received(data)
            self.remember(data, end)

    def awaits_request(self) -> bool:
        """Say whether what comes now begins a request, and no older one is to be answered first."""
        cycle = self.cycle
        over = cycle is None or (cycle.response_complete and not cycle.more_body)
        return over and not self.in_head and not self.pipeline

    def remember(self, data: bytes, end: int) -> None:
        """Remember the head of what has come, if it is one request to decide and nothing else."""
        cycle = self.begun_with
        if cycle is None or cycle is not self.cycle or cycle.more_body or not cycle.keep_alive:
            return
        # What was read as its body must be exactly what stands behind the head.
        if cycle.body == data[end:]:
            app = self.app
            headers = cycle.scope["headers"]
            access = app.access
            known = Known(len(cycle.body), access.tokens.known, access.last_people)
            app.app.heads.put(data[:end], headers, known)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Begin to answer a request."""
        scope = cycle.scope
        quick = (
            scope["path"] == PATH
            and scope["method"] == "POST"
            and not cycle.waiting_for_100_continue
            and is_decided(app)
        )
        # Who comes by a cookie goes the ordinary way: more is looked at there, and not only once.
        if not quick or app.access.refusal(scope) is not None or COOKIE in scope:
            super()._start_asgi_task(cycle, app)
            return
        self.begun_with = cycle
        self.begin(answered(cycle, app.app))

    def begin(self, answering: Coroutine[Any, Any, None]) -> None:
        """Let a request be answered."""
        task = self.loop.create_task(answering)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def is_decided(app: Any) -> bool:
    """Say whether an application is ours, with calls to decide."""
    return isinstance(app, Guarded) and isinstance(app.app, Decide)


def still_good(known: Known, access: Access) -> bool:
    """Say whether tokens and people are those with which a head came in; changes count at once."""
    try:
        return access.tokens.current() is known.tokens and access.people() is known.people
    except (OSError, StoreError):
        return False


async def answered(cycle: RequestResponseCycle, route: Decide, body: bytes | None = None) -> None:
    """Read the rest of a request, decide it, and answer, whatever happens."""
    try:
        if body is None:
            body = await whole_body(cycle)
        status, data = await route.decided(body)
    except asyncio.CancelledError:
        status, data = 503, problem_json(503, ENDING)
    except TooLarge as error:
        status, data = 413, problem_of(error)
        cycle.keep_alive = False
    except Exception:
        LOG.exception("a request failed")
        status, data = 500, problem_json(500, HIDDEN)
    write(cycle, status, encode(data))


async def whole_body(cycle: RequestResponseCycle) -> bytes:
    """
    Return the body of a request.

    Raises:
        TooLarge: it is.
        CancelledError: its sender has gone.

    """
    while cycle.more_body:
        if cycle.disconnected:
            raise asyncio.CancelledError
        if len(cycle.body) > LARGEST_BODY:
            break
        cycle.message_event.clear()
        cycle.flow.resume_reading()
        await cycle.message_event.wait()
    if len(cycle.body) > LARGEST_BODY:
        raise TooLarge(f"a request has at most {LARGEST_BODY >> 20} MB")
    return bytes(cycle.body)


def write(cycle: RequestResponseCycle, status: int, body: bytes) -> None:
    """Write an answer in one piece, and let the connection go on with the next request."""
    if not cycle.disconnected:
        more = b"".join(b"%s: %s\r\n" % header for header in cycle.default_headers)
        close = b"" if cycle.keep_alive else b"connection: close\r\n"
        length = b"content-length: %d\r\n\r\n" % len(body)
        head = HEAD if status == OK else PROBLEM_HEAD
        whole = STATUS_LINE[status] + head + more + close + length + body
        cast("Joining", cycle.transport).write_whole(whole)
    cycle.response_started = cycle.response_complete = True
    cycle.message_event.set()
    if not cycle.keep_alive:
        cycle.transport.close()
    cycle.on_response()

"""
Answer `POST /api/decide` where the request was read, without what lies between.

It is asked for every tool call, and most of what a framework does for a request is
not needed for one that has one form. Everything else goes the ordinary way, and so
does a request that may not come in: it is `decide_route.py` that decides both.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from proctor.server.access import ENDING, Guarded
from proctor.server.answers import HIDDEN, LEAN, TooLarge, encode, error_json
from proctor.server.bodies import LARGEST_BODY
from proctor.server.decide_route import PATH, Decide
from proctor.server.joined_writes import JoinedWrites

HEAD = b"".join(b"%s: %s\r\n" % header for header in LEAN)
LOG = logging.getLogger("proctor.server")


class QuickAnswers(JoinedWrites):
    """A peer, most of whose requests are calls to decide."""

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Begin to answer a request."""
        scope = cycle.scope
        quick = (
            scope["path"] == PATH
            and scope["method"] == "POST"
            and not cycle.waiting_for_100_continue
            and isinstance(app, Guarded)
            and isinstance(app.app, Decide)
        )
        if not quick or app.access.refusal(scope) is not None:
            super()._start_asgi_task(cycle, app)
            return
        task = self.loop.create_task(answered(cycle, app.app))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def answered(cycle: RequestResponseCycle, route: Decide) -> None:
    """Read the rest of a request, decide it, and answer, whatever happens."""
    try:
        body = await whole_body(cycle)
        status, data = await route.decided(body)
    except asyncio.CancelledError:
        status, data = 503, error_json(ENDING)
    except TooLarge as error:
        status, data = 413, error_json(error.message)
        cycle.keep_alive = False
    except Exception:
        LOG.exception("a request failed")
        status, data = 500, error_json(HIDDEN)
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
        cycle.transport.write(STATUS_LINE[status] + HEAD + more + close + length + body)
    cycle.response_started = cycle.response_complete = True
    cycle.message_event.set()
    if not cycle.keep_alive:
        cycle.transport.close()
    cycle.on_response()

"""Happenings as an event stream that browsers and `curl` can read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from proctor.server.answers import encode

# A line now and then keeps whatever stands between from closing the stream.
HEARTBEAT = 15.0


async def lines(
    happenings: AsyncIterator[dict[str, Any]],
    still_in: Callable[[], bool],
    *,
    every: float = HEARTBEAT,
) -> AsyncIterator[bytes]:
    """
    Return happenings as the lines of an event stream.

    Whoever may not listen any more, because their token was revoked, hears nothing
    that happens from then on: the stream ends instead, at the next heartbeat at the
    latest.

    Args:
        happenings: what happens; the stream ends when it does.
        still_in: says whether the listener may still listen.
        every: how many seconds there may be silence.

    """
    coming = asyncio.ensure_future(anext(happenings, None))
    try:
        # It has begun to listen before it says so: nothing in between is missed.
        await asyncio.sleep(0)
        yield b": listening\n\n"
        while True:
            done, _ = await asyncio.wait({coming}, timeout=every)
            if not still_in():
                return
            if not done:
                yield b": still here\n\n"
                continue
            happening = coming.result()
            if happening is None:
                return
            coming = asyncio.ensure_future(anext(happenings, None))
            yield b"event: %s\ndata: %s\n\n" % (happening["kind"].encode(), encode(happening))
    finally:
        coming.cancel()

"""
Speak JSON-RPC with a server that is not trusted.

Messages go out through a wire and come in from it, whole and of limited size. Every request
of ours ends once: with its result, an error of the server, the end of its time or the end of
the connection. What nobody asked for is dropped; what the server asks of us is refused.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol, TypeGuard

from proctor.errors import UpstreamError
from proctor.gateway.shown_text import shown

# Told how much is done, of how much, and words; what it returns is awaited in the background.
Progress = Callable[[float, float | None, str], Awaitable[None] | None]

logger = logging.getLogger(__name__)

METHOD_NOT_FOUND, NOT_OFFERED = -32601, "this client offers nothing of that kind"
# The number of a request that is answered with more than can be read stands at the start.
NUMBER = re.compile(rb'\A\s*\{[^{}\[\]]*?"id"\s*:\s*([0-9]{1,15})\s*[,}]')
HEAD = 4096
# The version of MCP in which every request says by itself who sends it.
WITHOUT_HANDSHAKE = "2026-07-28"
LONGEST_ID = 200
# What an answer has around its result.
AROUND = 4096
LONGEST_PROGRESS = 300
BETWEEN_PROGRESS = 0.1


class About(NamedTuple):
    """The method of a message, and the tool that it names."""

    method: str = ""
    name: str = ""


NOTHING = About()


class ServerRefusal(UpstreamError):
    """An error that a server gave instead of a result; `number` is its code of JSON-RPC."""

    number: int = 0


class Wire(Protocol):
    """What carries messages to a server."""

    def send(self, message: bytes, number: int | None = None, about: About = NOTHING) -> None:
        """
        Send a message, with the number of the request if it is one, and what it is about.

        Raises:
            UpstreamError: the server takes no more.

        """

    def speak(self, version: str) -> None:
        """Take the version of MCP that was agreed on."""

    def forget(self, number: int) -> None:
        """Do no more for a request for whose answer nobody waits."""

    def last_words(self) -> str:
        """Return what else the server said, for the end of a sentence."""

    async def close(self) -> None:
        """End the connection, and the server if it is ours."""


class Waiting(NamedTuple):
    """A request of ours that is not answered yet; `largest` is how long its answer may be."""

    answer: asyncio.Future[Any]
    largest: int
    progress: Progress | None


class Peer:
    """
    Our end of one connection.

    `name` is what the server is called in errors, `listed` is called when it says that its
    tools have changed. `heard` counts what came in, `unasked` what nobody had asked for.
    """

    def __init__(self, name: str, listed: Callable[[], None]) -> None:
        self.name = name
        self.listed = listed
        self.wire: Wire | None = None
        self.heard = 0
        self.unasked = 0
        self.garbage = ""
        self.gone: UpstreamError | None = None
        self.ended: asyncio.Future[UpstreamError] = asyncio.get_running_loop().create_future()
        self.waiting: dict[int, Waiting] = {}
        self.last = 0
        self.progress_at = 0.0
        self.telling: set[asyncio.Future[None]] = set()
        # What goes with every request, where there was no handshake.
        self.stamp: dict[str, Any] = {}

    def wrong(self, what: str, *, code: str, help: str | None = None) -> UpstreamError:  # noqa: A002 - the user's word
        """Return an error that names the server."""
        return UpstreamError(f"the MCP server `{self.name}` {what}", code=code, help=help)

    async def ask(  # noqa: PLR0913 - keyword only
        self,
        method: str,
        params: dict[str, Any],
        *,
        what: str,
        seconds: float,
        largest: int,
        help: str | None = None,  # noqa: A002 - the user's word
        progress: Progress | None = None,
    ) -> Any:
        """
        Make a request and return its result, whatever that is.

        Raises:
            UpstreamError: there is none; `what` says in it what was wanted, `help` what to
                do where it took too long.

        """
        self.last = number = self.last + 1
        meta = self.stamp if progress is None else {**self.stamp, "progressToken": number}
        if meta:
            params = {**params, "_meta": meta}
        body = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        answer = asyncio.get_running_loop().create_future()
        self.waiting[number] = Waiting(answer, largest, progress)
        try:
            self.send(body, number)
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            self.cancel(number, method, "it took too long")
            text = f"did not answer {what} within {seconds:g} seconds"
            raise self.wrong(text, code="timeout", help=help) from None
        except asyncio.CancelledError:
            self.cancel(number, method, "nobody waits for it any more")
            raise
        finally:
            self.waiting.pop(number, None)

    def cancel(self, number: int, method: str, why: str) -> None:
        """Tell the server that nobody waits for an answer; a handshake is never cancelled."""
        if self.wire is not None:
            self.wire.forget(number)
        if method != "initialize":
            self.tell("notifications/cancelled", {"requestId": number, "reason": why})

    def tell(self, method: str, params: dict[str, Any] | None = None) -> None:
        """Send a notification, if anybody is there to take it."""
        body = {"jsonrpc": "2.0", "method": method}
        self.send_if_possible(body if params is None else {**body, "params": params})

    def send(self, body: dict[str, Any], number: int | None = None) -> None:
        """Put a message on the wire; what is no JSON is refused before it gets there."""
        if self.gone is not None:
            raise UpstreamError(self.gone.message, code=self.gone.code, help=self.gone.help)
        try:
            message = json.dumps(body, allow_nan=False, separators=(",", ":")).encode()
        except (TypeError, ValueError, RecursionError) as error:
            text = f"cannot be sent what is no JSON: {shown(error, 200)}"
            raise self.wrong(text, code="bad-arguments") from error
        if self.wire is None:
            raise self.wrong("is not connected", code="down")
        params = body.get("params", {})
        self.wire.send(message, number, About(body.get("method", ""), params.get("name", "")))

    def send_if_possible(self, body: dict[str, Any]) -> None:
        """Send what may as well be lost."""
        try:
            self.send(body)
        except UpstreamError:
            return

    def received(self, data: bytes) -> None:
        """Take in one message, which may be anything."""
        self.heard += 1
        if self.refused_unread(data):
            return
        try:
            message = json.loads(data.decode(errors="replace"), parse_constant=no_number)
            if b"\\ud" in data.lower():
                # Half a pair of surrogates is no text that anybody could send on.
                whole = json.dumps(message, ensure_ascii=False).encode(errors="replace")
                message = json.loads(whole)
        except (ValueError, RecursionError):
            self.not_mcp(data)
            return
        for one in message if isinstance(message, list) else [message]:
            if isinstance(one, dict):
                self.take(one, len(data))
            else:
                self.not_mcp(data)

    def refused_unread(self, data: bytes) -> bool:
        """End the request that a message answers which is too large for it, and say so."""
        found = NUMBER.match(data[:HEAD]) if len(data) > AROUND else None
        waits = self.waiting.get(int(found[1])) if found else None
        if found is None or waits is None or len(data) <= waits.largest + AROUND:
            return False
        self.failed(int(found[1]), self.too_large(waits.largest))
        return True

    def not_mcp(self, data: bytes) -> None:
        """End the request that this would answer, and keep the first words that were no message."""
        self.unasked += 1
        found = NUMBER.match(data[:HEAD])
        if found:
            self.failed(int(found[1]), self.wrong("answered with what is no JSON", code="not-mcp"))
        self.garbage = self.garbage or shown(data[:200].decode(errors="replace"), 100)

    def take(self, message: dict[str, Any], size: int) -> None:
        """Give a message to whoever it is for."""
        method, number = message.get("method"), message.get("id")
        if isinstance(method, str):
            self.unasked += 1
            if "id" in message:
                self.refuse(method, number)
            else:
                self.noticed(method, message.get("params"))
            return
        waits = self.waiting.pop(number, None) if type(number) is int else None
        if waits is None or waits.answer.done():
            self.unasked += 1
        elif size > waits.largest + AROUND:
            waits.answer.set_exception(self.too_large(waits.largest))
        elif "error" in message:
            waits.answer.set_exception(self.refusal(message["error"]))
        else:
            waits.answer.set_result(message.get("result"))

    def refuse(self, method: str, number: object) -> None:
        """Answer what the server asks of us: it may know that we live, and nothing else."""
        if type(number) is int or (isinstance(number, str) and len(number) <= LONGEST_ID):
            error = {"code": METHOD_NOT_FOUND, "message": NOT_OFFERED}
            answer = {"result": {}} if method == "ping" else {"error": error}
            self.send_if_possible({"jsonrpc": "2.0", "id": number, **answer})

    def noticed(self, method: str, params: object) -> None:
        """Take in a notification."""
        if method == "notifications/tools/list_changed":
            self.listed()
        elif method == "notifications/progress" and isinstance(params, dict):
            token, done, total = (params.get(key) for key in ("progressToken", "progress", "total"))
            waits = self.waiting.get(token) if type(token) is int else None
            now = time.monotonic()
            if waits is None or waits.progress is None or not is_number(done):
                return
            if now - self.progress_at >= BETWEEN_PROGRESS:
                self.progress_at = now
                words = params.get("message")
                words = shown(words, LONGEST_PROGRESS) if isinstance(words, str) else ""
                self.passed_on(waits.progress(done, total if is_number(total) else None, words))

    def passed_on(self, telling: Awaitable[None] | None) -> None:
        """Let somebody be told of progress while the next message is read."""
        if telling is not None:
            task = asyncio.ensure_future(telling)
            self.telling.add(task)
            task.add_done_callback(self.told)

    def told(self, task: asyncio.Future[None]) -> None:
        """Forget a telling; one that failed is no fault of the server."""
        self.telling.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.debug("progress was not passed on", exc_info=task.exception())

    def refusal(self, error: object) -> UpstreamError:
        """Return what the server said instead of a result."""
        said = error if isinstance(error, dict) else {}
        words, number = said.get("message"), said.get("code")
        code = f" ({number})" if type(number) is int else ""
        text = shown(words, lines=True) if isinstance(words, str) else "without a word"
        what = f"the MCP server `{self.name}` refused it{code}: {text}"
        refusal = ServerRefusal(what, code="refused")
        refusal.number = number if type(number) is int else 0
        return refusal

    def too_large(self, largest: int) -> UpstreamError:
        """Return the error for an answer that is not taken."""
        return self.wrong(
            f"answered with more than {largest:,} bytes, which are not passed on",
            code="too-large",
            help="ask for less; `largest` of the upstream says how much is taken",
        )

    def overlong(self, head: bytes, largest: int) -> None:
        """End the request that a message answers which is too long to be read, or else all."""
        self.heard += 1
        found = NUMBER.match(head)
        number = int(found[1]) if found else None
        for one in [number] if number in self.waiting else list(self.waiting):
            waits = self.waiting[one]
            self.failed(one, self.too_large(min(largest, waits.largest)))

    def failed(self, number: int | None, error: UpstreamError) -> None:
        """End one request with an error."""
        waits = self.waiting.pop(number, None) if number is not None else None
        if waits is not None and not waits.answer.done():
            waits.answer.set_exception(error)

    def lost(self, error: UpstreamError) -> None:
        """End all requests: nobody is there any more."""
        if self.gone is not None:
            return
        self.gone = error
        for number in list(self.waiting):
            again = UpstreamError(error.message, code=error.code, help=error.help)
            self.failed(number, again)
        if not self.ended.done():
            self.ended.set_result(error)


def no_number(word: str) -> float:
    """Refuse `NaN` and its like, which are no JSON."""
    raise ValueError(word)


def is_number(value: object) -> TypeGuard[float]:
    """Say whether a value is a number that JSON can have."""
    return type(value) is int or (type(value) is float and math.isfinite(value))

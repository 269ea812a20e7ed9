"""
An upstream at an address: each message is a POST, answered with JSON or a stream of events.

No redirect is followed, so that nothing that is set up for one server reaches another, and
nothing compressed is taken, so that a small answer cannot become a large one. An answer that
breaks off is not asked for again: whether the call was done is not known.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Mapping

import httpx2

from proctor.errors import UpstreamError
from proctor.gateway.backoff import Backoff
from proctor.gateway.event_stream import EventStream
from proctor.gateway.shown_text import shown
from proctor.gateway.upstream_peer import NOTHING, WITHOUT_HANDSHAKE, About, Peer

ACCEPTED = {
    "accept": "application/json, text/event-stream",
    "accept-encoding": "identity",
    "user-agent": "proctor",
}
SESSION, VERSION = "mcp-session-id", "mcp-protocol-version"
METHOD, NAME = "mcp-method", "mcp-name"
CONNECT_SECONDS = 10.0
CLOSE_SECONDS = 2.0
MOST_IN_FLIGHT = 200
LONGEST_SESSION = 1000
LARGEST_ERROR = 64 << 10
# How many messages that nobody asked for are read before the next are left waiting, and how long.
MOST_UNASKED, REST = 500, 0.05
LOWEST_ERROR, LOWEST_REDIRECT, OK = 400, 300, 200
NOT_FOUND, NO_METHOD = 404, 405
NOT_LET_IN = frozenset({401, 403})


class UpstreamAddress:
    """A server that somebody else runs, reached over HTTP."""

    def __init__(self, peer: Peer, url: str, headers: Mapping[str, str], longest: int) -> None:
        self.peer = peer
        self.url = httpx2.URL(url)
        self.longest = longest
        self.client = httpx2.AsyncClient(
            headers={**ACCEPTED, **headers},
            timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
            limits=httpx2.Limits(max_connections=MOST_IN_FLIGHT),
            follow_redirects=False,
        )
        self.session = ""
        self.version = ""
        self.posts: dict[int, asyncio.Task[None]] = {}
        self.others: set[asyncio.Task[None]] = set()
        # Requests go out after the notifications that were sent before them.
        self.before: asyncio.Task[None] | None = None
        self.paced = 0

    def speak(self, version: str) -> None:
        """Take the version of MCP, and begin to listen for what the server says by itself."""
        self.version = version
        if version != WITHOUT_HANDSHAKE:
            self.background(self.listen())

    def forget(self, number: int) -> None:
        """Leave an answer for which nobody waits."""
        if post := self.posts.get(number):
            post.cancel()

    def last_words(self) -> str:
        """Return nothing: such a server has no errors that reach us."""
        return ""

    def send(self, message: bytes, number: int | None = None, about: About = NOTHING) -> None:
        """Post a message; where there was no handshake, a server takes no notifications."""
        if number is None and self.version == WITHOUT_HANDSHAKE:
            return
        headers = {METHOD: about.method, NAME: about.name if about.name.isascii() else ""}
        headers = {name: value for name, value in headers.items() if value}
        if number is None:
            self.before = self.background(self.post(message, None, headers, self.before))
            return
        if len(self.posts) >= MOST_IN_FLIGHT:
            raise self.peer.wrong(f"has {MOST_IN_FLIGHT} calls to answer first", code="down")
        task = asyncio.create_task(self.post(message, number, headers, self.before))
        self.posts[number] = task
        task.add_done_callback(lambda _: self.posts.pop(number, None))

    def background(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Do something for which nobody waits."""
        task = asyncio.create_task(work)
        self.others.add(task)
        task.add_done_callback(self.others.discard)
        return task

    def headers(self) -> dict[str, str]:
        """Return what belongs to this connection."""
        kept = {SESSION: self.session, VERSION: self.version}
        return {name: value for name, value in kept.items() if value}

    async def post(
        self,
        message: bytes,
        number: int | None,
        about: Mapping[str, str],
        before: asyncio.Task[None] | None,
    ) -> None:
        """Send one message, and take in what comes back."""
        if before is not None:
            await asyncio.wait({before}, timeout=CONNECT_SECONDS)
        headers = {"content-type": "application/json", **about, **self.headers()}
        try:
            async with self.client.stream(
                "POST", self.url, content=message, headers=headers
            ) as response:
                await self.answered(response, number)
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            what = f"cannot be reached at {self.place()}: {shown(error, 200) or 'no connection'}"
            self.peer.lost(self.peer.wrong(what, code="lost"))
        except (httpx2.HTTPError, httpx2.StreamError) as error:
            what = f"broke off its answer: {type(error).__name__}"
            self.peer.failed(number, self.peer.wrong(what, code="lost"))
        self.peer.failed(number, self.peer.wrong("ended without an answer", code="lost"))

    def place(self) -> str:
        """Return where the server is, without what may be secret in its address."""
        return shown_place(self.url)

    async def answered(self, response: httpx2.Response, number: int | None) -> None:
        """Take in the answer to a message."""
        error = self.refused(response)
        if error is not None:
            if response.status_code == NOT_FOUND and self.session:
                self.peer.lost(self.peer.wrong("has forgotten us", code="lost"))
            elif not await self.explained(response, number):
                self.peer.failed(number, error)
            return
        if number is None:
            return
        if not self.session:
            named = response.headers.get(SESSION, "")
            self.session = named if len(named) <= LONGEST_SESSION else ""
        await self.read(response, number)

    def refused(self, response: httpx2.Response) -> UpstreamError | None:
        """Return what is wrong with an answer before its content."""
        status = response.status_code
        if LOWEST_REDIRECT <= status < LOWEST_ERROR:
            with contextlib.suppress(httpx2.InvalidURL):
                to = shown_place(httpx2.URL(response.headers.get("location", "")))
                return self.peer.wrong(
                    f"sends us on to {to or 'nowhere'}, and no redirect is followed",
                    code="refused-us",
                    help="write the right address as `url` of the upstream",
                )
        if status in NOT_LET_IN:
            help_text = "look at `headers` of the upstream"
            return self.peer.wrong(
                f"does not let us in ({status})", code="refused-us", help=help_text
            )
        if not OK <= status < LOWEST_REDIRECT:
            return self.peer.wrong(f"answered with HTTP status {status}", code="refused-us")
        if response.headers.get("content-encoding", "identity") != "identity":
            return self.peer.wrong("answered with what is compressed", code="not-mcp")
        return None

    async def explained(self, response: httpx2.Response, number: int | None) -> bool:
        """Hand on the error that stands in the body of a refusal, if one is there."""
        if number is None or kind_of(response) != "application/json":
            return False
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > LARGEST_ERROR:
                return False
        self.peer.received(bytes(body))
        return number not in self.peer.waiting

    async def read(self, response: httpx2.Response, number: int | None) -> None:
        """Take in the content of an answer, message by message."""
        kind = kind_of(response)
        if kind == "text/event-stream":
            events = EventStream(self.longest)
            async for chunk in response.aiter_raw():
                for data in events.add(chunk):
                    self.take(data, number)
                await self.pace()
                if events.overlong:
                    self.take(None, number)
                    return
        elif kind == "application/json":
            body = bytearray()
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > self.longest:
                    self.take(None, number)
                    return
            self.peer.received(bytes(body))
        elif number is not None:
            what = f"answered with {shown(kind, 60) or 'something'} and not with JSON"
            self.peer.failed(number, self.peer.wrong(what, code="not-mcp"))

    def take(self, data: bytes | None, number: int | None) -> None:
        """Hand on a message, or that it was too long."""
        if data is not None:
            self.peer.received(data)
        elif number in self.peer.waiting:
            largest = min(self.peer.waiting[number].largest, self.longest)
            self.peer.failed(number, self.peer.too_large(largest))

    async def pace(self) -> None:
        """Let a server that only chatters wait for a moment."""
        if self.peer.unasked - self.paced > MOST_UNASKED:
            self.paced = self.peer.unasked
            await asyncio.sleep(REST)

    async def listen(self) -> None:
        """Listen for what the server says by itself, if it says anything."""
        backoff = Backoff(first=1.0)
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            headers = {**self.headers(), "accept": "text/event-stream"}
            with contextlib.suppress(httpx2.HTTPError, httpx2.StreamError):
                async with self.client.stream("GET", self.url, headers=headers) as response:
                    if response.status_code == NO_METHOD:
                        return
                    if self.refused(response) is None:
                        await self.read(response, None)
            await asyncio.sleep(backoff.failed(loop.time() - began))

    async def close(self) -> None:
        """End the session with the server, and everything that is on its way."""
        tasks = [*self.posts.values(), *self.others]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(httpx2.HTTPError, TimeoutError):
            if self.session:
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self.client.delete(self.url, headers=self.headers())
        await self.client.aclose()


def kind_of(response: httpx2.Response) -> str:
    """Return the type of an answer's content."""
    said: str = response.headers.get("content-type", "")
    return said.partition(";")[0].strip().lower()


def shown_place(url: httpx2.URL) -> str:
    """Return scheme, host and port of an address."""
    port = f":{url.port}" if url.port else ""
    return shown(f"{url.scheme}://{url.host}{port}", 200) if url.host else ""


def reached(peer: Peer, url: str, headers: Mapping[str, str], longest: int) -> UpstreamAddress:
    """
    Return a way to an upstream at an address; it is reached with the first message.

    Raises:
        UpstreamError: that is no address.

    """
    try:
        return UpstreamAddress(peer, url, headers, longest)
    except (httpx2.InvalidURL, ValueError) as error:
        raise peer.wrong("has no address that can be reached", code="bad-setting") from error

"""A line server in this process, and peers that say and hear lines."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from proctor.owner.client import LOOKING, PROOFS
from proctor.owner.socket_path import bind, socket_path
from proctor.server.lines import LONGEST_LINE, LineServer
from proctor.server.office import Office
from proctor.server.ops import Ops
from proctor.server.tokens import Tokens

PATIENCE = 30


def raw_of(request: object, token: str) -> bytes:
    """Return a request as it is sent, with a token where it only looks."""
    if isinstance(request, bytes):
        return request
    if isinstance(request, dict) and token and str(request.get("op")) in LOOKING:
        request = {"token": token, **request} if not PROOFS & request.keys() else request
    return json.dumps(request).encode() + b"\n"


class Peer:
    """One end of a connection, that says and hears lines."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, token: str = ""
    ) -> None:
        self.reader = reader
        self.writer = writer
        # Shown with whatever looks, as our commands do.
        self.token = token

    def send(self, *requests: object) -> None:
        """Send requests; text goes out as it is."""
        for request in requests:
            self.writer.write(raw_of(request, self.token))

    async def hear(self) -> Any:
        """Return the next answer."""
        return json.loads(await asyncio.wait_for(self.reader.readline(), PATIENCE))

    async def call(self, request: object) -> Any:
        """Ask, and return the answer."""
        self.send(request)
        return await self.hear()

    async def silence(self) -> bytes:
        """Return what is still heard until the other side ends."""
        return await asyncio.wait_for(self.reader.read(), PATIENCE)

    async def close(self) -> None:
        """Go away; who was not read to the end has lost nothing that anybody waits for."""
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


class House:
    """A server, whose peers are let go at its end."""

    def __init__(self, home: Path, **how: Any) -> None:
        self.path = socket_path(home)
        self.office = Office(home, **how)
        self.tokens = Tokens(home)
        self.end = asyncio.Event()
        ops = Ops(self.office, self.tokens, info={"url": "http://x"}, stop=self.end.set)
        self.server = LineServer(ops)
        self.peers: list[Peer] = []

    async def peer(self, *, known: bool = True) -> Peer:
        """Connect; one that is `known` has the local user's token."""
        ends = await asyncio.open_unix_connection(self.path, limit=LONGEST_LINE)
        peer = Peer(*ends, self.tokens.local_token() if known else "")
        self.peers.append(peer)
        return peer


@asynccontextmanager
async def house(home: Path, **how: Any) -> AsyncIterator[House]:
    """Run a server in this process; `how` is for its office."""
    here = House(home, **how)
    with bind(here.path) as bound:
        await here.office.start()
        await here.server.listen(bound)
        try:
            yield here
        finally:
            for peer in here.peers:
                await peer.close()
            await here.server.close()
            await here.office.stop()
            here.path.unlink(missing_ok=True)

"""Records as a file to download: piece by piece, however many there are."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Literal

from starlette.responses import StreamingResponse

from proctor.audit.export import PAGE, write_csv, write_lines
from proctor.audit.store import Filter, Store
from proctor.server.office import Office

Format = Literal["jsonl", "csv"]
KINDS = {"jsonl": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}
HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
}


async def exported(office: Office, wanted: Filter, form: Format) -> StreamingResponse:
    """
    Return records as a file, oldest first.

    The first piece is made before anything is sent: a store that is away is an error, and
    not half a file.

    Raises:
        StoreError: the store cannot be read.

    """
    pieces = Pieces(office.keepers.reader, wanted, form)
    first = await pieces.next()
    name = f'attachment; filename="audit.{form}"'
    return StreamingResponse(
        all_of(first, pieces),
        media_type=KINDS[form],
        headers={**HEADERS, "content-disposition": name},
    )


async def all_of(first: bytes, pieces: Pieces) -> AsyncIterator[bytes]:
    """Give one piece after the other; whoever goes away gets no more, and nothing stays open."""
    piece = first
    while piece:
        yield piece
        piece = await pieces.next()


class Pieces:
    """The pieces of a file, each of a thousand records."""

    def __init__(self, store: Store, wanted: Filter, form: Format) -> None:
        self.store = store
        self.wanted = wanted
        self.form = form
        self.begun = self.done = False

    async def next(self) -> bytes:
        """Return the next piece; an empty one is the end."""
        return await asyncio.to_thread(self.make)

    def make(self) -> bytes:
        """Make the next piece."""
        if self.done:
            return b""
        found = self.store.find(self.wanted, limit=PAGE, newest=False)
        self.done = len(found) < PAGE
        if found:
            self.wanted = self.wanted._replace(after=found[-1].n)
        text = io.StringIO(newline="")
        if self.form == "jsonl":
            write_lines(iter(found), text)
        else:
            write_csv(iter(found), text, names=not self.begun)
        self.begun = True
        return text.getvalue().encode(errors="backslashreplace")

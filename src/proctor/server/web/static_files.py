"""The files that pages load: styles, scripts, pictures; all of them our own."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import Response

from proctor.errors import NotFound
from proctor.server.web.own_paths import STATIC

FOLDER = Path(__file__).parent / "static"
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
# What becomes much smaller when it is packed.
PACKED = frozenset({".css", ".js", ".svg", ".txt"})
SHORT = 16
HEADERS = {
    # Each time a browser asks whether it is still the same: what it has may be somebody else's,
    # who had this port while we were away.
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    # A picture that is opened by itself runs nothing.
    "content-security-policy": "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    "vary": "accept-encoding",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is sent, by itself and packed, and the name of its content."""

    body: bytes
    packed: bytes
    kind: str
    mark: str


@cache
def static_file(name: str) -> StaticFile:
    """
    Return a file of ours; it is read once.

    Raises:
        NotFound: there is none of this name.

    """
    if name not in static_names():
        raise NotFound("there is no such file")
    path = FOLDER / name
    body = path.read_bytes()
    packed = gzip.compress(body, mtime=0) if path.suffix in PACKED else b""
    return StaticFile(body, packed, KINDS[path.suffix], sha256(body).hexdigest()[:SHORT])


@cache
def static_names() -> frozenset[str]:
    """Return the names of all files that may be sent: whatever else is asked for is not there."""
    return frozenset(path.name for path in FOLDER.iterdir() if path.suffix in KINDS)


def static_url(name: str) -> str:
    """
    Return the address of a file, with the mark of its content: another one is another address.

    Raises:
        NotFound: there is none of this name.

    """
    return f"{STATIC}{name}?v={static_file(name).mark}"


def static_files() -> APIRouter:
    """Return the route of these files; whoever is not signed in may have them too."""
    router = APIRouter(include_in_schema=False)

    @router.get(STATIC + "{name}")
    async def file(request: Request, name: str) -> Response:
        """Send a file, packed where that is understood."""
        # A name that is not there is never put in memory.
        found = static_file(name) if name in static_names() else None
        if found is None:
            raise NotFound("there is no such file")
        headers = {**HEADERS, "etag": f'"{found.mark}"'}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        if found.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(found.packed, media_type=found.kind, headers=headers)
        return Response(found.body, media_type=found.kind, headers=headers)

    return router

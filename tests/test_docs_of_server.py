"""The page of the server names every path, every op and every field."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx

from proctor.server.access import Access
from proctor.server.app import make_app
from proctor.server.office import Office
from proctor.server.ops import Ops
from proctor.server.requests import DECIDE_FIELDS
from proctor.server.tokens import Tokens
from tests.pages import ROOT, table, words

PAGE = ROOT / "docs" / "server.md"
PORT = 7762


def test_every_op_is_there(tmp_path: Path) -> None:
    """The table of ops is that of the socket."""
    ops = Ops(Office(tmp_path), Tokens(tmp_path), info={}, stop=lambda: None)

    assert set(ops.table) == {op for row in table(PAGE, "op", "fields") for op in words(row[0])}


def test_every_field_of_a_call_is_there() -> None:
    """The table of fields is that of the request."""
    assert set(DECIDE_FIELDS) == {
        field for row in table(PAGE, "field", "meaning") for field in words(row[0])
    }


def test_every_path_is_there(tmp_path: Path) -> None:
    """The table of paths is that of the interface."""
    tokens = Tokens(tmp_path)
    app = make_app(Office(tmp_path), Access(tokens, PORT))
    described = asyncio.run(get(app, "/api/openapi.json", tokens.local_token()))
    paths = {
        (path, method.upper()) for path, methods in described["paths"].items() for method in methods
    }

    assert paths == {(words(row[0])[0], row[1]) for row in table(PAGE, "path", "method")}


async def get(app: Any, path: str, token: str) -> Any:
    """Ask an application for a path."""
    transport = httpx.ASGITransport(app)
    url = f"http://127.0.0.1:{PORT}"
    async with httpx.AsyncClient(transport=transport, base_url=url) as client:
        answer = await client.get(path, headers={"Authorization": f"Bearer {token}"})
        return answer.json()

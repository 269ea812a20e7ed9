"""The whole application without a port: an office, who may come in, and clients of both kinds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx

from proctor.server.access import Access
from proctor.server.app import make_app
from proctor.server.office import Office
from proctor.server.ops import Ops
from proctor.server.tokens import Tokens
from tests.server.offices import opened, run

Result = TypeVar("Result")
PORT = 7762
URL = f"http://127.0.0.1:{PORT}"
PAGE = {"Accept": "text/html,*/*;q=0.8"}
PEOPLE = """\
people:
  ada: {roles: [admin]}
  dan: {roles: [developer]}
  vera: {roles: [viewer]}
  otto: {roles: [reviewers]}
"""


class FrontDoor:
    """Where requests come in."""

    def __init__(self, office: Office, tokens: Tokens) -> None:
        self.office = office
        self.home = office.home
        self.tokens = tokens
        self.access = Access(tokens, PORT, office.staff.people)
        self.transport = httpx.ASGITransport(make_app(office, self.access))
        self.ops = Ops(
            office, tokens, info={"url": URL}, stop=lambda: None, links=self.access.links
        )

    def client(self, **headers: str) -> httpx.AsyncClient:
        """Return somebody with these headers and no cookie; `_` in a name is `-`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx.AsyncClient(transport=self.transport, base_url=URL, headers=named)

    def bearer(self, person: str) -> httpx.AsyncClient:
        """Return somebody with a new token of theirs."""
        return self.client(Authorization=f"Bearer {self.tokens.new_token(person)}")

    async def signed_in(self, person: str, token: str = "") -> httpx.AsyncClient:
        """Return somebody who is signed in, and sends what their browser would."""
        client = self.client(Origin=URL)
        given = token or self.tokens.new_token(person)
        answer = await client.post("/sign-in", data={"token": given})
        assert answer.status_code == 200, answer.text
        client.headers["X-CSRF-Token"] = answer.headers["X-CSRF-Token"]
        return client


def at_the_door(
    home: Path, work: Callable[[FrontDoor], Awaitable[Result]], *, config: str = PEOPLE, **how: Any
) -> Result:
    """Do something at the door of a home with these people."""
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "config.yaml").write_text(config)

    async def working() -> Result:
        async with opened(home, **how) as office:
            return await work(FrontDoor(office, Tokens(home)))

    return run(working())

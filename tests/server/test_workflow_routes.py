"""Workflow runs by HTTP and on the socket: what only a person may do needs their token."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from proctor.server.access import Access
from proctor.server.app import make_app
from proctor.server.tokens import Tokens
from tests.server.line_house import house
from tests.server.offices import opened, run
from tests.server.workflow_rig import furnish

PORT = 7762


def test_a_run_by_http(home: Path, shop: Path) -> None:
    """Started, listed, shown, advanced and cancelled, in a person's name."""
    furnish(home)
    tokens = Tokens(home)

    async def work() -> None:
        async with opened(home) as office:
            app = make_app(office, Access(tokens, PORT))
            transport, url = httpx.ASGITransport(app), f"http://127.0.0.1:{PORT}"
            bearer = {"Authorization": f"Bearer {tokens.local_token()}"}
            async with httpx.AsyncClient(transport=transport, base_url=url) as client:

                async def ask(method: str, path: str, body: Any = None, **more: Any) -> Any:
                    return await client.request(
                        method, f"/api/workflows{path}", json=body, **{"headers": bearer, **more}
                    )

                said = {"template": "easy", "project": str(shop)}
                started = await ask("POST", "", said)
                name = started.json()["id"]
                moved = await ask("POST", f"/{name}/advance", {"stage": "plan"})
                again = await ask("POST", f"/{name}/advance", {"stage": "plan"})
                shown = await ask("GET", f"/{name}")
                listed = await ask("GET", "")
                ended = await ask("POST", f"/{name}/cancel")
                none = await ask("GET", "")
                every = await ask("GET", "?all=true")

                assert (started.status_code, moved.json()["stage"]) == (200, "build")
                assert (again.status_code, "not in `plan`" in again.text) == (409, True)
                assert shown.json() == moved.json()
                assert [each["id"] for each in listed.json()] == [name]
                assert ended.json()["status"] == "cancelled"
                assert (none.json(), [each["id"] for each in every.json()]) == ([], [name])
                for method, path, body, status in (
                    ("GET", "/WF-20200101-001", None, 404),
                    ("GET", "/..%2fetc", None, 404),
                    ("GET", "/x", None, 422),
                    ("POST", "", {"template": "none", "project": str(shop)}, 404),
                    ("POST", "", {"template": "easy", "project": "shop"}, 400),
                    ("POST", "", {**said, "by": "ada"}, 400),
                    ("POST", f"/{name}/advance", {"run": "WF-20200101-001"}, 400),
                ):
                    assert (await ask(method, path, body)).status_code == status, path
                assert (await ask("GET", "", headers={})).status_code == 401

    run(work())


@pytest.mark.parametrize("op", ["run-start", "run-advance", "run-cancel"])
def test_on_the_socket_a_person_needs_their_token(op: str, home: Path, shop: Path) -> None:
    """Without it, with a wrong one, and with an agent's name nothing moves."""
    furnish(home)

    async def work() -> None:
        async with house(home) as here:
            peer = await here.peer()
            token = here.tokens.local_token()
            start = {"op": "run-start", "template": "easy", "project": str(shop)}
            name = (await peer.call({**start, "token": token}))["ok"]["id"]
            said = start if op == "run-start" else {"op": op, "run": name}
            for more in ({}, {"token": "proctor_x"}, {"agent": "arch-1"}):
                answer = await peer.call({**said, **more})
                assert answer["error"]["code"] == "not-allowed"
            task = {"op": "task", "action": "add", "run": name, "title": "x"}
            wrong = await peer.call({**task, "token": "proctor_x"})
            right = await peer.call({**task, "token": token})
            shown = await peer.call({"op": "runs", "run": name})

            assert wrong["error"]["code"] == "not-allowed"
            assert right["ok"]["task"]["by"] == shown["ok"]["created_by"]
            assert (shown["ok"]["stage"], shown["ok"]["status"]) == ("plan", "active")

    run(work())

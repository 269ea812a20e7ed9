"""One agent by HTTP: shown, told, ended; and what only some may do."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from proctor.agent_overrides import STARTED, Owner
from proctor.server.access import Access
from proctor.server.app import make_app
from proctor.server.tokens import Tokens
from tests.agents.session_homes import begun, folder_of, is_lost, lives, over
from tests.server.asking_rig import configure
from tests.server.offices import opened, run
from tests.server.workflow_rig import Desk, furnish

PORT = 7763
TELEMETRY = "of-its-telemetry"
PEOPLE = """\
people:
  ada: {roles: [admin]}
  dan: {roles: [developer]}
  vera: {roles: [viewer]}
"""


class Asking:
    """People who ask a server."""

    def __init__(self, home: Path, client: httpx.AsyncClient, office: Any) -> None:
        self.tokens = {name: Tokens(home).new_token(name) for name in ("ada", "dan", "vera")}
        self.client = client
        self.office = office

    async def __call__(
        self, method: str, path: str, person: str = "ada", **more: Any
    ) -> httpx.Response:
        """Ask as somebody."""
        headers = {"Authorization": f"Bearer {self.tokens[person]}"}
        return await self.client.request(method, f"/api/agents/{path}", headers=headers, **more)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with the usual store: what is asked here is kept alike in all."""
    return tmp_path / "home"


@asynccontextmanager
async def asking(home: Path) -> AsyncIterator[Asking]:
    """Open an office, and ask it by HTTP."""
    furnish(home)
    configure(home, PEOPLE)
    async with opened(home) as office:
        transport = httpx.ASGITransport(
            make_app(office, Access(Tokens(home), PORT, office.staff.people))
        )
        url = f"http://127.0.0.1:{PORT}"
        async with httpx.AsyncClient(transport=transport, base_url=url) as client:
            yield Asking(home, client, office)


def test_an_agent_is_shown_whole(home: Path, shop: Path) -> None:
    """With its questions, its roles in short, and without its token."""

    async def work() -> None:
        async with asking(home) as ask:
            lives(home, begun(home, role="reader under nobody", token=TELEMETRY))
            draft = {"tool": "Bash", "action": "tool:bash:x", "agent": "arch-1", "seconds": 60}
            asked = await ask.office.ask({**draft, "session": "s-1"})

            answer = (await ask("GET", "arch-1", "vera")).json()

            assert answer["questions"] == [asked["id"]]
            assert (answer["name"], answer["live"], answer["cwd"]) == ("arch-1", True, "/srv/app")
            reader, nobody = answer["roles"]
            assert (reader["id"], reader["rules"], reader["otherwise"]) == (
                "reader",
                {"allow": 1, "ask": 0, "deny": 0},
                "deny",
            )
            assert "nobody" in nobody["trouble"]
            assert TELEMETRY not in str(answer)

    run(work())


def test_what_was_changed_for_an_agent_is_shown_and_revoked(home: Path) -> None:
    """By people who may answer; another agent that has the name later has nothing of it."""

    async def work() -> None:
        async with asking(home) as ask:
            lives(home, begun(home, role="reader", id="0123"))
            owner = Owner("arch-1", "reader", "/srv/app", f"{STARTED}0123")
            changes = {"profile": "locked", "docs": {"a.md": "# A"}}
            ask.office.posts.overrides.write(owner, changes, "ada, today")
            shown = (await ask("GET", "arch-1", "vera")).json()
            denied = (await ask("DELETE", "arch-1/overrides", "vera")).status_code
            revoked = (await ask("DELETE", "arch-1/overrides", "dan")).json()
            again = (await ask("DELETE", "arch-1/overrides", "dan")).status_code

            assert shown["overrides"] == "profile locked, own docs"
            assert (shown["changed"]["profile"], shown["changed"]["for_good"]) == ("locked", False)
            assert shown["changed"]["by"] == dict.fromkeys(changes, "ada, today")
            assert (denied, revoked, again) == (403, {"name": "arch-1", "revoked": 1}, 404)
            ask.office.posts.overrides.write(owner, changes, "ada, today")
            lives(home, begun(home, role="reader", id="4567"))
            assert (await ask("GET", "arch-1")).json()["changed"] is None

    run(work())


def test_an_agent_of_a_run_has_the_role_of_its_stage(home: Path, shop: Path) -> None:
    """Of now; and where the run has ended, that it has."""

    async def work() -> None:
        async with asking(home) as ask:
            desk = Desk(ask.office, shop, "ada")
            name = await desk.start()
            lives(home, begun(home, role=f"@{name}", cwd=str(shop), project=str(shop)))
            first = (await ask("GET", "arch-1")).json()
            await desk.cancel(name)
            last = (await ask("GET", "arch-1")).json()

            assert (first["stage_role"], first["roles"][0]["id"]) == ("reader", "reader")
            assert (last["stage_role"], "is cancelled" in last["trouble"]) == (None, True)
            assert "cancelled" in last["roles"][0]["trouble"]

    run(work())


def test_a_name_that_is_none_is_refused(home: Path) -> None:
    """Before anything is looked up by it, whatever is wanted."""

    async def work() -> None:
        async with asking(home) as ask:
            for name in ("a%20b", "%3Cscript%3E", "x" * 65, "-x", "a%00b", "%C3%BC", "..%2Fx"):
                for method, path in (
                    ("GET", name), ("GET", f"{name}/events"), ("GET", f"{name}/screen"),
                    ("POST", f"{name}/stop"), ("POST", f"{name}/messages"),
                ):  # fmt: skip
                    answer = await ask(method, path)
                    assert answer.status_code in {404, 405, 422}, path

    run(work())


def test_an_agent_that_is_gone(home: Path) -> None:
    """Only its events are left; all else says so."""

    async def work() -> None:
        async with asking(home) as ask:
            for method, path, status in (
                ("GET", "gone", 404), ("GET", "gone/events", 200), ("GET", "gone/screen", 404),
                ("POST", "gone/stop", 404), ("POST", "gone/messages", 404),
                ("DELETE", "gone/messages", 404),
            ):  # fmt: skip
                said = path.endswith("messages") and method == "POST"
                answer = await ask(method, path, json={"text": "x"} if said else None)

                assert answer.status_code == status, path
                problem = answer.headers["content-type"] == "application/problem+json"
                assert problem is (status != 200)

    run(work())


WRONG: dict[str, tuple[str, Any]] = {
    "no-text": ("messages", {}),
    "number": ("messages", {"text": 1}),
    "keys": ("messages", {"text": "x", "keys": ["Escape"]}),
    "interrupt": ("messages", {"text": "x", "interrupt": True}),
    "sender": ("messages", {"text": "x", "sender": "bob"}),
    "half-a-letter": ("messages", {"text": "\ud800"}),
    "force-word": ("stop", {"force": "yes"}),
    "seconds": ("stop", {"seconds": 0}),
    "list": ("stop", ["force"]),
}


def test_nothing_but_words_and_a_stop(home: Path) -> None:
    """Raw keys, interrupts and other senders are refused; nothing is sent."""

    async def work() -> None:
        async with asking(home) as ask:
            lives(home, begun(home))
            for name, (path, body) in WRONG.items():
                answer = await ask("POST", f"arch-1/{path}", content=json.dumps(body))
                assert answer.status_code == 400, name
            assert not (folder_of(home, "arch-1") / "messages").exists()

    run(work())


def test_a_stop_of_what_has_ended_says_how(home: Path) -> None:
    """It is no error: it has ended. One that is lost is tidied up."""

    async def work() -> None:
        async with asking(home) as ask:
            over(home, begun(home, "ended"), 3)
            is_lost(home, begun(home, "lost"))
            ended = (await ask("POST", "ended/stop")).json()
            lost = (await ask("POST", "lost/stop", json={"force": True})).json()

            assert ended == {
                "name": "ended", "was": "exited", "state": "exited", "exit_code": 3, "signal": None,
            }  # fmt: skip
            assert (lost["was"], lost["state"]) == ("lost", "lost")

    run(work())

"""A store that goes away under an open page: it says so, and is true again when it is back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from proctor.server.access import Access
from proctor.server.app import make_app
from proctor.server.office import Office
from proctor.server.tokens import Tokens
from tests.kept_homes import postgres_url
from tests.postgres_server import Server, fresh_schema
from tests.server.audit_rig import made
from tests.server.offices import opened, run

PORT = 7763
MOST_WAITING = 400


@asynccontextmanager
async def looking(home: Path) -> AsyncIterator[tuple[Office, httpx.AsyncClient]]:
    """Open an office, and look at it."""
    token = Tokens(home).local_token()
    async with opened(home) as office:
        app = make_app(office, Access(Tokens(home), PORT, office.staff.people))
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app),
            base_url=f"http://127.0.0.1:{PORT}",
            headers={"Authorization": f"Bearer {token}"},
        ) as client:
            yield office, client


async def until_readable(client: httpx.AsyncClient) -> None:
    """Wait until a page that says that it is away would be loaded again."""
    for _ in range(MOST_WAITING):
        answer = await client.get("/audit/back")
        if answer.headers.get("hx-refresh") == "true":
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not come back")


async def check_away(client: httpx.AsyncClient) -> None:
    """See that everything says that the record is away, and nothing fails."""
    page, tail = await client.get("/audit"), await client.get("/audit/newer?agent=away&top=1")

    assert (page.status_code, tail.status_code) == (503, 200)
    assert "The record cannot be read now" in page.text
    assert 'hx-get="/audit/back" hx-trigger="every 2s"' in page.text
    assert 'data-state="away"' in tail.text
    assert 'hx-trigger="every 2s"' in tail.text
    assert (await client.get("/audit/back")).headers.get("hx-refresh") is None
    for path in ("/audit/1", "/audit/chains", "/api/audit/stats", "/api/audit/export"):
        assert (await client.get(path)).status_code == 503, path
    assert (await client.post("/api/audit/verify")).status_code == 503


def test_a_postgresql_that_stops_under_a_page(own_postgres: Server, tmp_path: Path) -> None:
    """While it is away pages say so; when it is back, new records appear where they stopped."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)

    async def work() -> None:
        async with looking(home) as (office, client):
            await office.append(made("away", "tool:bash:before"))
            assert "tool:bash:before" in (await client.get("/audit?agent=away")).text
            own_postgres.stop()
            try:
                await check_away(client)
            finally:
                own_postgres.start()
            await until_readable(client)
            await office.append(made("away", "tool:bash:after"))
            piece = await client.get("/audit/newer?agent=away&top=1")
            assert 'data-state="live"' in piece.text
            assert "tool:bash:after" in piece.text
            assert "tool:bash:before" not in piece.text

    with fresh_schema(own_postgres.conninfo) as place:
        (home / "config.yaml").write_text(f'store: "{postgres_url(place)}"\n')
        run(work())


def test_a_file_that_is_damaged_under_a_page(tmp_path: Path) -> None:
    """Pages say that it is damaged, and nothing fails."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)

    async def work() -> None:
        async with looking(home) as (office, client):
            for _ in range(300):
                await office.append(made("away"))
            office.keepers.store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[attr-defined] # it is SQLite
            file = home / "proctor.db"
            whole = file.read_bytes()
            file.write_bytes(whole[:4096] + b"\0" * (len(whole) - 4096))
            page = await client.get("/audit")
            assert page.status_code == 503
            assert "is damaged; nothing was changed" in page.text
            tail = await client.get("/audit/newer?top=1")
            assert (tail.status_code, 'data-state="away"' in tail.text) == (200, True)
            file.write_bytes(whole)

    run(work())

"""The HTTP interface of an office in this process, as different people ask it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx

from proctor.server.access import Access
from proctor.server.app import make_app
from proctor.server.office import Office
from proctor.server.tokens import Tokens
from tests.server.offices import PATIENCE, opened

Result = TypeVar("Result")
PORT = 7762
ADMIN, DEVELOPER, VIEWER = "ada", "dan", "vera"
PEOPLE = f"""\
people:
  {ADMIN}: {{roles: [admin]}}
  {DEVELOPER}: {{roles: [developer]}}
  {VIEWER}: {{roles: [viewer]}}
"""


class Asker:
    """Somebody who asks by HTTP, under any name that is known; the office works elsewhere."""

    def __init__(self, home: Path, project: Path, loop: asyncio.AbstractEventLoop) -> None:
        self.home = home
        self.project = project
        self.loop = loop
        self.tokens = {name: Tokens(home).new_token(name) for name in (ADMIN, DEVELOPER, VIEWER)}
        self.office: Office
        self.client: httpx.AsyncClient

    def do(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Let the office do something, and wait for it."""

        async def doing() -> Result:
            return await work()

        return asyncio.run_coroutine_threadsafe(doing(), self.loop).result(PATIENCE)

    def get(self, path: str, person: str = VIEWER, **more: Any) -> httpx.Response:
        """Look at something."""
        headers = self.bearer(person)
        return self.do(lambda: self.client.get(path, headers=headers, **more))

    def post(self, path: str, body: Any, person: str = VIEWER) -> httpx.Response:
        """Ask for something; a body of bytes is sent as it is."""
        said: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"json": body}
        headers = self.bearer(person)
        return self.do(lambda: self.client.post(path, headers=headers, **said))

    def bearer(self, person: str) -> dict[str, str]:
        """Return the header that says who asks."""
        return {"Authorization": f"Bearer {self.tokens[person]}"}


@contextmanager
def asking(folder: Path) -> Iterator[Asker]:
    """Run an office with people and an empty project, in a thread of its own."""
    home, project = folder / "home", folder / "shop"
    home.mkdir(mode=0o700)
    (home / "config.yaml").write_text(PEOPLE)
    (home / "roles").mkdir(mode=0o700)
    (project / ".git").mkdir(parents=True)
    (project / ".proctor").mkdir()
    loop = asyncio.new_event_loop()
    asker = Asker(home, project, loop)
    ready, over = threading.Event(), asyncio.Event()

    async def work() -> None:
        async with opened(home) as office:
            app = make_app(office, Access(Tokens(home), PORT, office.staff.people))
            transport, url = httpx.ASGITransport(app), f"http://127.0.0.1:{PORT}"
            async with httpx.AsyncClient(transport=transport, base_url=url) as client:
                asker.office, asker.client = office, client
                ready.set()
                await over.wait()

    failed: list[BaseException] = []

    def working() -> None:
        try:
            loop.run_until_complete(work())
        except BaseException as error:  # noqa: BLE001 - raised again where somebody waits
            failed.append(error)
            ready.set()

    thread = threading.Thread(target=working)
    thread.start()
    try:
        assert ready.wait(PATIENCE), "the office did not open"
        if failed:
            raise failed[0]
        yield asker
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(PATIENCE)
        loop.close()

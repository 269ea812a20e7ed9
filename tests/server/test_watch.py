"""A server stays reachable, as long as the home is its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from proctor.audit.owner import OwnerLock
from proctor.owner.client import Client
from proctor.owner.socket_path import bind, socket_path
from proctor.server.lines import LineServer
from proctor.server.office import Office
from proctor.server.ops import Ops
from proctor.server.tokens import Tokens
from proctor.server.watch import stay_reachable


def ask(home: Path) -> object:
    """Ask the server of a home for something."""
    with Client.connect(home) as client:
        return client.call("grants", token=Tokens(home).local_token())


def test_it_makes_its_socket_again_and_ends_with_its_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket that was removed is there again; a lock that was removed means the end."""
    monkeypatch.setenv("PROCTOR_STORE", "memory")
    home = tmp_path / "home"
    path = socket_path(home)
    lock = OwnerLock(home)
    assert lock.try_take()

    async def main() -> list[object]:
        office, end = Office(home), asyncio.Event()
        server = LineServer(Ops(office, Tokens(home), info={}, stop=end.set))
        await office.start()
        await server.listen(bind(path))
        watching = asyncio.create_task(stay_reachable(home, server, end, every=0.001))
        answers = [await asyncio.to_thread(ask, home)]
        path.unlink()
        while not path.exists():
            await asyncio.sleep(0.001)
        answers.append(await asyncio.to_thread(ask, home))
        (home / "owner.lock").unlink()
        await asyncio.wait_for(end.wait(), 30)
        await watching
        await server.close()
        await office.stop()
        return answers

    try:
        assert asyncio.run(main()) == [[], []]
    finally:
        lock.release()
        path.unlink(missing_ok=True)

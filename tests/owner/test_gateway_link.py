"""A gateway's line to the owner: it is held, told again, and never in anybody's way."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import ServerError
from proctor.owner.gateway_link import GatewayLink
from proctor.owner.socket_path import bind, socket_path
from proctor.server.gateways import Gateway
from tests.server.asking_rig import until
from tests.server.hook_rig import run
from tests.server.line_house import House, house

PATIENCE = 30.0


def nobody(_: Path) -> None:
    """Start no owner: each test has its own, or none."""


def link_of(home: Path, **more: Any) -> GatewayLink:
    """Return a link that is not held yet."""
    said = {"server": "proctor", "role": "coder", "project": "/srv/app", "start": nobody, **more}
    return GatewayLink(home, **said)


def known(here: House) -> Gateway:
    """Return the one gateway that an owner knows."""
    [gateway] = here.office.gateways.held.values()
    return gateway


def test_the_owner_knows_what_a_gateway_says(home: Path) -> None:
    """What is told is known when that is answered, and the key is that of the owner."""

    async def work() -> tuple[Any, ...]:
        async with house(home) as here, link_of(home, agent="arch-1") as link:
            told = await link.tell({"task_add": "task:add"}, seconds=PATIENCE)
            gateway = known(here)
            return told, gateway.said, link.key == gateway.key

    told, said, same = run(work())
    assert (told, same) == (True, True)
    assert said._asdict() == {
        "server": "proctor",
        "role": "coder",
        "project": "/srv/app",
        "agent": "arch-1",
        "names": {"task_add": "task:add"},
        "http": False,
        "prompt": False,
    }


def test_what_changes_is_told_on_the_same_line(home: Path) -> None:
    """Other names, and another role, are told under the same key; the same again is not."""

    async def work() -> tuple[Any, ...]:
        async with house(home) as here, link_of(home) as link:
            await link.tell({"one": "task:add"}, seconds=PATIENCE)
            key, wanted = link.key, link.wanted
            await link.tell({"one": "task:add"}, seconds=PATIENCE)
            same = link.wanted == wanted
            await link.tell({"two": "task:list"}, role="tester", seconds=PATIENCE)
            said = known(here).said
            return same, link.key == key, said.names, said.role

    assert run(work()) == (True, True, {"two": "task:list"}, "tester")


def test_many_changes_at_once_end_with_the_last(home: Path) -> None:
    """However quickly names change, the owner knows the last ones."""

    async def work() -> Any:
        async with house(home) as here, link_of(home) as link:
            changes = [link.tell({f"n{number}": "x"}, seconds=PATIENCE) for number in range(50)]
            assert all(await asyncio.gather(*changes))
            return known(here).said.names

    assert run(work()) == {"n49": "x"}


def test_who_hangs_up_is_forgotten(home: Path) -> None:
    """When a gateway ends, the owner knows nothing of it any more."""

    async def work() -> bool:
        async with house(home) as here:
            async with link_of(home) as link:
                await link.tell({}, seconds=PATIENCE)
                assert known(here)
            await until(lambda: not here.office.gateways.held)
            return link.key == ""

    assert run(work())


def test_an_owner_that_comes_back_is_told_again(home: Path) -> None:
    """After an owner has gone, the next one hears the same, under a new key."""

    async def work() -> tuple[Any, ...]:
        async with link_of(home) as link:
            async with house(home):
                await link.tell({"one": "task:add"}, seconds=PATIENCE)
                first = link.key
            await until(lambda: not link.key)
            async with house(home) as here:
                await until(lambda: link.key)
                return link.key != first, known(here).said.names

    assert run(work()) == (True, {"one": "task:add"})


def test_without_an_owner_nobody_waits_for_long(home: Path) -> None:
    """Where no owner is, that is said, and whoever serves goes on."""

    async def work() -> tuple[bool, str]:
        async with link_of(home) as link:
            return await link.tell({"one": "task:add"}, seconds=0.05), link.key

    assert run(work()) == (False, "")


def test_an_owner_that_refuses_is_no_owner(home: Path) -> None:
    """A gateway that the owner does not take has no key, and lives."""

    async def work() -> tuple[bool, str]:
        async with house(home), link_of(home, server="") as link:
            return await link.tell({}, seconds=0.3), link.key

    assert run(work()) == (False, "")


@pytest.mark.parametrize(
    "answer", [b"nothing\n", b'{"ok":{}}\n', b'{"ok":{"key":1}}\n', b"", b"x" * 100_000]
)
def test_an_owner_that_talks_nonsense_harms_nobody(home: Path, answer: bytes) -> None:
    """Whatever answers at the socket, a gateway goes on without a key."""

    async def nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(answer)
        writer.close()

    async def work() -> tuple[bool, str]:
        with bind(socket_path(home)) as bound:
            bound.setblocking(False)
            server = await asyncio.start_unix_server(nonsense, sock=bound)
            async with server, link_of(home) as link:
                return await link.tell({}, seconds=0.3), link.key

    assert run(work()) == (False, "")


def test_an_owner_is_started_once(home: Path) -> None:
    """A gateway starts an owner at its beginning, and not again when somebody took it down."""
    started: list[Path] = []

    async def work() -> None:
        async with link_of(home, start=started.append) as link:
            async with house(home):
                await until(lambda: link.key)
            await until(lambda: not link.key)

    run(work())
    assert started == [home]


def test_an_owner_that_cannot_be_started_is_waited_for(home: Path) -> None:
    """Where an owner does not start, the gateway lives, and finds the one that comes later."""

    def fails(_: Path) -> None:
        raise ServerError("it does not start")

    async def work() -> bool:
        async with link_of(home, start=fails) as link:
            assert not await link.tell({}, seconds=0.05)
            async with house(home):
                return await link.tell({}, seconds=PATIENCE)

    assert run(work())


def test_a_line_that_is_sent_is_one_line(home: Path) -> None:
    """Odd names cannot end the line on which they are told."""

    async def work() -> Any:
        async with house(home) as here, link_of(home) as link:
            await link.tell({"a\nb": 'x"\ud800'}, seconds=PATIENCE)
            return known(here).said.names

    assert json.dumps(run(work())) == json.dumps({"a\nb": 'x"\ud800'})

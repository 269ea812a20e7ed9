"""Where a gateway listens, as a person writes it."""

from __future__ import annotations

import asyncio
import socket

import pytest

from proctor.errors import ServerError, UsageError
from proctor.gateway.http_serving import DEFAULT_PORT, Address, listening, read_address
from tests.tables import each_row


@each_row(
    ("text", "expected"),
    [
        ("", Address("127.0.0.1", DEFAULT_PORT)),
        ("0", Address("127.0.0.1", 0)),
        ("9000", Address("127.0.0.1", 9000)),
        ("localhost:9000", Address("localhost", 9000)),
        ("0.0.0.0:9000", Address("0.0.0.0", 9000)),  # noqa: S104 - nothing listens
        ("[::1]:9000", Address("::1", 9000)),
    ],
)
def test_an_address_is_read(text: str, expected: Address) -> None:
    """Nothing, a port, or a host and a port."""
    assert read_address(text) == expected


@each_row(
    "text", ["localhost", ":9000", "::1:9000", "[::1]", "x:y", "1:65536", "-1", "٣", "a:", "[x]:1"]
)
def test_what_is_none_is_refused(text: str) -> None:
    """A mistyped address never becomes another one."""
    with pytest.raises(UsageError):
        read_address(text)


def test_only_loopback_is_here_only() -> None:
    """Whoever else could reach it is warned of."""
    hosts = ("127.0.0.1", "127.8.8.8", "localhost", "::1", "0.0.0.0", "::", "192.0.2.7", "box")  # noqa: S104 - the same

    assert [Address(host, 1).is_here_only for host in hosts] == [True] * 4 + [False] * 4


def test_a_port_that_is_taken_is_told() -> None:
    """Two do not share a port."""
    with (
        listening(Address("127.0.0.1", 0)) as (_, where),
        pytest.raises(ServerError, match="cannot be used") as caught,
        listening(where),
    ):
        pass
    assert "another gateway may be there" in (caught.value.help or "")


def test_answers_are_not_held_back() -> None:
    """What is written to a client goes out at once, and not with the next acknowledgement."""

    async def main() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            taken = writer.get_extra_info("socket")
            found.set_result(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listening(Address("127.0.0.1", 0)) as (web, where):
            async with await asyncio.start_server(met, sock=web):
                _, writer = await asyncio.open_connection(where.host, where.port)
                said = await found
                writer.close()
                await writer.wait_closed()
                return said

    assert asyncio.run(main()) != 0

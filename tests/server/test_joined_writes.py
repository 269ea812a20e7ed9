"""Answers that go out in one piece."""

from __future__ import annotations

import asyncio

from proctor.server.joined_writes import MOST, Joining


class Recording(asyncio.Transport):
    """A transport that notes what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Note it."""
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        """Say whether it is closed."""
        return self.closed

    def close(self) -> None:
        """Close it."""
        self.closed = True


def test_what_is_written_in_one_turn_goes_out_in_one_piece() -> None:
    """Head and body are one; what comes in the next turn is another."""

    async def work() -> list[bytes]:
        transport = Recording()
        joining = Joining(transport, asyncio.get_running_loop())
        joining.write(b"head ")
        joining.write(b"body")
        await asyncio.sleep(0)
        joining.write(b"more")
        await asyncio.sleep(0)
        return transport.written

    assert asyncio.run(work()) == [b"head body", b"more"]


def test_nothing_is_lost_when_it_is_closed() -> None:
    """What waits is written before, once; what nobody can read any more is left out."""

    async def work() -> list[bytes]:
        transport = Recording()
        joining = Joining(transport, asyncio.get_running_loop())
        joining.write(b"last words")
        joining.close()
        assert joining.is_closing()
        joining.write(b"too late")
        await asyncio.sleep(0)
        return transport.written

    assert asyncio.run(work()) == [b"last words"]


def test_much_does_not_wait() -> None:
    """A long answer is handed over at once, so that its writer is told to slow down."""

    async def work() -> list[int]:
        transport = Recording()
        joining = Joining(transport, asyncio.get_running_loop())
        joining.write(b"x" * MOST)
        joining.write(b"y")
        sizes = [len(data) for data in transport.written]
        await asyncio.sleep(0)
        assert len(transport.written) == len(sizes)
        return sizes

    assert asyncio.run(work()) == [MOST + 1]

"""An upstream that fails: a clear error each time, a new start, and the gateway lives."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from proctor.errors import UpstreamError
from proctor.gateway.upstream_process import UpstreamProcess
from tests.gateway.upstream_rig import NEVER, Watched, odd, running, until

OUT_OF_PAPER = "ended with status 3; it said: out of paper\\x1b[31m"
DIED_IN_CALL = (
    "lost",
    f"the MCP server `shop` {OUT_OF_PAPER}",
    "whether it was done is not known; it is started again",
)


def told(error: UpstreamError) -> tuple[str, str, str | None]:
    """Return all that an error says."""
    return error.code, error.message, error.help


@asynccontextmanager
async def closed_input(folder: Path) -> AsyncIterator[tuple[Watched, asyncio.Task[Any], BinaryIO]]:
    """
    Start an upstream that closes its input in its first call.

    Give it with that call, and a pipe: the upstream dies when the pipe is closed.
    """
    fifo = folder / "fifo"
    os.mkfifo(fifo)
    async with running(odd("closes-input", fifo), folder) as shop:
        first = asyncio.create_task(shop.fails())
        # Opened once the other end is: after the input was closed.
        with await asyncio.to_thread(fifo.open, "wb") as pipe:
            assert shop.upstream.session is not None
            process = shop.upstream.session.wire
            assert isinstance(process, UpstreamProcess)
            assert process.transport is not None
            stdin = process.transport.get_pipe_transport(0)
            await until(lambda: stdin is None or stdin.is_closing())
            yield shop, first, pipe


def test_one_that_dies_at_the_start_says_why(tmp_path: Path) -> None:
    """Its status and the last lines of its errors are its trouble; nothing hangs."""

    async def scene() -> None:
        async with running(odd("dies-at-start"), tmp_path, NEVER) as shop:
            expected = "it ended with status 2; it said: no configuration | use --config"

            assert (expected, ()) == (shop.upstream.trouble, shop.upstream.tools)
            assert shop.troubles == [expected]
            assert (await shop.fails()).code == "down"

    asyncio.run(scene())


@pytest.mark.parametrize("way", ["exits-after-list", "exits-after-call"])
def test_one_that_ends_between_calls_is_started_again(tmp_path: Path, way: str) -> None:
    """A clean end is an end: its tools stay listed, it is down, then well again."""

    async def scene() -> None:
        async with running(odd(way), tmp_path) as shop:
            if way == "exits-after-call":
                assert await shop.echo("last words") == "last words"
            expected = ["", "it ended with status 0", ""]

            assert expected == await shop.changed_to(3)
            assert shop.names == ["echo", "wait"]

    asyncio.run(scene())


def test_one_that_dies_in_a_call_fails_that_call_and_comes_back(tmp_path: Path) -> None:
    """The error tells how it ended and that nobody knows what was done; then it is there again."""

    async def scene() -> None:
        async with running(odd("dies-in-call"), tmp_path) as shop:
            errors = await asyncio.gather(*(shop.fails() for _ in range(3)))

            assert {told(error) for error in errors} == {DIED_IN_CALL}
            assert await shop.changed_to(3) == ["", f"it {OUT_OF_PAPER}", ""]

    asyncio.run(scene())


def test_a_call_after_the_input_was_closed_says_how_the_server_ended(tmp_path: Path) -> None:
    """A closed input is met before the end is known: that call waits for the status as well."""

    async def scene() -> None:
        async with closed_input(tmp_path) as (shop, first, pipe):
            second = asyncio.create_task(shop.fails())
            await asyncio.sleep(0)
            pipe.close()

            assert [told(await first), told(await second)] == [DIED_IN_CALL] * 2
            assert await shop.changed_to(3) == ["", f"it {OUT_OF_PAPER}", ""]

    asyncio.run(scene())


def test_one_that_closes_its_input_and_lives_on_is_started_again(tmp_path: Path) -> None:
    """A call that cannot be sent fails, and a new process takes its place."""

    async def scene() -> None:
        async with closed_input(tmp_path) as (shop, first, _):
            expected = ("lost", "the MCP server `shop` takes no more input", DIED_IN_CALL[2])

            assert expected == told(await shop.fails())
            assert expected == told(await first)
            assert await shop.changed_to(3) == ["", "it takes no more input", ""]

    asyncio.run(scene())


def test_while_one_is_down_a_call_fails_at_once(tmp_path: Path) -> None:
    """Its error says when the next attempt is, and the tools are still listed."""

    async def scene() -> None:
        async with running(odd("exits-after-list"), tmp_path, NEVER) as shop:
            await shop.changed_to(2)
            error = await shop.fails()

            assert error.code == "down"
            assert error.message == (
                "the MCP server `shop` is down, and nothing was done: it ended with status 0"
            )
            assert error.help is not None
            assert error.help.startswith("it is started again in ")
            assert shop.names == ["echo", "wait"]

    asyncio.run(scene())


def test_one_that_hangs_at_the_start_is_given_up(tmp_path: Path) -> None:
    """After its time it is ended, and what it said is in the trouble."""

    async def scene() -> None:
        setting = odd("hangs-at-start", start_timeout=1.0)
        async with running(setting, tmp_path, NEVER) as shop:
            expected = (
                "it did not answer the handshake within 1 seconds; it said: waiting for the moon"
            )

            assert expected == shop.upstream.trouble

    asyncio.run(scene())


def test_a_call_that_hangs_ends_and_the_process_is_renewed(tmp_path: Path) -> None:
    """A server that shows no sign of life after a call took too long is started again."""

    async def scene() -> None:
        async with running(odd("hangs", timeout=1.0), tmp_path) as shop:
            before = shop.upstream.session
            error = await shop.fails("wait")

            assert error.code == "timeout"
            assert "did not answer the call of `wait` within 1 seconds" in error.message
            await until(lambda: shop.upstream.session not in {before, None})
            assert await shop.echo("again") == "again"

    asyncio.run(scene())


def test_a_call_that_is_never_answered_leaves_the_others_alone(tmp_path: Path) -> None:
    """Where the server still answers, the connection stays, and the server is told."""

    async def scene() -> None:
        trace = tmp_path / "trace"
        async with running(odd("slow", trace, timeout=1.0), tmp_path) as shop:
            before = shop.upstream.session
            assert (await shop.fails("wait")).code == "timeout"
            await until(lambda: '"ping"' in trace.read_text())
            await until(lambda: not shop.upstream.looking)

            assert shop.upstream.session is before
            assert await shop.echo("still here") == "still here"
            assert "notifications/cancelled" in trace.read_text()

    asyncio.run(scene())


@pytest.mark.parametrize("way", ["large", "large-id-last"])
def test_fifty_megabytes_in_one_result_are_refused(tmp_path: Path, way: str) -> None:
    """The call fails with the limit in its error, and the connection goes on."""

    async def scene() -> None:
        async with running(odd(way), tmp_path) as shop:
            before = shop.upstream.session
            for _ in range(2):
                error = await shop.fails()

                assert error.code == "too-large"
                assert "more than 1,048,576 bytes" in error.message
            assert shop.upstream.session is before

    asyncio.run(scene())


def test_a_result_just_over_the_limit_is_refused_and_one_below_is_not(tmp_path: Path) -> None:
    """`largest` counts for results, also where a list of tools might be larger."""

    async def scene() -> None:
        async with running(odd("well", largest=10_000), tmp_path) as shop:
            assert await shop.echo("x" * 9_900) == "x" * 9_900
            assert (await shop.fails(text="x" * 20_000)).code == "too-large"
            assert await shop.echo("after") == "after"

    asyncio.run(scene())


def test_fifty_megabytes_in_a_line_without_end_renew_the_process(tmp_path: Path) -> None:
    """The call fails as soon as it is too much, and a line that goes on ends the connection."""

    async def scene() -> None:
        async with running(odd("endless", timeout=1.0), tmp_path) as shop:
            before = shop.upstream.session
            assert (await shop.fails()).code == "too-large"
            assert before is not None
            error = await before.peer.ended

            assert "writes a line of more than 8,388,608 bytes that does not end" in error.message
            await until(lambda: shop.upstream.session not in {before, None})

    asyncio.run(scene())


@pytest.mark.parametrize("way", ["floods", "garbage", "stderr", "unasked"])
def test_what_nobody_asked_for_changes_nothing(tmp_path: Path, way: str) -> None:
    """Notifications, garbage, errors and answers to nothing are dropped, however many."""

    async def scene() -> None:
        async with running(odd(way), tmp_path) as shop:
            assert (shop.names, shop.upstream.trouble) == (["echo", "wait"], "")
            assert await shop.echo("here") == "here"
            session = shop.upstream.session
            assert session is not None
            assert len(session.wire.last_words()) < 4_000

    asyncio.run(scene())


def test_what_a_server_asks_of_us_is_refused(tmp_path: Path) -> None:
    """No sampling, no elicitation, no roots: it learns that we live, and nothing else."""

    async def scene() -> None:
        trace = tmp_path / "trace"
        async with running(odd("asks", trace), tmp_path) as shop:
            await shop.echo()
            said = [json.loads(line) for line in trace.read_text().splitlines()]
            answers = {one["id"]: one for one in said if "method" not in one}
            refused = {"code": -32601, "message": "this client offers nothing of that kind"}

            assert answers == {
                "s0": {"jsonrpc": "2.0", "id": "s0", "error": refused},
                "s1": {"jsonrpc": "2.0", "id": "s1", "error": refused},
                "s2": {"jsonrpc": "2.0", "id": "s2", "result": {}},
                77: {"jsonrpc": "2.0", "id": 77, "error": refused},
            }
            assert said[0]["params"]["capabilities"] == {}

    asyncio.run(scene())


def test_one_that_closes_its_output_is_started_again(tmp_path: Path) -> None:
    """A process that lives on without a voice is ended, and a new one takes its place."""

    async def scene() -> None:
        async with running(odd("closes-output"), tmp_path) as shop:
            error = await shop.fails()

            assert (error.code, error.message) == (
                "lost",
                "the MCP server `shop` closed its output",
            )
            assert await shop.changed_to(3) == ["", "it closed its output", ""]

    asyncio.run(scene())


def test_a_version_that_is_not_spoken_here_is_said(tmp_path: Path) -> None:
    """The upstream is down, and its trouble names the version."""

    async def scene() -> None:
        async with running(odd("version"), tmp_path, NEVER) as shop:
            expected = "it speaks a version of MCP that is not known here: 1999-01-01"

            assert expected == shop.upstream.trouble

    asyncio.run(scene())


def test_a_server_that_shakes_no_hands_is_spoken_to_without(tmp_path: Path) -> None:
    """Where every request must say who sends it, it does."""

    async def scene() -> None:
        async with running(odd("modern"), tmp_path) as shop:
            assert (shop.upstream.trouble, shop.names) == ("", ["echo", "wait"])
            assert await shop.echo("here") == "here"

    asyncio.run(scene())


def test_a_version_of_the_future_is_said(tmp_path: Path) -> None:
    """Nobody guesses how it is spoken."""

    async def scene() -> None:
        async with running(odd("newer"), tmp_path, NEVER) as shop:
            expected = "it speaks a version of MCP that is not known here: ['2099-01-01']"

            assert expected == shop.upstream.trouble

    asyncio.run(scene())


@pytest.mark.parametrize(
    "result",
    [
        None,
        5,
        {},
        {"content": "text"},
        {"content": [5]},
        {"content": [{"text": "no type"}]},
        {"content": [{"type": "text"}]},
        {"content": [{"type": "image", "data": "x"}]},
        {"content": [], "structuredContent": [1]},
        {"resultType": "input_required", "inputRequests": {}},
    ],
)
def test_a_result_that_is_none_is_not_passed_on(tmp_path: Path, result: Any) -> None:
    """The call fails, and the connection goes on."""

    async def scene() -> None:
        async with running(odd("results"), tmp_path) as shop:
            error = await shop.fails(result=json.dumps(result))

            assert error.code == "not-mcp"
            assert "returned no result of `echo` that could be passed on" in error.message
            good = json.dumps({"content": [{"type": "text", "text": "good"}]})
            assert (await shop.upstream.call("echo", {"result": good})).text == "good"

    asyncio.run(scene())

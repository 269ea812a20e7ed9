"""An upstream that wants more than it has: what it says ends a call at most."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from proctor.gateway.upstream_result import UpstreamResult
from tests.gateway.upstream_rig import odd, running, until

DEEP = '{"a":' * 500 + "1" + "}" * 500
TEXT = '{"type":"text","text":"here"}'


def answer(result: str) -> str:
    """Return the line that answers a call with a result."""
    return f'{{"jsonrpc":"2.0","id":NUMBER,"result":{result}}}'


@pytest.mark.parametrize(
    "line",
    [
        answer("[" * 100_000),
        answer('{"content":[],"structuredContent":' + DEEP + "}"),
        answer('{"content":[{"type":"text","text":"x","_meta":' + DEEP + "}]}"),
        answer('{"content":[],"x":NaN}'),
        answer('{"content":[],"x":' + "9" * 5000 + "}"),
        answer('{"content":[' + ",".join([TEXT] * 10_001) + "]}"),
        answer('{"content":[{"type":["text"],"text":"x"}]}'),
        answer('{"content":[{"type":"resource","resource":{"uri":5}}]}'),
        answer("null"),
        answer(""),
    ],
    ids=range(10),
)
def test_an_answer_that_would_break_a_reader_ends_its_call(tmp_path: Path, line: str) -> None:
    """Depth, numbers and shapes that nobody could hand on are an error at once, not a wait."""

    async def scene() -> None:
        async with running(odd("raw"), tmp_path) as shop:
            assert (await shop.fails(line=line)).code == "not-mcp"
            good = await shop.upstream.call("echo", {"line": answer(f'{{"content":[{TEXT}]}}')})
            assert good == UpstreamResult([{"type": "text", "text": "here"}])

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (
            '{"content":[{"type":"text","text":"a\\ud800b"}]}',
            UpstreamResult([{"type": "text", "text": "a?b"}]),
        ),
        (
            '{"content":[{"type":"text","text":"\\ud83d\\ude00"}]}',
            UpstreamResult([{"type": "text", "text": "\U0001f600"}]),
        ),
        (
            '{"content":[{"type":"new","x":1}],"isError":false}',
            UpstreamResult([{"type": "text", "text": "[a block of type `new` is not passed on]"}]),
        ),
        ('{"content":[],"isError":"no"}', UpstreamResult([], is_error=True)),
        ('{"content":[],"isError":1}', UpstreamResult([], is_error=True)),
        ('{"content":[],"isError":null}', UpstreamResult([])),
        ('{"structuredContent":{"a":1}}', UpstreamResult([], {"a": 1})),
        ('{"content":[],"_meta":{"x":1},"tools":[]}', UpstreamResult([])),
    ],
)
def test_a_result_is_what_can_be_handed_on(
    tmp_path: Path, result: str, expected: UpstreamResult
) -> None:
    """No half character, no unknown block, no other key; only a clear no is no error."""

    async def scene() -> None:
        async with running(odd("raw"), tmp_path) as shop:
            assert expected == await shop.upstream.call("echo", {"line": answer(result)})

    asyncio.run(scene())


@pytest.mark.parametrize("number", ["true", '"NUMBER"', "null", "NUMBER.0", "[NUMBER]", "-1"])
def test_an_answer_to_something_like_a_request_is_none(tmp_path: Path, number: str) -> None:
    """Only the very number of a request that waits is answered."""
    line = f'{{"jsonrpc":"2.0","id":{number},"result":{{"content":[]}}}}\n'

    async def scene() -> None:
        async with running(odd("raw"), tmp_path) as shop:
            right = answer(f'{{"content":[{TEXT}]}}')
            result = await shop.upstream.call("echo", {"line": line + right})

            assert result.text == "here"

    asyncio.run(scene())


def test_one_call_cannot_be_answered_for_another(tmp_path: Path) -> None:
    """An answer that comes twice counts once: the second is not kept for the next call."""

    async def scene() -> None:
        async with running(odd("raw"), tmp_path) as shop:
            first = answer('{"content":[{"type":"text","text":"first"}]}')
            again = answer('{"content":[{"type":"text","text":"again"}]}')
            second = answer('{"content":[{"type":"text","text":"second"}]}')

            assert (await shop.upstream.call("echo", {"line": f"{first}\n{again}"})).text == "first"
            assert (await shop.upstream.call("echo", {"line": second})).text == "second"

    asyncio.run(scene())


def test_a_deep_schema_under_a_keyword_of_its_own_leaves_its_tool_out(tmp_path: Path) -> None:
    """What would break whoever writes a list out again is not in it."""
    file = tmp_path / "tools.json"
    deep = '{"name":"deep","inputSchema":{"type":"object","x-own":' + DEEP + "}}"
    file.write_text('[{"name":"echo","inputSchema":{"type":"object"}},' + deep + "]")

    async def scene() -> None:
        async with running(odd("from-file", file), tmp_path) as shop:
            assert shop.names == ["echo"]
            assert shop.upstream.remarks == (
                "the tool `deep` is left out: its input schema is wrong: it is nested too deeply",
            )

    asyncio.run(scene())


def test_a_list_that_is_the_same_stays_the_same_object(tmp_path: Path) -> None:
    """A server that only says that its list changed makes nobody look again."""
    file = tmp_path / "tools.json"
    file.write_text(json.dumps([{"name": "echo", "inputSchema": {"type": "object"}}]))

    async def scene() -> None:
        async with running(odd("from-file", file), tmp_path) as shop:
            before = shop.upstream.tools
            await shop.echo("changed")
            await until(lambda: not shop.upstream.stale.is_set())
            await shop.echo("changed")
            assert shop.upstream.tools is before
            assert shop.troubles == [""]

    asyncio.run(scene())


def test_the_error_of_a_server_is_shown_with_control_characters_visible(tmp_path: Path) -> None:
    """Nothing that it says can move a terminal's cursor, and it is cut."""
    error: Any = {"code": -32000, "message": "no\x1b[2J" + "x" * 10_000}
    line = f'{{"jsonrpc":"2.0","id":NUMBER,"error":{json.dumps(error)}}}'

    async def scene() -> None:
        async with running(odd("raw"), tmp_path) as shop:
            told = await shop.fails(line=line)

            assert told.message.startswith("the MCP server `shop` refused it (-32000): no\\x1b[2Jx")
            assert len(told.message) < 2_200

    asyncio.run(scene())

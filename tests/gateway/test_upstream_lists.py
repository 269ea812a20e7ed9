"""The list of tools of an upstream: when it is read again, and what of it is left out."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.gateway.upstream_rig import NEVER, odd, running, until

NO_INPUT = {"type": "object", "properties": {}}


def write_tools(file: Path, *names: str) -> None:
    """Write which tools the server of the way `from-file` has."""
    file.write_text(json.dumps([{"name": name, "inputSchema": NO_INPUT} for name in names]))


def test_a_list_that_changed_is_listed_again(tmp_path: Path) -> None:
    """A notification is enough: what was renamed, removed and added is there at once."""

    async def scene() -> None:
        file = tmp_path / "tools.json"
        write_tools(file, "echo", "old")
        async with running(odd("from-file", file), tmp_path) as shop:
            assert shop.names == ["echo", "old"]
            write_tools(file, "echo", "new", "newer")
            await shop.echo("changed")
            await until(lambda: shop.names == ["echo", "new", "newer"])
            assert shop.troubles == ["", ""]
            assert (await shop.fails("old")).code == "unknown-tool"

    asyncio.run(scene())


def test_a_tool_that_the_server_does_not_know_makes_it_list_again(tmp_path: Path) -> None:
    """Without a notification, the first call that is refused shows the new list."""

    async def scene() -> None:
        file = tmp_path / "tools.json"
        write_tools(file, "echo", "old")
        async with running(odd("from-file", file), tmp_path) as shop:
            write_tools(file, "echo", "new")
            error = await shop.fails("old")

            assert error.code == "refused"
            assert error.message == ("the MCP server `shop` refused it (-32602): Unknown tool: old")
            await until(lambda: shop.names == ["echo", "new"])

    asyncio.run(scene())


def test_a_new_start_brings_a_new_list(tmp_path: Path) -> None:
    """What has changed while it was down is seen when it is back."""

    async def scene() -> None:
        file = tmp_path / "tools.json"
        write_tools(file, "echo", "old")
        async with running(odd("from-file", file), tmp_path) as shop:
            write_tools(file, "echo", "new")
            session = shop.upstream.session
            assert session is not None
            session.peer.lost(session.peer.wrong("is gone", code="lost"))
            await until(lambda: shop.names == ["echo", "new"])

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("way", "names", "remarks"),
    [
        ("twice", ["echo", "wait"], ["the tool `both` is left out: it is there more than once"]),
        ("same", ["echo", "wait", "both"], []),
        (
            "long-name",
            ["echo", "wait"],
            [f"the tool `{'x' * 59}…` is left out: that is no name of a tool"],
        ),
        (
            "bad-schema",
            ["echo", "wait"],
            [
                "the tool `number` is left out: its input schema is wrong: it is no object",
                (
                    "the tool `no_type` is left out: its input schema is wrong: "
                    "its type is not `object`"
                ),
                (
                    "the tool `elsewhere` is left out: its input schema is wrong: "
                    "a `$ref` in it leads elsewhere"
                ),
                "the tool `output` is left out: its output schema is wrong: it is no object",
                "a tool is left out: it is no object",
            ],
        ),
        (
            "many",
            [f"tool_{at}" for at in range(1000)],
            ["only the first 1,000 of its tools are read"],
        ),
    ],
)
def test_tools_that_cannot_be_offered_are_left_out_alone(
    tmp_path: Path, way: str, names: list[str], remarks: list[str]
) -> None:
    """The others are there, the upstream is well, and a remark says what is missing."""

    async def scene() -> None:
        async with running(odd(way), tmp_path) as shop:
            assert (names, remarks, "") == (
                shop.names,
                list(shop.upstream.remarks),
                shop.upstream.trouble,
            )

    asyncio.run(scene())


def test_a_list_of_several_pages_is_read_to_its_end(tmp_path: Path) -> None:
    """The tools of all pages are there, in their order."""

    async def scene() -> None:
        async with running(odd("pages"), tmp_path) as shop:
            assert (shop.names, shop.upstream.remarks) == (["page_0", "page_1", "page_2"], ())

    asyncio.run(scene())


def test_a_list_without_end_is_read_for_a_while(tmp_path: Path) -> None:
    """After a hundred pages it is enough, and a remark says so."""

    async def scene() -> None:
        async with running(odd("endless-pages"), tmp_path) as shop:
            assert shop.names == [f"page_{at}" for at in range(100)]
            assert shop.upstream.remarks == ("only the first 100 of its tools are read",)

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("way", "trouble"),
    [
        ("no-list", "it does not say which tools it has"),
        ("refuses-list", "it refused it (-32601): no tools here"),
    ],
)
def test_a_server_that_lists_nothing_is_no_upstream(tmp_path: Path, way: str, trouble: str) -> None:
    """Its trouble says so, and it has no tools."""

    async def scene() -> None:
        async with running(odd(way), tmp_path, NEVER) as shop:
            assert (shop.names, shop.upstream.trouble) == ([], trouble)

    asyncio.run(scene())

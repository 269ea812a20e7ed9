"""`proctor mcp` as a client starts it: a process of its own, an owner, a real upstream."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client as FastClient
from fastmcp.client.transports import StdioTransport
from mcp import Client, ClientSession
from mcp.client.stdio import stdio_client

from proctor.audit.store import Filter
from proctor.keepers import open_reader
from tests.amounts import amount
from tests.gateway.gateway_rig import (
    PATIENCE,
    answer,
    command,
    environment,
    names_in,
    question,
    run,
    started,
    text_of,
    upstream_words,
)
from tests.gateway.upstream_rig import odd

PRINTS = """\
import os
from proctor import tool
print("on import")
@tool(read_only=True)
def talk() -> str:
    "Print."
    print("in a call", flush=True)
    os.system("echo from a child; cat")
    return "quiet"
"""
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "by hand", "version": "1"},
    },
}


def test_the_official_client_lists_and_calls(home: Path, shop: Path) -> None:
    """What the role has is listed and runs, ours and an upstream's, and the rest is unknown."""
    server = started(home, shop, "--role", "clerk", *upstream_words(odd("well")))

    async def main() -> tuple[list[str], list[str]]:
        async with Client(server) as client:
            calls = [
                ("read_file", {"path": "a.txt"}),
                ("shop_echo", {"text": "again"}),
                ("write_file", {"path": "a.txt", "content": ""}),
            ]
            return await names_in(client), [
                text_of(await client.call_tool(*call)) for call in calls
            ]

    listed, said = run(main())
    assert listed == ["read_file", "list_files", "shop_echo", "shop_wait"]
    assert said[:2] == ["hello\n", "again"]
    assert "there is no tool `write_file`" in said[2]
    assert (shop / "a.txt").read_text() == "hello\n"
    with closing(open_reader(home)) as reader:
        found = reader.find(Filter(), limit=9)
    kept = [(one.record.tool, one.record.decision) for one in found]
    assert sorted(kept) == [("Read", "allow"), ("Write", "deny"), ("mcp__shop__echo", "allow")]


@pytest.mark.full
def test_fastmcps_client_gets_on_with_it(shared_home: Path, shared_shop: Path) -> None:
    """Another client, of another library, lists and calls too."""
    program, *words = command("--role", "clerk")

    async def main() -> tuple[list[str], str]:
        transport = StdioTransport(
            program, words, env=environment(shared_home), cwd=str(shared_shop)
        )
        async with FastClient(transport) as client:
            listed = [one.name for one in await client.list_tools()]
            done = await client.call_tool("read_file", {"path": "a.txt"})
            return listed, str(getattr(done.content[0], "text", ""))

    assert run(main()) == (["read_file", "list_files"], "hello\n")


def test_an_ask_tells_of_its_progress_until_a_person_answers(
    shared_home: Path, shared_shop: Path
) -> None:
    """The client hears by number which question it waits for, and the call runs after a yes."""
    server = started(shared_home, shared_shop, "--role", "clerk")
    heard: list[str | None] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        del progress, total
        heard.append(message)

    async def main() -> tuple[int, str]:
        async with Client(server, mode="legacy") as client:
            waiting = asyncio.create_task(
                client.call_tool("list_files", {"path": "."}, progress_callback=hear)
            )
            while not any(words and "question" in words for words in heard):
                await asyncio.sleep(0.02)
            return await answer(shared_home, "allow"), text_of(await waiting)

    number, said = run(main())
    # It ran; what only a person may show is not in a list.
    assert said == "[no file]"
    assert f"waiting for a person (question {number})" in heard


@pytest.mark.parametrize("mode", ["legacy", pytest.param("auto", marks=pytest.mark.full)])
def test_a_client_that_cancels_takes_its_question_back(
    shared_home: Path, shared_shop: Path, mode: Any
) -> None:
    """The question of a call that nobody waits for is closed, and a later yes is too late."""
    server = started(shared_home, shared_shop, "--role", "clerk")

    async def main() -> str:
        async with Client(server, mode=mode) as client:
            waiting = asyncio.create_task(client.call_tool("list_files", {"path": "."}))
            await question(shared_home, "pending")
            waiting.cancel()
            with suppress(asyncio.CancelledError):
                await waiting
            ended = await question(shared_home, "cancelled")
            # The gateway goes on.
            assert text_of(await client.call_tool("read_file", {"path": "a.txt"})) == "hello\n"
            return str(ended["status"])

    assert run(main()) == "cancelled"


def test_a_client_that_goes_away_takes_its_question_back(
    shared_home: Path, shared_shop: Path
) -> None:
    """The end of its stdin ends the gateway, and what it asked."""

    async def main() -> str:
        async with (
            stdio_client(started(shared_home, shared_shop, "--role", "clerk")) as streams,
            ClientSession(*streams) as session,
        ):
            await session.initialize()
            waiting = asyncio.create_task(session.call_tool("list_files", {"path": "."}))
            await question(shared_home, "pending")
            waiting.cancel()
        return str((await question(shared_home, "cancelled"))["status"])

    assert run(main()) == "cancelled"


def test_many_calls_at_once_over_one_session(shared_home: Path, shared_shop: Path) -> None:
    """Many calls that are under way together are each answered with their own result."""
    many = amount(60, 200)
    server = started(shared_home, shared_shop, "--role", "clerk", *upstream_words(odd("well")))

    async def main() -> list[str]:
        async with Client(server) as client:
            calls = (client.call_tool("shop_echo", {"text": f"call {at}"}) for at in range(many))
            return [text_of(one) for one in await asyncio.gather(*calls)]

    assert run(main()) == [f"call {at}" for at in range(many)]


def test_nothing_but_mcp_is_on_stdout(home: Path, shop: Path) -> None:
    """What a module, a tool or a child of it prints goes to stderr, and its stdin is empty."""
    (shop / "loud.py").write_text(PRINTS)
    (home / "config.yaml").write_text("tools:\n  talk: {}\n")
    (home / "roles" / "talker.yaml").write_text("permissions: {allow: [talk], otherwise: deny}\n")
    requests: list[dict[str, Any]] = [
        INITIALIZE,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "talk"}},
    ]
    with by_hand(
        home, shop, "--role", "talker", "--module", "loud", PYTHONPATH=str(shop)
    ) as process:
        lines = talk(process, requests, until=2)
        assert process.stderr is not None
        printed = process.stderr.read()

    assert [line["id"] for line in lines] == [1, 2]
    assert lines[1]["result"]["content"] == [{"type": "text", "text": "quiet"}]
    assert all(words in printed for words in ("on import", "in a call", "from a child"))


def by_hand(home: Path, shop: Path, *args: str, **more: str) -> subprocess.Popen[str]:
    """Start a gateway whose streams a test has itself; modules are found by PYTHONPATH."""
    program, _, *words = command(*args)
    return subprocess.Popen(
        [program, *words],
        env=environment(home, **more),
        cwd=shop,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def talk(
    process: subprocess.Popen[str], requests: list[dict[str, Any]], *, until: int
) -> list[dict[str, Any]]:
    """Say something, hear until the answer of a number, and hang up."""
    assert process.stdin is not None
    assert process.stdout is not None
    for request in requests:
        process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    lines = [json.loads(process.stdout.readline())]
    while lines[-1].get("id") != until:
        lines.append(json.loads(process.stdout.readline()))
    process.stdin.close()
    process.wait(PATIENCE)
    lines += [json.loads(line) for line in process.stdout]
    return lines


def is_there(pid: int) -> bool:
    """Say whether a process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    "end",
    [
        lambda process: process.send_signal(signal.SIGTERM),
        pytest.param(lambda process: process.send_signal(signal.SIGINT), marks=pytest.mark.full),
        lambda process: process.stdin.close(),
    ],
    ids=["SIGTERM", "SIGINT", "end of stdin"],
)
def test_its_end_is_that_of_its_upstreams(
    shared_home: Path,
    shared_shop: Path,
    tmp_path: Path,
    end: Callable[[subprocess.Popen[str]], None],
) -> None:
    """A signal, or the end of stdin, ends the gateway with status 0, its upstreams and theirs."""
    file = tmp_path / "pids"
    upstream = upstream_words(odd("child", file))
    with by_hand(shared_home, shared_shop, "--role", "clerk", *upstream) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(INITIALIZE) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        while not file.is_file() or len(file.read_text().split()) < 2:
            assert process.poll() is None
            time.sleep(0.01)
        pids = [int(word) for word in file.read_text().split()]
        end(process)
        assert process.wait(PATIENCE) == 0
    while any(is_there(pid) for pid in pids):
        time.sleep(0.01)
    assert [is_there(pid) for pid in pids] == [False, False]


def test_every_line_has_an_answer(shared_home: Path, shared_shop: Path) -> None:
    """
    What is no message, or too large for one, is refused, and the next is answered.

    A client that waits for what cannot be read hears that it cannot, by its own id.
    """
    long, deep = "y" * (17 << 20), "[" * 5000 + "]" * 5000
    with by_hand(shared_home, shared_shop, "--role", "clerk") as process:
        assert process.stdin is not None
        process.stdin.write("not json\n\n[1, 2]\n{}\n" + "x" * (17 << 20) + "\n")
        process.stdin.write(
            '{"jsonrpc":"2.0","id":"half","method":"tools/list","params":{"x":"\\ud800"}}\n'
            f'{{"jsonrpc":"2.0","id":"deep","method":"tools/list","params":{{"x":{deep}}}}}\n'
            f'{{"jsonrpc":"2.0","id":"long","method":"tools/list","params":{{"x":"{long}"}}}}\n'
            f'{{"method":"tools/list","params":{{"x":"{long}"}},"jsonrpc":"2.0","id":"end"}}\n'
            '[{"jsonrpc":"2.0","id":"list","method":"ping"}]\n'
            '{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n'
            '{"jsonrpc":"2.0","id":null,"method":"ping"}\n'
        )
        lines = talk(process, [INITIALIZE], until=1)

    refused = lines[:-1]
    assert [line["error"]["code"] for line in refused[:4]] == [-32700, -32600, -32600, -32600]
    assert [(line["id"], line["error"]["code"]) for line in refused[4:]] == [
        ("half", -32600),
        ("deep", -32700),
        *((name, -32600) for name in ("long", "end", "list", 1.5, None)),
    ]
    assert lines[-1]["result"]["serverInfo"]["name"] == "proctor"
    assert process.returncode == 0

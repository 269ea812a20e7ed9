"""`proctor mcp --http`: who gets in, many clients at once, and clients that go away."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from proctor.gateway.http_token import FILE
from tests.amounts import amount
from tests.gateway.gateway_rig import (
    PATIENCE,
    answer,
    command,
    environment,
    names_in,
    question,
    run,
    text_of,
    upstream_words,
)
from tests.gateway.upstream_rig import odd
from tests.time_limit import SHARED

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
WAYS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


@contextmanager
def serving(home: Path, shop: Path, *args: str, **more: str) -> Iterator[str]:
    """Run a gateway by HTTP, and return its address."""
    with subprocess.Popen(
        command("--role", "clerk", "--http", "0", "--json", *args),
        env=environment(home, **more),
        cwd=shop,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
            assert process.stderr is not None
            said = process.stdout.read() + process.stderr.read()
    assert token_of(home) not in said


@pytest.fixture(scope="module")
def gateway(shared_home: Path, shared_shop: Path) -> Iterator[str]:
    """Run one gateway, with an upstream, for the tests of this file; return its address."""
    words = upstream_words(odd("well"))
    with serving(shared_home, shared_shop, *words, **{SHARED: "1"}) as url:
        yield url


def token_of(home: Path) -> str:
    """Return the token of a home's gateways."""
    return (home / FILE).read_text().strip()


@asynccontextmanager
async def client_at(url: str, token: str, mode: Any = "legacy") -> AsyncIterator[Client]:
    """Connect the official client."""
    headers = {"Authorization": f"Bearer {token}"}
    timeout = httpx2.Timeout(PATIENCE)
    async with (
        httpx2.AsyncClient(headers=headers, timeout=timeout) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


@pytest.mark.parametrize("mode", [pytest.param("legacy", marks=pytest.mark.full), "auto"])
def test_the_official_client_lists_and_calls(shared_home: Path, gateway: str, mode: Any) -> None:
    """With the token, clients of the old and of the new kind list and call."""

    async def main() -> tuple[list[str], str]:
        async with client_at(gateway, token_of(shared_home), mode) as client:
            read = await client.call_tool("read_file", {"path": "a.txt"})
            return await names_in(client), text_of(read)

    assert run(main()) == (["read_file", "list_files", "shop_echo", "shop_wait"], "hello\n")


def test_who_gets_in(shared_home: Path, gateway: str) -> None:
    """Nobody without the token, by another name, or from a web page; the token comes first."""
    good = {"Authorization": f"Bearer {token_of(shared_home)}"}
    tries: list[dict[str, str]] = [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": f"Bearer {token_of(shared_home)}x"},
        {"Authorization": f"Basic {token_of(shared_home)}"},
        {"Host": "evil.example"},
        {**good, "Host": "evil.example"},
        {**good, "Origin": "http://evil.example"},
        {**good, "Origin": "null"},
        good,
    ]
    found = [
        httpx2.post(gateway, json=LIST, headers={**WAYS, **headers}).status_code
        for headers in tries
    ]
    others = [
        httpx2.request(method, gateway.replace("/mcp", path)).status_code
        for method, path in (("GET", "/mcp"), ("GET", "/"), ("DELETE", "/mcp"), ("GET", "/x"))
    ]

    # The last one is let in, and told that it has not begun with `initialize`.
    assert found == [401, 401, 401, 401, 401, 421, 403, 403, 400]
    assert others == [401, 401, 401, 401]


def test_many_clients_at_once(shared_home: Path, gateway: str) -> None:
    """Each of many clients that call together has its own answers, and none an error."""
    clients = range(amount(20, 50))
    token = token_of(shared_home)

    async def one(number: int) -> list[str]:
        async with client_at(gateway, token) as client:
            names = await names_in(client)
            texts = [f"{number}-{at}" for at in range(4)]
            calls = [client.call_tool("shop_echo", {"text": text}) for text in texts]
            said = [text_of(done) for done in await asyncio.gather(*calls)]
            assert names == ["read_file", "list_files", "shop_echo", "shop_wait"]
            return said

    async def main() -> list[list[str]]:
        return await asyncio.gather(*(one(number) for number in clients))

    said = run(main())
    assert said == [[f"{number}-{at}" for at in range(4)] for number in clients]


def test_a_question_of_one_client_is_nobody_elses(shared_home: Path, gateway: str) -> None:
    """While one client waits for a person another goes on, and is not asked for it."""
    token = token_of(shared_home)

    async def main() -> tuple[str, str]:
        async with client_at(gateway, token) as first, client_at(gateway, token) as second:
            waiting = asyncio.create_task(first.call_tool("list_files", {"path": "."}))
            await question(shared_home, "pending")
            read = await second.call_tool("read_file", {"path": "a.txt"})
            await answer(shared_home, "allow")
            return text_of(await waiting), text_of(read)

    listed, read = run(main())
    # It ran; what only a person may show is not in a list.
    assert listed == "[no file]"
    assert read == "hello\n"


def test_a_client_whose_connection_breaks_takes_its_question_back(
    shared_home: Path, gateway: str
) -> None:
    """Nobody is asked for a client that was killed and has said nothing."""
    headers = {**WAYS, "Authorization": f"Bearer {token_of(shared_home)}"}
    begin = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "by hand", "version": "1"},
        },
    }
    call = {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": "list_files", "arguments": {"path": "."}},
    }

    async def main() -> str:
        async with httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http:
            begun = await http.post(gateway, json=begin)
            session = {"mcp-session-id": begun.headers["mcp-session-id"]}
            said = {"jsonrpc": "2.0", "method": "notifications/initialized"}
            await http.post(gateway, json=said, headers=session)
            async with http.stream("POST", gateway, json=call, headers=session):
                await question(shared_home, "pending")
        return str((await question(shared_home, "cancelled"))["status"])

    assert run(main()) == "cancelled"


def test_the_token_is_kept_for_its_owner_only_and_stays(home: Path, shop: Path) -> None:
    """Two gateways of one home have one token, which nobody else can read."""
    with serving(home, shop):
        first = token_of(home)
        with serving(home, shop):
            assert token_of(home) == first
    assert (home / FILE).stat().st_mode & 0o777 == 0o600

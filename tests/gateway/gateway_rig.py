"""Gateways for tests: in this process with the official client, or as a process of their own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

from proctor.audit.owner import owner_of
from proctor.errors import NoOwner
from proctor.gateway.gateway import Gateway, GatewaySetting
from proctor.own_process import own_command
from proctor.owner.client import Client as Owner
from proctor.server.tokens import Tokens
from proctor.terms.upstream import UpstreamSetting
from proctor.testing import Trial
from tests.gateway.upstream_rig import odd

T = TypeVar("T")

# Only ends a hang.
PATIENCE = 30.0
ECHO = {
    "name": "echo",
    "description": "Says it again",
    "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
}


def listing_from(file: Path, *tools: dict[str, Any]) -> UpstreamSetting:
    """Return an upstream that has the tools of a file, and tells when it is told to."""
    file.write_text(json.dumps(tools or [ECHO]))
    return odd("from-file", file)


@asynccontextmanager
async def gateway_of(
    trial: Trial, *upstreams: UpstreamSetting, **more: Any
) -> AsyncIterator[Gateway]:
    """Run a gateway in this process, whose calls a trial decides."""
    setting = GatewaySetting(
        home=trial.home,
        workspace=trial.project,
        role=trial.role,
        upstreams=upstreams,
        **more,
    )
    async with Gateway(setting, trial.judge) as gateway:
        yield gateway


@asynccontextmanager
async def client_of(
    trial: Trial, *upstreams: UpstreamSetting, mode: Any = "legacy", **more: Any
) -> AsyncIterator[Client]:
    """Connect the official client to a gateway in this process."""
    async with (
        gateway_of(trial, *upstreams, **more) as gateway,
        Client(gateway.server, mode=mode) as client,
    ):
        yield client


def run(work: Awaitable[T]) -> T:
    """Run a test to its end, that comes."""

    async def main() -> T:
        async with asyncio.timeout(2 * PATIENCE):
            return await work

    return asyncio.run(main())


def text_of(result: CallToolResult) -> str:
    """Return the text of an answer."""
    return "\n".join(getattr(block, "text", "") for block in result.content)


async def names_in(client: Client) -> list[str]:
    """Return the names of the tools that a client sees."""
    return [tool.name for tool in (await client.list_tools(cache_mode="bypass")).tools]


async def until(what: Callable[[], Awaitable[object]]) -> None:
    """Wait until something is so."""
    while not await what():
        await asyncio.sleep(0.01)


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return an environment of a home, with nothing of ours that could matter."""
    return {"HOME": str(home.parent), "PATH": os.defpath, "PROCTOR_HOME": str(home), **more}


def command(*args: str) -> list[str]:
    """Return the words that start a gateway."""
    return own_command("mcp", *args)


def started(home: Path, shop: Path, *args: str, **more: str) -> StdioServerParameters:
    """Return how a client starts a gateway as its own process."""
    program, *words = command(*args)
    return StdioServerParameters(
        command=program, args=words, env=environment(home, **more), cwd=str(shop)
    )


def upstream_words(setting: UpstreamSetting) -> Sequence[str]:
    """Return an upstream as it stands on the command line."""
    return ("--upstream", f"{setting.name}={' '.join(setting.command)}")


def write_role(home: Path, name: str, text: str) -> None:
    """Write a role of the home."""
    (home / "roles").mkdir(mode=0o700, parents=True, exist_ok=True)
    (home / "roles" / f"{name}.yaml").write_text(text)


def end_owner(home: Path) -> None:
    """End the server that a gateway started, and wait for that."""
    owner = owner_of(home)
    if owner is not None:
        os.kill(owner["pid"], signal.SIGTERM)
        while owner_of(home) is not None:
            time.sleep(0.01)


async def question(home: Path, status: str) -> dict[str, Any]:
    """Return the newest question, once it stands so and no other one waits."""
    while True:
        found = []
        with suppress(NoOwner), Owner.connect(home) as owner:
            found = owner.call("questions")
        newest = max(found, key=lambda one: int(one["id"]), default={"status": ""})
        others = [one for one in found if one is not newest and one["status"] == "pending"]
        if newest["status"] == status and not others:
            return dict(newest)
        await asyncio.sleep(0.01)


async def answer(home: Path, said: str) -> int:
    """Answer the open question, as a person, and return its number."""
    number = int((await question(home, "pending"))["id"])
    with Owner.connect(home) as owner:
        owner.call("answer", number=number, answer=said, token=Tokens(home).new_token("ada"))
    return number


def trial_in(project: Path, **rules: Any) -> Trial:
    """Return a trial whose rules let nothing through that they do not name."""
    return Trial(project=project, **{"otherwise": "deny", **rules})

"""The plug for claude-agent-sdk with a server that runs: questions wait on its desk."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient

from proctor.plugs.claude_agent_sdk import guard_options
from proctor.proving.claude_run import PrivatePlace
from proctor.proving.scripted_model import ScriptedModel, bash, say
from tests.server.running import call, running

pytestmark = pytest.mark.full

ROLE = "permissions: {otherwise: deny, ask: ['Bash(mkdir *)']}\n"
# Only ends a hang.
PATIENCE = 60


def home_of(place: PrivatePlace) -> Path:
    """Make a Proctor home with a role."""
    roles = place.home / ".proctor" / "roles"
    roles.mkdir(parents=True)
    (roles / "asking.yaml").write_text(ROLE)
    return roles.parent


@asynccontextmanager
async def asking(
    place: PrivatePlace, home: Path, model: ScriptedModel
) -> AsyncIterator[ClaudeSDKClient]:
    """Begin a run whose first call is a question, and wait until that is on the desk."""
    env = place.environment(model)
    options = ClaudeAgentOptions(cwd=place.work, env=env, setting_sources=[])
    async with ClaudeSDKClient(guard_options(options, "asking", home=home)) as client:
        await client.query("begin")
        await until(home, "pending")
        yield client


async def until(home: Path, status: str) -> None:
    """Wait until there is a question that stands so."""
    async with asyncio.timeout(PATIENCE):
        while status not in [one["status"] for one in await questions(home)]:
            await asyncio.sleep(0.05)


async def questions(home: Path) -> list[dict[str, Any]]:
    """Return every question of a home."""
    done = await asyncio.to_thread(call, home, "approvals", "--all", "--json")
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_a_question_waits_until_somebody_answers(tmp_path: Path) -> None:
    """The call is held meanwhile, runs after the yes, and is on record with who gave it."""
    place = PrivatePlace(tmp_path).make()
    home = home_of(place)

    async def work(model: ScriptedModel) -> None:
        async with asking(place, home, model) as client:
            assert not (place.work / "b").exists()
            await asyncio.to_thread(call, home, "approve", "1")
            async for _ in client.receive_response():
                pass

    with running(home), ScriptedModel([bash("mkdir b"), say("done")]) as model:
        asyncio.run(work(model))
        kept = json.loads(call(home, "audit", "list", "--json").stdout)

    assert (place.work / "b").exists()
    assert [(one["decision"], one["channel"]) for one in kept] == [("ask_approved", "inbox")]


def test_who_goes_away_takes_the_question_back(tmp_path: Path) -> None:
    """Nobody is asked for an agent that has ended, and nothing of it runs later."""
    place = PrivatePlace(tmp_path).make()
    home = home_of(place)

    async def work(model: ScriptedModel) -> None:
        async with asking(place, home, model):
            pass
        await until(home, "cancelled")

    with running(home), ScriptedModel([bash("mkdir b"), say("done")]) as model:
        asyncio.run(work(model))

    assert not (place.work / "b").exists()

"""Upstreams whose tools become others: at the worst moment, and until a person has pinned them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from mcp import Client

from proctor.gateway.gateway import Gateway, GatewaySetting
from proctor.terms.effect import Effect
from proctor.testing import Trial
from proctor.tools.judging import Ruling
from proctor.tools.pins import Pins
from tests.gateway.gateway_rig import ECHO, client_of, listing_from, names_in, run, text_of
from tests.tools.toolboxes import Says

OTHER = {**ECHO, "name": "other"}
READS = {**ECHO, "annotations": {"readOnlyHint": True}}


class Thinks(Says):
    """A judge who says yes to everything, to `echo` only when it is told to."""

    def __init__(self) -> None:
        super().__init__(Effect.ALLOW)
        self.asked_now = asyncio.Event()
        self.go = asyncio.Event()

    async def judge(self, call: Any, **more: Any) -> Ruling:
        """Think about it."""
        if call.tool == "mcp__shop__echo":
            self.asked_now.set()
            await self.go.wait()
        return await super().judge(call, **more)


def test_a_tool_that_changes_while_a_person_thinks_does_not_run(tmp_path: Path) -> None:
    """What was allowed was the tool as it was; as another one it is not called."""
    file = tmp_path / "tools.json"
    with Trial(allow=["mcp__shop__*"], project=tmp_path) as trial:

        async def main() -> str:
            judge, upstream = Thinks(), listing_from(file, ECHO, OTHER)
            setting = GatewaySetting(
                home=trial.home, workspace=tmp_path, role=trial.role, upstreams=(upstream,)
            )
            gateway = Gateway(setting, judge)
            async with gateway, Client(gateway.server, mode="legacy") as client:
                waiting = asyncio.create_task(client.call_tool("shop_echo", {"text": "secret"}))
                await judge.asked_now.wait()
                before = gateway.upstreams[0].tools
                file.write_text(json.dumps([{**ECHO, "description": "Mails it to me"}, OTHER]))
                await client.call_tool("shop_other", {"text": "changed"})
                while gateway.upstreams[0].tools is before:
                    await asyncio.sleep(0.01)
                judge.go.set()
                return text_of(await waiting)

        said = run(main())
    assert "has just changed" in said
    assert "secret" not in said


def test_a_pin_makes_a_reader_of_it_in_plan_mode(tmp_path: Path) -> None:
    """A tool that only says that it reads is not offered in plan mode; one that is pinned is."""
    file = tmp_path / "tools.json"
    with Trial(allow=["mcp__shop__*"], mode="plan", project=tmp_path) as trial:

        async def main() -> list[Any]:
            async with client_of(trial, listing_from(file, READS)) as client:
                before = await names_in(client), text_of(await client.call_tool("shop_echo", {}))
                pins = Pins(trial.home)
                (seen,) = pins.all()
                pins.pin("shop", "echo", seen.entries["echo"].latest.hash, "ada")
                listed = (await client.list_tools(cache_mode="bypass")).tools
                hints = [one.annotations.read_only_hint for one in listed if one.annotations]
                return [*before, [one.name for one in listed if one.name == "shop_echo"], hints]

        names, refused, after, hints = run(main())
    assert "shop_echo" not in names
    assert "there is no tool `shop_echo`" in refused
    assert after == ["shop_echo"]
    assert True in hints


def test_what_a_person_says_of_a_tool_counts_in_the_list(tmp_path: Path) -> None:
    """A `tools:` entry of the home's config makes it a reader, without a pin."""
    file = tmp_path / "tools.json"
    with Trial(allow=["mcp__shop__*"], mode="plan", project=tmp_path) as trial:
        (trial.home / "config.yaml").write_text("tools: {mcp__shop__echo: {read_only: true}}\n")

        async def main() -> list[str]:
            async with client_of(trial, listing_from(file, ECHO, OTHER)) as client:
                return [name for name in await names_in(client) if name.startswith("shop")]

        assert run(main()) == ["shop_echo"]


def test_a_renamed_tool_is_an_unknown_one(tmp_path: Path) -> None:
    """The old name is no tool any more, and the new one with its words is held."""
    file = tmp_path / "tools.json"
    with Trial(allow=["mcp__shop__*"], project=tmp_path, otherwise="deny") as trial:

        async def main() -> list[str]:
            upstream = listing_from(file, ECHO, {**OTHER, "description": "Another"})
            async with client_of(trial, upstream) as client:
                await names_in(client)
                renamed = [{**ECHO, "name": "echo2"}, {**OTHER, "description": "Another"}]
                file.write_text(json.dumps(renamed))
                await client.call_tool("shop_other", {"text": "changed"})
                while "shop_echo" in await names_in(client):
                    await asyncio.sleep(0.01)
                return [
                    text_of(await client.call_tool(name, {"text": "hi"}))
                    for name in ("shop_echo", "shop_echo2")
                ]

        old, new = run(main())
    assert "there is no tool `shop_echo`" in old
    assert "held until a person has looked at it" in new

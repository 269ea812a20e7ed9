"""A gateway in this process: what it lists, what it lets run, and what it says."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import Implementation, ToolListChangedNotification

from proctor import tool
from proctor.testing import allow, deny
from tests.gateway.gateway_rig import (
    client_of,
    gateway_of,
    names_in,
    run,
    text_of,
    trial_in,
)
from tests.gateway.upstream_rig import odd

RAN: list[str] = []


@tool(category="shop")
def order(product: str, pieces: int = 1) -> str:
    """Order a product."""
    RAN.append(f"{pieces} {product}")
    return "ordered"


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    """Begin with nothing."""
    RAN.clear()


def test_what_the_role_has_is_listed_and_nothing_else(tmp_path: Path) -> None:
    """Our own tools and an upstream's are listed where some call of them could pass."""
    with trial_in(tmp_path, allow=["read_file", "mcp__shop__echo"]) as trial:

        async def main() -> list[str]:
            async with client_of(trial, odd("well")) as client:
                return await names_in(client)

        assert run(main()) == ["read_file", "shop_echo"]


def test_a_tool_of_ours_runs_and_is_on_record(tmp_path: Path) -> None:
    """A call that the rules allow runs once, and the record has it."""
    with trial_in(tmp_path, allow=["order"]) as trial:

        async def main() -> str:
            async with client_of(trial, tools=(order,)) as client:
                return text_of(await client.call_tool("order", {"product": "tea", "pieces": 2}))

        assert (run(main()), RAN) == ("ordered", ["2 tea"])
        assert [record.decision for record in trial.records] == ["allow"]


def test_hidden_means_neither_listed_nor_callable(tmp_path: Path) -> None:
    """A tool that the role denies is answered like one that does not exist, and did not run."""
    with trial_in(tmp_path, allow=["mcp__shop__echo"], deny=["order"]) as trial:

        async def main() -> list[tuple[bool, str]]:
            async with client_of(trial, odd("well"), tools=(order,)) as client:
                answers = [
                    await client.call_tool(name, {"product": "tea"})
                    for name in ("order", "ordre", "shop_wait", "shop_wiat", "mcp__shop__echo")
                ]
                return [(bool(one.is_error), text_of(one)) for one in answers]

        words = "The call was refused, and nothing was done: there is no tool `{}`"
        names = ("order", "ordre", "shop_wait", "shop_wiat", "mcp__shop__echo")
        assert [(True, words.format(name)) for name in names] == [
            (error, text.partition(";")[0]) for error, text in run(main())
        ]
        assert RAN == []
        # Who reaches for what exists is on record, whatever they are told.
        assert [record.tool for record in trial.records] == ["order", "mcp__shop__wait"]


def test_a_person_is_asked_and_their_words_reach_the_model(tmp_path: Path) -> None:
    """An ask is answered on the desk: a yes lets it run, a no is an error with the words."""
    answers = [deny("too expensive", action="*gold*"), allow()]
    with trial_in(tmp_path, ask=["order"], answers=answers) as trial:

        async def main() -> list[str]:
            async with client_of(trial, tools=(order,)) as client:
                return [
                    text_of(await client.call_tool("order", {"product": product}))
                    for product in ("tea", "gold")
                ]

        first, second = run(main())
        assert (first, RAN) == ("ordered", ["1 tea"])
        assert "too expensive" in second


def test_an_upstream_that_fails_gives_an_error_and_the_gateway_lives(tmp_path: Path) -> None:
    """A call in which the upstream dies is an error that names it; our own tools still run."""
    with trial_in(tmp_path, allow=["mcp__shop__*", "order"]) as trial:

        async def main() -> list[str]:
            async with client_of(trial, odd("dies-in-call"), tools=(order,)) as client:
                return [
                    text_of(await client.call_tool(name, {"product": "tea"}))
                    for name in ("shop_echo", "order")
                ]

        first, second = run(main())
        assert "shop" in first
        assert second == "ordered"


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_change_of_the_role_is_told_to_clients(tmp_path: Path, mode: str) -> None:
    """A client hears that the list has changed when the role's file is another one."""
    project = tmp_path / "shop"
    project.mkdir()
    with trial_in(project, allow=["read_file"]) as trial:

        async def main() -> list[list[str]]:
            heard = asyncio.Event()

            async def hear(message: Any) -> None:
                if isinstance(message, ToolListChangedNotification):
                    heard.set()

            async with gateway_of(trial, tools=(order,)) as gateway:
                client = Client(gateway.server, mode=mode, message_handler=hear)
                async with client:
                    listening = asyncio.create_task(listen(client, heard))
                    lists = [await names_in(client)]
                    await gateway.look()
                    role = trial.home / "roles" / f"{trial.role}.yaml"
                    role.write_text(role.read_text().replace("read_file", "list_files"))
                    await heard.wait()
                    lists.append(await names_in(client))
                    listening.cancel()
                    return lists

        assert run(main()) == [["read_file"], ["list_files"]]


async def listen(client: Client, heard: asyncio.Event) -> None:
    """Listen for changes, as clients without a handshake do."""
    if client.protocol_version < "2026":
        return
    async with client.listen(tools_list_changed=True) as changes:
        async for _ in changes:
            heard.set()


def test_a_role_that_does_not_load_any_more_offers_nothing(tmp_path: Path) -> None:
    """Nothing is listed, and a call is refused with the reason."""
    project = tmp_path / "shop"
    project.mkdir()
    with trial_in(project, allow=["order"]) as trial:

        async def main() -> tuple[list[str], str]:
            async with client_of(trial, tools=(order,)) as client:
                (trial.home / "roles" / f"{trial.role}.yaml").write_text("permissions: {allow: 3}")
                refused = await client.call_tool("order", {"product": "tea"})
                return await names_in(client), text_of(refused)

        listed, refused = run(main())
        assert listed == []
        assert "nothing was done" in refused
        assert RAN == []


def test_a_question_of_one_client_holds_up_nobody_else(tmp_path: Path) -> None:
    """While one call waits for a person, another that is allowed runs."""
    with trial_in(
        tmp_path, allow=["read_file"], ask=["order"], answers=[allow(delay=3600)]
    ) as trial:
        (tmp_path / "a.txt").write_text("hello\n")

        async def main() -> str:
            async with client_of(trial, tools=(order,)) as client:
                waiting = asyncio.create_task(client.call_tool("order", {"product": "tea"}))
                while not trial.questions:
                    await asyncio.sleep(0.01)
                read = text_of(await client.call_tool("read_file", {"path": "a.txt"}))
                waiting.cancel()
                await asyncio.gather(waiting, return_exceptions=True)
                return read

        assert run(main()) == "hello\n"


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize(
    ("agent", "client", "expected"),
    [
        ("", "claude-code", "mcp-claude-code"),
        ("", "Claude Code \x1b[2J v2", "mcp-Claude-Code-2J-v2"),
        ("", "x" * 1000, "mcp-" + "x" * 40),
        ("", "\u202e!", None),
        ("ada-1", "claude-code", "ada-1"),
    ],
)
def test_a_client_that_nobody_has_named_is_kept_under_its_own_name(
    tmp_path: Path, agent: str, client: str, expected: str | None, mode: str
) -> None:
    """Its name is made plain, and is one of a client's; the record says that MCP was the way."""
    with trial_in(tmp_path, allow=["order"]) as trial:

        async def main() -> None:
            info = Implementation(name=client, version="1")
            async with gateway_of(trial, tools=(order,), agent=agent) as gateway:
                one = Client(gateway.server, mode=mode, client_info=info)
                async with one:
                    await one.call_tool("order", {"product": "tea"})

        run(main())
        (record,) = trial.records
        assert (record.agent_name or None, record.harness) == (expected, "mcp")


def test_a_client_without_a_handshake_keeps_its_first_name(tmp_path: Path) -> None:
    """By many names it would be as many agents."""
    with trial_in(tmp_path, allow=["order"]) as trial:

        async def main() -> None:
            async with gateway_of(trial, tools=(order,)) as gateway:
                for name in ("claude-code", "somebody-else"):
                    info = Implementation(name=name, version="1")
                    async with Client(gateway.server, mode="2026-07-28", client_info=info) as one:
                        await one.call_tool("order", {"product": "tea"})

        run(main())
        assert [record.agent_name for record in trial.records] == ["mcp-claude-code"] * 2

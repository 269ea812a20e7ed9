"""The plugs with a real server: people are asked on the desk, and the record is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from agents.testing import ScriptedModel, assistant_message, function_call
from langchain.agents import create_agent
from langchain_core.messages import AIMessage
from langchain_core.tools import tool

from agents import Agent, Runner, function_tool, set_tracing_disabled
from proctor.owner.client import Client
from proctor.plugs.langchain import ProctorMiddleware
from proctor.plugs.openai_agents import answered, guarded
from proctor.server.tokens import Tokens
from tests.plugs.clerks import clerks_home
from tests.plugs.test_langchain import Scripted
from tests.server.running import PATIENCE, running, until
from tests.time_limit import SHARED

CLERK = "permissions:\n  allow: [price_of]\n  ask: [order]\n  otherwise: deny\n"
CONFIG = "tools:\n  price_of: {}\n  order: {}\n"
RAN: list[str] = []


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with the role of a clerk."""
    RAN.clear()
    set_tracing_disabled(True)
    return clerks_home(tmp_path, config=CONFIG, role=CLERK)


@pytest.fixture(scope="module")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run one server for the tests of this file."""
    home = clerks_home(tmp_path_factory.mktemp("owner"), config=CONFIG, role=CLERK)
    with running(home, **{SHARED: "1"}):
        yield home


@pytest.fixture
def served(shared_home: Path) -> Path:
    """Give a home whose server runs; what earlier tests have left in its record is there."""
    RAN.clear()
    set_tracing_disabled(True)
    return shared_home


def order(product: str) -> str:
    """Order a product."""
    RAN.append(product)
    return f"ordered {product}"


def openai_agent(home: Path, where: Path, **more: Any) -> Agent[Any]:
    """Return an agent of openai-agents that orders tea."""
    call = function_call("order", {"product": "tea"}, call_id="c-1")
    model = ScriptedModel([[call], [assistant_message("Done.")]])
    agent = Agent(name="till-1", model=model, tools=[function_tool(order)])
    return guarded(agent, "clerk", home=home, workspace=where, person="ada", **more)


def by_openai(home: Path, where: Path) -> str:
    """Run it, and return what the model was told."""
    result = asyncio.run(Runner.run(openai_agent(home, where), "go"))
    [said] = [item.output for item in result.new_items if item.type == "tool_call_output_item"]
    return str(said)


def by_openai_stopping(home: Path, where: Path) -> str:
    """Run one that stops for a question, let it go on, and return what the model was told."""

    async def run() -> str:
        agent = openai_agent(home, where, approvals="interrupt")
        result = await Runner.run(agent, "go")
        assert [item.call_id for item in result.interruptions] == ["c-1"]
        result = await Runner.run(agent, await answered(result))
        assert result.interruptions == []
        [said] = [item.output for item in result.new_items if item.type == "tool_call_output_item"]
        return str(said)

    return asyncio.run(run())


def langchain_agent(home: Path, where: Path) -> Any:
    """Return an agent of langchain that orders tea."""
    call: Any = {"name": "order", "args": {"product": "tea"}, "id": "c-1"}
    model = Scripted(messages=iter([AIMessage("", tool_calls=[call]), AIMessage("Done.")]))
    gate = ProctorMiddleware("clerk", home=home, workspace=where, agent="till-1", person="ada")
    return create_agent(model, [tool(order)], middleware=[gate])


def by_langchain(home: Path, where: Path) -> str:
    """Run it in threads, and return what the model was told."""
    out = langchain_agent(home, where).invoke({"messages": [("user", "go")]})
    return str(out["messages"][-2].content)


def by_langchain_loop(home: Path, where: Path) -> str:
    """Run it in a loop, and return what the model was told."""
    out = asyncio.run(langchain_agent(home, where).ainvoke({"messages": [("user", "go")]}))
    return str(out["messages"][-2].content)


def pending(home: Path) -> list[dict[str, Any]]:
    """Return what waits for somebody's answer."""
    with Client.connect(home) as client:
        return list(client.call("questions", status="pending"))


def records(home: Path) -> list[dict[str, Any]]:
    """Return what was decided, newest first."""
    with Client.connect(home) as client:
        return list(client.call("records"))


@pytest.mark.parametrize("run", [by_openai, by_openai_stopping, by_langchain, by_langchain_loop])
@pytest.mark.parametrize(
    ("word", "said", "ran"),
    [
        ("allow", "ordered tea", ["tea"]),
        ("deny", "The call was refused, and nothing was done: the shop is closed", []),
    ],
)
def test_a_person_is_asked_once_and_their_word_counts(
    served: Path, tmp_path: Path, run: Any, word: str, said: str, ran: list[str]
) -> None:
    """The tool waits for the answer, runs at most once, and the record says who and what."""
    earlier = {one["uid"] for one in records(served)}
    with ThreadPoolExecutor(1) as threads:
        made = threads.submit(run, served, tmp_path)
        until(lambda: pending(served))
        [asked] = pending(served)
        assert RAN == []
        with Client.connect(served) as client:
            token = Tokens(served).local_token()
            words: Any = {"words": "the shop is closed"} if word == "deny" else {}
            client.call("answer", number=asked["id"], answer=word, token=token, **words)
        told = made.result(PATIENCE)
    [kept] = (one for one in records(served) if one["uid"] not in earlier)

    assert (told, RAN, pending(served)) == (said, ran, [])
    assert {
        "agent_name": "till-1", "user_id": "ada", "tool": "order", "role": "clerk",
        "call_id": "c-1", "action_string": 'tool:order:{"product":"tea"}',
        "decision": "ask_approved" if ran else "ask_denied",
    }.items() <= kept.items()  # fmt: skip


async def until_asked(home: Path, where: Path) -> Any:
    """Run an agent that waits for a person."""
    return await Runner.run(openai_agent(home, where), "go")


async def until_answered(home: Path, where: Path) -> Any:
    """Run one that stops, and wait for a person."""
    return await answered(await Runner.run(openai_agent(home, where, approvals="interrupt"), "go"))


@pytest.mark.parametrize("waits", [until_asked, until_answered])
def test_a_run_that_is_cancelled_takes_its_question_back(
    served: Path, tmp_path: Path, waits: Any
) -> None:
    """Nobody can say yes any more to a call that nobody waits for."""

    async def give_up() -> None:
        running_agent = asyncio.create_task(waits(served, tmp_path))
        await asyncio.to_thread(until, lambda: pending(served))
        running_agent.cancel()
        await asyncio.gather(running_agent, return_exceptions=True)
        await asyncio.to_thread(until, lambda: not pending(served))

    asyncio.run(give_up())

    assert RAN == []


@pytest.mark.parametrize("run", [by_openai, by_openai_stopping, by_langchain, by_langchain_loop])
def test_nothing_runs_where_no_server_can_be_had(home: Path, tmp_path: Path, run: Any) -> None:
    """Where nobody can decide, the model is told so."""
    (home / "start.lock").mkdir()

    said = run(home, tmp_path)

    assert said.startswith("The call was refused, and nothing was done: nobody decided: ")
    assert RAN == []

"""The plug for langchain, with its own agents and its own fake model."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware
from langchain.tools import InjectedState
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import StructuredTool, Tool, tool
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import BaseModel, ConfigDict

from proctor.plugs.langchain import ProctorMiddleware
from proctor.testing import Trial, allow, deny
from tests.plugs.test_calls import Odd

RAN: list[Any] = []
REFUSED = "The call was refused, and nothing was done: "
Run = Callable[..., list[ToolMessage]]


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    """Begin with nothing."""
    RAN.clear()


@pytest.fixture
def trial() -> Iterator[Trial]:
    """Give a clerk who may look, must ask before refunds and may not burn."""
    rules: dict[str, Any] = {
        "allow": ["price_of", "look", "whisper", "echo", "plain", "late"],
        "ask": ["refund"],
        "deny": [
            {"rule": "burn", "why": "Nothing is burnt here."},
            {"tool": "look", "regex": '"where":"safe"', "why": "Not the safe."},
            {"tool": "look", "regex": '"deep":true', "why": "Not deeply."},
        ],
    }
    answers = [deny("too much", action="*900*"), allow(action="*20*")]
    with Trial(**rules, answers=answers) as trial:
        yield trial


@tool
def price_of(product: str) -> str:
    """Return the price of a product."""
    RAN.append(("price_of", product))
    return "4.20"


@tool
def refund(order: str, euros: int) -> str:
    """Pay an order back."""
    RAN.append(("refund", order, euros))
    return "paid"


@tool
def burn(product: str) -> str:
    """Burn a product."""
    RAN.append(("burn", product))
    return "burnt"


@tool
def look(where: str = "safe", deep: bool = False) -> str:
    """Look somewhere."""
    RAN.append(("look", where, deep))
    return "seen"


@tool
def whisper(word: str, state: Annotated[dict[str, Any], InjectedState]) -> str:
    """Say a word of which the program knows more."""
    RAN.append(("whisper", word, len(state["messages"])))
    return "said"


TOOLS = [price_of, refund, burn, look, whisper]


class Scripted(GenericFakeChatModel):
    """The framework's own fake model, which takes tools."""

    def bind_tools(self, tools: Any, **_: Any) -> Any:
        """Take them."""
        return self


def model(*calls: tuple[str, Any]) -> Scripted:
    """Return a model that makes these calls at once, and then ends."""
    made: list[Any] = [
        {"name": name, "args": given, "id": f"c-{n}"} for n, (name, given) in enumerate(calls)
    ]
    return Scripted(messages=iter([AIMessage("", tool_calls=made), AIMessage("Done.")]))


def gate(trial: Trial, **more: Any) -> ProctorMiddleware:
    """Return the middleware of a trial."""
    return ProctorMiddleware(trial.role, **{"home": trial.home, "judge": trial.judge, **more})


@pytest.fixture(params=["invoke", "ainvoke"])
def run(request: pytest.FixtureRequest, trial: Trial) -> Run:
    """Give both ways to run an agent; what comes back is what the model reads of its calls."""

    def ran(*calls: tuple[str, Any], tools: Any = TOOLS, before: Any = (), **more: Any) -> Any:
        agent = create_agent(
            model(*calls), tools, middleware=[*before, gate(trial, agent="clerk", **more)]
        )
        given: Any = {"messages": [("user", "go")]}
        if request.param == "invoke":
            out = agent.invoke(given)
        else:
            out = asyncio.run(agent.ainvoke(given))
        assert out["messages"][-1].content == "Done."
        return [one for one in out["messages"] if isinstance(one, ToolMessage)]

    return ran


def test_an_allowed_call_runs_and_is_kept(run: Run, trial: Trial) -> None:
    """The tool runs once, the model reads its result, and the record says who and what."""
    [said] = run(("price_of", {"product": "tea"}))

    [kept] = trial.records
    assert (said.content, said.status, RAN) == ("4.20", "success", [("price_of", "tea")])
    assert (kept.decision, kept.action_string) == ("allow", 'tool:price_of:{"product":"tea"}')
    assert (kept.agent_name, kept.call_id, kept.harness) == ("clerk", "c-0", "langchain")


def test_a_denied_call_does_not_run_and_the_model_reads_why(run: Run, trial: Trial) -> None:
    """A refusal is an error of the tool, with the reason of the rule and the record's name."""
    [said] = run(("burn", {"product": "tea"}))

    [kept] = trial.records
    assert (said.content, said.status) == (f"{REFUSED}Nothing is burnt here.", "error")
    assert (said.tool_call_id, said.name, said.artifact) == ("c-0", "burn", {"record": kept.uid})
    assert (RAN, kept.decision) == ([], "deny")


def test_a_question_waits_on_the_desk_and_each_call_gets_its_own_answer(
    run: Run, trial: Trial
) -> None:
    """Of calls that run side by side, the approved one runs and the refused one does not."""
    small, large = {"order": "A-1", "euros": 20}, {"order": "A-2", "euros": 900}

    said = run(("refund", large), ("refund", small), ("price_of", {"product": "x"}))

    assert [one.content for one in said] == [f"{REFUSED}too much", "paid", "4.20"]
    assert sorted(map(str, RAN)) == ["('price_of', 'x')", "('refund', 'A-1', 20)"]
    assert sorted(kept.decision for kept in trial.records) == [
        "allow", "ask_approved", "ask_denied",
    ]  # fmt: skip


def test_many_calls_at_once_are_each_decided_about(run: Run, trial: Trial) -> None:
    """Calls in threads do not mix up their answers."""
    calls = [(("price_of", "burn")[n % 2], {"product": str(n)}) for n in range(40)]

    said = run(*calls)

    assert [one.status for one in said] == ["success", "error"] * 20
    assert sorted(int(product) for _, product in RAN) == list(range(0, 40, 2))
    assert len(trial.records) == 40


@pytest.mark.parametrize("answer", [RuntimeError("asleep"), None, "allow"], ids=repr)
def test_a_judge_that_fails_lets_nothing_run(run: Run, answer: object) -> None:
    """Whatever goes wrong with deciding is a no, and the agent goes on."""
    [said] = run(("price_of", {"product": "tea"}), judge=Odd(answer))

    assert (str(said.content).startswith(REFUSED), said.status, RAN) == (True, "error", [])


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("look", {"where": "shelf", "deep": "yes"}, "`deep` is of type boolean, not string"),
        ("look", {"where": "shelf", "deep": 1}, "`deep` is of type boolean, not integer"),
        ("look", {"where": "shelf", "x": {"where": "shelf"}}, "`x` is not known"),
        ("look", {"where": "safe"}, "Not the safe."),
        ("look", {}, "Not the safe."),
        ("look", {"where": "shelf", "deep": True}, "Not deeply."),
        ("whisper", {"word": "a", "state": {"messages": []}}, "`state` is not known"),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_decided_about_is_what_would_run(run: Run, name: str, given: Any, why: str) -> None:
    """No spelling of the arguments gets past a rule: not by a default, nor by what is coerced."""
    [said] = run((name, given))

    assert str(said.content).startswith(REFUSED + why)
    assert (said.status, RAN) == ("error", [])


def test_a_call_whose_arguments_are_refused_is_told_of(run: Run, trial: Trial) -> None:
    """Nobody decided, so there is no record; the event says that it did not run, and why."""
    run(("look", {"deep": "yes"}))

    [event] = trial.events
    assert (event.kind, event.body["tool"], event.body["why"]) == (
        "tool-refused", "look", "bad-arguments",
    )  # fmt: skip
    assert trial.records == ()


def test_what_the_program_puts_in_is_not_the_models_to_give(run: Run) -> None:
    """A tool still gets its state, which nobody has to decide about."""
    [said] = run(("whisper", {"word": "a"}))

    assert (said.content, RAN) == ("said", [("whisper", "a", 2)])


def test_a_tool_that_is_not_in_the_list_is_decided_about_too(run: Run, trial: Trial) -> None:
    """What another middleware would find a tool for is refused before it runs."""

    class Finds(AgentMiddleware[Any, Any, Any]):
        def wrap_tool_call(self, request: Any, handler: Any) -> Any:
            return handler(request.override(tool=FOUND.get(request.tool_call["name"])))

        async def awrap_tool_call(self, request: Any, handler: Any) -> Any:
            return await handler(request.override(tool=FOUND.get(request.tool_call["name"])))

    said = run(
        ("burn", {"product": "x"}), ("late", {"product": "y"}), ("gone", {}),
        tools=[price_of], before=[Finds()],
    )  # fmt: skip

    assert [one.status for one in said] == ["error", "success", "error"]
    assert RAN == [("late", "y")]
    assert sorted(kept.tool for kept in trial.records) == ["burn", "gone", "late"]


def late(product: str) -> str:
    """Come late."""
    RAN.append(("late", product))
    return "here"


FOUND = {"burn": burn, "late": StructuredTool.from_function(late)}


def test_a_tool_under_the_name_of_another_is_refused(run: Run) -> None:
    """What is decided about is the tool that would run, not the one that is named."""

    class Swaps(AgentMiddleware[Any, Any, Any]):
        def wrap_tool_call(self, request: Any, handler: Any) -> Any:
            return handler(request.override(tool=burn))

        async def awrap_tool_call(self, request: Any, handler: Any) -> Any:
            return await handler(request.override(tool=burn))

    [said] = run(("price_of", {"product": "x"}), before=[Swaps()])

    assert (said.content, RAN) == (f"{REFUSED}another tool would run than is named", [])


class Free(BaseModel):
    """Whatever comes."""

    model_config = ConfigDict(extra="allow")


def test_tools_of_other_makes_are_decided_about(run: Run, trial: Trial) -> None:
    """A tool without a schema, with one in JSON, or with room for more takes what it is given."""
    made = {"type": "object", "properties": {"n": {"type": "integer", "default": 3}}}
    echo = StructuredTool.from_function(
        lambda **given: str(given), name="echo", description="e", args_schema=Free
    )
    look = StructuredTool.from_function(
        lambda **given: str(given), name="look", description="l", args_schema=made
    )
    plain = Tool("plain", lambda text: f"heard {text}", "p")

    said = run(
        ("echo", {"a": 1}), ("look", {}), ("look", {"n": "3"}), ("plain", {"__arg1": "b"}),
        tools=[echo, look, plain],
    )  # fmt: skip

    assert [one.status for one in said] == ["success", "success", "error", "success"]
    assert sorted(kept.action_string for kept in trial.records) == [
        'tool:echo:{"a":1}', 'tool:look:{"n":3}', 'tool:plain:{"__arg1":"b"}',
    ]  # fmt: skip


def test_nobody_can_change_a_call_that_was_decided_about(trial: Trial) -> None:
    """The tool is given a copy: whoever still holds the request changes nothing."""
    held: list[Any] = []

    class Holds(AgentMiddleware[Any, Any, Any]):
        def wrap_tool_call(self, request: Any, handler: Any) -> Any:
            held.append(request)
            return handler(request)

    class Changes(AgentMiddleware[Any, Any, Any]):
        def wrap_tool_call(self, request: Any, handler: Any) -> Any:
            held[0].tool_call["args"]["product"] = "the shop"
            return handler(request)

    agent = create_agent(
        model(("price_of", {"product": "tea"})), TOOLS, middleware=[Holds(), gate(trial), Changes()]
    )
    given: Any = {"messages": [("user", "go")]}
    agent.invoke(given)

    assert RAN == [("price_of", "tea")]


def test_a_session_is_the_thread_of_the_agent(trial: Trial) -> None:
    """A grant for a session holds for one conversation of many that a middleware serves."""
    for thread in ("t-1", "t-2"):
        agent = create_agent(
            model(("price_of", {"product": "x"})),
            TOOLS,
            middleware=[gate(trial, session="s")],
            checkpointer=InMemorySaver(),
        )
        given: Any = {"messages": [("user", "go")]}
        agent.invoke(given, {"configurable": {"thread_id": thread}})

    assert [kept.session for kept in trial.records] == ["s/t-1", "s/t-2"]


def test_a_sync_agent_inside_a_loop_is_decided_about(trial: Trial) -> None:
    """A program may call `invoke` where a loop runs."""

    async def inside() -> Any:
        agent = create_agent(model(("burn", {"product": "x"})), TOOLS, middleware=[gate(trial)])
        given: Any = {"messages": [("user", "go")]}
        return agent.invoke(given)

    assert asyncio.run(inside())["messages"][-2].status == "error"
    assert (RAN, threading.active_count() < 50) == ([], True)

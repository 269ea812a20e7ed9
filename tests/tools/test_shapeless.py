"""Tools of which only whoever made them knows what they take: handed on as they are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from proctor.terms.kind import Kind
from proctor.tools.definition import ToolDefinition
from proctor.tools.registry import Registry
from proctor.tools.result import Told, ToolResult
from proctor.tools.toolbox import Toolbox
from tests.tools.toolboxes import Says, a_toolbox, price_of, write_role

GIVEN: list[Any] = []
TOO_DEEP: dict[str, Any] = {}
for _ in range(100):
    TOO_DEEP = {"in": TOO_DEEP}


async def anything(arguments: dict[str, Any]) -> Told:
    """Take anything."""
    GIVEN.append(arguments)
    return Told(f"{len(arguments)} values", {"kept": arguments}, failed="fail" in arguments)


TOOL = ToolDefinition(
    id="mcp__shop__any",
    name="Any",
    description="Takes anything",
    category="mcp",
    parameters={"type": "object"},
    kind=Kind.MCP,
    function=anything,
)


class Coming:
    """Names of tools that come and go."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.here: tuple[ToolDefinition, ...] = (TOOL,)

    def get(self, name: str) -> ToolDefinition | None:
        """Return a tool by its name."""
        return next((one for one in self.all() if self.of(one) == name), None)

    def all(self) -> Sequence[ToolDefinition]:
        """Return what there is now."""
        return (price_of.definition, *self.here)

    def of(self, definition: ToolDefinition) -> str:
        """Return a name."""
        return f"x-{definition.name.lower()}"

    def withheld(self, name: str) -> None:
        """Keep nothing back."""


@pytest.fixture(autouse=True)
def _nothing_given() -> None:
    """Begin with nothing."""
    GIVEN.clear()


@pytest.fixture
def toolbox(tmp_path: Path) -> Toolbox:
    """Return a toolbox with a tool that comes from elsewhere."""
    home, shop = tmp_path / "home", tmp_path / "shop"
    shop.mkdir()
    write_role(home, "any", "permissions: {otherwise: allow}\n")
    return a_toolbox(home, shop, "any", tools=(price_of,), names=Coming)


def call(toolbox: Toolbox, name: str, arguments: object) -> ToolResult:
    """Make a call."""
    return asyncio.run(toolbox.call(name, arguments))


def test_it_is_called_with_what_was_given(toolbox: Toolbox) -> None:
    """Any names and any JSON are handed on in one map, which is a copy."""
    given = {"self": 1, "a b": [None, {"c": 2.5}], "arguments": "x"}
    result = call(toolbox, "x-any", given)

    assert (GIVEN, result.ok, result.text) == ([given], True, "3 values")
    assert result.value == {"kept": given}
    assert GIVEN[0]["a b"] is not given["a b"]


def test_what_was_judged_is_what_runs(toolbox: Toolbox) -> None:
    """The judge sees the very input that the function gets."""
    call(toolbox, "x-any", {"b": 1, "a": [1]})
    judge = toolbox._way.judge
    assert isinstance(judge, Says)

    assert [asked[0].input for asked in judge.asked] == GIVEN


def test_its_own_failure_is_told_in_its_own_words(toolbox: Toolbox) -> None:
    """A tool that says it failed has run and is not well, and its value is kept."""
    result = call(toolbox, "x-any", {"fail": True})

    assert (result.ok, result.ran, result.text, result.error) == (
        False,
        True,
        "1 values",
        "1 values",
    )


@pytest.mark.parametrize(
    "arguments",
    [None, [], "x", {"a": float("nan")}, {"a": {1, 2}}, {1: 2}, {"a": "\ud800"}, TOO_DEEP],
    ids=["nothing", "list", "text", "nan", "set", "key", "half a character", "deep"],
)
def test_what_is_no_json_is_refused(toolbox: Toolbox, arguments: object) -> None:
    """What no program could read does not reach the function, nor the judge."""
    result = call(toolbox, "x-any", arguments)

    assert (GIVEN, result.ran, result.refused) == ([], False, "bad-arguments")


def test_tools_come_and_go(toolbox: Toolbox) -> None:
    """What is offered and what can be called is looked up each time."""
    names = toolbox.names
    assert isinstance(names, Coming)
    assert [one["name"] for one in toolbox.schemas()] == ["x-price of", "x-any"]

    names.here = ()
    assert [one["name"] for one in toolbox.schemas()] == ["x-price of"]
    assert call(toolbox, "x-any", {}).refused == "unknown-tool"
    assert call(toolbox, "mcp__shop__any", {}).refused == "unknown-tool"


def test_a_result_does_not_wait_for_what_is_kept_of_it(tmp_path: Path) -> None:
    """Where that is wished, it is kept afterwards, and whoever wants to can wait for it."""

    class Slow(Says):
        async def tell(self, kind: str, call: Any, *, uid: str, body: dict[str, Any]) -> bool:
            await go.wait()
            return await super().tell(kind, call, uid=uid, body=body)

    go, judge = asyncio.Event(), Slow()
    (tmp_path / "shop").mkdir()
    write_role(tmp_path / "home", "any", "permissions: {otherwise: allow}\n")
    toolbox = a_toolbox(
        tmp_path / "home",
        tmp_path / "shop",
        "any",
        tools=(price_of,),
        judge=judge,
        tells_later=True,
    )

    async def main() -> tuple[str, int, int]:
        result = await toolbox.call("price_of", {"product": "tea"})
        before = len(judge.told)
        go.set()
        await toolbox.settled()
        return result.text, before, len(judge.told)

    assert asyncio.run(main()) == ("4.20 EUR", 0, 1)


def test_calls_at_once_need_not_wait_for_each_other(tmp_path: Path) -> None:
    """Without `one_by_one` a call that is long in being decided holds up no other."""

    class Waits(Says):
        async def judge(self, call: Any, **more: Any) -> Any:
            if call.input["product"] == "gold":
                await go.wait()
            return await super().judge(call, **more)

    go = asyncio.Event()
    (tmp_path / "shop").mkdir()
    write_role(tmp_path / "home", "any", "permissions: {otherwise: allow}\n")
    toolbox = a_toolbox(
        tmp_path / "home",
        tmp_path / "shop",
        "any",
        tools=(price_of,),
        judge=Waits(),
        one_by_one=False,
    )

    async def main() -> list[str]:
        first = asyncio.create_task(toolbox.call("price_of", {"product": "gold"}))
        await asyncio.sleep(0)
        second = await toolbox.call("price_of", {"product": "tea"})
        go.set()
        return [(await first).text, second.text]

    assert asyncio.run(main()) == ["4.20 EUR", "4.20 EUR"]

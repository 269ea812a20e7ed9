"""A typed function becomes a tool."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest

from proctor import Context, tool
from proctor.errors import ToolDeclarationError, UsageError
from proctor.terms.catalogue import Annotations
from proctor.terms.kind import Kind
from proctor.tools.definition import ToolDefinition
from tests.tables import each_row

HERE = Context(workspace=Path("/srv/app"), home=Path("/srv/home"), agent="shop-1")


@tool(category="shop", destructive=True, idempotent=True)
def cancel(  # noqa: D417 - one parameter is not described
    order: Annotated[int, "its number"], context: Context, reason: str = "", notify: bool = True
) -> str:
    """
    Cancel an order.

    The customer is told.

    Args:
        order: not shown, for the type says more
        context: who cancels
        reason: in a few words
    """
    return f"{context.agent} cancels {order}: {reason or notify}"


@tool
async def wait_for(seconds: float) -> float:
    """Wait."""
    await asyncio.sleep(0)
    return seconds


def test_a_tool_is_all_that_its_function_says() -> None:
    """Name, description, schema, annotations and the wish for a context come from the function."""
    assert cancel.definition == ToolDefinition(
        id="cancel",
        name="Cancel",
        description="Cancel an order.\n\nThe customer is told.",
        category="shop",
        parameters={
            "type": "object",
            "properties": {
                "order": {"type": "integer", "description": "its number"},
                "reason": {"type": "string", "description": "in a few words", "default": ""},
                "notify": {"type": "boolean", "default": True},
            },
            "required": ["order"],
            "additionalProperties": False,
        },
        mutates=True,
        annotations=Annotations(destructive=True, idempotent=True),
        names=("cancel",),
        kind=Kind.OTHER,
        fields=(),
        function=cancel,
        wants_context="context",
    )


def test_a_function_stays_what_it_was() -> None:
    """It is the same function, called as before."""
    assert type(cancel).__name__ == "function"
    assert cancel(7, HERE, notify=False) == "shop-1 cancels 7: False"
    assert cancel.definition.function is cancel


def test_a_tool_may_be_asynchronous() -> None:
    """An `async def` stays one; without anything to say, `@tool` needs no brackets."""
    assert inspect.iscoroutinefunction(wait_for)
    assert asyncio.run(wait_for(0.5)) == 0.5
    assert wait_for.definition.id == "wait_for"


def test_a_description_can_be_said() -> None:
    """What is said takes the place of the docstring's."""

    @tool(description="Said.", id="other_id")
    def job() -> None:
        """Documented."""

    assert (job.definition.description, job.definition.name) == ("Said.", "Other Id")


def test_a_context_may_have_any_name_and_place() -> None:
    """The type decides, not the name; a parameter named `context` of another type is an input."""

    @tool
    def job(where: Context, context: str) -> str:
        """Do a job."""
        return f"{where}{context}"

    assert job.definition.wants_context == "where"
    assert list(job.definition.parameters["properties"]) == ["context"]


def test_a_tool_below_another_decorator_has_the_signature_that_it_shows() -> None:
    """A wrapper below `@tool` is what runs; what it takes is what it wraps."""

    def loud(function: Callable[..., str]) -> Callable[..., str]:
        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> str:
            return function(*args, **kwargs).upper()

        return wrapper

    @tool
    @loud
    def hello(name: str) -> str:
        """Greet."""
        return f"hello {name}"

    definition = hello.definition
    assert list(definition.parameters["properties"]) == ["name"]
    assert definition.function is not None
    assert definition.function(name="ada") == "HELLO ADA"


def args(*many: str) -> None:
    """Take many."""


def kwargs(**many: str) -> None:
    """Take any."""


def placed(one: str, /) -> None:
    """Take one."""


def bare(one) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001 - that is the point
    """Take one."""


def undescribed(one: str) -> None:  # noqa: D103 - that is the point
    pass


def stale(one: str) -> None:  # noqa: D417 - that is the point
    """
    Take one.

    Args:
        onne: a slip
    """


def twice(one: Context, two: Context) -> None:
    """Take two."""


def yields() -> Iterator[int]:
    """Yield."""
    yield 1


async def yields_later() -> AsyncIterator[int]:
    """Yield."""
    yield 1


class Shop:
    """A class with a method."""

    def sell(self, product: str) -> None:
        """Sell."""


@each_row(
    ("function", "message", "help_"),
    [
        (args, "the tool `args`: `*many` has no names that a model could give",
         "name each parameter, without * and /"),
        (kwargs, "the tool `kwargs`: `**many` would take whatever a model thinks of",
         "name each parameter, without * and /"),
        (placed, "the tool `placed`: `one` can be given by position only",
         "name each parameter, without * and /"),
        (bare, "the tool `bare` does not say of which type `one` is", "annotate it: `one: str`"),
        (undescribed, "the tool `undescribed` has no description",
         "say in its docstring what it is for"),
        (stale, "the tool `stale` describes `onne`, which it does not take",
         "mend the Args of its docstring"),
        (twice, "the tool `twice` wants its context twice", "`one` gets it already"),
        (yields, "the tool `yields` yields", "a tool returns once: collect, then return"),
        (yields_later, "the tool `yields_later` yields",
         "a tool returns once: collect, then return"),
        (Shop.sell, "the tool `sell` is a method", "put `@tool` on a function of a module"),
        (len, "<built-in function len> is not a function",
         "put `@tool` on a `def` or an `async def`"),
        (cancel, "the function of the tool `cancel` is declared a second time",
         "give one tool several names: names=['…']"),
    ],
)  # fmt: skip
def test_a_function_that_cannot_be_a_tool_is_an_error(
    function: Callable[..., Any], message: str, help_: str
) -> None:
    """The error says what to do, when the module is imported."""
    with pytest.raises(ToolDeclarationError) as caught:
        tool(function)

    assert (caught.value.message, caught.value.help) == (message, help_)
    assert isinstance(caught.value, UsageError)


def test_a_class_is_no_tool() -> None:
    """Neither is an object that can be called."""
    with pytest.raises(ToolDeclarationError, match="is not a function"):
        tool(Shop)
    with pytest.raises(ToolDeclarationError, match="is not a function"):
        tool(functools.partial(cancel, 1))


def test_a_refused_function_is_left_as_it_was() -> None:
    """What is not a tool has no definition."""
    with pytest.raises(ToolDeclarationError):
        tool(stale)

    assert not hasattr(stale, "definition")

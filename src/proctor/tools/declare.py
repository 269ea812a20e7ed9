"""
`@tool`: make a tool of a typed Python function.

What the function takes becomes the schema, what its docstring says the description.
What cannot be is an error here, when the module is imported, and never at a call.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, Unpack, cast, overload

from proctor.errors import ToolDeclarationError
from proctor.tools.claims import (
    Said,
    check_words,
    checked_names,
    kind_of,
    known_tool,
    marks_of,
    target_of,
)
from proctor.tools.context import Context
from proctor.tools.definition import ToolDefinition, humanised
from proctor.tools.docstrings import read_docstring
from proctor.tools.schema import field_of, hints_of
from proctor.tools.shapes import NO_DEFAULT, Field, Fields

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

NOT_POSSIBLE = {
    inspect.Parameter.VAR_POSITIONAL: "`*{}` has no names that a model could give",
    inspect.Parameter.VAR_KEYWORD: "`**{}` would take whatever a model thinks of",
    inspect.Parameter.POSITIONAL_ONLY: "`{}` can be given by position only",
}


class Tool(Protocol[P, R_co]):
    """A function that is a tool: it is called as before, and knows its definition."""

    definition: ToolDefinition

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Call the function."""


@overload
def tool(function: Callable[P, R], /) -> Tool[P, R]: ...


@overload
def tool(**said: Unpack[Said]) -> Callable[[Callable[P, R]], Tool[P, R]]: ...


def tool(function: Callable[..., Any] | None = None, /, **said: Unpack[Said]) -> object:
    """Make a tool of a function; `Said` lists what can be said of it."""
    if function is not None:
        return declared(function, said)
    return lambda named: declared(named, said)


def declared(function: Callable[P, R], said: Said) -> Tool[P, R]:
    """Put its definition on a function, which stays what it was."""
    if not inspect.isfunction(function):
        message = f"{function!r} is not a function"
        raise ToolDeclarationError(message, help="put `@tool` on a `def` or an `async def`")
    there = getattr(function, "definition", None)
    if isinstance(there, ToolDefinition) and there.function is function:
        message = f"the function of the tool `{there.id}` is declared a second time"
        raise ToolDeclarationError(message, help="give one tool several names: names=['…']")
    check_words(function.__name__, said)
    made = cast("Tool[P, R]", function)
    made.definition = definition_of(function, said)
    return made


def definition_of(function: Callable[..., Any], said: Said) -> ToolDefinition:
    """Return what a function is as a tool."""
    names = checked_names((said.get("id") or function.__name__, *said.get("names", ())))
    name = names[0]
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        message = f"the tool `{name}` yields"
        raise ToolDeclarationError(message, help="a tool returns once: collect, then return")
    text, described = read_docstring(function.__doc__)
    description = said.get("description") or text
    if not description:
        message = f"the tool `{name}` has no description"
        raise ToolDeclarationError(message, help="say in its docstring what it is for")
    shape, context = read_parameters(function, name, described)
    marks = marks_of(name, said)
    kind, known = kind_of(name, said, marks), known_tool(name)
    return ToolDefinition(
        id=name,
        name=humanised(name),
        description=description,
        category=said.get("category") or (known.category if known else kind.value),
        parameters=shape.schema(),
        mutates=not marks.read_only,
        annotations=marks,
        names=names,
        kind=kind,
        fields=target_of(name, said, kind, shape),
        function=function,
        wants_context=context,
        shape=shape,
    )


def read_parameters(
    function: Callable[..., Any], name: str, described: Mapping[str, str]
) -> tuple[Fields, str]:
    """Return the shape of a tool's input, and the parameter that gets the context."""
    hints, context = hints_of(function, name), ""
    parameters = inspect.signature(function).parameters
    fields: list[Field] = []
    for parameter in parameters.values():
        if parameter.kind in NOT_POSSIBLE:
            message = f"the tool `{name}`: {NOT_POSSIBLE[parameter.kind].format(parameter.name)}"
            raise ToolDeclarationError(message, help="name each parameter, without * and /")
        if parameter.name not in hints:
            raise no_hint(name, parameter.name, first=not fields and not context)
        hint = hints[parameter.name]
        if hint is Context and context:
            message = f"the tool `{name}` wants its context twice"
            raise ToolDeclarationError(message, help=f"`{context}` gets it already")
        if hint is Context:
            context = parameter.name
        else:
            text = described.get(parameter.name, "")
            fields.append(parameter_field(parameter, hint, f"{name}.{parameter.name}", text))
    for stale in described:
        if stale not in parameters:
            message = f"the tool `{name}` describes `{stale}`, which it does not take"
            raise ToolDeclarationError(message, help="mend the Args of its docstring")
    return Fields(tuple(fields)), context


def parameter_field(parameter: inspect.Parameter, hint: object, at: str, text: str) -> Field:
    """Return the field of one parameter."""
    needed = parameter.default is inspect.Parameter.empty
    default = NO_DEFAULT if needed else parameter.default
    return field_of(parameter.name, hint, at, needed=needed, default=default, description=text)


def no_hint(name: str, parameter: str, *, first: bool) -> ToolDeclarationError:
    """Return the error for a parameter of which nobody says what it takes."""
    if first and parameter in ("self", "cls"):
        message = f"the tool `{name}` is a method"
        return ToolDeclarationError(message, help="put `@tool` on a function of a module")
    message = f"the tool `{name}` does not say of which type `{parameter}` is"
    return ToolDeclarationError(message, help=f"annotate it: `{parameter}: str`")

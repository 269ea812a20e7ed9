"""The tools of a program: found by id or by any of their names, in the order of declaration."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from proctor.errors import ToolDeclarationError, UsageError
from proctor.nodes import visible
from proctor.tools.definition import ToolDefinition
from proctor.tools.importing import imported, shown_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

BUILT_IN_TOOLS = "proctor.tools.built_in"


class Registry:
    """
    Definitions by name.

    A name means one tool: a second one that wants it is refused. The same function
    may be added again, as happens when a module imports a tool from another.
    """

    def __init__(self, definitions: Iterable[ToolDefinition] = ()) -> None:
        self._by_id: dict[str, ToolDefinition] = {}
        self._by_name: dict[str, ToolDefinition] = {}
        for definition in definitions:
            self.add(definition)

    @classmethod
    def from_modules(cls, names: Iterable[str]) -> Registry:
        """Import modules, which runs their code, and collect their tools."""
        return cls(found for name in names for found in tools_of(imported(name)))

    @classmethod
    def built_in(cls, *, with_server: bool = True) -> Registry:
        """Return the tools that come with Proctor; those too that need a role and its server."""
        families = importlib.import_module(BUILT_IN_TOOLS)
        names: tuple[str, ...] = families.MODULES if with_server else families.BY_THEMSELVES
        return cls.from_modules(names)

    def add(self, tool: Any) -> ToolDefinition:
        """Add a definition, or the function that `@tool` has put one on."""
        definition = defined(tool)
        for name in definition.names:
            there = self._by_name.get(name)
            if there is not None and not same(there, definition):
                message = (
                    f"`{visible(name)}` is declared twice: {place(there)}, {place(definition)}"
                )
                raise UsageError(message, help="give one of them another id: @tool(id='…')")
        self._by_id.setdefault(definition.id, definition)
        self._by_name |= dict.fromkeys(definition.names, self._by_id[definition.id])
        return self._by_id[definition.id]

    def get(self, name: str) -> ToolDefinition | None:
        """Return the tool of that id or other name; None if there is none."""
        return self._by_name.get(name)

    @property
    def definitions(self) -> tuple[ToolDefinition, ...]:
        """Return every tool once, in order."""
        return tuple(self._by_id.values())

    def __iter__(self) -> Iterator[ToolDefinition]:
        """Go through the tools in order."""
        return iter(self.definitions)

    def __len__(self) -> int:
        """Count the tools."""
        return len(self._by_id)

    def __contains__(self, name: object) -> bool:
        """Say whether a tool has this id or other name."""
        return name in self._by_name


def same(one: ToolDefinition, other: ToolDefinition) -> bool:
    """Say whether two definitions are of one tool: the same function, or nobody's and equal."""
    if one.function is None or other.function is None:
        return one == other
    return one.function is other.function


def needs_server(definition: ToolDefinition) -> bool:
    """Say whether a tool is a built-in one that the home's server keeps or starts for a role."""
    families: tuple[str, ...] = importlib.import_module(BUILT_IN_TOOLS).OF_SERVER
    return getattr(definition.function, "__module__", None) in families


def place(definition: ToolDefinition) -> str:
    """Return where a tool is declared."""
    function = definition.function
    if function is None:
        return f"the catalogue's `{definition.id}`"
    at = lines_at(definition)
    return f"{function.__module__}.{function.__qualname__}{f' ({at})' if at else ''}"


def lines_at(definition: ToolDefinition) -> str:
    """Return the file and line of a tool's function; empty where nobody knows."""
    code = getattr(definition.function, "__code__", None)
    return shown_place(code.co_filename, code.co_firstlineno) if code else ""


def defined(tool: Any) -> ToolDefinition:
    """Return the definition of a tool function; one that is wrapped is another function."""
    if isinstance(tool, ToolDefinition):
        return tool
    definition = getattr(tool, "definition", None)
    if not isinstance(definition, ToolDefinition):
        message = f"{visible(repr(tool))} is not a tool"
        raise UsageError(message, help="put `@tool` on the function")
    if definition.function is not tool:
        at = lines_at(definition)
        above = f"another decorator stands above the `@tool` of `{definition.id}`"
        message = f"{at}: {above}" if at else above
        instead = "put `@tool` first: what stands above it would not run"
        raise ToolDeclarationError(message, help=instead)
    return definition


def tools_of(module: ModuleType) -> Iterator[ToolDefinition]:
    """Return the tools of a module in the order in which it names them."""
    for value in list(vars(module).values()):
        # A class or object of somebody's may answer to any name; only functions are tools.
        if callable(value) and isinstance(vars_of(value).get("definition"), ToolDefinition):
            yield defined(value)


def vars_of(value: object) -> dict[str, object]:
    """Return what stands on an object itself."""
    found = getattr(value, "__dict__", None)
    return dict(found) if isinstance(found, dict) else {}

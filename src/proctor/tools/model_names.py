"""The names by which a model knows tools: interfaces of models take no colon in a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Protocol

from proctor.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proctor.tools.definition import ToolDefinition
    from proctor.tools.registry import Registry

NOT_TAKEN = re.compile(r"[^A-Za-z0-9_-]")


class Withheld(NamedTuple):
    """A tool that is there and cannot be called now: why, in a word and in words."""

    definition: ToolDefinition
    code: str
    why: str


class Names(Protocol):
    """How tools are called by whoever calls them, asked anew each time: tools come and go."""

    def get(self, name: str) -> ToolDefinition | None:
        """Return the tool of a name; None if there is none."""

    def all(self) -> Sequence[ToolDefinition]:
        """Return every tool that there is now."""

    def of(self, definition: ToolDefinition) -> str:
        """Return the name of a tool."""

    def withheld(self, name: str) -> Withheld | None:
        """Return the tool of a name that nobody can call now; None if there is none either."""


class ModelNames:
    """
    Tools by the names that a model is given, and by all their own.

    Raises:
        UsageError: a model could not tell two tools apart.

    """

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.known: dict[str, ToolDefinition] = {}
        for definition in registry:
            name = model_name(definition.id)
            there = registry.get(name) or self.known.get(name)
            if there is not None and there is not definition:
                message = f"to a model `{there.id}` and `{definition.id}` are both `{name}`"
                raise UsageError(message, help="give one of them another id: @tool(id='…')")
            self.known[name] = definition

    def get(self, name: str) -> ToolDefinition | None:
        """Return the tool of a name; None if there is none."""
        return self.registry.get(name) or self.known.get(name)

    def all(self) -> Sequence[ToolDefinition]:
        """Return every tool."""
        return self.registry.definitions

    def of(self, definition: ToolDefinition) -> str:
        """Return the name of a tool."""
        return model_name(definition.id)

    def withheld(self, name: str) -> Withheld | None:  # noqa: ARG002 - the same for every name
        """Return None: what is declared here can be called."""
        return None


def model_name(tool: str) -> str:
    """Return the name of a tool for a model: `task:add` is `task_add`."""
    return NOT_TAKEN.sub("_", tool)

"""What tests of tools share: a workspace with files, a context, and a way to call a tool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from proctor.tools.context import Context
from proctor.tools.registry import Registry

TOOLS = Registry.built_in()


def context_in(folder: Path, **more: Any) -> Context:
    """Return the context of an agent that works in a new workspace below a folder."""
    workspace, home = folder / "shop", folder / "home"
    workspace.mkdir(exist_ok=True)
    home.mkdir(exist_ok=True)
    said = {"role": "coder", "agent": "coder-1", "person": "ada", **more}
    return Context(workspace=workspace, home=home, **said)


def call(name: str, context: Context, /, **arguments: Any) -> Any:
    """Call a built-in tool by one of its names, as whoever has checked the arguments does."""
    definition = TOOLS.get(name)
    assert definition is not None
    assert definition.function is not None
    return definition.function(context, **arguments)


def wrote(workspace: Path, path: str, text: str = "text\n") -> Path:
    """Write a file of a workspace, and return it."""
    file = workspace / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file

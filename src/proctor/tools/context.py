"""What a tool is told about its call: by the program that runs it, never by the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Through what the calls of a Toolbox come.
HARNESS = "toolbox"


@dataclass(frozen=True, kw_only=True)
class Context:
    """
    Where, for whom and as whom a tool runs.

    A parameter of a tool function that is annotated `Context` receives it. It is
    not in the tool's schema, and an argument of that name is refused like any
    other that is not there. What is not known is empty.

    `run` is the id of a workflow run. `deadline` is the moment, on the clock of
    `time.monotonic`, at which nobody waits for the tool any longer; None leaves
    the time to the tool. `may_read` says of an absolute path whether the role may
    read it; tools that look through folders leave out what it may not. None where
    nobody says so. `harness` is through what the call came: `toolbox` for a Toolbox in a
    program of your own, `mcp` for a gateway.
    """

    workspace: Path
    home: Path
    role: str = ""
    agent: str = ""
    person: str = ""
    session: str = ""
    run: str = ""
    call_id: str = ""
    deadline: float | None = None
    may_read: Callable[[str], bool] | None = None
    harness: str = ""

"""What `doctor` finds of what agents need to run here: a terminal, and a sandbox."""

from __future__ import annotations

from collections.abc import Iterator

from proctor.agents.sandbox import sandbox_trouble
from proctor.agents.tmux_program import INSTALL, tmux_version
from proctor.proving.finding import Finding, ok, warning

AREA = "agents"
NO_TMUX = "tmux is not installed: `proctor run` can start no agent"
SANDBOX = "bubblewrap works: a role can say `sandbox: true`"
NO_SANDBOX = (
    "no sandbox: {why}. `proctor run` refuses a role with `sandbox: true`; what protects instead "
    "are the rules and the guard before each call, and Claude Code's own sandbox where it is on"
)


def examine_agents() -> Iterator[Finding]:
    """Return whether agents can be started here, and held in."""
    version = tmux_version()
    if version:
        yield ok(AREA, f"{version}: agents have terminals of their own")
    else:
        yield warning(AREA, NO_TMUX, INSTALL)
    why = sandbox_trouble()
    yield ok(AREA, NO_SANDBOX.format(why=why) if why else SANDBOX)

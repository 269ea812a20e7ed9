"""Which agents get a gateway for Proctor's own tools, and what it is started with."""

from __future__ import annotations

import json
from typing import Any

from proctor import Policy
from proctor.adapters.claude_versions import PROVEN, Version
from proctor.agents.launching import relaunch
from proctor.agents.loaded_role import Loaded
from proctor.agents.own_gateway import (
    IN_SANDBOX,
    OLD_PROGRAM,
    is_only_server,
    listed_tools,
    trouble,
)
from proctor.own_process import own_command
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.role import Role
from tests.agents.claude_double import Double
from tests.agents.test_session_files import a_session
from tests.tables import each_row

# The `implementer` of choragen, as its document prints it.
IMPLEMENTER = """\
name: Implementer
description: Full implementation capabilities
toolIds:
  - read_file
  - write_file
  - list_files
  - search_files
  - chain:status
  - task:start
  - task:complete
  - task:status
  - task:list
  - run_command
"""
RUN = "@WF-20261116-001"


def a_role(*tools: str) -> Role:
    """Return a role with a list of tools; without one if there are none."""
    return Role(id="x", name="x", tools=tools or None)


def loaded(*roles: Role, **stages: tuple[Role, ...]) -> Loaded:
    """Return roles as they are loaded; those of stages under the word of the run."""
    pairs = [(role, Policy.of(otherwise="ask")) for role in roles]
    return Loaded(pairs, BUILT_IN, dict.fromkeys([RUN], stages["run"]) if stages else {})


@each_row(
    ("roles", "chain", "tools", "alone"),
    [
        (loaded(a_role()), "coder", (), False),
        (loaded(a_role("Read", "run_command")), "coder", (), True),
        (loaded(a_role("read_file", "chain:status")), "r", ("chain:status",), True),
        (loaded(a_role("self_edit_mod*", "mcp__github__*")), "r", ("self_edit_model",), False),
        # Under a parent a tool is reached that both have.
        (loaded(a_role("task:list", "task:add"), a_role("task:list")), "a under b",
         ("task:list",), True),
        (loaded(a_role("task:list"), a_role()), "a under b", ("task:list",), True),
        (loaded(a_role("task:list"), a_role("Read")), "a under b", (), True),
        # Of a workflow's stages any may list it.
        (loaded(a_role("Read"), run=(a_role("Read"), a_role("task:start", "mcp__x__*"))), RUN,
         ("task:start",), False),
    ],
)  # fmt: skip
def test_a_gateway_is_for_the_tools_that_a_role_lists(
    roles: Loaded, chain: str, tools: tuple[str, ...], alone: bool
) -> None:
    """Every role of the chain has them, one lists them, and the program has none for the same."""
    assert (listed_tools(roles, chain), is_only_server(roles, chain)) == (tools, alone)


def test_an_agent_is_given_its_gateway(doubled: Double) -> None:
    """By the words of the program, for its name and role; the hook can decide its calls."""
    doubled.role("builder", IMPLEMENTER)
    doubled.run("builder")
    words = doubled.started("builder")["words"]
    folder = doubled.home / "sessions" / "builder" / ".claude"
    python, *rest = own_command("mcp", "--role", "builder", "--agent", "builder")
    server = json.loads((folder / "mcp.json").read_text())["mcpServers"]["proctor"]
    denied = denies(doubled, "builder")

    assert words[:4] == [
        "--mcp-config", str(folder / "mcp.json"), "--strict-mcp-config", "--settings",
    ]  # fmt: skip
    assert (server["command"], server["args"]) == (python, rest)
    assert server["env"] == {"PROCTOR_HOME": str(doubled.home)}
    assert [each for each in denied if each.startswith("mcp__")] == [
        f"mcp__proctor__{name}"
        for name in (
            "read_file", "write_file", "str_replace", "list_files", "search_files", "run_command",
        )
    ]  # fmt: skip

    # Once the role lists none of them, the next start has no gateway.
    doubled.role("builder", "tools: [Read]\n")
    relaunch(doubled.home, "builder", resume=False, wanted=doubled.wanted())

    assert "--mcp-config" not in doubled.started("builder")["words"]
    assert not (folder / "mcp.json").exists()
    assert "mcp__*" in denies(doubled, "builder")


@each_row(
    ("sandbox", "version", "why"),
    [(True, PROVEN, IN_SANDBOX), (False, (2, 1, 273), OLD_PROGRAM), (False, None, OLD_PROGRAM),
     (False, (2, 1, 274), "")],
)  # fmt: skip
def test_a_gateway_that_would_be_of_no_use_is_not_started(
    sandbox: bool, version: Version | None, why: str
) -> None:
    """Where the server cannot be reached, or the hook cannot tell whose server it is."""
    assert trouble(a_session(sandbox=sandbox), version) == why


def test_an_agent_in_the_sandbox_has_no_gateway(doubled: Double) -> None:
    """It would not reach the server: whoever starts it is told which tools it does not get."""
    doubled.role("boxed", f"{IMPLEMENTER}sandbox: true\n")
    told: list[str] = []
    doubled.run("boxed", tell=told.append)

    assert "\n".join(told) == (
        "the agent does not get Proctor's own tools `chain:status`, `task:start`, "
        "`task:complete`, `task:status`, `task:list`: an agent in the sandbox does not reach "
        "the server"
    )
    assert not (doubled.home / "sessions" / "boxed" / ".claude" / "mcp.json").exists()
    assert "mcp__*" in denies(doubled, "boxed")


def denies(doubled: Double, name: str) -> list[str]:
    """Return what the settings of an agent deny."""
    path = doubled.home / "sessions" / name / ".claude" / "settings.json"
    said: dict[str, Any] = json.loads(path.read_text())
    return list(said["permissions"]["deny"])

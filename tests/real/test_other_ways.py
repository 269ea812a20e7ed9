"""Calls that come another way: from a sub-agent, to an MCP server, in other modes."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from proctor.proving.scripted_model import Turn, bash, call, say
from tests.real import mcp_server
from tests.real.claude import headless
from tests.real.hooking import hook_of, settings_with, under
from tests.real.model import Model
from tests.real.place import FREE, Place, mark
from tests.real.programs import BOTH_VERSIONS, NEW, OLD
from tests.server.running import running

DENYING = """\
permissions:
  otherwise: allow
  deny:
    - {rule: Bash(git push *), why: Not from here.}
    - {rule: mcp__shelf__change, why: The shelf is only looked at.}
"""
NO_HELPERS = "permissions:\n  otherwise: allow\n  deny: [Agent]\n"
FULL = pytest.mark.full


def helper(prompt: str, tool: str = "Agent") -> Turn:
    """Return a wish to hand work to another agent."""
    return call(tool, description="a helper", prompt=prompt, subagent_type="general-purpose")


@pytest.mark.parametrize(
    ("version", "tool"), [(NEW, "Agent"), pytest.param(OLD, "Task", marks=pytest.mark.full)]
)
@pytest.mark.parametrize("path", ["cold", pytest.param("warm", marks=FULL)])
def test_a_sub_agent_is_under_the_same_role(
    place: Place, model: Model, path: str, version: str, tool: str
) -> None:
    """What a sub-agent wants is decided as its parent's calls are, and kept under its id."""
    settings = under(place, "denying", DENYING, version=version)
    inner = model.learn("inner", bash(mark()), bash(f"{mark()}; git push"), say("done inside"))
    prompt = model.learn("go", helper(inner, tool), say("done"))
    with running(place.home) if path == "warm" else nullcontext():
        headless(place, model, prompt, settings=settings, version=version)
    allowed, denied = model.told("inner")
    handed, first, second = place.records()

    assert (allowed.error, denied.error, place.ran()) == (False, True, 1)
    assert "Not from here." in denied.text
    assert [each["decision"] for each in (handed, first, second)] == ["allow", "allow", "deny"]
    assert (handed["subagent"], first["subagent"]) == ("", second["subagent"])
    # The old program does not tell a sub-agent's calls from its parent's.
    assert bool(first["subagent"]) is (version == NEW)
    assert handed["session"] == first["session"]


@pytest.mark.full
def test_a_role_may_forbid_helpers(place: Place, model: Model) -> None:
    """Where `Agent` is denied, no sub-agent starts."""
    settings = under(place, "no-helpers", NO_HELPERS)
    inner = model.learn("inner", bash(mark()), say("done inside"))
    prompt = model.learn("go", helper(inner), say("done"))
    headless(place, model, prompt, settings=settings)

    assert (place.ran(), model.conversation("inner")) == (0, [])
    assert [each.error for each in model.told("go")] == [True]


@pytest.mark.parametrize("path", [pytest.param("cold", marks=FULL), "warm"])
def test_tools_of_an_mcp_server_are_decided(place: Place, model: Model, path: str) -> None:
    """A server's tool runs where the role allows it and not where it does not."""
    place.write_role("denying", DENYING)
    # Without the role's rules in the settings too, which would not even offer the tool.
    settings = settings_with(place, hook_of(place, "denying"))
    server = {"command": sys.executable, "args": ["-I", str(Path(mcp_server.__file__))]}
    config = place.root / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"shelf": server}}))
    wishes = [call(f"mcp__shelf__{name}", what="x") for name in mcp_server.TOOLS]
    prompt = model.learn("go", *wishes, say("done"))
    with running(place.home) if path == "warm" else nullcontext():
        headless(place, model, prompt, "--mcp-config", str(config), settings=settings)
    looked, changed = model.told("go")

    assert (looked.text, looked.error, changed.error) == ("look was done", False, True)
    assert (place.ran("mcp-look"), place.ran("mcp-change")) == (1, 0)
    assert [decision for _, decision in place.decisions()] == ["allow", "deny"]


@pytest.mark.parametrize("version", BOTH_VERSIONS)
@pytest.mark.full
def test_bypassing_permissions_does_not_bypass_a_deny(
    place: Place, model: Model, version: str
) -> None:
    """Even where the program asks nobody, what the role denies does not run."""
    settings = under(place, "denying", DENYING, version=version)
    prompt = model.learn("go", bash(f"{mark()}; git push"), bash(mark("other")), say("done"))
    mode = ("--permission-mode", "bypassPermissions")
    headless(place, model, prompt, *mode, settings=settings, version=version)

    assert (place.ran(), place.ran("other")) == (0, 1)
    assert [each.error for each in model.told("go")] == [True, False]


@pytest.mark.full
def test_bypassing_permissions_does_not_answer_an_ask(place: Place, model: Model) -> None:
    """An ask stays one, and where nobody can be asked it is a denial."""
    place.configure("channels: {inbox: false}\n")
    settings = under(place, "asking", "permissions:\n  ask: [Bash]\n")
    prompt = model.learn("go", bash(mark()), say("done"))
    mode = ("--permission-mode", "bypassPermissions")
    headless(place, model, prompt, *mode, settings=settings)

    assert (place.ran(), [each.error for each in model.told("go")]) == (0, [True])


@pytest.mark.parametrize("path", [pytest.param("cold", marks=FULL), "warm"])
@pytest.mark.full
def test_in_plan_mode_nothing_is_changed(place: Place, model: Model, path: str) -> None:
    """A role that follows the program's mode lets it read and nothing else, whatever it allows."""
    settings = under(place, "free", FREE)
    write = call("Write", file_path=str(place.shop / "new"), content="x")
    prompt = model.learn("go", bash(mark()), write, bash("git status"), say("done"))
    with running(place.home) if path == "warm" else nullcontext():
        headless(place, model, prompt, "--permission-mode", "plan", settings=settings)

    assert (place.ran(), (place.shop / "new").exists()) == (0, False)
    assert [each.error for each in model.told("go")] == [True, True, False]

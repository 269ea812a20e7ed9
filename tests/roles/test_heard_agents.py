"""Agents of which only rows tell: which of them count, and under which role of which place."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from proctor.agents.processes import birth_of
from proctor.audit.ids import timestamp
from proctor.roles.heard_agents import LONG_SILENT, heard_agents, heard_under
from proctor.roles.live_agents import LiveAgent
from proctor.roles.trust import trust
from proctor.terms.agent import Agent

ME: dict[str, Any] = {"pid": str(os.getpid()), "birth": birth_of(os.getpid())}


def row(state: str = "idle", silent: float = 0.0, **body: Any) -> Agent:
    """Return the row of an agent that was last heard of so long ago."""
    seen = timestamp(time.time() - silent)
    return Agent("h", "x", "a-1", role="scout", state=state, seen_at=seen, body=body)


@pytest.mark.parametrize(
    ("state", "silent", "body", "counts"),
    [
        pytest.param("idle", 0, {}, True, id="heard-now"),
        pytest.param("blocked", LONG_SILENT - 600, {}, True, id="heard-within-the-hour"),
        pytest.param("idle", LONG_SILENT + 60, {}, False, id="long-silent"),
        pytest.param("exited", 0, {}, False, id="exited"),
        pytest.param("lost", 0, {}, False, id="lost"),
        pytest.param("idle", 0, {"start": "5"}, False, id="started-by-us"),
        pytest.param("idle", LONG_SILENT + 60, ME, True, id="silent-and-alive"),
        pytest.param("idle", 0, {**ME, "birth": "1"}, False, id="its-process-is-gone"),
    ],
)
def test_one_counts_as_long_as_it_may_be_at_work(
    state: str, silent: float, body: dict[str, Any], counts: bool
) -> None:
    """What is certainly over does not; of those that we started, their files tell."""
    found = heard_agents([row(state, silent, **body)])

    assert [agent.name for agent in found] == ["a-1"] * counts


def test_one_counts_where_nobody_knows_when_it_was_heard_of() -> None:
    """It may be there."""
    assert heard_agents([row()._replace(seen_at="?")])


def test_a_role_is_meant_in_its_own_place(tmp_path: Path) -> None:
    """The project's hides the home's for its agents, also in a folder below; a chain has both."""
    home, shop, other = (tmp_path / name for name in ("home", "shop", "other"))
    for folder in (home, shop / ".proctor" / "roles", shop / "src", other):
        folder.mkdir(parents=True)
    (shop / ".proctor" / "roles" / "scout.yaml").write_text("name: scout\n")
    trust(shop, home)
    agents = [
        LiveAgent("in-shop", "scout", str(shop / "src")),
        LiveAgent("elsewhere", "scribe under scout", str(other)),
        LiveAgent("nobody-knows", "scout", ""),
    ]

    def named(role: str, root: Path | None) -> list[str]:
        """Name who uses a role."""
        return [use.name for use in heard_under(role, agents, home, root)]

    assert named("scout", shop) == ["in-shop", "nobody-knows"]
    assert named("scout", None) == ["elsewhere", "nobody-knows"]
    assert named("scribe", None) == ["elsewhere"]
    assert named("reader", None) == []

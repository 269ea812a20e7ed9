"""An agent changes itself by tools, and nobody else of its role."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proctor import Toolbox
from proctor.errors import NotAllowed
from proctor.local_person import local_person
from proctor.tools.context import Context
from tests.server.running import running
from tests.tools.workspaces import call, context_in, wrote

CODER = """\
name: coder
model: haiku
permissions:
  allow: ["tool:.*"]
"""


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """An agent whose role is in the home, and a server of it."""
    made = context_in(tmp_path)
    wrote(made.home, "roles/coder.yaml", CODER)
    made.home.chmod(0o700)
    with running(made.home):
        yield made


def test_changes_are_made_for_the_caller_alone(context: Context) -> None:
    """Its role, and another agent of it, stay; the program reads the rest."""

    def box(agent: str) -> Toolbox:
        where: dict[str, Any] = {"workspace": context.workspace, "home": context.home}
        return Toolbox("coder", agent=agent, person=local_person(), **where)

    async def work() -> tuple[list[str], list[bool]]:
        own, other = box("coder-1"), box("coder-2")
        changes = {
            "self_edit_model": {"model": "opus"},
            "self_edit_system_prompt": {"prompt": "Write tests.\npermissions: allow"},
            "self_edit_docs": {"path": "docs/notes.md", "content": "# Notes\n"},
            "self_edit_permissions": {"profile": "locked"},
        }
        texts = [(await own.call(name, given)).text for name, given in changes.items()]
        held = own.overrides
        assert (held.model, held.system_prompt) == (
            "opus",
            changes["self_edit_system_prompt"]["prompt"],
        )
        assert held.docs == {"docs/notes.md": "# Notes\n"}
        new = {"path": "a.txt", "content": "x"}
        return texts, [(await one.call("create_file", new)).ok for one in (own, other)]

    texts, ran = asyncio.run(work())
    names = ("model", "system_prompt", "docs", "profile")
    assert texts == [f"changed {name}, for you alone, until you end" for name in names]
    assert ran == [False, True]
    assert (context.home / "roles/coder.yaml").read_text() == CODER
    assert sorted(path.name for path in context.workspace.iterdir()) == ["a.txt"]
    # Whoever calls a tool's function without anybody's approval changes nothing.
    with pytest.raises(NotAllowed, match="nobody has approved"):
        call("self_edit_permissions", context, profile="open")

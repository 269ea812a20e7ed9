"""The built-in tools through a toolbox: read as what they are, decided, run and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor import Effect, Proctor, ToolCall
from proctor.owner.client import Client
from proctor.tools.calling import judged_input
from proctor.tools.definition import ToolDefinition
from proctor.tools.registry import Registry
from proctor.tools.toolbox import Toolbox
from tests.server.running import running
from tests.tools.toolboxes import write_role

GIVEN = {
    "path": "docs/a.md", "command": "ls", "pattern": "x", "remote": "origin", "branch": "main",
    "name": "feature", "target": "main", "title": "Tax", "message": "Add tax", "content": "text",
    "old_str": "a", "new_str": "b", "prompt": "Be kind", "profile": "standard", "model": "sonnet",
    "template": "standard", "task": "T-1", "role": "implementer",
}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a project."""
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("definition", Registry.built_in(), ids=lambda one: one.id)
def test_the_smallest_call_of_a_built_in_tool_can_be_read(
    definition: ToolDefinition, home: Path, shop: Path
) -> None:
    """With what it must have and its defaults, no call is one that the policy cannot read."""
    given = {name: GIVEN[name] for name in definition.parameters.get("required", ())}
    proctor = Proctor.for_role("open", cwd=shop, home=home)

    decision = proctor.decide(ToolCall(definition.id, judged_input(definition, given)))

    assert [part.unread for part in decision.action.parts if part.unread] == []
    assert decision.effect is Effect.ALLOW


def test_files_and_commands_go_all_the_way(home: Path, shop: Path) -> None:
    """What a role may do is done in the workspace, what it may not is not, and all is kept."""
    rules = "allow: [Read, 'Edit(docs/**)', 'Bash(cat *)'], otherwise: deny"
    write_role(home, "writer", f"permissions: {{{rules}}}\n")
    box = Toolbox("writer", home=home, workspace=shop, agent="scribe")

    with running(home):
        results = box.run_all(
            [
                ("write_file", {"path": "docs/a.md", "content": "tea\n"}),
                ("read_file", {"path": "docs/a.md"}),
                ("bash", {"command": "cat docs/a.md"}),
                ("write_file", {"path": "notes.md", "content": "tea\n"}),
                ("run_command", {"command": "cat docs/a.md > copy.md"}),
                ("write_file", {"path": "docs/../../out.md", "content": "tea\n"}),
            ]
        )
        with Client.connect(home) as client:
            kept = [(one["tool"], one["decision"]) for one in reversed(client.call("records"))]

    assert [one.ok for one in results] == [True, True, True, False, False, False]
    assert all("tea" in one.text for one in results[1:3])
    assert kept == [
        ("Write", "allow"), ("Read", "allow"), ("Bash", "allow"),
        ("Write", "deny"), ("Bash", "deny"), ("Write", "deny"),
    ]  # fmt: skip
    assert sorted(path.name for path in shop.iterdir()) == [".git", "docs"]
    assert not (shop.parent / "out.md").exists()

"""What *always* leaves as it was: all that is decided but the one thing that it is about."""

from __future__ import annotations

from itertools import product

import pytest

from proctor import ToolCall
from tests.roles.conftest import House
from tests.roles.test_always import EDIT, NPM, ROLE, decider, kept

COMMANDS = [
    f"{before}{command}{after}"
    for before, command, after in product(
        ("", "sudo ", "PATH=/srv/bin ", "cd /etc && ", "cat x | "),
        ("npm test", "npm", "npm run test", "git push origin main", "rm -rf docs", "cat .env"),
        (" --force", " && rm -rf /", " > docs/b.md", " x", ""),
    )
]
PATHS = [
    f"{folder}{name}"
    for folder, name in product(
        ("", "docs/", "docs/a.md/", "../", "/etc/", "~/"),
        ("a.md", "A.md", "a.md.bak", ".env", "docs/a.md", "*"),
    )
]
URLS = ["https://docs.example.org/", "https://docs.example.org.evil.com/", "http://x.org", "\\x"]
CALLS = [
    *(ToolCall(tool="Bash", input={"command": command}) for command in COMMANDS),
    *(ToolCall(tool="Edit", input={"file_path": path}) for path in PATHS),
    *(ToolCall(tool="Read", input={"file_path": path}) for path in PATHS),
    *(ToolCall(tool="WebFetch", input={"url": url}) for url in URLS),
    *(ToolCall(tool=tool, input={}) for tool in ("Bash", "Edit", "mcp__x__y", "Agent", "Nothing")),
    *(ToolCall(tool="Bash", input={"command": "ls"}, mode=m) for m in ("plan", "acceptEdits")),
]


def answers(house: House, role: str, about: ToolCall) -> list[object]:
    """Return what is said of every part of every call but of the one that it is about."""
    decide = decider(house, role)
    (own,) = decide(about).action.parts
    return [
        (found.part.strings, found.effect, found.source, found.why, str(found.rule))
        for call in CALLS
        for found in decide(call).because
        if found.part.strings != own.strings
    ]


@pytest.mark.parametrize(
    ("role", "call"),
    [("mine", NPM), ("mine", EDIT), ("theirs", NPM), ("guarded", EDIT), ("architect", NPM)],
    ids=["home", "home path", "project", "built in", "built in with lists"],
)
def test_of_all_else_the_same_is_said_as_before(house: House, role: str, call: ToolCall) -> None:
    """Two hundred calls: each part has the same effect, for the same reason, by the same rule."""
    house.at_home("roles/mine.yaml", ROLE)
    house.in_project("roles/theirs.yaml", ROLE)
    house.trust()
    roles = {"mine", "theirs", role, "standard"}
    before = {name: answers(house, name, call) for name in roles}
    kept(house, role, call)
    after = {name: answers(house, name, call) for name in roles}

    assert len(CALLS) > 200
    assert before == after

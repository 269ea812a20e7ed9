"""What a draft would have changed: kept calls are decided again, and only they."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.roles.drafting import drafted
from proctor.roles.file_changes import Place
from proctor.server.role_rehearsal import Rehearsal, Rehearser
from tests.server.offices import opened, run

ROLE = "name: builder\npermissions: {allow: [Read, 'Bash(make *)'], ask: ['Bash(git push *)']}\n"
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Bash", {"command": "make test"}),
    ("Bash", {"command": "make test"}),
    ("Bash", {"command": "git push origin main"}),
    ("Read", {"file_path": "src/app.py"}),
)


@pytest.fixture
def place(home: Path) -> Place:
    """Give a home with a role."""
    (home / "roles").mkdir(mode=0o700, parents=True, exist_ok=True)
    (home / "roles" / "builder.yaml").write_text(ROLE)
    return Place(home, None)


def rehearsed(place: Place, shop: Path, text: str, *, of: str = "builder", **how: Any) -> Rehearsal:
    """Let an agent do something, and rehearse a draft on that."""

    async def work() -> Rehearsal:
        async with opened(place.home) as office:
            for tool, given in CALLS:
                call = {"tool": tool, "input": given, "cwd": str(shop), "role": "builder"}
                await office.decide({**call, "agent": "a-1", "ask": "leave"})
            await office.writer.take_in()
            found = Rehearsal("builder", of)
            draft = drafted(place, "builder", text)
            Rehearser(place, draft, exists=True).run(office.keepers.reader, found, **how)
            return found

    return run(work())


def test_what_the_new_text_changes_is_counted(place: Place, shop: Path) -> None:
    """Old and new effect, how often, and each call with its record; the rest stays as it was."""
    text = ROLE.replace("'Bash(make *)'", "Bash(npm *)").replace("ask:", "deny:")
    found = rehearsed(place, shop, text)

    assert (found.looked, found.same, found.lacking, found.done) == (4, 1, 0, True)
    assert found.moves == [("allow", "ask", 2), ("ask", "deny", 1)]
    assert [(one.action, one.old, one.new) for one in found.changed] == [
        ("tool:bash:git push origin main", "ask", "deny"),
        ("tool:bash:make test", "allow", "ask"),
        ("tool:bash:make test", "allow", "ask"),
    ]
    assert found.changed[0].recorded == "ask_dialog"


def test_a_text_that_says_the_same_changes_nothing(place: Place, shop: Path) -> None:
    """Comments and another order of keys decide nothing."""
    found = rehearsed(place, shop, f"# new\n{ROLE}")

    assert (found.moves, found.same) == ([], 4)


def test_calls_of_other_roles_are_compared_with_what_was_decided(place: Place, shop: Path) -> None:
    """Without a role, those of all roles count."""
    found = rehearsed(place, shop, "name: builder\npermissions: {otherwise: deny}\n", of="")

    assert found.looked == 4
    assert {new for _, new, _ in found.moves} == {"deny"}


def test_it_ends_when_time_is_over(place: Place, shop: Path) -> None:
    """A week of calls may be many: what was found until then is told, and that it is not all."""
    found = rehearsed(place, shop, ROLE, seconds=-1.0)

    assert (found.looked, found.done, found.ended) == (0, True, "0 calls are enough")

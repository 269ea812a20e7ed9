"""
The four lines of an audit trail that an earlier design shows, made by running its four calls.

One of them we decide otherwise: to delete everything would delete our own folder
too, so the guard refuses it before anybody is asked (docs/decisions/0022). The
same line comes from a deletion that the guard does not mind.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from proctor.audit.store import Filter
from proctor.server.office import Office
from proctor.terms.record import Record

FRONTEND = """
name: frontend
permissions:
  profile: standard
  allow: ["tool:bash:npm .*"]
"""
PUSH = {"remote": "origin", "branch": "main"}
CALLS = [
    ("frontend", "frontend", "12345", "Bash", {"command": "npm test"}),
    ("frontend", "frontend", "12345", "git_push", PUSH),
    ("frontend", "frontend", "12345", "Bash", {"command": "rm -rf node_modules"}),
    ("writing", "locked", "67890", "Bash", {"command": "ls"}),
    ("frontend", "frontend", "12345", "Bash", {"command": "rm -rf /"}),
]
LINES = [
    ("frontend", "tool:bash:npm test", "allow", "12345", ""),
    ("frontend", "tool:git:push origin main", "ask_approved", "12345", ""),
    ("frontend", "tool:bash:rm -rf node_modules", "ask_denied", "12345", "User denied"),
    ("writing", "tool:bash:ls", "deny", "67890", "Profile: locked"),
    ("frontend", "tool:bash:rm -rf /", "deny", "12345", ""),
]
# What the person says, question by question.
ANSWERS = ["allow", "deny"]
# Only ends a hang.
PATIENCE = 30


def test_the_calls_make_the_lines(home: Path, shop: Path) -> None:
    """Allowed, approved, denied by a person, by the profile and by the guard; with who and why."""
    (home / "roles").mkdir()
    (home / "roles" / "frontend.yaml").write_text(FRONTEND)
    records = asyncio.run(asyncio.wait_for(run_calls(home, shop), PATIENCE))

    assert [
        (r.agent_name, r.action_string, r.decision, r.user_id, r.detail) for r in records
    ] == LINES
    assert [r.decider for r in records] == ["rule", "person", "person", "otherwise", "guard"]
    assert [r.answered_by for r in records] == ["", "ada", "ada", "", ""]
    assert sorted(r.timestamp for r in records) == [r.timestamp for r in records]


async def run_calls(home: Path, project: Path) -> list[Record]:
    """Hand the calls to the server, while somebody answers what it asks."""
    office = Office(home)
    await office.start()
    person = asyncio.create_task(answer_all(office))
    try:
        for agent, role, user, tool, data in CALLS:
            call = {"tool": tool, "input": data, "agent": agent, "role": role}
            await office.decide({**call, "requester": user, "cwd": str(project)})
        return [kept.record for kept in office.keepers.store.find(Filter(), newest=False)]
    finally:
        person.cancel()
        with suppress(asyncio.CancelledError):
            await person
        await office.stop()


async def answer_all(office: Office) -> None:
    """Answer each question as it comes, as the script says."""
    answers = iter(ANSWERS)
    async for happening in office.events():
        if happening["kind"] == "question" and happening["status"] == "pending":
            await office.answer(happening["id"], {"answer": next(answers)}, person="ada")

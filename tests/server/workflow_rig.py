"""A home with two roles and templates of each gate, and runs of them in an office."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from proctor.server.office import Office
from tests.server.asking_rig import ME, write_role
from tests.server.offices import opened

READER = "description: Reads\npermissions: {allow: [Read], otherwise: deny}\n"
WRITER = (
    "description: Writes\npermissions: {allow: [Read, Edit, Write, 'Bash(echo *)', "
    "'Bash(false)', 'Bash(sleep *)'], otherwise: deny}\n"
)
TEMPLATE = """\
displayName: {gate} first
stages:
  - name: plan
    type: design
    roleId: {first}
    prompt: Plan it.
    gate: {{type: {gate}{more}}}
  - name: build
    type: implementation
    roleId: writer
    prompt: |
      Build it.
      All of it.
    gate: {{type: auto}}
"""
GATES = {"auto": "", "human_approval": ", prompt: Is the plan good?"}


def write_template(
    home: Path, name: str, *, gate: str = "auto", more: str | None = None, first: str = "reader"
) -> None:
    """Write a template of the home: `plan` with a gate, then `build`."""
    said = GATES.get(gate, "") if more is None else more
    folder = home / "workflow-templates"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.yaml").write_text(TEMPLATE.format(gate=gate, more=said, first=first))


def furnish(home: Path) -> None:
    """Write the roles, and a template of each gate."""
    home.mkdir(exist_ok=True)
    write_role(home, READER, "reader")
    write_role(home, WRITER, "writer")
    write_template(home, "easy")
    write_template(home, "asked", gate="human_approval")
    write_template(
        home, "checked", gate="verification", more=", commands: [echo fine]", first="writer"
    )


class Desk:
    """Somebody who asks an office about runs, in one project."""

    def __init__(self, office: Office, project: Path, person: str = ME) -> None:
        self.office = office
        self.project = project
        self.person = person

    async def start(self, template: str = "easy", **more: Any) -> str:
        """Start a run, and return its id."""
        said = {"template": template, "project": str(self.project), **more}
        started = await self.office.workflows.desk.start(said, person=self.person)
        return str(started["id"])

    async def advance(self, run: str, **more: Any) -> dict[str, Any]:
        """Try the gate of a run."""
        said = {"run": run, **more}
        return await self.office.workflows.desk.advance(said, person=self.person)

    async def cancel(self, run: str, **more: Any) -> dict[str, Any]:
        """End a run."""
        return await self.office.workflows.desk.cancel({"run": run, **more}, person=self.person)

    async def show(self, run: str, **more: Any) -> dict[str, Any]:
        """Return a run."""
        shown = await self.office.workflows.desk.listed({"run": run, **more})
        assert isinstance(shown, dict)
        return shown

    async def task(self, action: str, run: str = "", agent: str = "arch-1", **more: Any) -> Any:
        """Do something about a task, as an agent."""
        said = {"action": action, "agent": agent, "project": str(self.project), **more}
        return await self.office.workflows.desk.task({**said, "run": run} if run else said)

    async def decide(self, role: str, tool: str = "Write", **more: Any) -> tuple[str, str]:
        """Have a call decided, and return the effect and why."""
        call = {"tool": tool, "input": {"file_path": str(self.project / "a.txt"), "content": "x"}}
        said = await self.office.decide(
            {**call, "role": role, "cwd": str(self.project), "agent": "arch-1", **more}
        )
        return said["effect"], said["why"]

    async def until(self, run: str, **wanted: Any) -> dict[str, Any]:
        """Wait until a run is as it is wanted, and return it."""
        async with asyncio.timeout(30):
            while True:
                now = await self.show(run)
                if all(now[name] == value for name, value in wanted.items()):
                    return now
                await asyncio.sleep(0.01)


@asynccontextmanager
async def desk(home: Path, project: Path, **how: Any) -> AsyncIterator[Desk]:
    """Open an office with templates."""
    furnish(home)
    async with opened(home, **how) as office:
        yield Desk(office, project)


def entries(run: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what has happened to a run: what, and by whom."""
    return [(entry["what"], entry["by"]) for entry in run["history"]]

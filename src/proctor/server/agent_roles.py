"""What the roles of an agent are, in short: for whoever looks at it."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from proctor.agent_overrides import Overrides, joined
from proctor.agents.listing import UNREADABLE_OVERRIDES, Listed
from proctor.errors import ProctorError
from proctor.home import project_root
from proctor.roles.find import RoleShelf
from proctor.server.office import Office
from proctor.terms.effect import Effect
from proctor.terms.role import Role
from proctor.terms.role_chain import RUN, roles_of


class RoleSummary(BaseModel):
    """One of the roles that count for an agent; with `trouble`, it does not load."""

    id: str
    run: str
    name: str
    description: str
    origin: str
    mode: str | None
    otherwise: str | None
    profile: str | None
    rules: dict[str, int]
    tools: int | None
    reviewer: bool
    trouble: str | None


async def summaries(office: Office, agent: Listed) -> list[dict[str, Any]]:
    """Return the roles that count for an agent, its own first, of its workflow run that of now."""
    wanted: list[tuple[str, str, str]] = []
    for role in roles_of(agent.role) if agent.role else ():
        run = role.removeprefix(RUN) if role.startswith(RUN) else ""
        try:
            wanted.append((office.stage_of(run, agent.cwd) if run else role, run, ""))
        except ProctorError as error:
            wanted.append(("", run, error.message))
    return await asyncio.to_thread(
        lambda: [summary(office.home, agent.cwd, *one) for one in wanted]
    )


async def overrides_of(office: Office, agent: Listed) -> dict[str, Any] | None:
    """Return what was changed for an agent alone; None where nothing was."""
    try:
        kept = await asyncio.to_thread(office.posts.overrides.of_name, agent.name)
    except OSError:
        return Overrides(trouble=UNREADABLE_OVERRIDES).data()
    held = joined([each for each in kept if each.trouble or each.owners[0].role == agent.role])
    return held.data() if held is not None else None


def summary(home: Path, cwd: str, role: str, run: str, trouble: str) -> dict[str, Any]:
    """Return one role in short."""
    found: Role | None = None
    if not trouble:
        try:
            root = project_root(Path(cwd), home) if cwd.startswith("/") else None
            found = RoleShelf(home, root).load(role)
        except (ProctorError, OSError, ValueError) as error:
            trouble = error.message if isinstance(error, ProctorError) else "it cannot be read"
    permissions = found.permissions if found else None
    rules = Counter(rule.effect for rule in permissions.rules) if permissions else Counter()
    otherwise = permissions.otherwise if permissions else None
    return {
        "id": role,
        "run": run,
        "name": found.name if found else role,
        "description": found.description if found else "",
        "origin": found.origin if found else "",
        "mode": found.mode.value if found and found.mode else None,
        "otherwise": otherwise.name.lower() if otherwise is not None else None,
        "profile": permissions.profile if permissions else None,
        "rules": {effect.name.lower(): rules[effect] for effect in Effect},
        "tools": len(found.tools) if found and found.tools is not None else None,
        "reviewer": bool(found and found.reviewer.enabled),
        "trouble": trouble.partition("\n")[0] or None,
    }

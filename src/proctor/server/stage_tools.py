"""Templates as data, with the tools that the role of each stage gives: for pages and commands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from proctor.assemble import Proctor
from proctor.errors import ProctorError
from proctor.policy.index import name_match
from proctor.policy.offering import Offering
from proctor.terms.catalogue import ToolInfo
from proctor.tools.of_role import tools_of
from proctor.workflows.as_json import stage_json, template_json
from proctor.workflows.template import Template
from proctor.workflows.templates import Found

ALL_TOOLS = "all"


def found_json(found: Found) -> dict[str, Any]:
    """Return a template, and where it is from, as data."""
    said = template_json(found.template) if found.template else {"id": found.id}
    return {
        **said,
        "origin": found.origin.value,
        "file": found.file,
        "trusted": found.trusted,
        "loads": found.template is not None and not found.errors,
        "changed": found.changed,
        "problems": [problem.message for problem in found.problems],
    }


def stages_of(template: Template, home: Path, root: Path) -> list[dict[str, Any]]:
    """Return the stages of a template as data, each with the tools of its role."""
    return [
        {**stage_json(stage), **tools_in(stage.role_id, home, root)} for stage in template.stages
    ]


def place_in(listed: Sequence[str], tool: ToolInfo) -> int:
    """Return where a role's list names a tool; of tools that one glob names, all the same."""
    places = (at for at, glob in enumerate(listed) for name in tool.names if name_match(glob, name))
    return next(places, len(listed))


def tools_in(role: str, home: Path, root: Path) -> dict[str, Any]:
    """Return the tools that a role has, without those that it denies for every input."""
    try:
        proctor = Proctor.for_role(role, cwd=root, home=home)
    except ProctorError as error:
        return {"tools": None, "trouble": error.message.partition("\n")[0]}
    policy = proctor.policy
    tools = tools_of(proctor.role.tools, policy.catalogue)
    passing = Offering(policy)
    # As the role has it: it may be that of another program for the same tool.
    said = {policy.catalogue.canonical(name): name for name in reversed(proctor.role.tools or ())}
    listed = proctor.role.tools or ()
    in_order = sorted(filter(passing.could_pass, tools), key=lambda tool: place_in(listed, tool))
    offered = [said.get(tool.name, tool.id) for tool in in_order]
    every = proctor.role.tools is None and len(offered) == len(tools)
    return {"tools": ALL_TOOLS if every else offered, "trouble": None}

"""`proctor role`: list, show, make and check roles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from proctor.agent_overrides import OverrideFiles, Overrides, joined
from proctor.agents.caller import calling_agent, is_inside_a_program
from proctor.cli import render
from proctor.cli.agent_feed import look
from proctor.cli.as_person import as_person
from proctor.cli.json_option import JsonOption
from proctor.cli.options import complete_role, here, shelf
from proctor.cli.role_copy import copy
from proctor.cli.role_create import create
from proctor.cli.role_delete import delete
from proctor.cli.role_edit import edit
from proctor.cli.role_history import history, restore
from proctor.cli.role_page import origin_text, show_overrides, show_role, show_role_list
from proctor.cli.role_places import store_for_new
from proctor.cli.role_tools import grouped_data, grouped_tools
from proctor.cli.started_agent import complete_agent
from proctor.errors import FileProblems, NotFound, Problem, RoleProblems, UsageError
from proctor.home import proctor_home, project_root
from proctor.rehearse.check import check_roles
from proctor.roles.file_changes import Place
from proctor.roles.find import RoleShelf
from proctor.roles.new_role import refuse_taken
from proctor.roles.tighten import under_profile
from proctor.roles.told_changes import hidden
from proctor.roles.trust import FOLDER
from proctor.roles.write import create_role, scaffold
from proctor.terms.role import Role
from proctor.terms.role_chain import roles_of

EPILOG = """\b
Examples:
  proctor role list
  proctor role show architect
  proctor role show --agent arch-1
  proctor role revoke --agent arch-1
  proctor role init docs-writer --from architect
  proctor role create "Docs Reader" --tool read_file
  proctor role edit docs-reader --add-tool search_files
  proctor role history docs-reader
  proctor role check
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True, epilog=EPILOG)

AgentOption = Annotated[
    str,
    typer.Option(
        "--agent", metavar="AGENT", autocompletion=complete_agent, help="The agent's name."
    ),
]
NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", autocompletion=complete_role, help="The role's id.")
]


@app.callback()
def role() -> None:
    """List, show, make and check roles: what an agent is for, and what it may do."""


@app.command("list")
def list_roles(as_json: JsonOption = False) -> None:
    """
    List the roles that can be used here.

    These are this project's, yours, and the built-in ones; the nearer wins.
    """
    roles = shelf()
    obstacles = roles.obstacles()
    rows: list[dict[str, object]] = []
    shown: list[tuple[str, str, str]] = []
    kept_out = 0
    for name in roles.names() if loads_at_all(roles) else ():
        try:
            role = roles.load(name)
        except FileProblems as broken:
            rows.append(broken_row(name, broken))
            if set(broken.problems) <= set(obstacles):
                kept_out += 1
            else:
                shown.append((name, "", f"(does not load: proctor role check {name})"))
        else:
            rows.append(list_row(role))
            shown.append((name, origin_text(role), role.description))
    if as_json:
        render.out_json(rows)
    else:
        show_role_list(shown)
    if obstacles:
        end_with(obstacles, kept_out)


def loads_at_all(roles: RoleShelf) -> bool:
    """Say whether the names are known: a damaged copy leaves not even those."""
    try:
        roles.names()
    except FileProblems:
        return False
    return True


def end_with(obstacles: Sequence[Problem], kept_out: int) -> NoReturn:
    """Name once what keeps roles from loading, and end with status 1."""
    render.show_error(RoleProblems(obstacles))
    if kept_out:
        verb = "does" if kept_out == 1 else "do"
        render.out(f"{render.count(kept_out, 'role')} {verb} not load because of this", err=True)
    raise typer.Exit(1)


def list_row(found: Role) -> dict[str, object]:
    """Return a role as a line of the list."""
    return {
        "id": found.id,
        "name": found.name,
        "description": found.description,
        "origin": found.origin,
        "where": str(found.where) if found.where else None,
        "trust": found.trust,
        "untrusted": found.untrusted,
        "loads": True,
    }


def broken_row(name: str, broken: FileProblems) -> dict[str, object]:
    """Return a role that does not load as a line of the list: it is there, and of no use."""
    first = broken.problems[0]
    return {
        "id": name,
        "name": name,
        "description": f"(does not load: proctor role check {name})",
        "origin": None,
        "where": str(first.place),
        "trust": None,
        "untrusted": None,
        "loads": False,
    }


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]",
            autocompletion=complete_role,
            help="The role's id (default: that of --agent).",
            show_default=False,
        ),
    ] = "",
    agent: AgentOption = "",
    as_json: JsonOption = False,
) -> None:
    """
    Show a role whole, as it decides; with --agent, as it decides for that agent.

    Parents and profile are merged in; of an untrusted role only what counts is shown. An agent
    sees neither hooks and settings nor what the reviewer is told.
    """
    if bool(name) == bool(agent):
        raise UsageError("which role?", help="name one, or an agent: --agent NAME")
    held, roles = Overrides(), shelf()
    if agent:
        name, held, roles = role_of_agent(agent)
    found = roles.load(name)
    if held.profile and not held.trouble:
        found = under_profile(found, held.profile, roles.config().profiles)
    tools = grouped_tools(found, roles)
    told = {"overrides": held.data()} if agent else {}
    to_agent = bool(calling_agent(here()[0])) or is_inside_a_program()
    if as_json:
        data = role_json(found, to_agent=to_agent)
        render.out_json({**data, "tools_by_category": grouped_data(tools), **told})
        return
    show_role(found, tools, to_agent=to_agent)
    if agent:
        show_overrides(agent, held)


def role_of_agent(agent: str) -> tuple[str, Overrides, RoleShelf]:
    """
    Return an agent's own role, what was changed for it alone, and the roles of its project.

    Raises:
        UsageError: it has no role.
        NotFound: there is no such agent.

    """
    home = proctor_home()
    chain, held, folder = known_of_agent(home, agent)
    root = project_root(Path(folder), home) if folder else None
    return roles_of(chain)[0], held, RoleShelf(home, root)


def known_of_agent(home: Path, agent: str) -> tuple[str, Overrides, str]:
    """
    Return an agent's role or chain of roles, what was changed for it alone, and its folder.

    Raises:
        UsageError: it has no role.
        NotFound: there is no such agent.

    """
    listed = next((one for one in look(home, every=True).agents if one.name == agent), None)
    kept = OverrideFiles(home).of_name(agent)
    if listed is None and not kept:
        raise NotFound(f"there is no agent `{agent}`", help="see `proctor list`")
    first = next((owner for each in kept for owner in each.owners), None)
    chain = (listed.role if listed is not None else "") or (first.role if first else "")
    if not chain:
        raise UsageError(f"`{agent}` has no role")
    folder = (listed.cwd if listed is not None else "") or (first.project if first else "")
    held = joined([each for each in kept if each.trouble or each.owners[0].role == chain])
    return chain, held or Overrides(), folder if folder.startswith("/") else ""


@app.command()
def revoke(
    agent: Annotated[
        str,
        typer.Option(
            "--agent", metavar="AGENT", autocompletion=complete_agent, help="The agent's name."
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Take back what was changed for one agent alone: its role counts as it is again."""
    with as_person(proctor_home()) as server:
        done = server.call("revoke-overrides", name=agent)
    if as_json:
        render.out_json(done)
    else:
        render.out(("revoked", "bold"), f"  what was changed for {agent} alone")


def role_json(found: Role, *, to_agent: bool = False) -> dict[str, object]:
    """Return a role as data; what only people see is null to an agent."""
    permissions, reviewer = found.permissions, found.reviewer
    return {
        **list_row(found),
        "model": found.model,
        "mode": found.mode.value if found.mode else None,
        "command": None if found.command is None else list(found.command),
        "follow_bypass": found.follow_bypass,
        "additional_directories": list(found.additional_directories),
        "hooks": None if to_agent else [asdict(hook) for hook in found.hooks],
        "settings": None if to_agent else dict(found.settings),
        "isolated": found.isolated,
        "sandbox": found.sandbox,
        "tools": None if found.tools is None else list(found.tools),
        "subagents": dict(found.subagents),
        "delegates": list(found.delegates),
        "extends": found.extends,
        "created_at": found.created_at,
        "updated_at": found.updated_at,
        "system_prompt": found.system_prompt,
        "instructions": found.instructions,
        "permissions": {
            "profile": permissions.profile,
            "order": [effect.word for effect in permissions.order],
            "otherwise": permissions.otherwise.word,
            "rules": [
                {
                    "effect": rule.effect.word,
                    "rule": rule.text,
                    "why": rule.why,
                    "by": rule.by.value,
                    "approvers": list(rule.approvers),
                    "until": rule.until.isoformat() if rule.until else None,
                    "where": str(rule.where) if rule.where else None,
                }
                for rule in permissions.rules
            ],
            "agent": {
                "enabled": reviewer.enabled,
                "model": reviewer.model,
                "instructions": None if to_agent else reviewer.instructions,
            },
        },
    }


@app.command("check")
def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...", autocompletion=complete_role, help="Only these roles; else all."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """
    Find everything that is wrong in role files.

    Each problem is `file:line:column: code: message`, with caret and help. Exit
    status: 0 nothing wrong (there may be warnings), 1 problems.
    """
    home, root = here()
    problems = check_roles(home, root, names or ())
    if as_json:
        render.out_json([render.problem_json(problem) for problem in problems])
    else:
        render.show_problems(problems, checked=", ".join(names) if names else "all roles")
    raise typer.Exit(int(any(not problem.warning for problem in problems)))


@app.command()
def init(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new role's id.")],
    base: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="ROLE", autocompletion=complete_role, help="Begin with this role."
        ),
    ] = None,
    in_home: Annotated[
        bool | None,
        typer.Option(
            "--home/--project",
            help="For all projects or for this one; else this one if it has .proctor/.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Write a role file with comments, to be changed to taste."""
    home, root = here()
    if base is not None:
        shelf().load(base)
    if in_home is None:
        in_home = not (root / FOLDER).is_dir()
    path = (home if in_home else root / FOLDER) / "roles" / f"{name}.yaml"
    text = scaffold(name, extends=base)
    # A fresh home brings roles of its own, in an index.
    store = store_for_new(in_home)
    if not path.exists():
        refuse_taken(name, [role.id for role in store.list()])
    create_role(path, text)
    notes = list(hidden(name, base, Place(home, None if in_home else root)))
    if as_json:
        render.out_json({"id": name, "file": str(path), "trusted": in_home, "notes": notes})
        return
    render.out(f"wrote {path}")
    for note in notes:
        render.out(("note: ", "bold"), note)
    render.out()
    render.out("Try next:")
    render.out(f"  proctor role check {name}")
    if not in_home:
        render.out("  proctor trust")
    render.out(f"  proctor role show {name}")


for command in (create, edit, copy, delete, history, restore):
    app.command()(command)

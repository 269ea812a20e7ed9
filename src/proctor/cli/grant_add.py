"""`proctor grant add`: allow a whole category for an agent's session before it asks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proctor.approval.grants import CATEGORIES, check_category
from proctor.cli import render
from proctor.cli.as_person import as_person, confirm
from proctor.cli.json_option import JsonOption
from proctor.cli.options import DEFAULT_ROLE, RoleOption, read_folder
from proctor.errors import UsageError
from proctor.home import proctor_home, project_root

# So much of a name is shown.
NAME = 100
NEVER = "never what is denied or cannot be read, nor what the guard asks or a rule `by: human`"


def complete_category(incomplete: str) -> list[str]:
    """Return the categories that begin so."""
    return [name for name in CATEGORIES if name.startswith(incomplete)]


def add(  # noqa: PLR0913 - each of them is an option
    category: Annotated[
        str,
        typer.Argument(
            metavar="CATEGORY",
            autocompletion=complete_category,
            help=f"What is allowed: {', '.join(CATEGORIES)}.",
        ),
    ],
    *,
    agent: Annotated[
        str, typer.Option("--agent", metavar="NAME", help="The agent, as it calls itself.")
    ],
    session: Annotated[
        str,
        typer.Option(
            "--session", metavar="ID", help="Its session; without it, calls that name none."
        ),
    ] = "",
    role: RoleOption = DEFAULT_ROLE,
    project: Annotated[
        Path | None,
        typer.Option("--project", metavar="DIR", help="Where it works; the current folder."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Allow a kind of call in advance, for one agent's session.

    Shows first what that is. It answers what the rules ask, and lifts no deny; what the guard
    or a rule `by: human` asks stays asked. `proctor grant revoke` ends it.
    """
    check_category(category)
    if not agent and not session:
        raise UsageError("whose calls?", help="name the agent, or its session")
    home, folder = proctor_home(), read_folder(project)
    show_first(category, agent, session, role, project_root(folder, home))
    confirm("Remember this?", yes=yes, blind=as_json, nothing="nothing is remembered")
    fields = {"category": category, "agent": agent, "session": session, "role": role}
    with as_person(home) as server:
        given = server.call("allow", project=str(folder), **fields)
    if as_json:
        render.out_json(given)
        return
    render.out(("granted", "bold"), f"  {given['id']}  every `{category}` call")


def show_first(category: str, agent: str, session: str, role: str, root: Path) -> None:
    """Print, on stderr, what would be remembered."""
    whose = f"agent {render.shorten(agent, NAME)}" if agent else "an agent without a name"
    when = f"the session {render.shorten(session, NAME)}" if session else "calls without a session"
    what = f"every `{category}` call of {whose} in {when} that the rules ask about"
    render.out("allows ", (what, "yellow"), err=True)
    where = f"under the role {render.shorten(role, NAME)} in {render.both_ends(str(root))}"
    render.out("       ", where, err=True)
    render.out("       ", (NEVER, "dim"), err=True)

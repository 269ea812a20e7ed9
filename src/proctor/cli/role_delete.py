"""`proctor role delete`: take a role away that nobody uses, or put another in its place."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import complete_role, shelf
from proctor.cli.role_places import (
    PlaceOption,
    all_or_nothing,
    complete_own_role,
    person,
    store_of,
    tell,
)
from proctor.errors import ProctorError, StoreError, UsageError
from proctor.nodes import visible
from proctor.roles.file_changes import Place
from proctor.roles.find import PROJECT
from proctor.roles.further_out import further_out
from proctor.roles.store import RoleStore
from proctor.roles.uses import Use


def delete(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", autocompletion=complete_own_role, help="The role's id."),
    ],
    *,
    replace_with: Annotated[
        str | None,
        typer.Option(
            "--replace-with",
            metavar="ROLE",
            autocompletion=complete_role,
            help="Give its templates and children this role instead.",
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    in_home: PlaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Delete a role; refused while a template, a role, an agent, a hook or a run uses it.

    A built-in template cannot be changed and keeps no role: those that want it are named.
    Its history stays: `proctor role restore` brings it back.
    """
    store = store_of(name, in_home)
    role = store.get(name)
    if not yes:
        ask(store, name, str(role.path), replace_with, blind=as_json)
    also = also_uses(name, store.place)
    with all_or_nothing():
        change = store.delete(name, by=person(), replace_with=replace_with, also=also)
    tell(change, as_json=as_json, notes=left_without(name, store.place))
    if not as_json:
        tell_what_counts(name, store.place)


def also_uses(name: str, place: Place) -> list[Use]:
    """
    Return who uses a role by what the store has: runs, and agents that hooks tell of.

    Raises:
        StoreError: the store cannot be read, so nobody can tell.

    """
    from proctor.cli.agent_feed import ask_store  # noqa: PLC0415 - `role list` needs none
    from proctor.roles.heard_agents import heard_agents, heard_under  # noqa: PLC0415 - likewise
    from proctor.workflows.runs_of_role import runs_with  # noqa: PLC0415 - likewise

    runs = runs_with(name, place.home, place.root)
    told = ask_store(place.home)
    if told.trouble:
        raise StoreError(told.trouble[0])
    return [*heard_under(name, heard_agents(told.rows), place.home, place.root), *runs]


def ask(store: RoleStore, name: str, file: str, other: str | None, *, blind: bool) -> None:
    """
    Show what would be done, and ask.

    Raises:
        UsageError: nobody is there to ask.
        typer.Exit: the answer is no.

    """
    if blind or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("nobody is here to ask: nothing was deleted", help="use --yes")
    render.out(f"deletes the role {name} ({file})", err=True)
    for use in store.uses(name) if other else ():
        render.out(f"  {use} gets {other}", err=True)
    if wanting := templates_without(name, store.place):
        render.out(f"  {wanting} cannot be started then", err=True)
    if not typer.confirm("Delete it?", default=False, err=True):
        render.out("nothing was deleted", err=True)
        raise typer.Exit(1)


def left_without(name: str, place: Place) -> list[str]:
    """Return what to say of the built-in templates that a deleted role leaves without one."""
    wanting = templates_without(name, place)
    if not wanting:
        return []
    hint = f"until there is a role `{visible(name)}` again"
    return [f"{wanting} cannot be started any more, {hint}"]


def templates_without(name: str, place: Place) -> str:
    """Return, in words, the built-in templates that want a role which a place alone has."""
    wanting = "" if further_out(name, place) else built_in_with(name, place)
    return f"outside this project {wanting}" if wanting and is_behind(name, place) else wanting


def is_behind(name: str, place: Place) -> bool:
    """Return whether a role of the home does not count here: the project has its own."""
    if place.in_project:
        return False
    try:
        return shelf().load(name).origin == PROJECT
    except ProctorError:
        return False


def built_in_with(name: str, place: Place) -> str:
    """Return the built-in workflow templates that have a stage of a role, in words."""
    from proctor.workflows.templates import Origin, templates  # noqa: PLC0415 - `role list` needs none

    try:
        found = templates(place.root, place.home)
    except ProctorError:
        return ""  # `proctor workflow list` tells what is wrong with them
    names = [
        f"`{each.id}`"
        for each in found
        if each.origin is Origin.BUILT_IN
        and each.template is not None
        and any(stage.role_id == name for stage in each.template.stages)
    ]
    kind = "the built-in workflow template" + ("s" if len(names) > 1 else "")
    return f"{kind} {' and '.join(names)}" if names else ""


def tell_what_counts(name: str, place: Place) -> None:
    """Say which role of the same name counts from now on, if there is one."""
    if is_behind(name, place):
        render.out(f"in this project its own role `{name}` counts, as before")
        return
    try:
        left = shelf().load(name)
    except ProctorError:
        return
    if left.origin == PROJECT:
        render.out(f"`{name}` as it was trusted counts until `proctor trust`")
        return
    where = f" ({left.where.file})" if left.where else ""
    render.out(f"from now on `{name}` is the role of that name that is {left.origin}{where}")

"""`proctor role create`: make a role out of a name and some keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from proctor.cli.json_option import JsonOption
from proctor.cli.options import complete_role, complete_tool, shelf
from proctor.cli.role_places import (
    PlaceOption,
    SetOption,
    all_or_nothing,
    person,
    read_settings,
    store_for_new,
    tell,
)
from proctor.cli.tool_lists import with_tools
from proctor.errors import UsageError
from proctor.roles.stored_role import TOOLS


def create(  # noqa: PLR0913 - each of them is an option
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name; the id is made of it, and stays.")
    ],
    *,
    role_id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Another id than the name gives.")
    ] = None,
    description: Annotated[
        str | None, typer.Option("--description", help="What it is for, in one line.")
    ] = None,
    tools: Annotated[
        list[str] | None,
        typer.Option(
            "--tool", metavar="TOOL", autocompletion=complete_tool, help="A tool that it has."
        ),
    ] = None,
    no_tools: Annotated[bool, typer.Option("--no-tools", help="It has no tool at all.")] = False,
    extends: Annotated[
        str | None,
        typer.Option("--extends", metavar="ROLE", autocompletion=complete_role, help="Its parent."),
    ] = None,
    settings: SetOption = None,
    in_home: PlaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Make a role: its id is its name in lower case, with dashes.

    It goes into roles/index.yaml where there is one, else into a file of its own. A role that
    would not load is not written.
    """
    fields: dict[str, Any] = {"description": description, "extends": extends}
    said = read_settings(settings)
    refuse_two_lists(tools or [], said, no_tools=no_tools)
    notes: list[str] = []
    if tools or no_tools:
        fields["tools"], notes = with_tools([], tools or [], shelf().config().catalogue)
    fields |= said
    store = store_for_new(in_home)
    with all_or_nothing():
        change = store.create(name, fields, by=person(), role_id=role_id)
    tell(change, as_json=as_json, notes=notes)


def refuse_two_lists(tools: Sequence[str], said: Mapping[str, Any], *, no_tools: bool) -> None:
    """
    Refuse options that say different things of the tools: nobody knows which is meant.

    Raises:
        UsageError: there are such.

    """
    given = ["--tool"] if tools else []
    given += ["--no-tools"] if no_tools else []
    given += [f"--set {key}=" for key in TOOLS if key in said]
    if len(given) > 1:
        message = f"{' and '.join(given)} contradict each other"
        raise UsageError(message, help="say once which tools it has; nothing was written")

"""`proctor role edit`: change a role in your editor, or key by key."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import complete_tool, shelf
from proctor.cli.role_places import (
    PlaceOption,
    SetOption,
    all_or_nothing,
    complete_own_role,
    person,
    read_settings,
    store_of,
    tell,
)
from proctor.cli.tool_lists import with_tools, without_tools
from proctor.errors import ProctorError, TooLate, UsageError
from proctor.roles.store import Change, RoleStore, StoredRole
from proctor.roles.stored_role import TOOLS

EDITORS = ("VISUAL", "EDITOR")
FALLBACK = "vi"
ToolsOption = list[str] | None


def edit(  # noqa: PLR0913 - each of them is an option
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", autocompletion=complete_own_role, help="The role's id."),
    ],
    *,
    settings: SetOption = None,
    unset: Annotated[
        list[str] | None, typer.Option("--unset", metavar="KEY", help="Take a key away.")
    ] = None,
    add: Annotated[
        ToolsOption,
        typer.Option(
            "--add-tool", metavar="TOOL", autocompletion=complete_tool, help="One tool more."
        ),
    ] = None,
    remove: Annotated[
        ToolsOption,
        typer.Option(
            "--remove-tool", metavar="TOOL", autocompletion=complete_tool, help="One tool less."
        ),
    ] = None,
    in_home: PlaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Change a role in your editor, or by options without one.

    What you write is checked before it is put in place: a role that would not load is not
    written, and you can go back to your text.
    """
    store = store_of(name, in_home)
    changes = {**read_settings(settings), **dict.fromkeys(unset or ())}
    if not (changes or add or remove):
        tell(in_editor(store, name), as_json=as_json)
        return
    role = store.get(name)
    notes: list[str] = []
    if add or remove:
        if any(key in changes for key in TOOLS):
            message = "--add-tool and --remove-tool change the list that --set or --unset replaces"
            raise UsageError(message, help="use one of both; nothing was written")
        changes["tools"], notes = changed_tools(role, add or [], remove or [])
    with all_or_nothing():
        change = store.update(name, changes, by=person(), expected=role.revision)
    tell(change, as_json=as_json, notes=notes)


def changed_tools(
    role: StoredRole, add: list[str], remove: list[str]
) -> tuple[list[str], list[str]]:
    """
    Return the tools of a role with some more and some less, and what to say of that.

    Raises:
        UsageError: the role lists none, and so has all; or it has not got one to remove.

    """
    if role.tools is None:
        message = f"`{role.id}` lists no tools of its own"
        raise UsageError(message, help="--set 'tools=[read_file, …]' gives it a list")
    known = shelf().config().catalogue
    kept, less = without_tools(role.id, role.tools, remove, known)
    tools, more = with_tools(kept, add, known)
    return tools, [*less, *more]


def in_editor(store: RoleStore, name: str) -> Change:
    """
    Let the person change the text, until it can be put in place or they give up.

    Raises:
        UsageError: there is no editor, or it did not end well.
        ProctorError: the text cannot be put in place; it is kept.

    """
    role = store.get(name)
    folder = Path(tempfile.mkdtemp(prefix="proctor-edit-"))
    draft = folder / f"{name.replace(':', '-')}.yaml"
    draft.write_text(role.text)
    while True:
        run_editor(draft)
        try:
            change = store.write(name, draft.read_text(), by=person(), expected=role.revision)
        except (ProctorError, UnicodeDecodeError) as error:
            refused = error if isinstance(error, ProctorError) else UsageError("this is not text")
            if not goes_back(refused):
                render.out(f"nothing was written; your text is kept in {draft}", err=True)
                raise refused from None
            continue
        shutil.rmtree(folder, ignore_errors=True)
        return change


def goes_back(error: ProctorError) -> bool:
    """Ask whether to go on with a text that cannot be put in place."""
    if isinstance(error, TooLate) or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    render.show_error(error)
    return typer.confirm("Go back to the editor?", default=True, err=True)


def run_editor(draft: Path) -> None:
    """
    Open the person's editor, and wait for its end.

    Raises:
        UsageError: it cannot be started, or ended with an error.

    """
    named = next((said for name in EDITORS if (said := os.environ.get(name))), FALLBACK)
    try:
        words = [*shlex.split(named), str(draft)]
        status = subprocess.run(words, check=False).returncode  # noqa: S603 - the person's own
    except (OSError, ValueError) as error:
        message = f"the editor `{named}` cannot be started"
        raise UsageError(message, help="name one in EDITOR, or use --set KEY=VALUE") from error
    if status:
        raise UsageError(f"the editor ended with status {status}: nothing was written")

"""`proctor init`: a project's own `.proctor/`, with four roles to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import here
from proctor.errors import UsageError
from proctor.roles.trust import FOLDER, project_files, trust
from proctor.roles.write import create_role, default_roles

EPILOG = """\b
Examples:
  proctor init
  proctor init --force
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def init(
    force: Annotated[
        bool, typer.Option("--force", help="Write the four roles anew, over what is there.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Make .proctor/ in this project, with the roles researcher, implementer, reviewer, controller.

    A new folder is trusted at once. Where one was there already, what it holds is
    kept, and nothing is trusted: look at it with `proctor trust`.
    """
    home, root = here()
    folder = root / FOLDER
    check_place(folder, home)
    new = not folder.exists()
    before = not new and not project_files(root, home).changed
    index = folder / "roles" / "index.yaml"
    written = force or not index.exists()
    if written:
        index.unlink(missing_ok=True)
        create_role(index, default_roles())
    if new:
        trust(root, home)
    trusted = not project_files(root, home).changed
    if as_json:
        render.out_json({"folder": str(folder), "written": written, "trusted": trusted})
    else:
        show_written(index, written=written)
        show_trust(folder, before=before, trusted=trusted)
        show_next(trusted=trusted)


def check_place(folder: Path, home: Path) -> None:
    """
    Refuse to write where it would not be this project's folder.

    Raises:
        UsageError: it is Proctor's own home, or leads elsewhere.

    """
    if folder.resolve() == home.resolve():
        raise UsageError(f"`{folder}` is Proctor's own home", help="run it in a project's folder")
    for path in (folder, folder / "roles"):
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            raise UsageError(f"`{path}` is not a folder of this project")


def show_written(index: Path, *, written: bool) -> None:
    """Say what was written."""
    if written:
        render.out(f"wrote {index}: researcher, implementer, reviewer, controller")
    else:
        render.out(f"kept {index} as it is (--force writes it anew)")


def show_trust(folder: Path, *, before: bool, trusted: bool) -> None:
    """Say whether the roles may allow things, and since when."""
    if not trusted:
        render.out(f"not trusted: {folder} holds what nobody has looked at; see `proctor trust`")
    elif before:
        render.out(
            f"already trusted: {folder} is as it was trusted, and its roles may allow things"
        )
    else:
        render.out(f"trusted {folder}: its roles may allow things")


def show_next(*, trusted: bool) -> None:
    """Say what to do next."""
    command = render.command()
    render.out()
    render.out("Try next:")
    render.out(f"  {command} role show implementer")
    render.out(f"  {command} explain --role researcher Write README.md")
    if not trusted:
        render.out(f"  {command} trust")
    render.out(f"  {command} role init my-role --from coder")

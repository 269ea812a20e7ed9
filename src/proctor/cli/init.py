"""`proctor init`: a project's own `.proctor/`, with four roles to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.options import JsonOption, here
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
        show_result(folder, index, written=written, trusted=trusted)


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


def show_result(folder: Path, index: Path, *, written: bool, trusted: bool) -> None:
    """Say what was done, and what to do next."""
    if written:
        render.out(f"wrote {index}: researcher, implementer, reviewer, controller")
    else:
        render.out(f"kept {index} as it is (--force writes it anew)")
    if trusted:
        render.out(f"trusted {folder}: its roles may allow things")
    else:
        render.out(f"not trusted: {folder} holds what nobody has looked at; see `proctor trust`")
    render.out()
    render.out("Try next:")
    render.out("  proctor role show implementer")
    render.out("  proctor explain --role researcher Write README.md")
    if not trusted:
        render.out("  proctor trust")
    render.out("  proctor role init my-role --from coder")

"""`proctor init`: a project's own `.proctor/`, with four roles to begin with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import here
from proctor.errors import UsageError
from proctor.owner.who import make_home
from proctor.roles.find import RoleShelf
from proctor.roles.trust import FOLDER, project_files, trust
from proctor.roles.write import create_role, default_roles
from proctor.workflows.read import INIT_ROLES

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
    make_home(home)
    new = not folder.exists()
    before = not new and not project_files(root, home).changed
    index = folder / "roles" / "index.yaml"
    # Whoever has deleted every role does not want these back.
    written = force or not index.parent.exists()
    if written:
        index.unlink(missing_ok=True)
        create_role(index, default_roles())
    if new:
        trust(root, home)
    trusted = not project_files(root, home).changed
    known = RoleShelf(home, root).names()
    missing = [name for name in INIT_ROLES if name not in known]
    if as_json:
        said = {"folder": str(folder), "written": written, "trusted": trusted, "missing": missing}
        render.out_json(said)
    else:
        show_written(index, written=written)
        show_missing(index, missing)
        show_trust(folder, before=before, trusted=trusted)
        show_next(known, trusted=trusted)


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
        render.out(f"wrote {index}: {', '.join(INIT_ROLES)}")
    else:
        kept = index if index.exists() else index.parent
        render.out(f"kept {kept} as it is (--force writes {index.name} anew)")


def show_missing(index: Path, missing: Sequence[str]) -> None:
    """Say which of the four roles are not here, and what would bring them."""
    if not missing:
        return
    what = (
        f"writes {index.name} anew: the roles that are in it now are lost"
        if index.exists()
        else f"writes them into {index.name}, beside the files that are there"
    )
    render.out(f"not here: {', '.join(missing)}; the built-in workflows need them")
    render.out(f"  `{render.command()} init --force` {what}")


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


def show_next(known: Sequence[str], *, trusted: bool) -> None:
    """Say what to do next, with roles that are there."""
    command = render.command()
    render.out()
    render.out("Try next:")
    if "implementer" in known:
        render.out(f"  {command} role show implementer")
    else:
        render.out(f"  {command} role list")
    if "researcher" in known:
        render.out(f"  {command} explain --role researcher Write README.md")
    if not trusted:
        render.out(f"  {command} trust")
    render.out(f"  {command} role init my-role --from coder")

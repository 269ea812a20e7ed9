"""`proctor trust`: let a project's roles allow things, after showing what they say."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.options import JsonOption, here
from proctor.config import Config
from proctor.errors import NotFound, ProctorError, RoleProblems, UsageError
from proctor.rehearse.written import written_roles
from proctor.roles.files import Tree
from proctor.roles.find import RoleShelf
from proctor.roles.trust import (
    FOLDER,
    ProjectFiles,
    digests,
    project_files,
    project_tree,
    refusals,
    trust,
)
from proctor.terms.effect import Effect
from proctor.terms.role import Role

EPILOG = """\b
Examples:
  proctor trust
  proctor trust --yes
"""
DIFF_STYLES = {"+": "green", "-": "red", "@": "cyan"}

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("trust", epilog=EPILOG)
def trust_project(
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Let this project's roles allow things, after showing what they say.

    A project's .proctor/ comes with a cloned repository. Until you trust it, it can
    only make things stricter. What you trust is kept as a copy: what a pull or an
    agent changes later counts only once you trust it again.
    """
    home, root = here()
    files = readable_files(root, home)
    if not (files.now.files or files.now.refused or files.trusted):
        raise NotFound(f"there is no {FOLDER}/ in {root}", help="`proctor init` makes one")
    said, _ = written_roles(home, files.now, config_for(root, home))
    if said.errors or files.now.refused:
        # Nobody can know what a broken file would allow.
        raise RoleProblems(said.errors or refusals(files.now))
    different = changed_files(files)
    if not as_json:
        show(root, files, different, said.roles)
    if different:
        confirm(yes=yes)
        trust_shown(root, home, files)
    if as_json:
        roles = [role_json(role) for role in said.roles]
        render.out_json({"root": str(root), "changes": different, "roles": roles, "trusted": True})
    elif different:
        render.out((f"trusted {root / FOLDER}", "green"))


def readable_files(root: Path, home: Path) -> ProjectFiles:
    """Read the project's files; a trusted copy that is damaged counts as none."""
    try:
        return project_files(root, home)
    except RoleProblems as damaged:
        render.show_error(damaged)
        return ProjectFiles(project_tree(root, home), None, None)


def config_for(root: Path, home: Path) -> Config:
    """Return the config that the project's roles are read with."""
    try:
        return RoleShelf(home, root).config()
    except RoleProblems:
        return RoleShelf(home, None).config()


def changed_files(files: ProjectFiles) -> list[str]:
    """Return a line for each file that differs from what was trusted."""
    before = files.trusted.files if files.trusted else {}
    lines = []
    for name in sorted({*before, *files.now.files}):
        old, new = before.get(name), files.now.files.get(name)
        if old != new:
            what = "new" if old is None else "gone" if new is None else "changed"
            lines.append(f"{what} {FOLDER}/{name}")
    return lines


def confirm(*, yes: bool) -> None:
    """
    Ask the person at the terminal.

    Raises:
        UsageError: nobody is there to ask.
        typer.Exit: the answer is no.

    """
    if yes:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("nobody is here to ask", help="look at the files, then use --yes")
    if not typer.confirm("Trust these files?", default=False, err=True):
        render.out("nothing was trusted", err=True)
        raise typer.Exit(1)


def trust_shown(root: Path, home: Path, files: ProjectFiles) -> None:
    """
    Trust what was shown, and nothing else.

    Raises:
        ProctorError: the files have changed since they were shown.

    """
    shown = digests(files.now)
    if digests(project_tree(root, home)) != shown or trust(root, home).files != shown:
        raise ProctorError(
            "the files have changed while they were shown", help="run `proctor trust` again"
        )


def show(root: Path, files: ProjectFiles, different: list[str], roles: Sequence[Role]) -> None:
    """Print what would be trusted, and what is new in it."""
    render.out((f"{root / FOLDER}", "bold"))
    render.out(f"  last trusted: {files.pinned.trusted_at if files.pinned else 'never'}")
    if not different:
        render.out("  nothing has changed since")
        return
    render.out()
    render.out(("Once trusted, these roles may do what they say:", "bold"))
    for role in roles:
        show_role(role)
    render.out()
    title = "What has changed:" if files.pinned else "The files:"
    render.out((title, "bold"))
    for line in different:
        render.out(f"  {line}")
    for line in diff_lines(files):
        render.out("  ", (line, DIFF_STYLES.get(line[:1], "")))


def show_role(role: Role) -> None:
    """Print what a role would allow, and what else of it only counts once trusted."""
    render.out(f"  {role.id}")
    for label, value in role_json(role).items():
        if label != "id" and value:
            text = ", ".join(value) if isinstance(value, list) else str(value)
            style = "green" if label == "allow" else ""
            render.out("    ", (f"{label}: {render.shorten(text)}", style))


def role_json(role: Role) -> dict[str, object]:
    """Return what trusting a role would let it do."""
    rules = role.permissions.rules
    return {
        "id": role.id,
        "allow": [rule.text for rule in rules if rule.effect is Effect.ALLOW],
        "otherwise": role.permissions.otherwise.word,
        "mode": role.mode.value if role.mode else None,
        "tools": None if role.tools is None else list(role.tools),
        "hooks": [f"{hook.event}: {hook.command}" for hook in role.hooks],
        "command": list(role.command or ()),
        "settings": sorted(role.settings),
    }


def diff_lines(files: ProjectFiles) -> Iterator[str]:
    """
    Yield what has changed in each file, as a diff.

    The first time, roles have just been shown, and only the other files are.
    """
    before = files.trusted or Tree()
    for name in sorted({*before.files, *files.now.files}):
        if files.trusted is None and name.startswith("roles/"):
            continue
        old, new = (t.files.get(name, b"").decode(errors="replace") for t in (before, files.now))
        shown = f"{FOLDER}/{name}"
        names = f"{shown} (trusted)", f"{shown} (now)"
        yield from unified_diff(old.splitlines(), new.splitlines(), *names, lineterm="")

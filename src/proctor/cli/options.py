"""The options that several commands share, how they are read, and how they complete."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proctor.errors import ProctorError, UsageError, did_you_mean
from proctor.home import proctor_home, project_root
from proctor.policy.modes import AUTO
from proctor.roles.find import RoleShelf
from proctor.terms.mode import Mode

# `auto` is a mode of Claude Code, and is taken for the one that comes next to it.
MODES = {mode.value: mode for mode in Mode} | {"auto": AUTO}


def here() -> tuple[Path, Path]:
    """Return Proctor's home and the root of the project that we stand in."""
    home = proctor_home()
    return home, project_root(Path.cwd(), home)


def shelf() -> RoleShelf:
    """Return the roles that can be seen from where we stand."""
    home, root = here()
    return RoleShelf(home, root)


def complete_role(incomplete: str) -> list[str]:
    """Return the roles that begin so; a shell that completes never sees an error."""
    try:
        return [name for name in shelf().names() if name.startswith(incomplete)]
    except (ProctorError, OSError):
        return []


def complete_tool(incomplete: str) -> list[str]:
    """Return the names of tools that begin so."""
    try:
        return [name for name in shelf().config().catalogue.names if name.startswith(incomplete)]
    except (ProctorError, OSError):
        return []


def complete_mode(incomplete: str) -> list[str]:
    """Return the modes that begin so."""
    return [name for name in MODES if name.startswith(incomplete)]


def read_mode(word: str | None) -> Mode | None:
    """
    Read a mode from the word that people write.

    Raises:
        UsageError: there is no such mode.

    """
    if word is None:
        return None
    if word not in MODES:
        known = f"the modes are {', '.join(MODES)}"
        message = f"`{word}` is not a mode"
        raise UsageError(message, help=did_you_mean(word, list(MODES)) or known)
    return MODES[word]


def read_folder(folder: Path | None) -> Path:
    """
    Return the folder that a command works in, absolute.

    Raises:
        UsageError: it is not a folder.

    """
    if folder is None:
        return Path.cwd()
    if not folder.is_dir():
        message = f"`{folder}` is not a folder"
        raise UsageError(message)
    return folder.absolute()


RoleOption = Annotated[
    str,
    typer.Option(
        "--role",
        metavar="ROLE",
        envvar="PROCTOR_ROLE",
        autocompletion=complete_role,
        help="The role that decides; `proctor role list` shows them.",
    ),
]
ModeOption = Annotated[
    str | None,
    typer.Option(
        "--mode",
        metavar="MODE",
        autocompletion=complete_mode,
        help=f"Decide in this mode, whatever the role says: {', '.join(MODES)}.",
    ),
]
DEFAULT_ROLE = "guarded"

"""Which settings `install` and `uninstall` work on: the options, and the place they mean."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from proctor.errors import UsageError, did_you_mean
from proctor.home import nearest_project, proctor_home
from proctor.installing.settings_places import (
    PROGRAM,
    SettingsPlace,
    managed_folder,
    managed_place,
    project_place,
    user_place,
)

PROGRAMS = (PROGRAM,)

ProgramArgument = Annotated[
    str, typer.Argument(metavar="PROGRAM", help="The agent program: claude-code.")
]
UserOption = Annotated[
    bool, typer.Option("--user", help="Your own settings, for all your projects (the default).")
]
ProjectOption = Annotated[
    bool, typer.Option("--project", help="This project's settings of this machine.")
]
ManagedOption = Annotated[
    bool, typer.Option("--managed", help="For everybody on this machine; needs root.")
]


def check_program(name: str) -> None:
    """
    Refuse a program that we do not know.

    Raises:
        UsageError: it is none of those.

    """
    if name not in PROGRAMS:
        known = f"there is {', '.join(PROGRAMS)}"
        help_text = did_you_mean(name, PROGRAMS) or known
        raise UsageError(f"`{name}` is not an agent program that Proctor knows", help=help_text)


def place_of(*, user: bool, project: bool, managed: bool) -> SettingsPlace:
    """
    Return the settings that the options mean.

    Raises:
        UsageError: several at once, or there is no project here.

    """
    ways = {"--user": user, "--project": project, "--managed": managed}
    chosen = [name for name, on in ways.items() if on]
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen)} do not go together", help="take one of them")
    home = proctor_home()
    if managed:
        return managed_place(managed_folder())
    if project:
        return project_place(home, Path.home(), settings_root(home))
    return user_place(home, Path.home(), os.environ)


def settings_root(home: Path) -> Path:
    """
    Return the project whose settings are meant here: the nearest one.

    Rules hold for every repository below them; hooks are never written further up than that.
    """
    here = Path.cwd()
    return Path(nearest_project(str(here), str(home)) or here)


def every_place() -> list[SettingsPlace]:
    """Return every place that counts where we stand."""
    home = proctor_home()
    places = [user_place(home, Path.home(), os.environ)]
    with suppress(UsageError):  # we may stand in no project
        places.append(project_place(home, Path.home(), settings_root(home)))
    return [*places, managed_place(managed_folder())]


def option_of(scope: str) -> str:
    """Return the word that names a scope on the command line, empty for the default."""
    return "" if scope == "user" else f" --{scope}"

"""
Who runs the server of a home.

Whoever takes in what was spooled owns the home for a moment too, as a command that
lists records does. Only an owner that says so is a server, and only a server is told
of, or ended.
"""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

from proctor.audit.owner import owner_of
from proctor.errors import ServerError

# What a server says of itself in the lock file, from the moment that it has the lock.
KIND = {"kind": "server"}
REPLACE = "proctor down && proctor up --background"

Info = dict[str, Any]


def running_server(home: Path) -> Info | None:
    """Return what the server of a home has said of itself, None if none runs."""
    owner = owner_of(home)
    return owner if owner is not None and owner.get("kind") == KIND["kind"] else None


def already_running(info: Info) -> ServerError:
    """Say who is running, as far as it has told."""
    words = {"pid": "pid {}", "url": "{}", "since": "since {}"}
    told = [form.format(info[name]) for name, form in words.items() if name in info]
    who = ", ".join(told) or "it has not said who it is"
    return ServerError(f"a server is running already: {who}", help="`proctor down` ends it")


def installed_version() -> str:
    """Return the version of the package as it is installed now."""
    from importlib.metadata import version  # noqa: PLC0415 - slow, and not for everyone here

    return version("proctor-gate")


def version_gap(running: object) -> str:
    """Say how the version that runs differs from the installed one; "" if it does not."""
    own = installed_version()
    if running == own:
        return ""
    return f"a server of version {running} is running, and {own} is installed"


def make_home(home: Path) -> None:
    """
    Make a home, for its user alone, where it is not there yet; one for everybody is none.

    With the home come the default roles, by the one who made the folder: whoever deletes them
    later does not get them back.

    Raises:
        ServerError: there can be none.

    """
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        try:
            home.mkdir(mode=0o700)
        except FileExistsError:
            if not home.is_dir():
                raise
        else:
            from proctor.roles.write import create_role, default_roles  # noqa: PLC0415 - once

            create_role(home / "roles" / "index.yaml", default_roles())
    except OSError as error:
        why = "it is not a folder" if isinstance(error, FileExistsError) else error.strerror
        raise ServerError(
            f"`{home}` cannot be Proctor's home: {why}", help="set PROCTOR_HOME to a folder"
        ) from error
    if home.stat().st_mode & stat.S_IWOTH:
        # Whoever else writes there can put tokens and rules of their own in the place of ours.
        raise ServerError(
            f"`{home}` can be written by everybody, so nothing in it can be believed",
            help=f"chmod go-w {home}, and see what is in it",
        )

"""Which Claude Code is installed, of which version, and what that version takes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from proctor.errors import NotFound

Version = tuple[int, int, int]

# Where people install it besides the search path; the first that is there counts.
PLACES = ("~/.local/bin/claude", "~/.claude/local/claude", "/opt/homebrew/bin/claude")
STANDARD = ("/usr/local/bin", "/usr/bin", "/bin")
PATIENCE = 30
SINCE: dict[str, Version] = {
    # Measured: 2.0.77 refuses the flag and 2.1.325 takes it. Which came first is not known, so
    # `run_claude` tries it from here on and does without where it is refused.
    "--include-hook-events": (2, 1, 0),
}


def find_claude(named: str | None = None, *, path: str | None = None) -> Path:
    """
    Return where Claude Code is: the one that is named, else the one that would be started.

    Args:
        named: a program's name or path.
        path: the folders in which to look, as PATH has them; else those of this process.

    Raises:
        NotFound: there is none.

    """
    if named:
        found = shutil.which(os.path.expanduser(named))  # noqa: PTH111 - a name or a path
        if not found:
            raise NotFound(f"`{named}` is not a program")
        return Path(found).absolute()
    for place in ("claude", *PLACES):
        found = shutil.which(os.path.expanduser(place), path=absolute_path(path))  # noqa: PTH111 - the same
        if found:
            return Path(found).absolute()
    raise NotFound(
        "Claude Code was not found", help="install it, or say where it is: --claude PATH"
    )


def absolute_path(path: str | None = None) -> str:
    """Return the folders in which programs are looked for; a repository's own is not one."""
    folders = os.get_exec_path() if path is None else path.split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if folder.startswith("/"))


def claude_version(claude: str | Path) -> Version:
    """
    Ask a Claude Code for its version, in an empty environment.

    Raises:
        NotFound: it does not answer with one.

    """
    environment = {"PATH": search_path(), "HOME": "/nonexistent", "DISABLE_AUTOUPDATER": "1"}
    try:
        told = subprocess.run(  # noqa: S603 - the program that the person means
            [str(claude), "--version"],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        ).stdout.decode(errors="replace")
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotFound(f"`{claude}` does not start: {error}") from error
    version = read_version(told)
    if version is None:
        raise NotFound(f"`{claude}` does not say a version of Claude Code")
    return version


def read_version(text: str) -> Version | None:
    """Return the version that a text begins with, or nothing."""
    found = re.match(r"\s*(\d{1,6})\.(\d{1,6})\.(\d{1,6})", text)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def spoken(version: Version) -> str:
    """Return a version as people write it."""
    return ".".join(str(number) for number in version)


def knows(version: Version, what: str) -> bool:
    """Say whether a version takes a flag that came later than the program."""
    return version >= SINCE[what]


def search_path() -> str:
    """Return a PATH with the system's folders and the one of node, which old versions need."""
    node = shutil.which("node")
    folders = [*STANDARD, *([str(Path(node).parent)] if node else [])]
    return os.pathsep.join(dict.fromkeys(folders))

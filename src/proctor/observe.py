"""
Look at the host, in one place: the only source of Surroundings.

Everything that reading a call needs of the machine is gathered here and handed
in as a value, so that the rooms that decide stay pure.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from proctor.normalise import lookups, normalise, repositories
from proctor.normalise.git_config import NOT_READ, read_git_config
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN, Catalogue
from proctor.terms.surroundings import Surroundings

LARGEST_SETTINGS = 1 << 20
LONGEST_POINTER = 4096
# What stands in the HEAD of a repository; without it git does not take a folder for one.
HEAD = re.compile(r"(ref:\s*)?refs/|[0-9a-f]{40}")


def proctor_home() -> Path:
    """Return Proctor's own folder: PROCTOR_HOME, or `~/.proctor`."""
    named = os.environ.get("PROCTOR_HOME")
    return Path(named).expanduser().absolute() if named else Path.home() / ".proctor"


def project_root(start: Path, home: Path) -> Path:
    """
    Return the nearest folder upward with `.proctor/` or `.git`, else `start`.

    The user's home, `/` and the parent of Proctor's home are never a root: a
    `.proctor` there is Proctor's own, and a `.git` there would make everything
    one project. That holds under any name: a link to one of them is none either.
    """
    start = start.absolute()
    never = {os.path.realpath(folder) for folder in (Path.home(), "/", home.parent)}
    for folder in (start, *start.parents):
        marked = (folder / ".proctor").is_dir() or (folder / ".git").exists()
        if marked and os.path.realpath(folder) not in never:
            return folder
    return start


def surroundings(
    *, cwd: Path, root: Path, home: Path, start: Path | None = None, catalogue: Catalogue = BUILT_IN
) -> Surroundings:
    """Gather the facts that hold for every call from one place."""
    return Surroundings(
        cwd=os.path.abspath(cwd),  # noqa: PTH100 - resolve() would follow links, this must not
        home=str(Path.home()),
        root=str(root),
        start=str(start or root),
        proctor_home=str(home),
        proctor_home_real=os.path.realpath(home),
        now=datetime.now(UTC),
        program=program_folders(),
        folds_case=folds_case(root),
        catalogue=catalogue,
    )


def observe(call: ToolCall, known: Surroundings) -> Surroundings:
    """Add what one call needs: its own working folder, the time, and where its paths lead."""
    around = replace(known, now=datetime.now(UTC))
    if call.cwd is not None:
        absolute = isinstance(call.cwd, str) and call.cwd.startswith("/")
        # An empty folder makes the call malformed: where it would run is not known.
        around = replace(around, cwd=folder_of(call.cwd, around) if absolute else "")
    first = normalise(call, around)
    return with_git(with_links(around, lookups(first)), repositories(first))


def folder_of(cwd: str, around: Surroundings) -> str:
    """Return a working folder by the name that we have for its place."""
    try:
        return as_we_call_it(os.path.realpath(f"/{cwd.lstrip('/')}"), around.root, around.home)
    except (OSError, ValueError):
        return ""


def with_links(around: Surroundings, paths: Iterable[str]) -> Surroundings:
    """Add where paths really lead; one that cannot be followed leads to itself."""
    found: dict[str, str] = {}
    known = {"": "/", "/": "/"}
    for path in paths:
        try:
            real = as_we_call_it(real_path(path, known), around.root, around.home)
        except (OSError, ValueError):
            continue
        if real != path:
            found[path] = real
    return replace(around, links=found)


def real_path(path: str, known: dict[str, str]) -> str:
    """
    Return where an absolute path really leads, by what is known of those before it.

    Many paths in one deep folder would else be looked up from the root on, each time.
    """
    ahead: list[str] = []
    while path not in known:
        ahead.append(path)
        path = path.rpartition("/")[0]
    real = known[path]
    for longer in reversed(ahead):
        name = longer.rpartition("/")[2]
        if name == "..":
            real = real.rpartition("/")[0] or "/"
        elif name not in ("", "."):
            real = f"{real.rstrip('/')}/{name}"
            if is_link(real):
                real = os.path.realpath(real)
        known[longer] = real
    return real


def is_link(path: str) -> bool:
    """Say whether a path is a link; what is not there is none."""
    try:
        return stat.S_ISLNK(os.lstat(path).st_mode)
    except OSError:
        return False


def with_git(around: Surroundings, folders: Iterable[str]) -> Surroundings:
    """Add the settings of the repositories in which git would work."""
    known: dict[str, dict[str, str]] = {}
    found = {folder: settings for folder in folders if (settings := git_settings(folder, known))}
    return replace(around, git_config=found) if found else around


def git_settings(folder: str, known: dict[str, dict[str, str]] | None = None) -> dict[str, str]:
    """
    Return the settings that the repository around a folder brings with it.

    git goes up from where it really is. What was found on the way is kept in
    `known`, so that many deep folders cost no more than the way to each of them.
    """
    known = {} if known is None else known
    place = os.path.realpath(folder)
    way: list[str] = []
    found: dict[str, str] | None = None
    while found is None:
        way.append(place)
        found = known.get(place)
        if found is None:
            found = settings_at(Path(place))
        if found is None and place == "/":
            found = {}
        place = place.rpartition("/")[0] or "/"
    known.update(dict.fromkeys(way, found))
    return found


def settings_at(folder: Path) -> dict[str, str] | None:
    """
    Return the settings of the repository that a folder is or has; None if there is none.

    git steps over a `.git` that is no repository, and takes a folder that is laid
    out like one for one. What is only half of one is not taken for either.
    """
    try:
        for repository in (git_folder(folder / ".git"), folder):
            if os.path.lexists(repository / "HEAD") and any(
                (repository / name).exists() for name in ("objects", "refs", "commondir")
            ):
                return settings_in(repository)
    except (OSError, ValueError):
        return dict(NOT_READ)
    return None


def git_folder(marker: Path) -> Path:
    """Return the repository that a `.git` is, or names as that of a worktree or a submodule."""
    if not marker.is_file():
        return marker
    text = short_text(marker).rstrip("\r\n")
    return marker.parent / text.removeprefix("gitdir:").lstrip(" ")


def short_text(path: Path) -> str:
    """
    Return the text of a small file that points elsewhere.

    Raises:
        ValueError: it is no plain file, or too large to be one of these; a pipe
            would wait for ever.

    """
    if not path.is_file() or path.stat().st_size > LONGEST_POINTER:
        raise ValueError(str(path))
    return path.read_text(errors="replace")


def settings_in(repository: Path) -> dict[str, str]:
    """Return the settings of a repository, those of its worktree last."""
    common = repository
    if (repository / "commondir").is_file():
        named = short_text(repository / "commondir")
        common = repository / named.rstrip("\r\n")
    head = repository / "HEAD"
    points = str(head.readlink()) if head.is_symlink() else short_text(head)
    whole = all((common / name).is_dir() for name in ("objects", "refs"))
    if not whole or not HEAD.match(points):
        return dict(NOT_READ)
    found = settings_of(common / "config")
    # Only with this setting does git read what would stand above the others.
    switch = found.get("extensions.worktreeconfig", "false").lower()
    if switch in ("true", "yes", "on", "1"):
        return found | settings_of(repository / "config.worktree")
    return found if switch in ("false", "no", "off", "0", "") else dict(NOT_READ)


def settings_of(path: Path) -> dict[str, str]:
    """Return the settings in one file; none if it is not there."""
    if not path.is_file():
        return {}
    if path.stat().st_size > LARGEST_SETTINGS:
        return dict(NOT_READ)
    return read_git_config(path.read_text(errors="replace"))


def as_we_call_it(real: str, *folders: str) -> str:
    """
    Return a real path under the name that we have for its folder.

    Where a project or a home lies behind a link, its own files would else seem
    to lead out of it.
    """
    for folder in folders:
        there = real_folder(folder)
        if there != folder and (real == there or real.startswith(f"{there}/")):
            return folder + real[len(there) :]
    return real


@cache
def real_folder(folder: str) -> str:
    """Return where a folder really lies."""
    return os.path.realpath(folder)


@cache
def program_folders() -> tuple[str, ...]:
    """Return the folders that hold Proctor's own installed files."""
    package = Path(__file__).resolve().parent
    command = Path(sys.argv[0]).absolute() if sys.argv and sys.argv[0] else None
    return (
        (str(package), str(command)) if command and command.stem == "proctor" else (str(package),)
    )


@cache
def folds_case(folder: Path) -> bool:
    """Say whether the file system takes two spellings for one file."""
    name = folder.name
    if not name or name.swapcase() == name:
        return sys.platform == "darwin"
    try:
        return folder.with_name(name.swapcase()).samefile(folder)
    except OSError:
        return False

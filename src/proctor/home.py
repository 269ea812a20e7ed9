"""Where Proctor keeps its own files, and where a project begins."""

from __future__ import annotations

import os

from proctor.file_status import is_folder, status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

# So many slashes at the start of a path stay as they are.
TWO = 2
# May write.
EVERYBODY = 0o002
# A folder for its user alone.
PRIVATE = 0o700


def proctor_home() -> Path:
    """Return Proctor's own folder: PROCTOR_HOME, or `~/.proctor`."""
    from pathlib import Path  # noqa: PLC0415 - slow to load; the hook asks for the text

    return Path(home_folder())


def make_private(folder: Path) -> None:
    """
    Make a folder of ours for its user alone, and whatever is missing above it likewise.

    `mkdir` with `parents` makes those as open as the user's umask says.

    Raises:
        OSError: it cannot be made.

    """
    if not folder.is_dir():
        make_private(folder.parent)
        folder.mkdir(mode=PRIVATE, exist_ok=True)


def home_folder() -> str:
    """Return Proctor's own folder as a text."""
    named = os.environ.get("PROCTOR_HOME")
    return absolute(expanded(plain(named))) if named else f"{user_home().rstrip('/')}/.proctor"


def project_root(start: Path, home: Path) -> Path:
    """
    Return the nearest folder upward with `.proctor/`, else with `.git`, else `start`.

    Rules come first: an agent may make a repository in its folder, and would else leave those
    of the project behind.
    The user's home, `/` and the parent of Proctor's home are never a root: a
    `.proctor` there is Proctor's own, and a `.git` there would make everything
    one project. That holds under any name: a link to one of them is none either.
    """
    from pathlib import Path  # noqa: PLC0415 - see above

    return Path(root_folder(str(start), str(home)))


def root_folder(start: str, home: str) -> str:
    """Return the root of a project as a text, given both folders as `pathlib` writes them."""
    start = absolute(start)
    never = {os.path.realpath(folder) for folder in (user_home(), "/", above(home))}
    folder, before, repository = start, "", ""
    while folder != before:
        inside = folder.rstrip("/")
        rules = is_folder(f"{inside}/.proctor") and not is_strangers(inside, ".proctor")
        marked = rules or (not repository and status(f"{inside}/.git") is not None)
        if marked and os.path.realpath(folder) not in never:
            if rules:
                return folder
            repository = folder
        folder, before = above(folder), folder
    return repository or start


def nearest_project(start: str, home: str) -> str:
    """
    Return the nearest folder upward with `.proctor/` or `.git`, whichever comes first; else "".

    Neither the user's home nor what lies above it is one, and Proctor's own home makes none.

    Args:
        start: Where to begin.
        home: Proctor's home.

    """
    folder, before = absolute(start), ""
    user, own = f"{os.path.realpath(user_home()).rstrip('/')}/", os.path.realpath(home)
    while folder != before and not user.startswith(f"{os.path.realpath(folder).rstrip('/')}/"):
        rules = f"{folder}/.proctor"
        marked = is_folder(rules) and os.path.realpath(rules) != own
        if marked and not is_strangers(folder, ".proctor"):
            return folder
        if status(f"{folder}/.git") is not None and not is_strangers(folder, ".git"):
            return folder
        folder, before = above(folder), folder
    return ""


def is_strangers(folder: str, name: str) -> bool:
    """Say whether somebody else could have put that into a folder in which everybody may write."""
    around, found = status(folder or "/"), status(f"{folder}/{name}")
    if around is None or found is None or not around.st_mode & EVERYBODY:
        return False
    return found.st_uid not in (os.geteuid(), 0)


def user_home() -> str:
    """
    Return the user's home folder.

    Raises:
        RuntimeError: it cannot be known.

    """
    return expanded("~")


def expanded(path: str) -> str:
    """Return a path with `~` at its start replaced, as `pathlib` does it."""
    if path[:1] != "~":
        return path
    found = os.path.expanduser(path)  # noqa: PTH111 - pathlib is slow to load
    if found[:1] == "~":
        raise RuntimeError("Could not determine home directory.")
    return plain(found)


def absolute(path: str) -> str:
    """Return a path made absolute, no link followed and no `..` taken away."""
    return path if path.startswith("/") else plain(f"{os.getcwd()}/{path}")  # noqa: PTH109 - likewise


def above(path: str) -> str:
    """Return the folder that a path lies in, as `pathlib` does it."""
    root = path[: len(path) - len(path.lstrip("/"))]
    folder, slash, _ = path.rpartition("/")
    if not slash:
        return "."
    return folder if len(folder) > len(root) else root


def plain(path: str) -> str:
    """Return a path as `pathlib` writes it: no name is empty or `.`, no slash at the end."""
    slashes = len(path) - len(path.lstrip("/"))
    root = path[:slashes] if slashes <= TWO else "/"
    names = [name for name in path.split("/") if name not in ("", ".")]
    return root + "/".join(names) or "."

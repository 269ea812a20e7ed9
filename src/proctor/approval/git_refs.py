"""
Which files say what a git command is about: the branch that is checked out, and refs it names.

`git push origin main` sends what `.git/refs/heads/main` says when it runs. Only refs that the
command means count, so that work on other branches does not end a yes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from posixpath import dirname, join, normpath

MOST_ABOVE = 40
# More is not read of a file that names another.
MOST_BYTES = 1 << 16
HEAD, GIT_FOLDER = "HEAD", ".git"
POINTER, SYMBOLIC = "gitdir:", "ref:"
# Where `main` may be, in the order in which git looks.
REFS = ("", "refs/", "refs/heads/", "refs/tags/", "refs/remotes/")
# With these, or with refs that the settings name, all of them may be meant.
ALL_REFS = re.compile(r"--(?:all|mirror|tags|branches|follow-tags)|.*\*.*", re.DOTALL)
PUSH_SETTINGS = re.compile(r"^\s*(?:\[push\]|push\s*=|mirror\s*=)", re.MULTILINE | re.IGNORECASE)
EVERY_REF = ("refs/heads/**/*", "refs/tags/**/*")
ALWAYS = (HEAD, "packed-refs", "reftable/*")
PIECES = re.compile(r"[:+^~@{}]+|\.\.+")
# Git's own folder for a place, and the one that all its worktrees share.
GitFolders = tuple[str, str]


def git_refs(words: Iterable[str], folders: Iterable[GitFolders | None]) -> Iterator[str]:
    """
    Return the paths of refs that a git command may mean, some of them with wildcards.

    Args:
        words: the words of the command.
        folders: git's own folders for each place in which it may be at work.

    """
    given = [*words]
    names = dict.fromkeys(piece for word in given for piece in PIECES.split(word) if piece)
    for own, common in dict.fromkeys(filter(None, folders)):
        current = text_of(join(own, HEAD))
        wanted = [f"{kind}{name}" for name in names for kind in REFS]
        if current.startswith(SYMBOLIC):
            wanted.append(current.removeprefix(SYMBOLIC).strip())
        settings = text_of(join(common, "config"))
        if any(map(ALL_REFS.fullmatch, given)) or PUSH_SETTINGS.search(settings):
            wanted += EVERY_REF
        for folder in dict.fromkeys((own, common)):
            yield from (normpath(join(folder, name)) for name in (*ALWAYS, *wanted))


def git_folders(place: str) -> GitFolders | None:
    """Return git's own folder for a place, and the one that all its worktrees share."""
    for _ in range(MOST_ABOVE):
        own = join(place, GIT_FOLDER)
        pointer = text_of(own)
        if pointer.startswith(POINTER):
            own = normpath(join(place, pointer.removeprefix(POINTER).strip()))
        if text_of(join(own, HEAD)):
            return own, shared_by(own)
        if text_of(join(place, HEAD)):
            return place, shared_by(place)  # a bare repository
        if place == dirname(place):
            return None
        place = dirname(place)
    return None


def shared_by(own: str) -> str:
    """Return the folder that holds the refs of a worktree."""
    common = text_of(join(own, "commondir")).strip()
    return normpath(join(own, common)) if common else own


def text_of(path: str) -> str:
    """Return the beginning of a small text; "" where there is none."""
    found = Path(path)
    try:
        if not found.is_file():
            return ""
        with found.open("rb") as file:
            return file.read(MOST_BYTES).decode(errors="replace")
    except (OSError, ValueError):
        return ""

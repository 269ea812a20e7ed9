"""
Change role files of one place: all of them or none, and only to what loads.

What all roles would be is worked out in memory first. A role that would not load is not
written, and no other role may break by it. A project that was trusted, and unchanged since,
is trusted with the change in the same act; any other stays as it is.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from proctor.errors import Problem, RoleProblems, UsageError
from proctor.roles.files import Tree
from proctor.roles.find import RoleShelf
from proctor.roles.role_place import Files, Moment
from proctor.roles.trust import FOLDER, ProjectFiles, digests, pin, pinned, trust
from proctor.roles.uses import TEMPLATES, place_tree
from proctor.roles.write import fitting_mode, locked_folder, replace_file

ROLES = "roles/"
# So long another writer of the same folder is waited for.
PATIENCE = 30.0
Changes = Mapping[str, bytes | None]


@dataclass(frozen=True, slots=True)
class Place:
    """Where roles are written: a project's `.proctor`, or the home."""

    home: Path
    root: Path | None

    @property
    def folder(self) -> Path:
        """Return the folder."""
        return self.home if self.root is None else self.root / FOLDER

    @property
    def in_project(self) -> bool:
        """Say whether it is a project's."""
        return self.root is not None


@contextmanager
def locked_parts(place: Place, *, templates: bool) -> Iterator[dict[str, int]]:
    """
    Lock the folder of the roles, and that of the templates where they may change too.

    Raises:
        UsageError: a link stands in the way.
        OSError: a folder cannot be opened, or somebody else keeps the lock.

    """
    with ExitStack() as stack:
        found = {}
        for part in (ROLES, *([TEMPLATES] if templates else [])):
            folder = place.folder / part.rstrip("/")
            if part == ROLES or folder.is_dir():
                some = folder / "index.yaml"
                found[part] = stack.enter_context(locked_folder(some, patience=PATIENCE))
        yield found


def after(files: Files, changes: Changes, *, in_project: bool) -> Files:
    """Return the files as they would be; trusted where they are."""
    if not in_project or files.in_project is None:
        own = {name: data for name, data in changes.items() if name.startswith(ROLES)}
        return replace(files, at_home=changed_tree(files.at_home, own))
    was = files.in_project
    now = changed_tree(was.now, changes)
    kept = was.trusted if was.changed else now
    return replace(files, in_project=ProjectFiles(now, kept, was.pinned))


def changed_tree(tree: Tree, changes: Changes) -> Tree:
    """Return a tree with some files other than they were, or gone."""
    files = {name: data for name, data in tree.files.items() if name not in changes}
    files |= {name: data for name, data in changes.items() if data is not None}
    return Tree(files, tree.refused)


def check(before: Files, then: Files, touched: Sequence[str]) -> RoleShelf:
    """
    Refuse a change by which a role does not load; return the roles as they would be.

    Raises:
        FileProblems: what would be wrong, as `role check` shows it.

    """
    shelf = Moment(then)
    for name in touched:
        shelf.load(name)
    wrong = errors(shelf)
    more = Counter(map(told, wrong)) - Counter(map(told, errors(Moment(before)) if wrong else ()))
    broken = [problem for problem in wrong if more[told(problem)]]
    if broken:
        raise RoleProblems(broken)
    return shelf


def errors(shelf: RoleShelf) -> list[Problem]:
    """Return every error in the roles of a moment."""
    return [problem for problem in shelf.problems() if not problem.warning]


def told(problem: Problem) -> tuple[str, str, str]:
    """Return a problem wherever in its file it is by now."""
    return problem.code, problem.message, problem.place.file


def put(  # noqa: PLR0913 - one step of several files
    place: Place,
    files: Files,
    changes: Changes,
    touched: Sequence[str],
    folders: Mapping[str, int],
    *,
    seen: bool = True,
) -> bool | None:
    """
    Write the files, trust them where they were trusted, and look at them once more.

    Args:
        place: where they are.
        files: what is there now.
        changes: what shall be.
        touched: the roles that this is about.
        folders: those of the files, locked.
        seen: whether a person has written what is new; else nothing is trusted by it.

    Returns:
        Whether the project is trusted as it now is; None for the home.

    Raises:
        FileProblems: a role does not load; the old files are in their place again.
        OSError: a file cannot be written; likewise.

    """
    then = after(files, changes, in_project=place.in_project)
    was, became = files.in_project, then.in_project
    trusts = seen and place.root is not None and was is not None and not was.changed
    tree = place_tree(files, in_project=place.in_project)
    old = {name: tree.files.get(name) for name in changes}
    refuse_links(place, changes)
    try:
        for name, data in changes.items():
            put_file(place, name, data, folders)
        if trusts and place.root and became:
            trust(place.root, place.home, shown=became.now, reading=became.reading)
        found = Files.read(files.home, files.root)
        if not same(found, then):
            check(files, found, touched)
    except BaseException:
        put_back(place, files, then, old, folders)
        raise
    return None if place.root is None else trusts


def same(one: Files, other: Files) -> bool:
    """Say whether the files are those that were checked already, and trusted alike."""
    mine, theirs = one.in_project, other.in_project
    alike = mine is theirs is None or (
        mine is not None
        and theirs is not None
        and (mine.now, mine.trusted) == (theirs.now, theirs.trusted)
    )
    return alike and one.at_home == other.at_home


def put_file(place: Place, name: str, data: bytes | None, folders: Mapping[str, int]) -> None:
    """Write one file, or take it away."""
    path = place.folder / name
    folder = folders[f"{name.split('/', 1)[0]}/"]
    if data is None:
        os.unlink(path.name, dir_fd=folder)
        os.fsync(folder)
        return
    try:
        mode = stat.S_IMODE(os.stat(path.name, dir_fd=folder, follow_symlinks=False).st_mode)
    except FileNotFoundError:
        mode = fitting_mode(folder)
    replace_file(path, data, folder, mode=mode)


def refuse_links(place: Place, changes: Changes) -> None:
    """
    Refuse to put a file in the place of a link.

    Raises:
        UsageError: there is one.

    """
    for name in changes:
        if (place.folder / name).is_symlink():
            message = f"{place.folder / name} is a link"
            raise UsageError(message, help="nothing is written through a link")


def put_back(
    place: Place, files: Files, then: Files, old: Changes, folders: Mapping[str, int]
) -> None:
    """Undo what was written and trusted."""
    was, became = files.in_project, then.in_project
    if place.root and was and became and not was.changed:
        known = pinned(place.root, place.home)
        if known and known.files == digests(became.now):
            pin(place.root, place.home, was.now, reading=was.reading)
    for name, data in old.items():
        if data is not None or os.path.lexists(place.folder / name):
            put_file(place, name, data, folders)

"""
What a yes covers: the files that a command names or uses, as they are when it is asked about.

A person answers what they see now, so between question and yes every file counts: operands,
values of options, redirections, what the programs are known to use (`known_files.py`), and what
those files include. A remembered answer is bound to less (`scripts.py`), so that it lasts.

Work is bounded: each look at the host, each comparison and each text that is read takes steps from
one budget, counted as in `normalise/shell/budget.py`. Where it ends, or where more files would
count than are looked at, the snapshot says so, and no yes covers such a command. Folders are looked
into one level deep, and only small ones.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from hashlib import sha256
from itertools import chain, islice
from posixpath import basename, dirname, join, normpath
from typing import NamedTuple

from proctor.approval.git_refs import GitFolders, git_folders, git_refs
from proctor.approval.known_files import (
    FILES,
    LANGUAGE,
    NODE_MODULES,
    NODE_RUNNERS,
    includes_of,
    interpreter_of,
    loaded_modules,
    pieces_of,
    python_modules,
)
from proctor.approval.scripts import (
    CHUNK,
    LARGEST,
    LONGEST_PATH,
    NAMELESS,
    PYTHON,
    WILD,
    changes_of_folder,
    content_of,
    every_script,
    folders_of,
    is_running,
)
from proctor.terms.action import Action, Command, Part
from proctor.terms.kind import SHELL
from proctor.terms.plain import plain

CHANGED = "`{path}` has changed since it was asked about: call it again to have it asked again"
TOO_MANY = "it names or uses more files than are compared, so a yes covers none: name fewer"
# What a snapshot may cost, in steps of about half a microsecond: ten thousand files fit in it.
MOST_STEPS = 480_000
# What a file that counts costs, a look at one, the name of one, a text that is opened, a folder
# that may be a repository, and how many characters of a text, or bytes of a file, are one step.
A_FILE, A_LOOK, A_NAME, A_TEXT, A_REPOSITORY = 20, 4, 4, 16, 40
SEARCHED_A_STEP, HASHED_A_STEP = 64, 512
# Files that count, existing or not, and entries of folders that wildcards are compared with.
MOST_FILES = 20_000
MOST_ENTRIES = 20_000
# A folder with more entries counts by its name only.
SMALL_FOLDER = 200
# So much is read of files that may include others, of all of them together.
ALL_TEXTS = 32 << 20
BEGINNING = 4096
# Places in which an included file is looked for.
MOST_LOOKS = 200_000
# Deeper than this no folder is searched for files that a program uses.
MOST_ABOVE = 40
VERSION = re.compile(r"(?<=.)[@=<>~!].*", re.DOTALL)
# Where code of a project lies below the folder that its programs are run in.
SOURCE_FOLDERS = ("", "src", "lib")


class TooMany(Exception):
    """More files would count than are looked at."""


class Snapshot(NamedTuple):
    """
    The files that a command names or uses.

    `marks` has for each path what tells its content from any other; `problem` says why the
    snapshot is not complete, and then no yes covers the command.
    """

    marks: dict[str, bytes]
    problem: str = ""

    @property
    def digest(self) -> str:
        """Return a name for exactly these files with this content; empty without files."""
        if not self.marks and not self.problem:
            return ""
        told = sha256(self.problem.encode())
        for path, mark in sorted(self.marks.items()):
            told.update(f"{len(path)}:{path}:{len(mark)}:".encode(errors="surrogatepass") + mark)
        return told.hexdigest()

    def differs_from(self, before: Snapshot) -> str | None:
        """Say why a yes to what was there before does not cover what is there now."""
        if self.problem or before.problem:
            return self.problem or before.problem
        paths = sorted(self.marks.keys() | before.marks.keys())
        changed = (path for path in paths if self.marks.get(path) != before.marks.get(path))
        path = next(changed, None)
        return CHANGED.format(path=plain(path)) if path is not None else None


NO_FILES = Snapshot({})


def snapshot(action: Action) -> Snapshot:
    """Look at the files that a command names or uses; a call of another tool has none."""
    if action.kind is not SHELL:
        return NO_FILES
    search = Search(action)
    try:
        return Snapshot(search.marks_of(search.paths()))
    except TooMany:
        return Snapshot({}, TOO_MANY)


class Search:
    """Finds the files that one command names or uses."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.folders = tuple(dict.fromkeys(folders_of(action)))
        self.found: dict[str, None] = {}
        self.module_folders: dict[str, None] = {}
        self.steps_left = MOST_STEPS
        self.matched: set[str] = set()
        self.repositories: dict[str, GitFolders | None] = {}
        self.entries_left = MOST_ENTRIES
        self.text_left = ALL_TEXTS
        self.looked_at: dict[str, bool] = {}
        self.listings: dict[str, list[str]] = {}
        self.runs = any(map(is_running, action.parts))

    def paths(self) -> Iterable[str]:
        """
        Return the absolute paths of the files that count, in a fixed order.

        Raises:
            TooMany: there are more than are looked at.

        """
        self.add(path for path in every_script(self.action) if path != NAMELESS)
        for part in self.action.parts:
            self.add_part(part)
        if self.runs:
            self.follow()
        return sorted(self.found)

    def spend(self, steps: int) -> None:
        """
        Take steps from what is left.

        Raises:
            TooMany: there are not enough.

        """
        self.steps_left -= steps
        if self.steps_left < 0:
            raise TooMany

    def add(self, paths: Iterable[str]) -> None:
        """Count files in."""
        for path in paths:
            self.spend(1 if path in self.found else A_FILE)
            self.found[path] = None
            if len(self.found) > MOST_FILES:
                raise TooMany

    def add_part(self, part: Part) -> None:
        """Count in what one part names, and what its programs use."""
        for touch in part.touches:
            if touch.wild:
                self.add_matches(touch.path.real)
            else:
                self.add_path(part, touch.path.real)
        if part.command is None or part.kind is not SHELL:
            return
        named = [*self.named(part.command)]
        for path in named:
            self.add_path(part, path)
        places = [*self.folders, *self.moved(part.command)]
        for path in named:
            self.spend(A_LOOK)
            if is_folder(path):
                places.append(path)
                if is_running(part):
                    self.add(self.listed(path))
            elif is_file(path):
                places.append(dirname(path))
        self.add_known(part.command, dict.fromkeys(places))

    def add_path(self, part: Part, path: str) -> None:
        """
        Count in a path, and what it stands for where it may be a pattern: `bash *.sh`.

        The values of a loop or a variable may be run by another part.
        """
        self.add((path,))
        unquoted = bool(part.vague) or part.command is None or not part.command.words
        if self.runs and unquoted and not WILD.isdisjoint(path):
            self.add_matches(path)

    def named(self, command: Command) -> Iterator[str]:
        """Return the paths that the words of a command may mean, in every folder of it."""
        words = (*command.words, *(redirect.target for redirect in command.redirects))
        pieces = dict.fromkeys(chain.from_iterable(map(pieces_of, words)))
        self.spend(len(words) + A_NAME * len(pieces) * len(self.folders))
        for piece in pieces:
            if piece.startswith("~/"):
                yield normpath(self.action.around.home + piece[1:])
            else:
                yield from (normpath(join(folder, piece)) for folder in self.folders)

    def moved(self, command: Command) -> Iterator[str]:
        """Return the folders that options like `-C` lead to."""
        for place in changes_of_folder(command.words[1:]):
            self.spend(A_NAME * len(self.folders) + len(place) // SEARCHED_A_STEP)
            yield from (normpath(join(folder, place)) for folder in self.folders)

    def add_known(self, command: Command, places: Iterable[str]) -> None:
        """Count in the files that the programs of a command look for by themselves."""
        names = [VERSION.sub("", basename(word)) for word in command.words]
        wanted = dict.fromkeys(file for name in names for file in FILES.get(name, ()))
        if not NODE_RUNNERS.isdisjoint(names):
            wanted.update(dict.fromkeys(f"{NODE_MODULES}/.bin/{name}" for name in names if name))
        exact = [file for file in wanted if WILD.isdisjoint(file)]
        for place in places if wanted else ():
            for file in sorted(wanted.keys() - set(exact)):
                self.add_matches(join(place, file))
            for here in upwards(place):
                self.add(join(here, file) for file in exact)
        if "git" in names:
            for path in git_refs(command.words[1:], map(self.repository, places)):
                if WILD.isdisjoint(path):
                    self.add((path,))
                else:
                    self.add_matches(path)
        self.add_modules(names, command, places)

    def add_modules(self, names: Sequence[str], command: Command, places: Iterable[str]) -> None:
        """Count in the modules that the words of a command load: `perl -MShop`, `python3 -c`."""
        for found in filter(None, map(LANGUAGE.fullmatch, names)):
            # A folder may be one in which modules are looked for: `perl -Iinc -MShop`.
            self.module_folders |= dict.fromkeys(filter(is_folder, places))
            self.spend(A_NAME * len(command.words))
            modules = loaded_modules(found[1], command.words[1:])
            self.add(self.resolved(modules, self.source_folders))
        if any(PYTHON.fullmatch(name) for name in names):
            for text in (*command.words[1:], command.fed):
                self.spend(len(text) // SEARCHED_A_STEP)
                self.add(self.resolved(python_modules(text), self.source_folders))

    def repository(self, place: str) -> GitFolders | None:
        """Return git's own folders for a place; each is looked for once."""
        if place not in self.repositories:
            self.spend(A_REPOSITORY)
            self.repositories[place] = git_folders(place)
        return self.repositories[place]

    def add_matches(self, pattern: str) -> None:
        """Count in the files that a path with wildcards stands for; each pattern once."""
        self.spend(1)
        if pattern not in self.matched:
            self.matched.add(pattern)
            self.add(self.matches(pattern))

    def matches(self, pattern: str) -> Iterator[str]:
        """Return the files that a path with wildcards stands for, by the names of now."""
        places = ["/"]
        for segment in pattern.strip("/").split("/"):
            self.spend(len(places))
            if WILD.isdisjoint(segment):
                places = [join(place, segment) for place in places]
            elif segment == "**":
                places = [*self.below(places)]
            else:
                # What a bracket stands for differs between shells: anything.
                start, bracket, _ = segment.partition("[")
                wanted = f"{start}*" if bracket else segment
                places = [*self.filled_in(places, wanted)]
        return iter(places)

    def filled_in(self, places: Iterable[str], wanted: str) -> Iterator[str]:
        """Return what a name with wildcards stands for in some folders."""
        for place in places:
            names = self.entries(place)
            self.spend(len(names))
            yield from (join(place, name) for name in names if fnmatchcase(name, wanted))

    def below(self, places: Iterable[str]) -> Iterator[str]:
        """Return folders with all folders below them."""
        waiting = [*places]
        while waiting:
            place = waiting.pop()
            yield place
            inside = [join(place, name) for name in self.entries(place)]
            self.spend(A_LOOK * len(inside))
            waiting += [path for path in inside if is_folder(path, links=False)]

    def entries(self, folder: str) -> list[str]:
        """
        Return the names in a folder.

        Raises:
            TooMany: it has more than are looked at.

        """
        if folder in self.listings:
            return self.listings[folder]
        names = self.listings[folder] = []
        try:
            with os.scandir(folder) as found:
                for entry in found:
                    names.append(entry.name)
                    self.spend(1)
                    self.entries_left -= 1
                    if self.entries_left < 0:
                        raise TooMany
        except (OSError, ValueError):
            names.clear()
        names.sort()
        return names

    def listed(self, folder: str) -> list[str]:
        """Return the files in a small folder; one that holds a folder of the command is none."""
        if any(f"{here}/".startswith(f"{folder.rstrip('/')}/") for here in self.folders):
            return []
        try:
            with os.scandir(folder) as found:
                names = [entry.name for entry in islice(found, SMALL_FOLDER + 1)]
        except OSError:
            return []
        self.spend(len(names))
        return [join(folder, name) for name in names] if len(names) <= SMALL_FOLDER else []

    def follow(self) -> None:
        """
        Count in what the files that were found include, and what those include in turn.

        Raises:
            TooMany: they are more, or longer, than are read.

        """
        waiting, seen = [*self.found], set(self.found)
        for path in waiting:
            found = self.brought_in(path)
            fresh = dict.fromkeys(path for path in found if path not in seen)
            self.add(fresh)
            seen.update(fresh)
            waiting += fresh

    def brought_in(self, path: str) -> Iterator[str]:
        """Return the existing files that a file includes, dependencies in any folder above it."""
        names = [*self.included(path)]
        modules = [name for name in names if name.startswith(NODE_MODULES)]
        yield from self.resolved(names, (dirname(path), *self.source_folders))
        yield from self.resolved(modules, upwards(dirname(path)) if modules else ())

    @property
    def source_folders(self) -> tuple[str, ...]:
        """Return where code of the project may lie."""
        found = (join(folder, below) for folder in self.folders for below in SOURCE_FOLDERS)
        return (*found, *self.module_folders)

    def resolved(self, names: Iterable[str], places: Iterable[str]) -> Iterator[str]:
        """
        Return the existing files that relative paths mean, in any of some folders.

        Raises:
            TooMany: they may lie in more places than are looked at.

        """
        folders = tuple(dict.fromkeys(places))
        for name in dict.fromkeys(name for name in names if WILD.isdisjoint(name)):
            for path in (normpath(join(folder, name)) for folder in folders):
                self.spend(A_NAME)
                if path not in self.looked_at:
                    self.spend(A_LOOK)
                    self.looked_at[path] = is_file(path)
                    if len(self.looked_at) > MOST_LOOKS:
                        raise TooMany
                if self.looked_at[path]:
                    yield path

    def included(self, path: str) -> Iterable[str]:
        """
        Return the relative paths that a file brings in; none where it is no such file.

        Raises:
            TooMany: all texts together are longer than is read.

        """
        self.spend(A_LOOK)
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except (OSError, ValueError):
            return ()
        self.spend(A_TEXT)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return ()
            data = os.read(handle, BEGINNING)
            first = data.decode(errors="replace")
            kind = includes_of(basename(path), first)
            # Dependencies would lead to others without end: they count, what they use does not.
            if kind is None or (f"/{NODE_MODULES}/" in path and basename(path) != "package.json"):
                return interpreter_of(first)
            while len(data) <= self.text_left and (more := os.read(handle, CHUNK)):
                data += more
        except OSError:
            return ()
        finally:
            os.close(handle)
        self.spend(len(data) // SEARCHED_A_STEP)
        self.text_left -= len(data)
        if self.text_left < 0:
            raise TooMany
        return chain(interpreter_of(first), kind.names(data.decode(errors="replace")))

    def marks_of(self, paths: Iterable[str]) -> dict[str, bytes]:
        """
        Return for each file what tells its content from any other content.

        Raises:
            TooMany: they are longer than is read.

        """
        left = LARGEST
        marks: dict[str, bytes] = {}
        for path in paths:
            found = content_of(path, left)
            mark, size = found if found is not None else (status_mark(path, self.spend), 0)
            self.spend(size // HASHED_A_STEP)
            left -= size
            marks[path] = mark
        return marks


def upwards(place: str) -> Iterator[str]:
    """Return a folder and those above it."""
    yield place
    for _ in range(MOST_ABOVE):
        if place == dirname(place):
            return
        place = dirname(place)
        yield place


def status(path: str, *, links: bool = True) -> os.stat_result | None:
    """Return the status of a file; None where it is not there or may not be looked at."""
    try:
        return os.stat(path, follow_symlinks=links)  # noqa: PTH116 - to make a Path takes longer
    except (OSError, ValueError):
        return None


def is_file(path: str) -> bool:
    """Return whether there is a plain file, also behind a link."""
    found = status(path)
    return found is not None and stat.S_ISREG(found.st_mode)


def is_folder(path: str, *, links: bool = True) -> bool:
    """Return whether there is a folder, by default also behind a link."""
    found = status(path, links=links)
    return found is not None and stat.S_ISDIR(found.st_mode)


def status_mark(path: str, spend: Callable[[int], None]) -> bytes:
    """
    Return what is known of a file that cannot be read: a device, a pipe, one of somebody else.

    Where it cannot even be found, that is said of the nearest folder: whoever opens that folder
    to change the file changes the folder's own status.
    """
    # No system finds anything by a longer name.
    path = path if len(path) <= LONGEST_PATH else dirname(path[:LONGEST_PATH])
    while (seen := status(path)) is None:
        spend(A_LOOK)
        if path == dirname(path):
            return b"unknown"
        path = dirname(path)
    which = (path, seen.st_mode, seen.st_dev, seen.st_ino, seen.st_rdev)
    if stat.S_ISCHR(seen.st_mode) or stat.S_ISBLK(seen.st_mode):
        return repr(which).encode(errors="surrogatepass")  # its times change when it is used
    times = (seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)
    return repr((*which, *times)).encode(errors="surrogatepass")

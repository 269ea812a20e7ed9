"""
Look at the host, in one place: the only source of Surroundings.

Everything that reading a call needs of the machine is gathered here and handed
in as a value, so that the rooms that decide stay pure.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from functools import cache

from proctor.file_status import is_file, is_folder, status
from proctor.home import plain, user_home
from proctor.normalise import looked_for, lookups, normalise, patterns, repositories
from proctor.normalise.git_config import LISTED, NOT_READ, read_git_config
from proctor.normalise.shell.git_settings import runs_nothing
from proctor.observe_git import (
    SYMLINK,
    index_paths,
    with_hooks,
    with_links_shown,
    with_submodules,
)
from proctor.observe_project import project_variables, real_folder, with_code_files
from proctor.server_ports import may_end_processes, server_ports
from proctor.terms.call import UNKNOWN_FOLDER
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.kind import SHELL
from proctor.terms.lazy_pattern import lazy
from proctor.terms.path_text import tidy
from proctor.terms.process_links import is_of_procfs, leads_anywhere, onward, read_way
from proctor.terms.surroundings import Surroundings
from proctor.terms.wildcards import is_wild
from proctor.trusted_base import environment, trusted_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import UTC, datetime
    from pathlib import Path

    from proctor.terms.action import Action
    from proctor.terms.call import ToolCall
    from proctor.terms.catalogue import Catalogue

    Folder = Path | str
else:
    try:
        # The same class; what `datetime` loads besides is for interpreters that do not have it.
        from _datetime import UTC, datetime
    except ImportError:
        from datetime import UTC, datetime

LARGEST_SETTINGS = 1 << 20
# How long a look at a repository's settings counts, in a process that is asked again and again.
SECONDS = 0.05
MOST_LOOKS = 1000
LONGEST_POINTER = 4096
# So many links are followed, one behind the other.
MOST_LINKS = 40
# Where each look at the links of a call begins: the root leads to itself.
TOP = {"": "/", "/": "/"}
# What stands in the HEAD of a repository; without it git does not take a folder for one.
HEAD = lazy(r"(ref:\s*)?refs/|[0-9a-f]{40}")


def surroundings(
    *,
    cwd: Folder,
    root: Folder,
    home: Folder,
    start: Folder | None = None,
    catalogue: Catalogue = BUILT_IN,
) -> Surroundings:
    """Gather the facts that hold for every call from one place."""
    return Surroundings(
        cwd=os.path.abspath(cwd),  # noqa: PTH100 - resolve() would follow links, this must not
        home=user_home(),
        root=str(root),
        start=str(start or root),
        proctor_home=str(home),
        proctor_home_real=os.path.realpath(home),
        now=datetime.now(UTC),
        program=trusted_places(),
        environment=environment(),
        folds_case=folds_case(str(root)),
        catalogue=catalogue,
    )


class Looks:
    """
    The repositories that were looked at a moment ago: many agents work in the same.

    Whoever changes one while a call is on its way is not seen in any case.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.seen: dict[str, tuple[float, dict[str, str]]] = {}

    def settings(self, place: str) -> dict[str, str] | None:
        """Return the settings that count in a folder; None where nobody has looked of late."""
        at, found = self.seen.get(place, (None, None))
        return found if at is not None and time.monotonic() - at < self.seconds else None

    def note(self, place: str, found: dict[str, str]) -> None:
        """Note what was found just now."""
        if len(self.seen) >= MOST_LOOKS:
            self.seen.clear()
        self.seen[place] = (time.monotonic(), found)


def observe(call: ToolCall, known: Surroundings) -> Surroundings:
    """Add what one call needs: its own working folder, the time, and where its paths lead."""
    return observed(call, known).around


def observed(call: ToolCall, known: Surroundings, looks: Looks | None = None) -> Action:
    """Read a call in the surroundings that it meets."""
    action = read_twice(call, known, looks)
    if not any(map(may_end_processes, action.parts)):
        return action
    return action.within(action.around._replace(ports=server_ports(known.proctor_home)))


def read_twice(call: ToolCall, known: Surroundings, looks: Looks | None) -> Action:
    """
    Read a call with what is looked up for it.

    It is read once to know what to look up, and again with what was found. Where
    that is nothing which could change the reading, the first one stands: reading is
    pure, so the second would be the same.
    """
    folders = dict(TOP)
    cwd, strays = known.cwd, call.cwd == UNKNOWN_FOLDER
    if call.cwd is not None and not strays:
        absolute = isinstance(call.cwd, str) and call.cwd.startswith("/")
        # An empty folder makes the call malformed: where it would run is not known.
        cwd = folder_of(call.cwd, known, folders) if absolute else ""
    shell = known.catalogue.get(str(call.tool)).kind is SHELL
    variables = project_variables(known, cwd) if shell else ()
    around = known.of_call(cwd=cwd, strays=strays, now=datetime.now(UTC), variables=variables)
    first = normalise(call, around)
    linked = with_links(around, lookups(first), folders)
    linked = with_matches(linked, patterns(first))
    settled = with_git(linked, repositories(first), folders, looks)
    seen = with_code_files(settled, looked_for(first))
    if seen is around:
        return first
    # Of patterns that are too many to look at nothing is known that could be read.
    leads = linked.links is not around.links or any(linked.matches.values())
    told = around.git_config or leads or seen is not settled
    if not told and all(map(runs_nothing, seen.git_config.values())):
        return first.within(seen)
    return normalise(call, seen)


def folder_of(cwd: str, around: Surroundings, folders: dict[str, str]) -> str:
    """Return a working folder by the name that we have for its place."""
    try:
        real = real_path(f"/{cwd.lstrip('/')}", folders)
        return "" if leads_anywhere(real) else as_we_call_it(real, around.root, around.home)
    except (OSError, ValueError):
        return ""


def with_links(
    around: Surroundings, paths: Iterable[str], folders: dict[str, str] | None = None
) -> Surroundings:
    """Add where paths really lead; one that cannot be followed leads to itself."""
    found: dict[str, str] = {}
    folders = dict(TOP) if folders is None else folders
    for path in paths:
        try:
            real = as_we_call_it(real_path(path, folders), around.root, around.home)
        except (OSError, ValueError):
            continue
        # One that is only written untidily leads where it seems to.
        if real != tidy(path):
            found[path] = real
    return around if found == around.links else around.of_call(links=found)


def with_matches(around: Surroundings, wanted: Collection[str]) -> Surroundings:
    """Add the places to which patterns lead through links; most lead through none."""
    wanted = [pattern for pattern in wanted if may_match(pattern)]
    if not wanted:
        return around
    from proctor.observe_patterns import PatternLook  # noqa: PLC0415 - few calls have a pattern

    known = dict(TOP)
    look = PatternLook(lambda path: real_path(path, known), leads_anywhere, tracked=tracked_links)
    found: dict[str, tuple[str, ...] | None] = {}
    for pattern in sorted(wanted):
        places = None if look.left < 0 else look.places(pattern)
        if places is not None:
            places = tuple(as_we_call_it(one, around.root, around.home) for one in places)
        if places != ():
            found[pattern] = places
    return around if found == around.matches else around.of_call(matches=found)


def may_match(pattern: str) -> bool:
    """Say whether a pattern may stand for anything: not for what lies in a plain file."""
    folder = pattern.rpartition("/")[0]
    try:
        return is_wild(folder) or is_folder(folder or "/")
    except (OSError, ValueError):
        return True  # what cannot be looked at may be anything


def real_path(path: str, known: dict[str, str], depth: int = 0) -> str:
    """
    Return where an absolute path really leads, name by name as a kernel follows it.

    What is found on the way is kept in `known` for this one call, and for no other: many paths in
    one deep folder would be looked up from the root on, each time, and between two calls an agent
    can put a link in their place. Nothing is looked up behind a link that leads elsewhere in every
    process: there the names stay as they are.
    """
    ahead: list[str] = []
    while path not in known:
        ahead.append(path)
        path = path.rpartition("/")[0]
    real = known[path]
    unknown = read_way(real)[1]
    # In what is not there is nothing, so nothing behind it can be a link.
    there = True
    for longer in reversed(ahead):
        name = longer[longer.rfind("/") + 1 :]
        real, unknown = onward(real, unknown, name)
        if name == "..":
            there = True
        elif there and not unknown and name not in ("", "."):
            try:
                if stat.S_ISLNK(os.lstat(real).st_mode):
                    real = behind_link(real, known, depth)
                    unknown = read_way(real)[1]
            except FileNotFoundError:
                there = False
            except OSError:
                pass  # as it is for whoever asks
        known[longer] = real
    return real


def behind_link(link: str, known: dict[str, str], depth: int = 0) -> str:
    """
    Return where a link leads; itself if it leads elsewhere in every process.

    Raises:
        OSError: it leads through more links than a system follows.

    """
    if is_of_procfs(link):
        return link
    if depth >= MOST_LINKS:
        raise OSError(errno.ELOOP, link)
    named = plain(os.readlink(link))  # noqa: PTH115 - to make a Path takes longer
    return real_path(seen_from(link.rpartition("/")[0], named), known, depth + 1)


def is_link(path: str) -> bool:
    """Say whether a path is a link; what is not there is none."""
    try:
        return stat.S_ISLNK(os.lstat(path).st_mode)
    except OSError:
        return False


def with_git(
    around: Surroundings,
    places: Collection[str],
    folders: dict[str, str] | None = None,
    looks: Looks | None = None,
) -> Surroundings:
    """Add the settings of the repositories in which git would work."""
    if not places:
        return around
    known: dict[str, dict[str, str]] = {}
    folders = dict(TOP) if folders is None else folders
    found: dict[str, dict[str, str]] = {}
    for place in places:
        # Links on the way there are followed each time.
        real = real_path(place, folders)
        settings = looks.settings(real) if looks is not None else None
        if settings is None:
            settings = git_settings(real, known, folders)
            if looks is not None:
                looks.note(real, settings)
        if settings:
            found[place] = settings
    return around.of_call(git_config=found) if found else around


def git_settings(
    folder: str,
    known: dict[str, dict[str, str]] | None = None,
    folders: dict[str, str] | None = None,
) -> dict[str, str]:
    """
    Return the settings that the repository around a folder brings with it.

    git goes up from where it really is. What was found on the way is kept in
    `known`, so that many deep folders cost no more than the way to each of them.
    """
    known = {} if known is None else known
    place = real_path(folder, dict(TOP) if folders is None else folders)
    if leads_anywhere(place):
        return dict(NOT_READ)
    way: list[str] = []
    found: dict[str, str] | None = None
    while found is None:
        way.append(place)
        found = known.get(place)
        if found is None:
            found = settings_at(place)
        if found is None and place == "/":
            found = {}
        place = place.rpartition("/")[0] or "/"
    known.update(dict.fromkeys(way, found))
    return found


def tracked_links(folder: str) -> list[str] | None:
    """Return the links below a folder that git has in its index; None if that is not known."""
    top = folder
    try:
        while True:
            repository = git_folder(top)
            if repository is not None:
                form = settings_of(f"{repository}/config").get("extensions.objectformat", "sha1")
                found = index_paths(repository, form.lower(), SYMLINK)
                below = f"{folder.rstrip('/')}/"
                paths = [f"{top.rstrip('/')}/{path}" for path in found or ()]
                return None if found is None else [p for p in paths if p.startswith(below)]
            if top == "/":
                return []
            top = top.rpartition("/")[0] or "/"
    except (OSError, ValueError):
        return None


def settings_at(folder: str, depth: int = 0) -> dict[str, str] | None:
    """
    Return the settings of the repository that a folder is or has; None if there is none.

    git steps over a `.git` that is no repository, and takes a folder that is laid
    out like one for one. What is only half of one is not taken for either. `depth` says how many
    repositories it is a submodule in.
    """
    try:
        for repository in (git_folder(folder), folder):
            # Where no `.git` is there is nothing in it either.
            if repository is None or not os.path.lexists(f"{repository}/HEAD"):
                continue
            for name in ("objects", "refs", "commondir"):
                if status(f"{repository}/{name}"):
                    found = settings_in(repository, folder)
                    return with_submodules(found, repository, folder, settings_at, depth)
    except (OSError, ValueError):
        return dict(NOT_READ)
    return None


def git_folder(folder: str) -> str | None:
    """Return the repository that a `.git` is, or names as that of a worktree or a submodule."""
    marker = f"{folder.rstrip('/')}/.git"
    found = status(marker)
    if found is None or not stat.S_ISREG(found.st_mode):
        return None if found is None else marker
    text = short_text(marker).rstrip("\r\n")
    return seen_from(folder, text.removeprefix("gitdir:").lstrip(" "))


def seen_from(folder: str, named: str) -> str:
    """Return the path that a file in a folder names."""
    return named if named.startswith("/") else f"{folder}/{named}"


def text_of(path: str) -> str:
    """Return the text of a file with the ends of its lines made equal."""
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - the same
        text = file.readall().decode(errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def short_text(path: str) -> str:
    """
    Return the text of a small file that points elsewhere.

    Raises:
        ValueError: it is no plain file, or too large to be one of these.

    """
    found = status(path)
    if found is None or not stat.S_ISREG(found.st_mode) or found.st_size > LONGEST_POINTER:
        raise ValueError(path)
    return text_of(path)


def settings_in(repository: str, top: str) -> dict[str, str]:
    """Return the settings of a repository, those of its worktree last, and its hooks."""
    common = repository
    if is_file(f"{repository}/commondir"):
        named = short_text(f"{repository}/commondir")
        common = seen_from(repository, named.rstrip("\r\n"))
    head = f"{repository}/HEAD"
    points = plain(os.readlink(head)) if is_link(head) else short_text(head)  # noqa: PTH115 - so
    whole = is_folder(f"{common}/objects") and is_folder(f"{common}/refs")
    if not whole or not HEAD.match(points):
        return dict(NOT_READ)
    found = settings_of(f"{common}/config")
    # Only with this setting does git read what would stand above the others.
    switch = found.get("extensions.worktreeconfig", "false").lower()
    if switch in ("true", "yes", "on", "1"):
        own = settings_of(f"{repository}/config.worktree")
        both = {name: f"{found[name]}\n{own[name]}" for name in LISTED & found.keys() & own.keys()}
        found |= own | both
    elif switch not in ("false", "no", "off", "0", ""):
        return dict(NOT_READ)
    for one in dict.fromkeys((repository, common)):
        found = with_links_shown(found, one, top)
    return with_hooks(found, common, top)


def settings_of(path: str) -> dict[str, str]:
    """Return the settings in one file; none if it is not there."""
    found = status(path)
    if found is None or not stat.S_ISREG(found.st_mode):
        return {}
    if found.st_size > LARGEST_SETTINGS:
        return dict(NOT_READ)
    return read_git_config(text_of(path))


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
def folds_case(folder: str) -> bool:
    """Say whether the file system takes two spellings for one file."""
    before, slash, name = folder.rpartition("/")
    if not name or name.swapcase() == name:
        return sys.platform == "darwin"
    try:
        return os.path.samefile(f"{before}{slash}{name.swapcase()}", folder)  # noqa: PTH121 - the same
    except OSError:
        return False

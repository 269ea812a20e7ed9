"""
Look at what git runs besides its settings: hooks of a repository, and its submodules.

`git status` runs `post-index-change`, and asks each submodule for its state: then the settings
and hooks of that repository count as well. Part of observing the host.
"""

from __future__ import annotations

import os
import stat

from proctor.file_status import is_folder, status
from proctor.normalise.git_config import NOT_READ
from proctor.normalise.shell.git_settings import (
    HOOK,
    HOOKS_PATH,
    INDEX_HOOKS,
    LINK,
    SHOWN_FILES,
    harmless,
)
from proctor.observe_project import seen_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST_INDEX = 1 << 26
MOST_SUBMODULES, DEEPEST, MOST_KEPT, MOST_HOOKS = 200, 4, 100, 200
# The modes of a submodule and a link in the index, and what lies between a mode and the flags.
GITLINK, SYMLINK = b"\x00\x00\xe0\x00", b"\x00\x00\xa0\x00"
FROM_MODE = {"sha256": 4 + 12 + 32}
SHA1 = 4 + 12 + 20
SUBMODULE_OF = "submodule "
# Folders of a repository with files that git shows: its state, lists, other places of objects.
STATE_FOLDERS = ("info", "logs", "objects/info", "rebase-merge", "rebase-apply", "sequencer")
MOST_STATE_FILES = 1000
EXTENDED, FIRST_ENTRY, MODE = 0x4000, 12, 24
kept: dict[tuple[str, bytes], tuple[tuple[int, ...], list[str] | None]] = {}


def with_hooks(settings: dict[str, str], repository: str, top: str) -> dict[str, str]:
    """
    Return settings with the hooks that are there, in place of the folder that holds them.

    Args:
        settings: those of the repository.
        repository: its folder, or the one that it shares with other worktrees.
        top: where a path in `core.hooksPath` begins.

    """
    named = settings.get(HOOKS_PATH)
    if named is None or harmless(HOOKS_PATH, named):
        found = [name for name in INDEX_HOOKS if may_run(f"{repository}/hooks/{name}")]
        here = {f"{HOOK}{name}": f"{repository}/hooks/{name}" for name in found}
        return settings | here if here else settings
    if named[:1] in ("~", "%", ""):
        return settings
    folder = named if named.startswith("/") else f"{top}/{named}"
    names = os.listdir(folder) if is_folder(folder) else []  # noqa: PTH208 - pathlib is slow
    if len(names) > MOST_HOOKS:
        return settings
    rest = {name: value for name, value in settings.items() if name != HOOKS_PATH}
    return rest | {f"{HOOK}{n}": f"{folder}/{n}" for n in names if may_run(f"{folder}/{n}")}


def with_links_shown(settings: dict[str, str], repository: str, top: str) -> dict[str, str]:
    """
    Return settings with the links in a repository's folder that lead out of it.

    Settings that name a file of the project, and no link out of it, are left out.

    Raises:
        OSError: its folder cannot be looked at.

    """
    inside = (f"{os.path.realpath(top)}/", f"{os.path.realpath(repository)}/")
    found = dict(settings)
    for name in SHOWN_FILES & settings.keys():
        files = [shown_file(value, top) for value in settings[name].split("\n")]
        found[name] = "\n".join(files)
        if all(file.startswith(inside) for file in files):
            del found[name]
    for folder in (repository, *(f"{repository}/{name}" for name in STATE_FOLDERS)):
        if not is_folder(folder):
            continue
        with os.scandir(folder) as names:
            for number, one in enumerate(names):
                if number > MOST_STATE_FILES:
                    return found | NOT_READ
                if one.is_symlink():
                    real = os.path.realpath(one.path)
                    if not f"{real}/".startswith(inside):
                        found[f"{LINK}{os.path.relpath(one.path, top)}"] = real
    return found


def shown_file(value: str, top: str) -> str:
    """Return the file that a setting names, links followed; one of a home as it is written."""
    own = value[:1] in ("~", "%", "")
    return value if own else os.path.realpath(os.path.join(top, value))  # noqa: PTH118 - slow


def may_run(path: str) -> bool:
    """Say whether a hook is there that git would start."""
    return os.access(path, os.X_OK) and not is_folder(path)


def with_submodules(
    settings: dict[str, str],
    repository: str,
    top: str,
    settings_at: Callable[[str, int], dict[str, str] | None],
    depth: int,
) -> dict[str, str]:
    """Return settings with those of submodules that are not harmless."""
    form = settings.get("extensions.objectformat", "sha1").lower()
    paths = index_paths(repository, form, GITLINK)
    if paths is None or (paths and depth >= DEEPEST):
        return settings | NOT_READ
    found = dict(settings)
    for path in paths:
        place = f"{top}/{path}"
        own = settings_at(place, depth + 1) if os.path.lexists(f"{place}/.git") else None
        for name, value in (own or {}).items():
            if not harmless(name, value) and not is_own_folder(name, value, place):
                found[f"{SUBMODULE_OF}{path}: {name}"] = value
    return found


def is_own_folder(name: str, value: str, place: str) -> bool:
    """Say whether a setting only says where a submodule lies, as git itself writes it."""
    if name != "core.worktree":
        return False
    with open(f"{place}/.git", "rb") as file:  # noqa: PTH123 - to make a Path takes longer
        named = os.fsdecode(file.read(4096)).removeprefix("gitdir:").strip()
    folder = os.path.join(place, named, value)  # noqa: PTH118 - the same
    return os.path.realpath(folder) == os.path.realpath(place)


def index_paths(repository: str, form: str, mode: bytes) -> list[str] | None:
    """Return the paths of one mode in a repository's index; None if they are not known."""
    found: list[str] = []
    for path in (f"{repository}/index", *shared_indexes(repository)):
        entry = status(path)
        if entry is None:
            continue
        if not stat.S_ISREG(entry.st_mode) or entry.st_size > LARGEST_INDEX:
            return None
        seen = seen_as(entry)
        before, paths = kept.get((path, mode), (None, None))
        if before != seen:
            with open(path, "rb") as file:  # noqa: PTH123 - the same
                paths = paths_in(file.read(LARGEST_INDEX), FROM_MODE.get(form, SHA1), mode)
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[path, mode] = (seen, paths)
        if paths is None:
            return None
        found += paths
    return found


def shared_indexes(repository: str) -> list[str]:
    """Return the files that hold most of an index that is split."""
    names = os.listdir(repository) if is_folder(repository) else []  # noqa: PTH208 - see above
    return [f"{repository}/{name}" for name in names if name.startswith("sharedindex.")]


def paths_in(data: bytes, from_mode: int, mode: bytes = GITLINK) -> list[str] | None:
    """
    Return the paths of one mode in the bytes of an index.

    Every place that looks like the mode of one is taken for one, so that none can be missed. Of
    an index that shortens its paths they are not read.
    """
    found: list[str] = []
    shortened = data[4:8] not in (b"\x00\x00\x00\x02", b"\x00\x00\x00\x03")
    at = data.find(mode)
    while at >= 0:
        if shortened:
            return None
        if (at - FIRST_ENTRY - MODE) % 8 == 0:
            flags = int.from_bytes(data[at + from_mode : at + from_mode + 2])
            start = at + from_mode + (4 if flags & EXTENDED else 2)
            end = data.find(b"\x00", start)
            if end <= start or len(found) >= MOST_SUBMODULES:
                return None
            found.append(os.fsdecode(data[start:end]))
        at = data.find(mode, at + 1)
    return found

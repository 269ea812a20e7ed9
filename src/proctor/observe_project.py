"""Look for the files of a project that make programs run code: part of observing the host."""

from __future__ import annotations

import os
import stat
from functools import cache

from proctor.file_status import is_folder, status
from proctor.normalise.paths import shown
from proctor.normalise.shell.project_settings import (
    BELOW,
    LARGEST_READ,
    LINKS,
    POINTERS,
    REPOSITORY,
    is_judged,
    plain_name,
    runs_code,
    table,
)
from proctor.terms.wildcards import LEFT_OUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from proctor.terms.surroundings import Surroundings

SETTINGS = ("settings.json", "settings.local.json")
LARGEST_SETTINGS = 1 << 20
NOT_READ = {"PATH": "its settings cannot be read"}
variables_kept: dict[str, tuple[tuple[int, ...], dict[str, str]]] = {}
# What files were like when they were last read: their text is not read again until they change.
MOST_KEPT = 1000
kept: dict[tuple[str, str], tuple[tuple[int, ...], bool]] = {}
# How many names are looked at below the folders of one call.
MOST_BELOW = 30_000


def with_code_files(
    around: Surroundings, looks: Collection[tuple[str, str]], top: str = "/"
) -> Surroundings:
    """
    Add which files make programs run code in the folders where they work.

    Args:
        around: what is known so far.
        looks: entries of the table of programs, each with a folder.
        top: the last folder that is looked at, on the way up.

    """
    known: dict[tuple[str, str], str] = {}
    found: dict[tuple[str, str], str] = {}
    home, top = real_folder(around.home), real_folder(top)
    left = [MOST_BELOW]
    for entry, folder in looks:
        place = real_folder_now(folder)
        if not f"{place}/".startswith(f"{top.rstrip('/')}/"):
            continue
        if entry == LINKS:
            file = link_above(place, around, known, left)
        else:
            file = file_above(entry, place, home, top, known) or file_below(entry, place, left)
        if file:
            found[entry, folder] = shown(file, around.root)
    return around.of_call(code_files=found) if found else around


def file_above(
    entry: str, folder: str, home: str, top: str, known: dict[tuple[str, str], str]
) -> str:
    """
    Return the file in a folder, or in one above it, that makes a program run code.

    In the home folder lie a person's own settings, which count everywhere: only a program that
    works in the home itself meets them as files of a project.
    """
    way: list[str] = []
    place, found = folder, None
    while found is None:
        found = known.get((entry, place))
        if found is None:
            way.append(place)
            mine = place == home and place != folder
            found = None if mine else file_in(entry, place)
        if found is None and place in ("/", top):
            found = ""
        place = place.rpartition("/")[0] or "/"
    known.update({(entry, one): found for one in way})
    return found


def file_in(entry: str, folder: str) -> str | None:
    """Return the file in a folder that makes a program run code; None where there is none."""
    for name in table()[entry]:
        path = f"{folder.rstrip('/')}/{plain_name(name)}"
        try:
            if there(entry, plain_name(name), path):
                return path
        except OSError:
            return path  # what cannot be looked at may be anything
    return None


def link_above(
    folder: str, around: Surroundings, known: dict[tuple[str, str], str], left: list[int]
) -> str:
    """
    Return a link in a folder, or above it in the project, that leads into Proctor's folder.

    Programs take settings from there, and show what they cannot read: `Cargo.toml`, `go.mod`.
    """
    root = real_folder(around.root)
    home = f"{around.proctor_home_real or around.proctor_home}/"
    place = folder
    while True:
        found = known.get((LINKS, place))
        if found is None:
            found = known[LINKS, place] = link_into(place, home, left)
        if found or not place.startswith(f"{root}/"):
            return found
        place = place.rpartition("/")[0]


def link_into(folder: str, home: str, left: list[int]) -> str:
    """Return a link in a folder that leads into another; the folder if it is too large."""
    try:
        with os.scandir(folder) as found:
            for one in found:
                left[0] -= 1
                if left[0] < 0:
                    return folder
                if one.is_symlink() and f"{os.path.realpath(one.path)}/".startswith(home):
                    return one.path
    except OSError:
        pass  # no program can read it either
    return ""


def file_below(entry: str, folder: str, left: list[int]) -> str:
    """Return a file below a folder that makes a program run code; the folder if it is too large."""
    names = {name.removeprefix(BELOW) for name in table()[entry] if name.startswith(BELOW)}
    waiting = [folder] if names else []
    while waiting:
        place = waiting.pop()
        try:
            with os.scandir(place) as found:
                for one in found:
                    left[0] -= 1
                    if left[0] < 0:
                        return folder
                    if one.name in names and there(entry, one.name, one.path):
                        return one.path
                    if one.is_dir(follow_symlinks=False) and one.name not in LEFT_OUT:
                        waiting.append(one.path)
        except NotADirectoryError:
            continue  # a path of the command may be a file
        except OSError:
            continue  # the program cannot read it either
    return ""


def there(entry: str, name: str, path: str) -> bool:
    """
    Say whether a file is there and makes a program run code.

    Raises:
        OSError: that cannot be known.

    """
    if name in REPOSITORY:
        return os.path.lexists(path) and is_hostile(path.rpartition("/")[0] or "/")
    if name in POINTERS:
        return os.path.lexists(path) and not is_folder(path)
    if not is_judged(entry, name):
        return os.path.lexists(path)
    found = status(path)
    if found is None:
        return False
    if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_READ:
        return True
    # Programs show what they cannot read, so a link to something else may show that.
    if not os.path.realpath(path).endswith(f"/{name}"):
        return True
    seen = seen_as(found)
    before, verdict = kept.get((entry, path), (None, False))
    if before != seen:
        verdict = runs_code(entry, name, plain_text(path))
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[entry, path] = (seen, verdict)
    return verdict


def is_hostile(folder: str) -> bool:
    """Say whether the repository that a folder has, or is, makes a call of git run code."""
    from proctor.normalise.shell.git_settings import runs_where_read  # noqa: PLC0415 - few need it
    from proctor.observe import settings_at  # noqa: PLC0415 - that one loads this one

    return runs_where_read(settings_at(folder) or {})


def project_variables(
    around: Surroundings, cwd: str, top: str = "/"
) -> tuple[tuple[str, str, str], ...]:
    """
    Return the variables that an agent program's settings in a project set for every command.

    Those of the folder where the program was started count, and some versions go up from there.
    What is local is stronger, as it is for the program; the home has a person's own.
    """
    found: dict[str, tuple[str, str, str]] = {}
    seen = {around.home}
    for start in (cwd, around.start, around.root):
        place = start
        while place.startswith("/") and place not in seen:
            seen.add(place)
            folder = f"{place.rstrip('/')}/.claude"
            if os.path.lexists(folder):
                found |= {f"{place} {one[1]}": one for one in variables_at(folder, around.root)}
            place = "" if place == top else place.rpartition("/")[0] or "/"
    return tuple(found.values())


def variables_at(folder: str, root: str) -> list[tuple[str, str, str]]:
    """Return the variables that the settings in one folder set, each with its file."""
    found: dict[str, tuple[str, str, str]] = {}
    for name in SETTINGS:
        path = f"{folder}/{name}"
        for variable, value in variables_in(path).items():
            found[variable] = (shown(path, root), variable, value)
    return list(found.values())


def variables_in(path: str) -> dict[str, str]:
    """Return the variables that a settings file sets; one that cannot be read may set any."""
    try:
        found = status(path)
        if found is None:
            return {}
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_SETTINGS:
            return NOT_READ
        seen = seen_as(found)
        before, variables = variables_kept.get(path, (None, {}))
        if before != seen:
            with open(path, "rb") as file:  # noqa: PTH123 - as below
                data = file.read(LARGEST_SETTINGS)
            variables = variables_of(data)
            if len(variables_kept) >= MOST_KEPT:
                variables_kept.clear()
            variables_kept[path] = (seen, variables)
    except OSError:
        return NOT_READ
    return variables


def variables_of(data: bytes) -> dict[str, str]:
    """Return the variables that the text of a settings file sets."""
    if not data.strip():
        return {}
    import json  # noqa: PLC0415 - few projects have such a file

    try:
        said = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return NOT_READ
    env = said.get("env") if isinstance(said, dict) else None
    if not isinstance(env, dict):
        return {}
    return {
        str(name): value if isinstance(value, str) else str(value) for name, value in env.items()
    }


def seen_as(found: os.stat_result) -> tuple[int, ...]:
    """Return what changes whenever a file does."""
    return (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev)


def plain_text(path: str) -> str | None:
    """Return the text of a file with the ends of its lines made equal; None if it is no text."""
    with open(path, "rb") as file:  # noqa: PTH123 - to make a Path takes longer than to look
        data = file.read(LARGEST_READ + 1)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    return None if len(data) > LARGEST_READ else text.replace("\r\n", "\n").replace("\r", "\n")


def real_folder_now(folder: str) -> str:
    """Return where a folder really lies; one that cannot be followed lies where it says."""
    try:
        return os.path.realpath(folder)
    except (OSError, ValueError):
        return folder


@cache
def real_folder(folder: str) -> str:
    """Return where a folder really lies that stays where it is."""
    return os.path.realpath(folder)

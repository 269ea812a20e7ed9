"""
The files that Proctor runs from: whoever can write them decides in Proctor's place.

Found once per process, and handed to the guard as part of the surroundings.
"""

from __future__ import annotations

import os
import sys
from functools import cache

from proctor.file_status import is_file
from proctor.home import above, absolute, nearest_project, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND, PYTHON, SETTINGS = "proctor", "python3", "pyvenv.cfg"
# An entry point beside the command; outside a virtual environment it says which Python to start.
ENTRY_POINT = "proctor-gate"
PACKAGE_FOLDERS = ("site-packages", "dist-packages")
MOST_LINKS = 40
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
# Where Linux lists the files that a process has mapped, its shared libraries among them.
MAPPED = "/proc/self/maps"


@cache
def trusted_places() -> tuple[str, ...]:
    """
    Return the files and folders that make up Proctor's program.

    These are the package and the command, the virtual environment with everything in it, every
    other folder that code is loaded from, the interpreter with every link that leads to it, its
    shared library, and the standard library.
    """
    found = [package(), *commands(), *link_chain(sys.executable or "/usr/bin/python3")]
    virtual = virtual_environment()
    if virtual:
        whole = [virtual, os.path.realpath(virtual)]
        # In an editable installation the package does not lie there, nor do those of the base.
        others = (place for folder in searched_folders() for place in as_it_leads(folder))
        found += [*whole, *(place for place in others if not is_below(place, whole))]
    else:
        found += [*package_folders(), *searched_folders()]
    found += [*standard_library(), *shared_library()]
    return tuple(dict.fromkeys(place for place in found if place.strip("/")))


def package() -> str:
    """Return the folder of the package `proctor`."""
    return above(os.path.realpath(__file__))


def as_it_leads(folder: str) -> tuple[str, str]:
    """Return a folder by its name, and by where that leads."""
    return folder, os.path.realpath(folder)


def is_below(place: str, folders: list[str]) -> bool:
    """Return whether a place lies in one of some folders."""
    return any(f"{place}/".startswith(f"{folder}/") for folder in folders)


def environment() -> str:
    """Return the folder of the environment that Proctor is installed in."""
    return os.path.realpath(virtual_environment() or sys.prefix)


def inside_project(home: str) -> tuple[str, str]:
    """
    Return which place of Proctor's lies in a project, and in which; "" twice if none does.

    It is the environment, or the package of an editable installation. Agents that work in a
    project may write there, and many commands do so unseen.
    """
    for place in (virtual_environment(), environment(), package()):
        project = nearest_project(place, home) if place else ""
        if project:
            return os.path.realpath(place), project
    return "", ""


def virtual_environment() -> str:
    """Return the folder of the virtual environment that Proctor runs in; "" where there is none."""
    if sys.prefix != sys.base_prefix:
        return sys.prefix
    # Without `site`, as in a hook, Python 3.13 and earlier do not know it.
    folder = above(above(sys.executable or "/"))
    return folder if is_file(f"{folder}/{SETTINGS}") else ""


def commands() -> Iterator[str]:
    """Yield where the command `proctor` lies, and the links on the PATH that lead to it."""
    folders = [above(sys.executable or "/")]
    # Where an installer puts the commands of the packages in such a folder.
    folders += [f"{above(above(above(folder)))}/bin" for folder in package_folders()]
    beside = [f"{folder}/{COMMAND}" for folder in dict.fromkeys(folders)]
    for command in beside:
        yield command
        yield f"{above(command)}/{ENTRY_POINT}"
        # With these two beside it the command would take their folder for an environment.
        yield f"{above(command)}/{PYTHON}"
        yield f"{above(above(command))}/{SETTINGS}"
    started = absolute(plain(sys.argv[0])) if sys.argv and sys.argv[0] else ""
    name = started.rpartition("/")[2]
    if name == COMMAND or (name.rpartition(".")[0] == COMMAND and not name.endswith(".")):
        yield from link_chain(started)
    real = {os.path.realpath(command) for command in beside}
    for folder in os.environ.get("PATH", "").split(":"):
        link = f"{folder}/{COMMAND}"
        if folder.startswith("/") and os.path.realpath(link) in real:
            yield from link_chain(link)


def link_chain(path: str) -> Iterator[str]:
    """Yield a path and every link between it and the file that it leads to."""
    for _ in range(MOST_LINKS):
        folder, name = os.path.split(path)
        # Its folder may lie behind a link too.
        real = f"{os.path.realpath(folder).rstrip('/')}/{name}"
        yield path
        yield real
        try:
            path = os.path.normpath(os.path.join(above(real), os.readlink(real)))  # noqa: PTH115, PTH118 - as in `home`
        except OSError:
            return


def package_folders() -> Iterator[str]:
    """Yield the folders of installed packages that this interpreter loads code from."""
    for folder in (*code_folders(), *sys.path):
        if folder.rpartition("/")[2] in PACKAGE_FOLDERS:
            yield folder
            yield os.path.realpath(folder)


@cache
def code_folders() -> tuple[str, ...]:
    """
    Return the folders that Proctor loads code from, besides the standard library.

    These are the one that has the package, and those of installed packages. Where they lie says
    the interpreter's own place, never a variable, the working folder or a `.pth` file.
    """
    return tuple(folder for folder in searched_folders() if os.path.isdir(folder))  # noqa: PTH112 - the same


def searched_folders() -> tuple[str, ...]:
    """Return those folders, and those that would count if somebody made them."""
    own = above(package())
    virtual = virtual_environment()
    found = [own, *(packages_in(virtual) if virtual else ())]
    if not virtual or has_system_packages(virtual):
        base = sys.base_prefix
        found += packages_in(base)
        if base == "/usr":
            # Debian keeps those of its own packages apart from those of pip.
            found += [*packages_in("/usr/local"), "/usr/lib/python3/dist-packages"]
    if not virtual and own.rpartition("/")[2] not in PACKAGE_FOLDERS:
        found += user_packages()
    return tuple(dict.fromkeys(found))


def packages_in(prefix: str) -> Iterator[str]:
    """Yield where the packages of an installation may lie."""
    for library in dict.fromkeys(("lib", sys.platlibdir)):
        for name in PACKAGE_FOLDERS:
            yield f"{prefix}/{library}/python{VERSION}/{name}"


def user_packages() -> Iterator[str]:
    """Yield where `pip install --user --editable` puts what a checkout needs."""
    import pwd  # noqa: PLC0415 - hardly ever needed

    try:
        home = pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return
    yield f"{home}/.local/lib/python{VERSION}/site-packages"
    yield f"{home}/Library/Python/{VERSION}/lib/python/site-packages"


def has_system_packages(virtual: str) -> bool:
    """Return whether a virtual environment was made to see the packages of its base."""
    try:
        with open(f"{virtual}/{SETTINGS}", encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - the same
            lines = [line.replace(" ", "").strip().lower() for line in file]
    except OSError:
        return False
    return "include-system-site-packages=true" in lines


def standard_library() -> tuple[str, str]:
    """Return the folder of the standard library; packages of others below it are not ours."""
    folder = above(os.__file__)
    return folder, os.path.realpath(folder)


def shared_library() -> Iterator[str]:
    """Yield the interpreter's shared library, where it has one."""
    if sys.platform == "darwin":
        yield f"{sys.base_prefix}/lib/libpython{VERSION}.dylib"
        yield f"{sys.base_prefix}/Python"
        return
    try:
        with open(MAPPED, encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123 - the same
            for line in file:
                if "/libpython" in line:
                    yield line[line.index("/") :].rstrip("\n")
    except OSError:
        return

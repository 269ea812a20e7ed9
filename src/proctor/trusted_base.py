"""
The files that Proctor runs from: whoever can write them decides in Proctor's place.

Found once per process, and handed to the guard as part of the surroundings.
"""

from __future__ import annotations

import os
import sys
from functools import cache

from proctor.file_status import is_file
from proctor.home import above, absolute, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND, SETTINGS = "proctor", "pyvenv.cfg"
PACKAGE_FOLDERS = ("site-packages", "dist-packages")
MOST_LINKS = 40
# Where Linux lists the files that a process has mapped, its shared libraries among them.
MAPPED = "/proc/self/maps"


@cache
def trusted_places() -> tuple[str, ...]:
    """
    Return the files and folders that make up Proctor's program.

    These are the package and the command, the virtual environment with everything in it, the
    interpreter with every link that leads to it, its shared library, and the standard library.
    Outside a virtual environment the folders of installed packages take its place.
    """
    package = above(os.path.realpath(__file__))
    found = [package, *commands(), *link_chain(sys.executable or "/usr/bin/python3")]
    virtual = virtual_environment()
    found += [virtual, os.path.realpath(virtual)] if virtual else package_folders(package)
    found += [*standard_library(), *shared_library()]
    return tuple(dict.fromkeys(place for place in found if place.strip("/")))


def environment() -> str:
    """Return the folder of the environment that Proctor is installed in."""
    return os.path.realpath(virtual_environment() or sys.prefix)


def virtual_environment() -> str:
    """Return the folder of the virtual environment that Proctor runs in; "" where there is none."""
    if sys.prefix != sys.base_prefix:
        return sys.prefix
    # Without `site`, as in a hook, Python 3.13 and earlier do not know it.
    folder = above(above(sys.executable or "/"))
    return folder if is_file(f"{folder}/{SETTINGS}") else ""


def commands() -> Iterator[str]:
    """Yield where the command `proctor` lies, and the links on the PATH that lead to it."""
    beside = f"{above(sys.executable or '/')}/{COMMAND}"
    yield beside
    started = absolute(plain(sys.argv[0])) if sys.argv and sys.argv[0] else ""
    name = started.rpartition("/")[2]
    if name == COMMAND or (name.rpartition(".")[0] == COMMAND and not name.endswith(".")):
        yield from link_chain(started)
    real = os.path.realpath(beside)
    for folder in os.environ.get("PATH", "").split(":"):
        link = f"{folder}/{COMMAND}"
        if folder.startswith("/") and os.path.realpath(link) == real:
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


def package_folders(package: str) -> Iterator[str]:
    """Yield the folders of installed packages that this interpreter loads code from."""
    for folder in (above(package), *sys.path):
        if folder.rpartition("/")[2] in PACKAGE_FOLDERS:
            yield folder
            yield os.path.realpath(folder)


def standard_library() -> tuple[str, str]:
    """Return the folder of the standard library; packages of others below it are not ours."""
    folder = above(os.__file__)
    return folder, os.path.realpath(folder)


def shared_library() -> Iterator[str]:
    """Yield the interpreter's shared library, where it has one."""
    if sys.platform == "darwin":
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        yield f"{sys.base_prefix}/lib/libpython{version}.dylib"
        yield f"{sys.base_prefix}/Python"
        return
    try:
        with open(MAPPED, encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123 - the same
            for line in file:
                if "/libpython" in line:
                    yield line[line.index("/") :].rstrip("\n")
    except OSError:
        return

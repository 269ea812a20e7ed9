"""Canonical forms of paths. Nothing is looked up: links come in with the surroundings."""

from __future__ import annotations

from proctor.terms.action import PathForm
from proctor.terms.lazy_pattern import lazy
from proctor.terms.path_text import tidy
from proctor.terms.surroundings import Surroundings

BROKEN = lazy("[\\0\ud800-\udfff]")
# No file system takes a longer path, and following one would take long.
LONGEST_PATH = 4096
SURELY_SHORT = 1000
# Links that lead elsewhere in every process: its folder, its root, what it has open.
OF_A_PROCESS = lazy(r"/proc/[^/]+(/task/[^/]+)?/(cwd|root|fd/.+)(/|$)")
NOT_KNOWN = "the folder that it would run in is not known"
OPEN_FILE = lazy(r"/dev/(fd/[^/]+|stdin|stdout|stderr)/.")


def path_form(written: str, around: Surroundings, cwd: str | None = None) -> PathForm | None:
    """
    Return the forms of a path as a call wrote it.

    Returns None for what no file system takes: an empty path, a null byte, half
    a character, or a `~` of somebody whose home we do not know.
    """
    plain = absolute(written, around.home, cwd or around.cwd)
    if plain is None:
        return None
    tidied = tidy(plain)
    links = around.links
    real = tidied
    if links:
        real = tidy(links.get(plain) or links.get(tidied) or tidied)
    lookup = plain if len(plain) < SURELY_SHORT or not too_long(plain) else tidied
    return PathForm(written, tidied, real, lookup)


def absolute(written: str, home: str, cwd: str) -> str | None:
    """Make a path absolute, `~` expanded, its `..` still in it."""
    if not written or not well_formed(written):
        return None
    if written == "~" or written.startswith("~/"):
        return home + written[1:]
    if written.startswith("~"):
        return None
    if written.startswith("/"):
        return written
    return f"{cwd.rstrip('/')}/{written}"


def hangs_on_folder(written: str) -> bool:
    """Say whether a path means another file in another folder."""
    return not written.startswith(("/", "~"))


def well_formed(text: str) -> bool:
    """Say whether text can be passed to a program and matched at all."""
    return text.isprintable() or BROKEN.search(text) is None


def too_long(path: str) -> bool:
    """Say whether a path is longer than any file system takes."""
    if len(path) > LONGEST_PATH or path.isascii():
        return len(path) > LONGEST_PATH
    return len(path.encode("utf-8", "replace")) > LONGEST_PATH


def leads_anywhere(path: str) -> bool:
    """
    Say whether an absolute path leads through a link that differs from process to process.

    Where `/proc/self/cwd/x` leads for the agent cannot be known here. `..` is
    followed step by step, because behind such a link it leads elsewhere too.
    """
    if not path.lstrip("/.").startswith(("proc", "dev")) and ".." not in path:
        return False
    so_far = ""
    for segment in path.split("/"):
        if segment == "..":
            so_far = so_far.rpartition("/")[0]
        elif segment not in ("", "."):
            so_far = f"{so_far}/{segment}"
            if OF_A_PROCESS.match(so_far) or OPEN_FILE.match(so_far):
                return True
        if too_long(so_far):
            return False
    return False


def shown(path: str, root: str) -> str:
    """Return a path as action strings have it: relative inside the project, else absolute."""
    if path == root:
        return "."
    below = root.rstrip("/") + "/"
    return path.removeprefix(below)

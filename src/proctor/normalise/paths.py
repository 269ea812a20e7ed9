"""Canonical forms of paths. Nothing is looked up: links come in with the surroundings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proctor.terms.action import PathForm, Touch
from proctor.terms.lazy_pattern import lazy
from proctor.terms.path_text import tidy
from proctor.terms.surroundings import Surroundings
from proctor.terms.wildcards import ANY_FOLDERS, fits, is_wild

BROKEN = lazy("[\\0\ud800-\udfff]")
# No file system takes a longer path, and following one would take long.
LONGEST_PATH = 4096
SURELY_SHORT = 1000
NOT_KNOWN = "the folder that it would run in is not known"
# Links that lead elsewhere in every process: its folder, its root, what it has open.
OWN_FOLDERS, OWN_FILES = ("cwd", "root"), ("stdin", "stdout", "stderr")


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


def with_matched(touch: Touch, around: Surroundings) -> Iterator[Touch]:
    """Return a touch, and those of the places to which it leads through links on its way."""
    yield touch
    if not around.matches or not (touch.wild or touch.follows or touch.opens):
        return
    for pattern, name in touch.patterns:
        for place in around.matches.get(pattern) or ():
            there = f"{place}/{name}" if name else place
            form = PathForm(touch.path.written, touch.path.absolute, there, there)
            deep = touch.deep or ANY_FOLDERS in pattern
            yield touch._replace(
                path=form, wild=is_wild(name), deep=deep, follows=False, opens="", tracked=False
            )


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
    plain = path.lstrip("/.").startswith(("proc", "dev"))
    if not plain and ".." not in path and not is_wild(path.partition("/")[2].partition("/")[0]):
        return False
    so_far: list[str] = []
    for segment in path[: LONGEST_PATH + 1].split("/"):
        if segment == "..":
            del so_far[-1:]
        elif segment not in ("", "."):
            so_far.append(segment)
            if is_of_a_process(so_far):
                return True
    return False


def leads_away(path: PathForm) -> bool:
    """Say whether a link leads to a place that differs from process to process."""
    if path.real == path.absolute or path.absolute.startswith(("/dev/", "/proc/")):
        return False
    return leads_anywhere(path.real)


def is_of_a_process(names: Sequence[str]) -> bool:
    """Say whether the names of a path, which may have wildcards, are those of such a link."""
    if len(names) < 3 or len(names) > 6:  # noqa: PLR2004 - /proc/1/cwd to /proc/1/task/1/fd/3
        return False
    if may_be(names[0], ("dev",)):
        behind = names[2:] if may_be(names[1], OWN_FILES) else names[3:]
        return bool(behind) and may_be(names[1], (*OWN_FILES, "fd"))
    if not may_be(names[0], ("proc",)):
        return False
    ways = [names[2:]]
    if may_be(names[2], ("task",)):
        ways.append(names[4:])
    return any(
        may_be(way[0], OWN_FOLDERS) or (len(way) > 1 and may_be(way[0], ("fd",)))
        for way in ways if way
    )  # fmt: skip


def may_be(segment: str, names: Sequence[str]) -> bool:
    """Say whether a segment is one of some names, or has wildcards that may stand for one."""
    return segment in names or any(fits(segment, name, hidden=False) for name in names)


def shown(path: str, root: str) -> str:
    """Return a path as action strings have it: relative inside the project, else absolute."""
    if path == root:
        return "."
    below = root.rstrip("/") + "/"
    return path.removeprefix(below)

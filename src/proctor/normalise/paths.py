"""Canonical forms of paths. Nothing is looked up: links come in with the surroundings."""

from __future__ import annotations

from collections.abc import Iterator

from proctor.terms.action import PathForm, Touch
from proctor.terms.lazy_pattern import lazy
from proctor.terms.path_text import LONGEST_PATH, tidy
from proctor.terms.process_links import read_way
from proctor.terms.surroundings import Surroundings
from proctor.terms.wildcards import ANY_FOLDERS, is_wild

BROKEN = lazy("[\\0\ud800-\udfff]")
SURELY_SHORT = 1000
NOT_KNOWN = "the folder that it would run in is not known"


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
    way, unknown = read_way(plain)
    real = way if unknown else tidied
    if links:
        real = tidy(links.get(plain) or links.get(tidied) or real)
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


def shown(path: str, root: str) -> str:
    """Return a path as action strings have it: relative inside the project, else absolute."""
    if path == root:
        return "."
    below = root.rstrip("/") + "/"
    return path.removeprefix(below)

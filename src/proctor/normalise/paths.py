"""Canonical forms of paths. Nothing is looked up: links come in with the surroundings."""

from __future__ import annotations

import re

from proctor.terms.action import PathForm
from proctor.terms.surroundings import Surroundings

BROKEN = re.compile("[\\0\ud800-\udfff]")


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
    real = around.links.get(plain, around.links.get(tidied, tidied))
    return PathForm(written, tidied, tidy(real), plain)


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


def well_formed(text: str) -> bool:
    """Say whether text can be passed to a program and matched at all."""
    return text.isprintable() or BROKEN.search(text) is None


def tidy(path: str) -> str:
    """Resolve `.`, `..` and repeated slashes in an absolute path, by its text alone."""
    segments: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            del segments[-1:]
        elif segment not in ("", "."):
            segments.append(segment)
    return "/" + "/".join(segments)


def shown(path: str, root: str) -> str:
    """Return a path as action strings have it: relative inside the project, else absolute."""
    if path == root:
        return "."
    below = root.rstrip("/") + "/"
    return path.removeprefix(below)

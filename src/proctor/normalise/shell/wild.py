"""Globs: whether one may stand for a file that holds secrets."""

from __future__ import annotations

import re

from proctor.terms.secret_places import NAMES, secret_folder, secret_place

FEWEST = 3
CLASS = re.compile(r"\[[^\]]*\]")


def secret_wild(path: str) -> str | None:
    """
    Say why a path with wildcards may be a secret; None if nothing says so.

    What begins with `*` stands for too much to say anything by itself: there
    only what follows counts (`*.pem`). A wildcard never stands for a leading dot.
    """
    folder, _, name = path.rpartition("/")
    found = secret_folder(folder)
    if found:
        return found
    plain = CLASS.sub("?", name).replace("\\", "")
    if plain.startswith("*"):
        return secret_place(f"{folder}/x{plain.lstrip('*')}") if plain.strip("*?") else None
    letters = plain.replace("*", "").replace("?", "")
    if not plain.startswith(".") and len(letters) < FEWEST:
        return None  # `a*` stands for too much as well
    return secret_name(folder, plain)


def secret_name(folder: str, plain: str) -> str | None:
    """Say why a name with wildcards may be a secret: filled in, or among the known ones."""
    for filled in (plain.replace("*", "x"), plain.replace("*", "")):
        why = secret_place(f"{folder}/{filled.replace('?', 'x')}")
        if why:
            return why
    ended = (plain.partition("*")[0].replace("?", "x") + ending for ending in (".pem", ".key"))
    for known in (*NAMES, *ended):
        if glob_meets(plain, known):
            return NAMES.get(known) or secret_place(f"{folder}/{known}")
    return None


def glob_meets(pattern: str, name: str) -> bool:
    """Say whether a pattern of `*` and `?` matches a name."""
    regex = "".join(".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return re.fullmatch(regex, name) is not None

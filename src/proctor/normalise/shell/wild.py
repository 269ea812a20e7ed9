"""Globs: whether one may stand for a file that holds secrets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from proctor.terms.lazy_pattern import lazy
from proctor.terms.secret_places import (
    ACCESS,
    ENDINGS,
    FOLDED,
    NAMES,
    OPEN,
    secret_folder,
    secret_place,
)

FEWEST = 3
WILDCARDS = lazy(r"[*?\[]")
CLASS = lazy(r"\[[^\]]*\]")
SIGNS = lazy(r"[*?]+")
# With these a segment may begin that stands for names of any first letter.
SIGNS_OF_ANY = ("*", "?", "[")
PLACES = tuple((tuple(place.split("/")), why) for place, why in FOLDED.items())
# Endings of plain files: a glob that takes in one of these is meant for such files.
ORDINARY = (
    "py js ts jsx tsx mjs json md txt toml yml yaml html css scss go rs rb java kt kts c cc cpp h "
    "hpp sh sql xml csv log cfg conf ini php swift vue ex exs el png svg lock out proto gradle db "
    "tar jar pdf jpg jpeg jl cs r lua pl patch diff map".split()
)
# Words of secrets; any other between two stars stands for too much: `*config*`, `*server*`.
SPEAKING = lazy(
    r"secret|token|passw|credential|env|key|rsa|pem|netrc|npmrc|pgpass|keystore|kdbx|kubeconf"
    r"|tfstate|tfvars|htpass|authinfo|_history"
)


class NamesByLetter:
    """Names, in an order, by their first and their last letter: most patterns have one of both."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(dict.fromkeys(names))
        self.first: dict[str, list[str]] = {}
        self.last: dict[str, list[str]] = {}
        for name in self.names:
            self.first.setdefault(name[0], []).append(name)
            self.last.setdefault(name[-1], []).append(name)

    def near(self, plain: str) -> Sequence[str]:
        """Return the names for which a pattern of `*` and `?` may stand, and others."""
        if plain[-1:] not in ("*", "?"):
            return self.last.get(plain[-1:], ())
        return self.first.get(plain[0], ()) if plain[0] not in "*?" else self.names


PLACE_NAMES = NamesByLetter(name for names, _ in PLACES for name in names)
SECRET_NAMES = NamesByLetter(NAMES)


def secret_wild(path: str) -> str | None:
    """
    Say why a path with wildcards may be a secret; None if nothing says so.

    What begins with `*` stands for too much to say anything by itself: there
    only what follows counts (`*.pem`). A wildcard never stands for a leading dot.
    """
    folder, _, name = path.rpartition("/")
    found = secret_folder(folder) or wild_folder(path)
    if found:
        return None if OPEN.fullmatch(name) else found
    plain = CLASS.sub("?", name).replace("\\", "").lower()
    if path.startswith("/proc/") and any(glob_meets(plain, one) for one in ("environ", "mem")):
        return ACCESS
    if plain.startswith("*"):
        filled = secret_place(f"{folder}/x{plain.lstrip('*')}") if plain.strip("*?") else None
        example = None if filled else secret_example(plain, dotted=False)
        return secret_place(f"/etc/{example}") if example else filled
    letters = plain.replace("*", "").replace("?", "")
    if not plain.startswith(".") and len(letters) < FEWEST:
        return None  # `a*` stands for too much as well
    return secret_name(folder, plain)


@lru_cache(maxsize=1024)
def secret_example(pattern: str, *, dotted: bool = True) -> str | None:
    """
    Return a secret's name for which a pattern that begins with a wildcard may stand.

    None for one that stands for too much: nearly all names, or an ordinary
    ending. `dotted` says that the wildcard may stand for a leading dot, as it
    does in `find` and in most programs, though not in a shell.
    """
    plain = CLASS.sub("?", pattern).replace("\\", "").lower()
    stem, dot, ending = plain.rpartition(".")
    if not SIGNS.sub("", stem if dot else plain):
        return ending_example(ending) if dot else None
    words = SIGNS.sub("", plain if not dot else stem)
    if len(words) < FEWEST - 1 or (plain[-1] in "*?" and not SPEAKING.search(plain)):
        return None
    near = SECRET_NAMES.near(plain)
    return next((n for n in near if (dotted or n[0] != ".") and glob_meets(plain, n)), None)


def ending_example(ending: str) -> str | None:
    """Return a secret's name by the ending that a pattern such as `*.pe*` may stand for."""
    if not SIGNS.search(ending):
        return f"x.{ending}" if secret_place(f"/x.{ending}") else None
    if any(glob_meets(ending, one) for one in ORDINARY):
        return None
    known = (*(one.lstrip(".") for one in ENDINGS), "env")
    return next((f"x.{one}" for one in known if glob_meets(ending, one)), None)


def wild_folder(path: str) -> str | None:
    """Say why a path may lead into a folder all of whose files count: `~/.s*/x`."""
    segments = path.lower().split("/")
    met = [may_be_some(segment) for segment in segments]
    if not any(met):
        return None  # nearly all of them, and every command with a path comes by here
    for names, why in PLACES:
        begins = (*SIGNS_OF_ANY, names[0][0])
        for start in range(len(segments) - len(names) + 1):
            some = met[start : start + len(names)]
            if names[0] not in some[0] or segments[start][:1] not in begins:
                continue
            if all(name in one for name, one in zip(names, some, strict=True)):
                return why
    return None


@lru_cache(maxsize=1024)
def may_be_some(segment: str) -> frozenset[str]:
    """Return the names of places that a segment may be; `*` stands for too much."""
    if not WILDCARDS.search(segment):
        return frozenset([name for name in PLACE_NAMES.near(segment) if name == segment])
    plain = CLASS.sub("?", segment).replace("\\", "")
    return frozenset([name for name in PLACE_NAMES.near(plain) if may_be(segment, name)])


def may_be(segment: str, name: str) -> bool:
    """Say whether a segment is a name, or has wildcards that may stand for it."""
    if not WILDCARDS.search(segment):
        return segment == name
    plain = CLASS.sub("?", segment).replace("\\", "")
    letters = plain.replace("*", "").replace("?", "")
    # A wildcard never stands for a leading dot, and few letters stand for too much.
    enough = plain[:1] == name[:1] == "." or (name[0] != "." and len(letters) >= FEWEST)
    return enough and glob_meets(plain, name)


def secret_name(folder: str, plain: str) -> str | None:
    """Say why a name with wildcards may be a secret: filled in, or among the known ones."""
    for filled in (plain.replace("*", "x"), plain.replace("*", "")):
        why = secret_place(f"{folder}/{filled.replace('?', 'x')}")
        if why:
            return why
    for known in SECRET_NAMES.near(plain):
        if glob_meets(plain, known):
            return NAMES[known]
    return None


def glob_meets(pattern: str, name: str) -> bool:
    """Say whether a pattern of `*` and `?` matches a name, in a time that no pattern makes long."""
    if pattern[-1:] not in ("*", "?", name[-1:]):
        return False  # nearly all of them
    at = here = 0
    star, tried = -1, 0
    while here < len(name):
        char = pattern[at] if at < len(pattern) else ""
        if char == "*":
            star, tried = at, here
            at += 1
        elif char and char in ("?", name[here]):
            at += 1
            here += 1
        elif star >= 0:  # the last `*` takes one character more
            tried += 1
            at, here = star + 1, tried
        else:
            return False
    return not pattern[at:].strip("*")


def secret_member(name: str) -> str | None:
    """Say why a name inside an archive, which may be a pattern, is or may be a secret."""
    if not WILDCARDS.search(name):
        return secret_place(f"/{name}")
    example = secret_example(name.rpartition("/")[2])
    return secret_place(f"/{example}") if example else secret_wild(f"/{name}")

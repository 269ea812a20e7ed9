"""
Which deny and ask rules may be about a command whose words are not certain.

`cat .e*` may read `.env`; whether it does, only the shell will know. What may
meet a rule is asked about, never let through and never plainly denied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from proctor.policy.globs import SET, closing_brace, split_options
from proctor.policy.index import EDIT_FAMILY, program_of
from proctor.policy.inside import parent
from proctor.policy.path_index import PathIndex
from proctor.policy.path_patterns import Anchor, read_path_pattern
from proctor.policy.strict_index import StrictIndex, family_of
from proctor.terms.action import Action, Part
from proctor.terms.surroundings import Surroundings

MOST_ALTERNATIVES = 64
DEEP = "**"


def possible(index: StrictIndex, part: Part, action: Action) -> Iterator[int]:
    """Return the rules that may be about a part, by what its words may turn out to be."""
    if part.command is not None and part.command.words:
        yield from (number for number, _ in index.near(part.tool, program_of(part.command)))
    own = part.strings[0]
    renamed = any(True for _ in index.renamed(own, part.tool))
    if renamed or index.strings.may_begin_with(own.rpartition(":")[0]):
        yield from index.strings.numbers
    if regexes := index.regexes.get(family_of(part)):
        yield from regexes.numbers
    for touch in part.touches:
        if not touch.wild:
            continue
        if touch.reads and "Read" in index.paths:
            yield from may_match(index.paths["Read"], touch.path.absolute, action.around)
        if touch.writes and EDIT_FAMILY in index.paths:
            yield from may_match(index.paths[EDIT_FAMILY], touch.path.absolute, action.around)


def may_match(paths: PathIndex, path: str, around: Surroundings) -> Iterator[int]:
    """Return the path rules that a path with wildcards may stand for."""
    wild = tuple(path.strip("/").split("/"))
    for number, text in paths.patterns:
        if any(segments_meet(tuple(full), wild) for full in anchored(paths, text, around)):
            yield number


def anchored(paths: PathIndex, text: str, around: Surroundings) -> Iterator[Sequence[str]]:
    """Return the segments of a pattern, from the root of the file system on."""
    pattern = read_path_pattern(text)
    for anchor, up in paths.keys(pattern):
        folder = parent(paths.folder(anchor)(around), up)
        for glob in alternatives(pattern.glob):
            below = (DEEP, *glob.split("/"), DEEP) if anchor is Anchor.NAME else glob.split("/")
            yield [*(s for s in folder.split("/") if s), *below]


def alternatives(glob: str) -> list[str]:
    """Return the globs that `{a,b}` and `[ab]` stand for; of very many, one for anything."""
    done: list[str] = []
    todo = [glob]
    while todo:
        if len(todo) + len(done) > MOST_ALTERNATIVES:
            return [DEEP]
        text = todo.pop()
        start = text.find("{")
        while start >= 0 and not closing_brace(text, start):
            start = text.find("{", start + 1)
        if start < 0:
            done += set_variants(text)
            continue
        end = closing_brace(text, start)
        todo += [
            text[:start] + one + text[end + 1 :] for one in split_options(text[start + 1 : end])
        ]
    return done


def set_variants(glob: str) -> list[str]:
    """Return a glob with each `[ab]` as a name and as any character; of many, one for anything."""
    variants, start = [""], 0
    for found in SET.finditer(glob):
        before = glob[start : found.start()]
        variants = [one + before + other for one in variants for other in (found[0], "?")]
        if len(variants) > MOST_ALTERNATIVES:
            return [DEEP]
        start = found.end()
    return [one + glob[start:] for one in variants]


@lru_cache(maxsize=4096)
def segments_meet(pattern: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Say whether a pattern and a path with wildcards have a path in common."""
    reached, seen = [(0, 0)], {(0, 0)}
    while reached:
        i, j = reached.pop()
        if i == len(pattern) and j == len(path):
            return True
        for state in segment_steps(pattern[i : i + 1], path[j : j + 1], i, j):
            if state not in seen:
                seen.add(state)
                reached.append(state)
    return False


def segment_steps(
    step: tuple[str, ...], name: tuple[str, ...], i: int, j: int
) -> Iterator[tuple[int, int]]:
    """Return where pattern and path can go on; `**` in either stands for any number of names."""
    if step == (DEEP,):
        yield i + 1, j
        if name:
            yield i, j + 1
    if name == (DEEP,):
        yield i, j + 1
        if step:
            yield i + 1, j
    if step and name and DEEP not in (*step, *name) and meet(step[0], name[0]):
        yield i + 1, j + 1


@lru_cache(maxsize=4096)
def meet(pattern: str, name: str) -> bool:
    """
    Say whether a glob of a rule and one of a shell have a name in common.

    In the shell `[…]` stands for one character, a backslash makes the next one
    plain, and no wildcard stands for a leading dot.
    """
    left = [(char, char in "*?") for char in pattern]
    right = shell_glob(name)
    reached = {(0, 0)}
    seen = set(reached)
    while reached:
        i, j = reached.pop()
        if i == len(left) and j == len(right):
            return True
        for state in steps(left, right, i, j):
            if state not in seen:
                seen.add(state)
                reached.add(state)
    return False


Glob = list[tuple[str, bool]]


def steps(left: Glob, right: Glob, i: int, j: int) -> Iterator[tuple[int, int]]:
    """Return where the two globs can go on from a place in each."""
    a, a_wild = left[i] if i < len(left) else ("", False)
    b, b_wild = right[j] if j < len(right) else ("", False)
    if a_wild and a == "*":
        yield i + 1, j
    if b_wild and b == "*":
        yield i, j + 1
    if not a or not b:
        return
    if i == 0 and j == 0 and b_wild and a == ".":
        return  # the shell's wildcards leave a leading dot alone
    if a_wild or b_wild or a == b:
        yield i + (not (a_wild and a == "*")), j + (not (b_wild and b == "*"))


def shell_glob(name: str) -> Glob:
    """Return a shell's glob character by character, with what is a wildcard marked."""
    found: Glob = []
    index = 0
    while index < len(name):
        char = name[index]
        end = name.find("]", index + 2) if char == "[" else -1
        if char == "\\" and index + 1 < len(name):
            index += 1
            found.append((name[index], False))
        elif end > 0:
            found.append(("?", True))
            index = end
        else:
            found.append((char, char in "*?"))
        index += 1
    return found

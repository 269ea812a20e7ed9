"""The guard and paths: what it has against the places that a part touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache

from proctor.policy.guard_near import far
from proctor.policy.guard_places import (
    COPIERS,
    FIND_ACTS,
    FINDERS,
    LOOKING_TOOLS,
    PACKAGE_FOLDERS,
    REMOVERS,
    SEARCH_TOOLS,
    SEARCHERS,
    SETTINGS_NAMES,
    SOCKET_FOLDER,
    home_settings,
    project_settings,
    service_files,
)
from proctor.policy.guard_texts import (
    OUR_FOLDER,
    WILDCARD,
    Said,
    foreign,
    leads_into,
    may_hold,
    named_paths,
    near,
    plain_paths,
)
from proctor.policy.inside import relative
from proctor.terms.action import Does, Part, PathForm, Touch
from proctor.terms.effect import ASK, DENY
from proctor.terms.kind import EDIT, SHELL
from proctor.terms.process_links import behind_link, may_reach
from proctor.terms.surroundings import Surroundings
from proctor.terms.wildcards import fits, is_wild

BEYOND = "destroy-outside"
# The names in paths of settings.
NAMES = tuple(dict.fromkeys([".git", *(name for names in SETTINGS_NAMES for name in names)]))


def touching(part: Part, around: Surroundings) -> Iterable[Said]:
    """Say what the guard has against the paths that a part touches."""
    touches = (*part.touches, *mentioned(part, around)) if foreign(part) else part.touches
    if not touches:
        return
    patterns = dict.fromkeys(wild_paths(part, touches, around))
    around = folded(around) if around.folds_case else around
    homes = {around.proctor_home, around.proctor_home_real} - {""}
    for touch in touches:
        yield from against_unknown(touch, part, around)
        for path in dict.fromkeys((touch.path.absolute, touch.path.real)):
            if far(path, around):
                continue
            alike = path.lower() if around.folds_case else path
            yield from against_path(alike, touch, part, around)
    if any(is_unseen(touch, around) for touch in touches):
        yield ASK, "it may lead through more links than are looked at"
    for pattern in patterns:
        alike = pattern.lower() if around.folds_case else pattern
        if any(leads_into(alike, home, hidden=part.kind is not SHELL) for home in homes):
            yield ASK, "its wildcards may lead into Proctor's own folder"
        if removes(part) and any(takes_by_wildcards(alike, home) for home in homes):
            yield DENY, OUR_FOLDER
    yield from against_patterns(touches, part, around)


def against_patterns(touches: Iterable[Touch], part: Part, around: Surroundings) -> Iterable[Said]:
    """Say what the guard has against the paths with wildcards of a command."""
    for touch in dict.fromkeys(touches) if part.command else ():
        for path in dict.fromkeys((touch.path.absolute, touch.path.real)) if touch.wild else ():
            alike = path.lower() if around.folds_case else path
            yield from against_pattern(alike, touch, part, around)


def takes_by_wildcards(pattern: str, place: str) -> bool:
    """Say whether a pattern stands for a folder around a place: `/*` for `/home` too."""
    wanted, names = pattern.split("/"), place.split("/")
    return len(wanted) < len(names) and all(map(fnmatchcase, names, wanted))


def taken_along(part: Part, around: Surroundings) -> str | None:
    """Return what a part destroys, where a place of ours is only a small part of that."""
    if BEYOND not in part.classes:
        return None
    homes = (around.proctor_home, around.proctor_home_real or around.proctor_home)
    places = (*homes, *around.program, *home_settings(around.home))
    for path in (touch.path.real for touch in part.touches if touch.deletes):
        if any(relative(place, path) or takes_by_wildcards(path, place) for place in places):
            return part.reasons[part.classes.index(BEYOND)]
    return None


def against_pattern(path: str, touch: Touch, part: Part, around: Surroundings) -> Iterable[Said]:
    """Say what the guard has against a path with wildcards, by what it may stand for."""
    homes = {around.proctor_home, around.proctor_home_real} - {""}
    takes = searches(part, touch) or removes(part) or program(part) in COPIERS
    if takes and any(may_hold(path, home, hidden=False) for home in homes):
        yield ASK, "its wildcards may stand for a folder with Proctor's own in it"
    if not touch.writes:
        return
    places = (*around.program, *service_files(around.home), *home_settings(around.home))
    if any(leads_into(f"{path}/*", place, hidden=False) for place in near(path, places)):
        yield ASK, "its wildcards may stand for what Proctor or an agent program runs from"
    elif names := wild_settings(path, removes=removes(part)):
        yield ASK, f"its wildcards may stand for {'/'.join(names)}, so a person must agree"


def wild_settings(path: str, *, removes: bool) -> Sequence[str]:
    """Return the settings of a project for which the wildcards of a path may stand."""
    segments = path.lower().split("/")
    met = [may_be_some(segment) for segment in segments]
    if not any(met):
        return ()  # nearly all of them
    wild = [at for at, segment in enumerate(segments) if is_wild(segment)]
    for names in (*SETTINGS_NAMES, *([(".git",)] if removes else [])):
        for start in sorted({at - back for at in wild for back in range(len(names))}):
            some = met[start : start + len(names)] if start > 0 else []
            if len(some) == len(names) and all(map(frozenset.__contains__, some, names)):
                return names
    return ()


@lru_cache(maxsize=1024)
def may_be_some(segment: str) -> frozenset[str]:
    """Return the names in settings of a project that a segment may stand for."""
    start = WILDCARD.split(segment, maxsplit=1)[0].rstrip("@+!")
    end = WILDCARD.split(segment)[-1] if is_wild(segment) else ""
    alike = [name for name in NAMES if name.startswith(start) and name.endswith(end)]
    return frozenset(name for name in alike if may_be(segment, name))


def may_be(segment: str, name: str) -> bool:
    """Say whether a segment may stand for a name; `*.json` stands for too much to be about one."""
    stem = segment.removesuffix(".json").removesuffix(".jsonc")
    named = name.startswith(".") or any(map(str.isalnum, stem))
    return named and fits(segment, name, hidden=False)


def is_unseen(touch: Touch, around: Surroundings) -> bool:
    """Say whether it is not known through which links a touch leads: there is too much."""
    return any(around.matches.get(pattern, ()) is None for pattern, _ in touch.patterns)


def mentioned(part: Part, around: Surroundings) -> Iterator[Touch]:
    """Return the paths in the input of a foreign tool; it may write what it does not only read."""
    for path in named_paths(part, around):
        yield Touch(PathForm(path, path, path, path), reads=True, writes=part.does is not Does.READ)


def wild_paths(part: Part, touches: Iterable[Touch], around: Surroundings) -> Iterator[str]:
    """Return the paths with wildcards that a part may look for."""
    if part.command is None and part.tool in LOOKING_TOOLS:
        for touch in touches:
            yield from searched(part, touch.path, around)
        return
    unsure = part.unread is not None or foreign(part)
    for touch in touches:
        for path in dict.fromkeys((touch.path.absolute, touch.path.real)):
            if touch.wild:
                yield path
            # A pattern for a folder also stands for all that is in it.
            if (touch.wild or unsure) and is_wild(path):
                yield f"{path}/*"


def searched(part: Part, path: PathForm, around: Surroundings) -> Iterator[str]:
    """Return where the pattern of a Glob leads, from the folder that it starts in."""
    texts = (text for text in (*part.targets, *part.more_targets) if text.endswith(path.absolute))
    label = min((text[: len(text) - len(path.absolute)] for text in texts), key=len, default="")
    pattern = label.removeprefix("pattern=").removesuffix(" path=")
    if part.tool in SEARCH_TOOLS or not pattern:
        return
    for folder in dict.fromkeys((path.absolute, path.real)):
        yield from plain_paths(pattern if pattern[0] in "/~$" else f"{folder}/{pattern}", around)


def folded(around: Surroundings) -> Surroundings:
    """Return the surroundings in lower case, for a file system that folds case."""
    return around._replace(
        proctor_home=around.proctor_home.lower(),
        proctor_home_real=around.proctor_home_real.lower(),
        home=around.home.lower(),
        root=around.root.lower(),
        program=tuple(folder.lower() for folder in around.program),
    )


def against_path(path: str, touch: Touch, part: Part, around: Surroundings) -> Iterable[Said]:
    """Say what the guard has against one path."""
    homes = {around.proctor_home, around.proctor_home_real} - {""}
    if any(within(path, home, part, touch) for home in homes):
        yield DENY, OUR_FOLDER
    elif SOCKET_FOLDER.match(path):
        yield DENY, "the folder of Proctor's socket is closed to agents"
    elif any(relative(home, path) is not None for home in homes) and searches(part, touch):
        yield ASK, "it may search Proctor's own folder too"
    if touch.writes:
        yield from against_writing(path, touch, part, around)


def against_unknown(touch: Touch, part: Part, around: Surroundings) -> Iterable[Said]:
    """
    Say what the guard has against a path through a link that differs from process to process.

    It may lead into Proctor's own folder, whatever its names are.
    """
    found = behind_link(touch.path.real)
    if found is None:
        return
    link, names = found
    yield ASK, f"`{link}` differs from process to process, so a person must agree"
    alike = [name.lower() if around.folds_case else name for name in names]
    homes = {around.proctor_home, around.proctor_home_real} - {""}
    if any(may_reach(alike, home, hidden=part.kind is not SHELL) for home in homes):
        yield DENY, OUR_FOLDER
    if link.endswith("/root"):  # in nearly every process it is the root that we have
        yield from against_path(f"/{'/'.join(alike)}", touch, part, around)


def against_writing(path: str, touch: Touch, part: Part, around: Surroundings) -> Iterable[Said]:
    """Say what the guard has against writing to one path."""
    sure = DENY if touch.certain else ASK
    alike = str.lower if around.folds_case else str
    if any(is_program(path, place, part, touch) for place in around.program):
        yield (
            sure,
            "an agent does not change the program and the environment that Proctor runs from",
        )
    if any(within(path, alike(place), part, touch) for place in service_files(around.home)):
        yield sure, "an agent does not change the service that runs Proctor's server"
        return
    for place in map(alike, home_settings(around.home)):
        if within(path, place, part, touch) and not path.startswith(f"{place}/worktrees/"):
            yield sure, f"the settings of an agent program are not for agents to change: {place}"
            return
    named = project_settings(path)
    if named:
        yield ASK, f"{named} decides what agents may do, so a person must agree"
    elif path.lower().endswith("/.git") and (removes(part) or part.kind is EDIT):
        yield ASK, "git hooks go with the folder or file .git, so a person must agree"
    elif removes(part) and relative(f"{around.root}/.proctor", path) is not None:
        yield ASK, "it would remove the project's rules with everything else"


def is_program(path: str, place: str, part: Part, touch: Touch) -> bool:
    """Return whether a path belongs to a place that Proctor runs from."""
    inside = relative(path, place)
    if inside is not None and inside.partition("/")[0] in PACKAGE_FOLDERS:
        # Packages of the base interpreter; those that Proctor uses have a place of their own.
        return False
    return within(path, place, part, touch)


def within(path: str, place: str, part: Part, touch: Touch) -> bool:
    """Say whether a path lies in a place, or would take or copy the place with it."""
    if relative(path, place) is not None:
        return True
    # The folder that a command merely runs in is not certain to be touched itself.
    takes = touch.certain and relative(place, path) is not None
    if not takes:
        return False
    if program(part) in COPIERS and not touch.writes:
        return True
    return removes(part) and (touch.deletes or part.kind is EDIT)


def removes(part: Part) -> bool:
    """Say whether a part takes a folder away with all that is in it."""
    return program(part) in REMOVERS or (part.kind is EDIT and part.destructive)


def searches(part: Part, touch: Touch) -> bool:
    """Say whether a part reads or changes what it finds in a folder, beyond listing names."""
    name = program(part)
    if touch.deep:
        return True
    if name in FINDERS and part.command:
        return any(word.startswith(FIND_ACTS) for word in part.command.words)
    return name in SEARCHERS or (part.command is None and part.tool in SEARCH_TOOLS)


def program(part: Part) -> str:
    """Return the name of the program that a part runs."""
    words = part.command.words if part.command and not part.redirect else ()
    return words[0].rpartition("/")[2] if words else ""

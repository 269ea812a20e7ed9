"""
What no rule can permit: an agent reaching for its own rules, tokens or hooks.

Built in and not configurable. Some things are denied outright; some are asked,
and then only a human may answer. The clauses are in `guard_paths`,
`guard_programs`, `guard_installers`, `guard_server` and `guard_texts`; the
places and names in `guard_places`.
"""

from __future__ import annotations

from proctor.policy.guard_near import far, hinted, near
from proctor.policy.guard_places import (
    AGENT_PROGRAMS,
    COPIERS,
    ENVIRONMENT_MAKERS,
    ENVIRONMENT_VARIABLES,
    FINDERS,
    KEEPERS,
    LAUNCHERS,
    LOOKING_TOOLS,
    OUR_NAMES,
    PORT_ENDERS,
    PROCESS_ENDERS,
    PROCESS_LOOKERS,
    PROJECT_INSTALLERS,
    REMOVERS,
    SEARCHERS,
    SERVICE_PROGRAMS,
    SETTERS,
    SHELLS,
    SYSTEM_INSTALLERS,
    TERMINALS,
    TESTS,
)
from proctor.terms.decision import Finding, Source
from proctor.terms.kind import EDIT, FETCH, READ, SHELL, Kind
from proctor.terms.lazy_pattern import lazy
from proctor.terms.process_links import leads_anywhere
from proctor.terms.rule import By
from proctor.terms.wildcards import is_wild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from proctor.terms.action import Action, Part
    from proctor.terms.surroundings import Surroundings

PLAIN_KINDS = (READ, EDIT, SHELL, FETCH, Kind.SEARCH)
# Without one of these no text names a path, however it is written.
MARKS = lazy(r"[/~.$%\\]")
ENDERS = PROCESS_ENDERS | PORT_ENDERS | PROCESS_LOOKERS | SERVICE_PROGRAMS
INSTALLERS = SYSTEM_INSTALLERS.keys() | PROJECT_INSTALLERS.keys() | ENVIRONMENT_MAKERS
WATCHED = OUR_NAMES | AGENT_PROGRAMS | LAUNCHERS | SETTERS | TERMINALS | ENDERS | INSTALLERS
# Programs that are a concern only where a guarded place is near, or in what they touch.
BY_PLACE = REMOVERS | COPIERS | SEARCHERS | FINDERS
# What objects to a part, once that was loaded.
CLAUSES: list[Any] = []


def guard(part: Part, action: Action) -> Finding | None:
    """Return what the guard says of a part; most parts are no concern of it."""
    return objections(part, action) if suspicious(part, action.around) else None


def objections(part: Part, action: Action) -> Finding | None:
    """Hold a part against every clause; of several objections the strictest counts."""
    around = action.around
    touching, running, mentioning, taken_along = CLAUSES or load_clauses()
    found = [*touching(part, around), *running(part, around), *mentioning(part, around)]
    if not found:
        return None
    effect, why = max(found, key=lambda said: said[0])
    # What is lost beside a place of ours matters more to whoever reads it.
    worse = taken_along(part, around)
    if worse is not None:
        why = f"{worse}; {why}"
    return Finding(part, effect, Source.GUARD, why, by=By.HUMAN)


def load_clauses() -> list[Any]:
    """Load the clauses when a part first comes so far; in most hooks none does."""
    from proctor.policy.guard_paths import taken_along, touching  # noqa: PLC0415 - see above
    from proctor.policy.guard_programs import running  # noqa: PLC0415 - see above
    from proctor.policy.guard_texts import mentioning  # noqa: PLC0415 - see above

    CLAUSES[:] = [touching, running, mentioning, taken_along]
    return CLAUSES


def suspicious(part: Part, around: Surroundings) -> bool:
    """
    Say whether any clause could object; most parts are done here.

    INVARIANT: where this says no, `objections` finds nothing; a test holds it.
    """
    if part.unread or part.destructive or hinted(part, around):
        return True
    if part.kind not in PLAIN_KINDS and any(MARKS.search(target) for target in part.targets):
        return True
    command, name = part.command, ""
    if command is None:
        if part.tool in LOOKING_TOOLS:
            return True
    elif command.assignments or command.fed:
        return True
    elif command.words:
        name = command.words[0].rpartition("/")[2]
        if (is_wild(name) and name not in TESTS) or watched(name, command.words):
            return True
    for touch in part.touches:
        path = touch.path
        if (
            touch.wild
            or touch.follows
            or (touch.opens and around.matches)
            or near(path.absolute, around)
            or leads_anywhere(path.real)
            or (path.real != path.absolute and not far(path.real, around))
            or (path.real != path.absolute and command is not None and leads_to_watched(path.real))
            or ((touch.deep or name in BY_PLACE) and not far(path.absolute, around))
        ):
            return True
    return False


def leads_to_watched(path: str) -> bool:
    """Say whether a link leads to a program that a clause looks at."""
    name = path.rpartition("/")[2]
    return name == "git" or watched(name, ())


def watched(name: str, words: Sequence[str]) -> bool:
    """Say whether a clause looks at what a program of this name is given."""
    if name == "git":
        return any("hookspath" in word.lower() for word in words)
    if name in KEEPERS - SETTERS:
        return any("proctor" in word or word in ENVIRONMENT_VARIABLES for word in words)
    if name in SHELLS:
        return any("proctor" in word or is_wild(word) for word in words)
    return name in WATCHED or name[:2] in ("py", "pi", "ip", "pt", "bp")

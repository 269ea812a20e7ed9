"""
Say how a project's roles stand to what a person has trusted, and warn where they differ.

A role counts as changed as soon as one of the files that it is made of differs
from the trusted copy: its own, a parent's, or the project's config.yaml.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from proctor.errors import Problem
from proctor.roles.extend import Extended
from proctor.roles.layers import Layer
from proctor.roles.read import Draft
from proctor.roles.trust import ProjectFiles, shown_file
from proctor.terms.place import Place
from proctor.terms.role import Trust

CONFIG = "config.yaml"
# What all roles of a project are read with, and how people call it.
SHARED = {CONFIG: "the config", "tools/index.yaml": "the catalogue of tools"}
# The two places of a project: its files as somebody trusted them, and as they are now.
TRUSTED = "trusted copy"
NOW = "project as it is"

CODES = {
    Trust.UNTRUSTED: "untrusted-role",
    Trust.CHANGED: "changed-since-trust",
    Trust.DELETED: "deleted-since-trust",
}
UNTRUSTED_CODES = {CONFIG: "untrusted-config", "tools/index.yaml": "untrusted-tools"}
SAYINGS = {
    Trust.UNTRUSTED: "not trusted: only what makes things stricter counts",
    Trust.CHANGED: "changed since trusted: what was trusted counts, and the denies and asks of now",
    Trust.DELETED: "deleted since trusted: what was trusted still counts",
}
HELP = "look at what it says and trust it: `proctor trust`"


def standing(role: Extended, files: ProjectFiles | None, layers: Sequence[Layer]) -> Trust:
    """Return how a role of the trusted copy stands to the files as they are now."""
    now = layer_of(layers, NOW)
    if files is None or now is None:
        return Trust.TRUSTED
    if role.draft.id not in now.names:
        return Trust.DELETED
    made_of = (role.draft, *role.parents)
    if files.note(CONFIG) or any(link.where.note for link in made_of):
        return Trust.CHANGED
    return Trust.TRUSTED


def layer_of(layers: Iterable[Layer], origin: str) -> Layer | None:
    """Return one of the places, if it is there."""
    return next((layer for layer in layers if layer.origin == origin), None)


def trust_warnings(
    files: ProjectFiles | None, layers: Sequence[Layer], names: Sequence[str] = ()
) -> list[Problem]:
    """Return a warning for each file of a project that does not count as it is."""
    if files is None:
        return []
    trusted = layer_of(layers, TRUSTED) or Layer(TRUSTED)
    now = layer_of(layers, NOW)
    if now is None:
        return []
    found = [] if names else [warned for name in SHARED for warned in shared_warnings(files, name)]
    before, after = (
        {name: draft for name, draft in layer.drafts.items() if not names or name in names}
        for layer in (trusted, now)
    )
    new = [draft for name, draft in after.items() if name not in trusted.names]
    gone = [draft for name, draft in before.items() if name not in now.names]
    changed = [after[name] for name, draft in before.items() if draft.where.note and name in after]
    found += grouped(new, Trust.UNTRUSTED)
    found += grouped(gone, Trust.DELETED)
    found += grouped(changed, Trust.CHANGED)
    return found


def shared_warnings(files: ProjectFiles, name: str) -> list[Problem]:
    """Warn of a config or a catalogue that does not count as it is."""
    before = files.trusted is not None and name in files.trusted.files
    after = name in files.now.files
    if not files.note(name) and before == after:
        return []
    state = Trust.DELETED if not after else Trust.CHANGED if before else Trust.UNTRUSTED
    code = UNTRUSTED_CODES[name] if state is Trust.UNTRUSTED else CODES[state]
    return [warning(Place(shown_file(name), 1), code, f"{SHARED[name]}: {SAYINGS[state]}")]


def grouped(drafts: Iterable[Draft], state: Trust) -> list[Problem]:
    """Return one warning a file, which names its roles; it points at the first of them."""
    by_file: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        if not all(problem.warning for problem in draft.problems):
            continue  # it has to be put right first
        by_file[draft.where.file].append(draft)
    return [
        warning(
            Place(file, roles[0].where.line, roles[0].where.column),
            CODES[state],
            f"{', '.join(f'`{role.id}`' for role in roles)}: {SAYINGS[state]}",
        )
        for file, roles in by_file.items()
    ]


def warning(place: Place, code: str, message: str) -> Problem:
    """Return a warning that only a person's trust removes."""
    return Problem(code=code, message=message, place=place, help=HELP, warning=True)

"""
The places where roles are written: project, home, built in.

A layer is all role files of one place. Seen from a role, its parents stand in
its own layer or further out, never nearer: a home's role does not change with
the project in which it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from proctor.errors import Problem
from proctor.roles.extend import Extended, Suggest, extend
from proctor.roles.files import Refused, Tree, read_tree
from proctor.roles.permissions import Known
from proctor.roles.read import INDEX, Draft, RoleFile, read_role_file, stem
from proctor.roles.replaced_default import is_default
from proctor.roles.trust import refusals
from proctor.roles.values import Notes

ROLES = "roles/"
BUILT_IN_FOLDER = Path(__file__).parent
BUILT_IN_PART = "built_in"
BUILT_IN_NAME = "built-in"
# Reads a role file: its content, its name for people, what it may name, and a note.
Reader = Callable[[bytes, str, Known, str], RoleFile]


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """
    The roles of one place.

    `broken` has, by id, what keeps a role of this place from loading at all;
    `unsure` is there where a file cannot be read that may hold any role.
    """

    origin: str
    drafts: dict[str, Draft] = field(default_factory=dict)
    broken: dict[str, list[Problem]] = field(default_factory=dict)
    unsure: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        """Return every id of this place, also of roles that do not load."""
        return {*self.drafts, *self.broken}


def read_layer(  # noqa: PLR0913 - the last two are for few
    origin: str,
    tree: Tree,
    shown: Callable[[str], str],
    known: Known,
    note: Callable[[str], str] = lambda _: "",
    *,
    read: Reader = read_role_file,
) -> Layer:
    """Read the role files of one place; `shown` names a file for people, `note` adds to it."""
    layer = Layer(origin)
    claims: list[tuple[str, RoleFile]] = []
    for name, data in sorted(tree.files.items()):
        if name.startswith(ROLES) and name.count("/") == 1:
            file = read(data, shown(name), known, note(name))
            add_file(layer, name, file)
            claims += [(role_id, file) for role_id in file.claims]
    for role_id, file in claims:
        if role_id not in layer.drafts:
            layer.broken.setdefault(role_id, []).extend(file.problems)
    for name, why in tree.refused.items():
        if name in {".", "roles"} or name.startswith(ROLES):
            add_refused(layer, name, why, shown)
    return layer


def add_file(layer: Layer, name: str, file: RoleFile) -> None:
    """Add the roles of a file; an id that is there already, but as a default role, is an error."""
    layer.problems.extend(file.problems)
    if file.unsure:
        layer.unsure.extend(file.problems)
    elif file.problems and not file.drafts:
        layer.broken.setdefault(stem(name), []).extend(file.problems)
    for draft in file.drafts:
        first = layer.drafts.setdefault(draft.id, draft)
        if first is draft:
            continue
        if is_ours(first) is not is_ours(draft):
            own, ours = (draft, first) if is_ours(first) else (first, draft)
            layer.drafts[draft.id] = replacing(layer, own, ours)
            continue
        message = f"the role `{draft.id}` is also in {first.where}"
        hint = f"keep one: remove {piece(draft)}, or {piece(first)}; to keep both, "
        again = draft.node.problem("duplicate-role", message, help=f"{hint}give one another `id`")
        layer.problems.append(again)
        layer.broken.setdefault(draft.id, []).append(again)


def is_ours(draft: Draft) -> bool:
    """Say whether a role is an unchanged default role."""
    return is_default(draft.where.file, draft.node.plain)


def replacing(layer: Layer, own: Draft, ours: Draft) -> Draft:
    """Return a person's own role with the word that it stands in place of a default one."""
    message = f"it replaces the unchanged default role `{own.id}` at {ours.where}"
    hint = f"nothing is wrong; to have the default role instead, remove {piece(own)}"
    said = own.node.problem("default-replaced", message, help=hint, warning=True)
    layer.problems.append(said)
    return replace(own, problems=(*own.problems, said))


def piece(draft: Draft) -> str:
    """Name what a person removes to be rid of a role: its file, or its entry in an index."""
    index = draft.where.file.rsplit("/", 1)[-1] in INDEX
    return f"the entry at {draft.where}" if index else draft.where.file


def add_refused(layer: Layer, name: str, why: Refused, shown: Callable[[str], str]) -> None:
    """Add a file that was not even read: it keeps back the role of its name, and no other."""
    folder = shown("").rstrip("/")
    problems = refusals(Tree({}, {name: why}), folder)
    layer.problems.extend(problems)
    single = name.startswith(ROLES) and name.removeprefix(ROLES) not in INDEX
    if not single:
        layer.unsure.extend(problems)
    elif name.count("/") == 1:  # no role is read of what lies deeper
        layer.broken.setdefault(stem(name), []).extend(problems)


def built_in_layer(known: Known, read: Reader = read_role_file) -> Layer:
    """Read the roles that come with Proctor."""
    tree = read_tree(BUILT_IN_FOLDER, parts=(BUILT_IN_PART,), follow=True)
    files = {f"{ROLES}{Path(name).name}": data for name, data in tree.files.items()}
    layer = Tree(files, tree.refused)

    def shown(name: str) -> str:
        return f"{BUILT_IN_NAME}/{name.removeprefix(ROLES)}"

    return read_layer("built in", layer, shown, known, read=read)


def extended(draft: Draft, layers: Sequence[Layer], suggest: Suggest) -> Extended:
    """Merge a role with its parents; the first layer is its own, the others lie further out."""
    around: list[Problem] = list(layers[0].broken.get(draft.id, ()))

    def parent_of(child: Draft, name: str) -> Draft | None:
        place = next(i for i, layer in enumerate(layers) if child in layer.drafts.values())
        for layer in layers[place:]:
            parent = layer.drafts.get(name)
            if parent is child:
                continue
            around.extend(layer.broken.get(name, layer.unsure if parent is None else ()))
            if parent is not None:
                return parent
        return None

    notes = Notes()
    done = Extended(draft, {}, draft.problems)
    with notes.reading(draft.node, "this role, with its parents,"):
        done = extend(draft, parent_of, suggest)
    return replace(done, problems=(*done.problems, *around, *notes.problems))

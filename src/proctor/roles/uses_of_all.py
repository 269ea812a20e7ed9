"""
Who uses which role of a place, for all of its roles at once: for lists.

It says of each role what `uses_of` says of one, but looks at every file only once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from proctor.config import shown_home
from proctor.documents import read_document
from proctor.installing.settings_places import KEPT
from proctor.nodes import Mapping, Scalar
from proctor.nodes import Sequence as SequenceNode
from proctor.roles.files import Tree
from proctor.roles.live_agents import live_agents
from proctor.roles.role_place import Files
from proctor.roles.role_text import Held, held_in
from proctor.roles.trust import shown_file
from proctor.roles.uses import (
    ROLE,
    TEMPLATE,
    TEMPLATES,
    Use,
    agents_under,
    from_further_out,
    home_templates,
    hooks_for,
    place_tree,
    trusted_copies,
)
from proctor.terms.role_chain import roles_of

WORD = re.compile(rb"(?<![\w.:-])[\w.:-]+(?![\w.:-])")
Found = dict[str, list[Use]]


def uses_of_all(files: Files, names: Sequence[str], *, in_project: bool) -> Found:
    """
    Return everybody who uses a role, by the role.

    Args:
        files: the files of the home and the project.
        names: the roles that are asked for.
        in_project: whether the project's roles are meant, or the home's and the built-in ones.

    """
    tree = place_tree(files, in_project=in_project)
    home = shown_home(files.home)
    found: Found = {name: [] for name in names}

    def shown(name: str) -> str:
        return shown_file(name) if in_project else f"{home}/{name}"

    for held in held_in(tree):
        if is_child(held) and held.fields["extends"] in found:
            found[held.fields["extends"]].append(Use(ROLE, held.id, shown(held.name), held.name))
    for role, name, file in named_in(tree, names):
        found[role].append(Use(TEMPLATE, name, shown(file), file))
    for role, use in further(files, names, in_project=in_project):
        found[role].append(use)
    busy = {role for agent in live_agents(files.home) for role in roles_of(agent.role)}
    for role in names:
        if role in busy:
            found[role] += agents_under(role, files, in_project=in_project)
    if any((files.home / KEPT).glob("*.json")):
        for role in names:
            found[role] += hooks_for(role, files, in_project=in_project)
    return found


def is_child(held: Held) -> bool:
    """Say whether a role has a parent of another name."""
    parent = held.fields.get("extends")
    return isinstance(parent, str) and parent != held.id


def named_in(tree: Tree, names: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Return role, name and file of every template that names a role, or that may."""
    wanted = set(names)
    for file, data in sorted(tree.files.items()):
        if not file.startswith(TEMPLATES):
            continue
        name = file.removeprefix(TEMPLATES).rsplit(".", 1)[0]
        for role in sorted(roles_in(data, file) & wanted):
            yield role, name, file


def roles_in(data: bytes, file: str) -> set[str]:
    """Return the roles that a template names; every word of one that cannot be read."""
    document = read_document(data, file)
    if document.problems or document.root is None:
        return {word.decode("utf-8", "replace") for word in WORD.findall(data)}
    stages = document.root.get("stages") if isinstance(document.root, Mapping) else None
    items = stages.items if isinstance(stages, SequenceNode) else ()
    said = [item.get("roleId") for item in items if isinstance(item, Mapping)]
    return {node.text for node in said if isinstance(node, Scalar)}


def further(files: Files, names: Sequence[str], *, in_project: bool) -> Iterator[tuple[str, Use]]:
    """Return who uses these roles in other places than their own."""
    if in_project:
        wanted = {role for role, _, _ in named_in(home_templates(files.home), names)}
        for role in sorted(wanted):
            yield from ((role, use) for use in from_further_out(role, files))
        return
    wanted = set(names)
    for where, tree in trusted_copies(files.home):
        held = held_in(tree)
        for each in held:
            parent = each.fields.get("extends")
            if isinstance(parent, str) and parent in wanted:
                yield parent, Use(ROLE, each.id, where)
        theirs = {each.id for each in held}
        for role, name, _ in named_in(tree, wanted - theirs):
            yield role, Use(TEMPLATE, name, where)

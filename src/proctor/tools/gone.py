"""
Who still names tools that the code has no more.

A name counts as used as soon as it stands in a role file or a config, be the file broken or
the name in a comment: a tool is forgotten only where nobody can mean it. The letters of a
longer name do not count: `deployer` is not `deploy`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from proctor.roles.files import Tree
from proctor.roles.permissions import LISTS, Fields, Known
from proctor.roles.read import read_role_file
from proctor.terms.rule import Form, Rule
from proctor.tools import index_file

ROLES = "roles/"


def mentioned(names: Iterable[str], trees: Sequence[Tree]) -> set[str]:
    """Return those names that stand anywhere in the files, catalogues apart."""
    files = [
        data
        for tree in trees
        for file, data in tree.files.items()
        if not file.startswith(f"{index_file.FOLDER}/")
    ]
    return {name for name in names if any(map(whole(name).search, files))}


def whole(name: str) -> re.Pattern[bytes]:
    """Return what finds a name that is no part of a longer one."""
    return re.compile(rb"(?<![\w-])" + re.escape(name.encode()) + rb"(?![\w-])")


def naming(names: Sequence[str], trees: Sequence[Tree], known: Known) -> dict[str, tuple[str, ...]]:
    """Return for each of these tools the roles whose own files name it."""
    found: dict[str, set[str]] = {name: set() for name in names}
    for tree in trees:
        for file, data in tree.files.items():
            if file.startswith(ROLES) and any(name.encode() in data for name in names):
                for draft in read_role_file(data, file, known).drafts:
                    for name in named_in(draft.fields) & set(names):
                        found[name].add(draft.id)
    return {name: tuple(sorted(roles)) for name, roles in found.items()}


def named_in(fields: Fields) -> set[str]:
    """Return the tools that a role's own lists name."""
    return {rule.tool for rule in rules_of(fields) if rule.form is not Form.STRING}


def rules_of(fields: Fields) -> Iterator[Rule]:
    """Return all rules that a role's file has, and its tools, which are rules too."""
    yield from fields.get("tools") or ()
    permissions = fields.get("permissions") or {}
    for effect in LISTS:
        yield from permissions.get(effect) or ()

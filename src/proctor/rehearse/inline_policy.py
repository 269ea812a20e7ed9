"""
The `policy:` of a case file, read as the role that it stands for, and compiled.

It has the keys of a role's `permissions`, and beside them the few of a role
that change what is decided.
"""

from __future__ import annotations

from dataclasses import replace

from proctor.nodes import Mapping
from proctor.policy.policy import Policy
from proctor.roles.build import build_role
from proctor.roles.extend import Extended, without_nulls
from proctor.roles.permissions import PROFILE_KEYS, Fields, Known, infer, read_permissions
from proctor.roles.read import Draft, RoleReader
from proctor.roles.values import Notes, is_null
from proctor.terms.catalogue import BUILT_IN, Catalogue
from proctor.terms.role import Role

# The key here, and the key of a role that it is.
ROLE_KEYS = {
    "mode": "permission_mode",
    "tools": "tools",
    "follow_bypass": "follow_bypass",
    "additional_directories": "additional_directories",
}
POLICY_KEYS = (*PROFILE_KEYS, *ROLE_KEYS)


def read_inline_policy(node: Mapping, notes: Notes, known: Known) -> Role | None:
    """Read an inline policy; None where something in it is wrong, which is then noted."""
    before = len(notes.problems)
    reader = RoleReader(notes, known)
    fields: Fields = {}
    for key, value in node.pairs:
        if key.text not in POLICY_KEYS:
            notes.unknown_key(key, "`policy`", POLICY_KEYS)
        elif key.text in ROLE_KEYS and not is_null(value):
            fields[ROLE_KEYS[key.text]] = reader.value(ROLE_KEYS[key.text], value)
    lists = tuple(pair for pair in node.pairs if pair[0].text in PROFILE_KEYS)
    if lists:
        inner = replace(node, pairs=lists)
        fields["permissions"] = read_permissions(inner, notes, known, "`policy`")
        infer(fields["permissions"], inner, notes, known)
    if any(not problem.warning for problem in notes.problems[before:]):
        return None
    draft = Draft("policy", node, fields)
    return build_role(Extended(draft, without_nulls(fields), ()), known.profiles, "case file")


def compile_role(role: Role, catalogue: Catalogue = BUILT_IN) -> Policy:
    """Compile the policy of a role that stands in no role file."""
    return Policy.compile(
        role.permissions,
        tools=role.tools,
        mode=role.mode,
        follow_bypass=role.follow_bypass,
        additional_directories=role.additional_directories,
        catalogue=catalogue,
    )

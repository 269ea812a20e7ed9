"""
Read who the people of a home are: `people`, `permission_grants`, `approvers`.

    people:
      ada: {roles: [admin], telegram: 11111111}
      roles: {discord: {developer: "610000000000000001"}}   # who has that role of Discord's
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping

from proctor.local_person import local_person
from proctor.nodes import Mapping as MappingNode
from proctor.nodes import Node, Scalar, Sequence, visible
from proctor.roles.read import ID
from proctor.roles.values import Notes, is_null
from proctor.terms.asking import ChatRoles
from proctor.terms.person import ADMINISTRATOR, PERSON_NAME, ROLE_NAME, Person

# The channels that know people by an id of their own, and what such an id looks like.
IDS = {
    "telegram": re.compile(r"[1-9][0-9]{0,18}"),
    "discord": re.compile(r"[1-9][0-9]{0,19}"),
}
PERSON_KEYS = ("roles", *IDS)
# Not a person: which role of a chat stands for which role of people, in each channel that has any.
CHAT_ROLES, WITH_ROLES = "roles", ("discord",)
ID_HELP = {
    "telegram": "a number, not a name: people see theirs by writing to @userinfobot",
    "discord": "switch on Developer Mode in Discord, then right-click the person and Copy User ID",
}
ROLE_HELP = "switch on Developer Mode in Discord, then right-click the role and Copy Role ID"
# What YAML takes for a text without quotes.
BARE = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)

Named = Mapping[str, tuple[str, ...]]


def read_people(node: Node, notes: Notes) -> tuple[tuple[Person, ...], ChatRoles]:
    """Read everybody, and the roles of chats; an id is of one person only."""
    people = []
    chat_roles: ChatRoles = {}
    owners: dict[tuple[str, str], str] = {}
    for key, value in notes.mapping(node, "`people`"):
        if key.text == CHAT_ROLES:
            chat_roles = read_chat_roles(value, notes)
            continue
        if not PERSON_NAME.fullmatch(key.text):
            message = f"`{visible(key.text)}` cannot be the name of a person"
            notes.error(key, "bad-id", message, help="letters, digits, blanks and . _ @ + ' -")
        people.append(read_person(key, value, notes, owners))
    return tuple(people), chat_roles


def read_chat_roles(node: Node, notes: Notes) -> ChatRoles:
    """Read which roles of a chat stand for which roles of people, by the ids of the former."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for channel, roles in notes.mapping(node, "`roles` under `people`"):
        if channel.text not in WITH_ROLES:
            notes.unknown_key(channel, "`roles` under `people`", WITH_ROLES)
            continue
        ids = found.setdefault(channel.text, {})
        for role, value in notes.mapping(roles, f"`{channel.text}`"):
            is_role_name(role, notes)
            for item in value.items if isinstance(value, Sequence) else (value,):
                text = item.text if isinstance(item, Scalar) else ""
                if not IDS[channel.text].fullmatch(text):
                    message = "this is not the id of a role on Discord"
                    notes.error(item, "wrong-value", message, help=ROLE_HELP)
                    continue
                ids[text] = ids.get(text, frozenset()) | {role.text}
    return {channel: ids for channel, ids in found.items() if ids}


def roles_held(people: Iterable[Person], chat_roles: ChatRoles) -> frozenset[str]:
    """Return the roles that somebody has, or can have by a chat's role."""
    held = {role for person in people for role in person.roles}
    return frozenset(held.union(*(roles for ids in chat_roles.values() for roles in ids.values())))


def read_person(
    name: Scalar, node: Node, notes: Notes, owners: dict[tuple[str, str], str]
) -> Person:
    """Read one person; `owners` remembers whose each id is."""
    roles: frozenset[str] = frozenset()
    ids: dict[str, tuple[str, ...]] = {}
    for key, value in () if is_null(node) else notes.mapping(node, "a person"):
        if key.text not in PERSON_KEYS:
            notes.unknown_key(key, "a person", PERSON_KEYS)
        elif is_null(value):
            continue
        elif key.text == "roles":
            roles = frozenset(read_role_names(value, notes, "`roles`"))
        else:
            ids[key.text] = read_ids(name, key.text, value, notes, owners)
    if is_null(node) or not (roles or any(ids.values())):
        message = f"`{visible(name.text)}` has neither a role nor an id"
        hint = "they can answer with a token of their own only, where no role is wanted"
        notes.warn(name, "bare-person", message, help=hint)
    return Person(
        name=name.text, roles=roles, ids={at: given for at, given in ids.items() if given}
    )


def read_ids(
    name: Scalar, channel: str, node: Node, notes: Notes, owners: dict[tuple[str, str], str]
) -> tuple[str, ...]:
    """
    Read an id, or a list of them.

    It is taken as it is written, never as a number: one of nineteen digits would not
    survive that.
    """
    found: dict[str, None] = {}
    for item in node.items if isinstance(node, Sequence) else (node,):
        text = item.text if isinstance(item, Scalar) else ""
        if not IDS[channel].fullmatch(text):
            message = f"this is not the id of a person on {channel.capitalize()}"
            notes.error(item, "wrong-value", message, help=ID_HELP[channel])
            continue
        owner = owners.setdefault((channel, text), name.text)
        if owner != name.text:
            message = f"this id is that of `{visible(owner)}` already"
            hint = "whoever answers must be one person"
            notes.error(item, "taken-id", message, help=hint)
        found[text] = None
    return tuple(found)


def read_role_names(node: Node, notes: Notes, what: str) -> dict[str, Scalar]:
    """Read a list of roles of people; each with the first node that names it."""
    names: dict[str, Scalar] = {}
    for item in notes.texts(node, what):
        if is_role_name(item, notes):
            names.setdefault(item.text, item)
    return names


def is_role_name(node: Scalar, notes: Notes) -> bool:
    """Say whether people can have a role of this name, and complain where they cannot."""
    if ROLE_NAME.fullmatch(node.text):
        return True
    message = f"`{visible(node.text)}` cannot be a role of people"
    notes.error(node, "bad-id", message, help="letters, digits and . _ -")
    return False


def read_permission_grants(
    node: Node, notes: Notes, profiles: Iterable[str], held: Collection[str]
) -> Named:
    """Read which profiles each role of people may grant."""
    known = sorted(profiles)
    grants: dict[str, tuple[str, ...]] = {}
    for key, value in notes.mapping(node, "`permission_grants`"):
        if is_role_name(key, notes):
            look_for_somebody(key, notes, held)
        names: dict[str, None] = {}
        for item in notes.texts(value, f"`{visible(key.text)}`"):
            if item.text not in known:
                message = f"`{visible(item.text)}` is not a profile that is known"
                hint = notes.suggest(item.text, known) or f"one of {', '.join(known)}"
                notes.error(item, "unknown-profile", message, help=hint)
            names[item.text] = None
        grants[key.text] = tuple(names)
    return grants


def read_approvers(node: Node, notes: Notes, held: Collection[str]) -> Named:
    """Read which roles of people may answer for each role of agents."""
    approvers: dict[str, tuple[str, ...]] = {}
    for key, value in notes.mapping(node, "`approvers`"):
        if not ID.fullmatch(key.text):
            message = f"`{visible(key.text)}` cannot be the id of a role of agents"
            notes.error(key, "bad-id", message)
        what = f"`{visible(key.text)}`"
        names = read_role_names(value, notes, what)
        for item in names.values():
            look_for_somebody(item, notes, held)
        if isinstance(value, Sequence) and not value.items:
            hint = "leave it out where everybody may answer; `otherwise: deny` asks nobody"
            notes.error(value, "wrong-value", f"{what} names nobody", help=hint)
        approvers[key.text] = tuple(names)
    return approvers


def look_for_somebody(role: Scalar, notes: Notes, held: Collection[str]) -> None:
    """Warn of a role that nobody has; where nobody is named, the user is the administrator."""
    roles = sorted(held) or [ADMINISTRATOR]
    if role.text not in roles:
        message = f"nobody under `people` has the role `{visible(role.text)}`"
        hint = notes.suggest(role.text, roles) or f"roles that somebody has: {', '.join(roles)}"
        notes.warn(role, "nobody-has-role", message, help=hint)


def look_for_administrator(root: Node | None, notes: Notes, people: tuple[Person, ...]) -> None:
    """Warn where people are named and none of them is an administrator: all others are out."""
    key = root.key("people") if isinstance(root, MappingNode) else None
    # Who they are is known only of a file that is right.
    if key is None or not people or any(not problem.warning for problem in notes.problems):
        return
    if not any(ADMINISTRATOR in person.roles for person in people):
        message = f"nobody under `people` has the role `{ADMINISTRATOR}`: who is not named is out"
        hint = f"add a line under `people`: `{administrator_line(local_person())}`"
        notes.warn(key, "no-administrator", message, help=hint)


def administrator_line(name: str) -> str:
    """Return the line under `people` that makes somebody an administrator."""
    shown = name if BARE.fullmatch(name) else json.dumps(name)
    return f"{shown}: {{roles: [{ADMINISTRATOR}]}}"

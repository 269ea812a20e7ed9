"""Read what a config.yaml says of asking: who may answer, where, for how long, and the reviewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from proctor.config_channels import read_channels
from proctor.config_people import (
    look_for_administrator,
    read_approvers,
    read_people,
    read_permission_grants,
    roles_held,
)
from proctor.config_reviewer import read_reviewer
from proctor.config_seconds import read_seconds
from proctor.nodes import Node
from proctor.roles.values import Notes, is_null
from proctor.terms.asking import Asking

ASKING_KEYS = ("people", "permission_grants", "approvers", "channels", "approval", "reviewer")
APPROVAL_KEYS = ("timeout", "on_timeout")
LONGEST_TIMEOUT = 7200


class OnTimeout(Enum):
    """What becomes of a question that nobody answered in time, where somebody is there."""

    DENY = "deny"
    DIALOG = "dialog"


def read_asking(
    root: Node | None, nodes: Mapping[str, Node], notes: Notes, profiles: Iterable[str]
) -> Asking:
    """Read all keys of asking that a file has; `profiles` are those that people may grant."""
    asking = Asking()
    if "people" in nodes:
        people, chat_roles = read_people(nodes["people"], notes)
        asking = asking._replace(people=people, chat_roles=chat_roles)
    held = roles_held(asking.people, asking.chat_roles)
    if "permission_grants" in nodes:
        node = nodes["permission_grants"]
        grants = read_permission_grants(node, notes, profiles, held)
        asking = asking._replace(permission_grants=grants)
    if "approvers" in nodes:
        approvers = read_approvers(nodes["approvers"], notes, held)
        asking = asking._replace(approvers=approvers)
    if "channels" in nodes:
        asking = asking._replace(**read_channels(nodes["channels"], notes)._asdict())
    if "approval" in nodes:
        asking = read_approval(asking, nodes["approval"], notes)
    if "reviewer" in nodes:
        asking = asking._replace(reviewer=read_reviewer(nodes["reviewer"], notes))
    look_for_administrator(root, notes, asking.people)
    return asking


def read_approval(asking: Asking, node: Node, notes: Notes) -> Asking:
    """Read how long a question waits, and what becomes of it then."""
    for key, value in notes.mapping(node, "`approval`"):
        if key.text not in APPROVAL_KEYS:
            notes.unknown_key(key, "`approval`", APPROVAL_KEYS)
        elif is_null(value):
            continue
        elif key.text == "timeout":
            asking = asking._replace(timeout=read_seconds(value, notes, LONGEST_TIMEOUT))
        else:
            then = notes.choice(value, "what can happen then", OnTimeout)
            asking = asking._replace(dialog_on_timeout=then is not OnTimeout.DENY)
    return asking

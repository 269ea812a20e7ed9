"""
Read a block of permissions: the lists, their order, and what holds otherwise.

The same for a role's `permissions:` and for a profile of a config.yaml. What
comes out has only what is written; profiles are put under it in `build.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from proctor.errors import RuleError
from proctor.nodes import Mapping as MappingNode
from proctor.nodes import Node, Scalar, Sequence, visible
from proctor.policy.rules import parse_rule
from proctor.policy.two_lists import BESIDE, inferred_order, is_two_lists
from proctor.roles.check import RuleReader, one_line
from proctor.roles.values import Notes, is_null
from proctor.terms.catalogue import Catalogue
from proctor.terms.effect import Effect
from proctor.terms.permissions import in_words
from proctor.terms.role import ALLOW_BEFORE_ASK, STRICT_FIRST, Permissions

Fields = dict[str, Any]
LISTS = ("allow", "ask", "deny")
PROFILE_KEYS = ("profile", "order", "otherwise", *LISTS)
PERMISSION_KEYS = (*PROFILE_KEYS, "agent")
AGENT_KEYS = ("enabled", "model", "instructions")
# What a role has that writes neither `permissions` nor `tools`.
PROFILE_OF_NOTHING = "guarded"
ORDERS = (STRICT_FIRST, ALLOW_BEFORE_ASK)
# The lists of a profile that has no other key, and the key of the order that it is read in.
LISTED = ("allow", "ask")
INFERRED = "inferred order"


@dataclass(frozen=True, slots=True)
class Known:
    """
    What a file may name: the tools, and the profiles.

    `infers` says whether an order is inferred. It is not in a copy that somebody trusted
    before there was such a thing: what they have seen is what counts.
    """

    catalogue: Catalogue
    profiles: Mapping[str, Permissions]
    infers: bool = True


def read_permissions(node: Node, notes: Notes, known: Known, what: str) -> Fields:
    """Read what is written; a null is kept as None, for it clears what a parent gave."""
    keys = PERMISSION_KEYS if what == "`permissions`" else PROFILE_KEYS
    rules = RuleReader(notes, known.catalogue)
    fields: Fields = {}
    for key, value in notes.mapping(node, what, profile_hint(node, known)):
        name = key.text
        if name not in keys:
            notes.unknown_key(key, what, keys)
        elif is_null(value):
            fields[name] = None
        elif name in LISTS:
            fields[name] = rules.rules(value, Effect.of(name))
        elif name == "profile":
            fields[name] = read_profile_name(value, notes, known.profiles)
        elif name == "order":
            fields[name] = read_order(value, notes)
        elif name == "otherwise":
            fields[name] = read_effect(value, notes, "`otherwise`")
        else:
            fields[name] = read_agent(value, notes)
    return fields


def profile_hint(node: Node, known: Known) -> str:
    """Say how a profile is named, for somebody who wrote something else than a map."""
    written = node.text if isinstance(node, Scalar) else ""
    return f"write `{{profile: {written if written in known.profiles else 'standard'}}}`"


def infer(fields: Fields, node: Node, notes: Notes, known: Known) -> None:
    """
    Add what two lists of patterns imply, where nothing else is written beside them.

    `fields` are those of a profile, or of the permissions of a role that extends no other.
    """
    written = written_keys(fields)
    allow, ask = (fields.get(word) or () for word in LISTED)
    if not known.infers and is_two_lists(allow, ask, written):
        message = f"trusted by an earlier version, so read as {said(STRICT_FIRST, Effect.ASK)}"
        hint = "`proctor trust` shows how it is read now, and trusts it anew"
        notes.warn(node, "read-as-before", message, help=hint)
        return
    try:
        order = inferred_order(allow, ask, written, known.catalogue)
    except RuleError as error:
        key = next((key for key in BESIDE if key in written), "ask")
        notes.error(key_node(node, key), error.code, one_line(error.message), help=error.help)
        return
    if order is None:
        return
    fields |= {INFERRED: order, "otherwise": Effect.DENY}
    message = f"only `tool:` patterns here, so this is read as {said(order, Effect.DENY)}"
    notes.warn(node, "inferred-order", message, help="write both keys to say it yourself")


def written_keys(fields: Mapping[str, object]) -> set[str]:
    """Return the keys that say something; an empty list says nothing."""
    return {key for key, value in fields.items() if value not in (None, (), [])}


def inferred_keys(role: Mapping[str, Any], catalogue: Catalogue) -> dict[str, str]:
    """
    Return the keys that a role's permissions imply, to be written before anything else is added.

    Args:
        role: its keys, as they are written.
        catalogue: the tools that there are.

    """
    permissions = role.get("permissions")
    if not isinstance(permissions, dict) or role.get("extends") is not None:
        return {}
    try:
        allow, ask = (
            [parse_rule(entry, word, catalogue=catalogue) for entry in permissions.get(word) or ()]
            for word in LISTED
        )
        order = inferred_order(allow, ask, written_keys(permissions), catalogue)
    except (RuleError, TypeError):
        return {}  # such a role does not load, and whoever reads it says why
    return {"order": in_words(order), "otherwise": Effect.DENY.word} if order else {}


def said(order: tuple[Effect, ...], otherwise: Effect) -> str:
    """Return the two keys as they are written."""
    return f"`order: {in_words(order)}` and `otherwise: {otherwise}`"


def read_profile_name(node: Node, notes: Notes, profiles: Collection[str]) -> str | None:
    """Read the name of a profile that is there."""
    name = notes.line(node, "`profile`")
    if name is not None and name not in profiles:
        names = sorted(profiles)
        hint = notes.suggest(name, names) or f"one of {', '.join(names)}"
        message = f"`{visible(name)}` is not a profile that is known"
        notes.error(node, "unknown-profile", message, help=hint)
    return name


def read_order(node: Node, notes: Notes) -> tuple[Effect, ...] | None:
    """Read `deny, ask, allow` in either of its two forms."""
    if isinstance(node, Sequence):
        words: list[Effect | None] = [read_effect(item, notes, "`order`") for item in node.items]
    else:
        text = notes.text(node, "`order`")
        if text is None:
            return None
        words = [EFFECTS.get(word.strip()) for word in text.split(",")]
    order = tuple(word for word in words if word is not None)
    if order in ORDERS and len(order) == len(words):
        return order
    hint = " or ".join(f"`{in_words(order)}`" for order in ORDERS)
    notes.error(node, "wrong-value", "this is not an order of the lists", help=hint)
    return None


EFFECTS = {effect.word: effect for effect in Effect}


def read_effect(node: Node, notes: Notes, what: str) -> Effect | None:
    """Read allow, ask or deny."""
    text = notes.text(node, what)
    if text is not None and text not in EFFECTS:
        notes.wrong_word(node, "allow, ask or deny", text, list(EFFECTS))
    return EFFECTS.get(text or "")


def read_agent(node: Node, notes: Notes) -> Fields:
    """Read the AI reviewer."""
    fields: Fields = {}
    for key, value in notes.mapping(node, "`agent`"):
        if key.text not in AGENT_KEYS:
            notes.unknown_key(key, "`agent`", AGENT_KEYS)
        elif is_null(value):
            fields[key.text] = None
        elif key.text == "enabled":
            fields[key.text] = notes.boolean(value, "`enabled`")
        elif key.text == "model":
            fields[key.text] = notes.line(value, "`model`")
        else:
            fields[key.text] = notes.text(value, "`instructions`")
    return fields


def value_node(node: Node, *keys: str) -> Node:
    """Return the value that stands under these keys, else the nearest node around it."""
    for key in keys:
        inner = node.get(key) if isinstance(node, MappingNode) else None
        if inner is None:
            return node
        node = inner
    return node


def key_node(node: Node, *keys: str) -> Node:
    """Return the key itself, for a complaint about a value that is not there."""
    around = value_node(node, *keys[:-1])
    key: Scalar | None = around.key(keys[-1]) if isinstance(around, MappingNode) else None
    return key or around

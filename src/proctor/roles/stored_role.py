"""A role as its own file has it, and what was done to one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from proctor.errors import FileProblems, ProctorError, UsageError, did_you_mean
from proctor.nodes import visible
from proctor.roles.history import What, now_text
from proctor.roles.permissions import inferred_keys
from proctor.roles.read import ID, INDEX, ROLE_KEYS, slug, stem
from proctor.roles.role_text import plain_of
from proctor.roles.uses import Use
from proctor.roles.yaml_edit import with_key
from proctor.terms.catalogue import Catalogue

# What the store writes itself.
OWN_KEYS = ("id", "createdAt", "updatedAt")
TOOLS = ("tools", "toolIds")
LONGEST_ID = 64
# A role of such an id would have the file in which all roles can stand.
NO_IDS = frozenset(map(stem, INDEX))


@dataclass(frozen=True, slots=True)
class StoredRole:
    """
    A role as its own file has it; parents and profiles are not merged in.

    `fields` are the keys as written, `text` is all of it. `revision` names exactly this text.
    """

    id: str
    path: Path
    text: str
    fields: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Return the display name."""
        return str(self.fields.get("name") or self.id)

    @property
    def description(self) -> str:
        """Return what the role is for, in one line."""
        return str(self.fields.get("description") or "")

    @property
    def tools(self) -> tuple[str, ...] | None:
        """Return the tools that are listed; None where none are, which means all."""
        listed = self.fields.get("tools", self.fields.get("toolIds"))
        return tuple(map(str, listed)) if isinstance(listed, list) else None

    @property
    def revision(self) -> str:
        """Return a name for exactly this text."""
        return sha256(self.text.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Change:
    """
    What was done to a role.

    `number` is that of the version in the history; 0 where nothing was different. `trusted`
    says whether the project is trusted as it now is; None for the home. `role` is None for
    one that is gone, `moved` are those that used it. `notes` say what one may not have meant.
    """

    role_id: str
    what: What
    number: int
    path: Path
    trusted: bool | None
    role: StoredRole | None
    moved: tuple[Use, ...] = ()
    notes: tuple[str, ...] = ()


def new_id(name: str) -> str:
    """
    Return the id of a new role: lower case, and a dash for everything that is no letter or digit.

    Raises:
        UsageError: nothing is left of the name, it is too long, or means the index of roles.

    """
    made = slug(name)
    if len(made) > LONGEST_ID:
        message = f"`{visible(name)}` is too long for an id: {len(made)} characters"
        raise UsageError(message, help=f"give it another by --id, at most {LONGEST_ID} characters")
    if not ID.fullmatch(made):
        message = f"`{visible(name)}` gives no id for a role"
        raise UsageError(message, help="an id of the name is of a-z and 0-9: give it one by --id")
    refuse_index(made)
    return made


def given_id(role_id: str) -> str:
    """
    Return an id that somebody has given for a new role: as it is, for nothing is made of it.

    Raises:
        UsageError: it can be none.

    """
    if not ID.fullmatch(role_id):
        message = f"`{visible(role_id)}` cannot be the id of a role"
        hint = (
            "an id is of letters, digits, dashes, `_`, `.` and `:`, begins with a letter or digit, "
            f"and has at most {LONGEST_ID} characters"
        )
        raise UsageError(message, help=hint)
    refuse_index(role_id)
    return role_id


def refuse_index(role_id: str) -> None:
    """
    Refuse an id by which a role would have the file of all roles.

    Raises:
        UsageError: it is one.

    """
    if role_id.lower() in NO_IDS:
        message = f"`{visible(role_id)}` cannot be the id of a role: its file is for all roles"
        raise UsageError(message, help="give it another name, or another id")


def checked(changes: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return changes whose keys a role can have; whether the values fit is seen when it is read.

    Raises:
        UsageError: a key is unknown, or is the store's own.

    """
    found: dict[str, Any] = {}
    for key, value in changes.items():
        top = key.split(".", 1)[0]
        if top in OWN_KEYS:
            raise UsageError(f"`{top}` cannot be set", help="copy the role to get another id")
        if top not in ROLE_KEYS:
            message = f"`{visible(key)}` is not a key of a role"
            keys = ", ".join(sorted(set(ROLE_KEYS) - set(OWN_KEYS)))
            raise UsageError(message, help=did_you_mean(top, ROLE_KEYS) or f"the keys are {keys}")
        found[key] = listed(value)
    return found


def listed(value: Any) -> Any:
    """Return a value made of what YAML has: lists, maps and scalars."""
    if isinstance(value, Mapping):
        return {str(key): listed(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [listed(inner) for inner in value]
    return value


def path_of(key: str, fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Return where a key stands in a role, which may call its tools by either name."""
    if key in TOOLS:
        return (next((name for name in TOOLS if name in fields), key),)
    return tuple(key.split("."))


def spelled_out(text: str, file: str, catalogue: Catalogue) -> str:
    """Return a text with the keys that its lists of rules imply, so that no change loses them."""
    role = plain_of(text, file)
    implied = inferred_keys(role, catalogue) if isinstance(role, dict) else {}
    for key, value in implied.items():
        text = with_key(text, file, ("permissions", key), value)
    return text


def stamped(text: str, file: str) -> str:
    """Return a text with the time of its change; as it is where a machine had better not write."""
    try:
        return with_key(text, file, ("updatedAt",), now_text())
    except FileProblems:
        raise
    except ProctorError:
        return text


def own_text(text: str, file: str, role_id: str) -> str:
    """
    Return a text that can be that of a role.

    Raises:
        RoleProblems: it cannot be read.
        UsageError: it says nothing, or is of another id.

    """
    plain = plain_of(text, file)
    # A role that says nothing has the profile `guarded`: nobody means that by nothing.
    if not isinstance(plain, dict) or not plain:
        hint = "`proctor role delete` takes a role away"
        raise UsageError("an empty text is no role", help=hint)
    if plain.get("id") not in (None, role_id):
        hint = "`proctor role copy` makes one of another id"
        raise UsageError("the id of a role stays what it is", help=hint)
    return text


def refuse_renamed(before: set[str], now: set[str], made: str, gone: str) -> None:
    """
    Refuse a change by which a role gets another id.

    Raises:
        UsageError: it does.

    """
    if now != (before | {made} if made else before) - {gone}:
        message = "the id of a role stays what it is"
        raise UsageError(message, help="`proctor role copy` makes one of another id")

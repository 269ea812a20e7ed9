"""A role that is about to be made: its id, its file, and the text that is written for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from proctor.errors import UsageError
from proctor.nodes import visible
from proctor.roles.file_changes import ROLES
from proctor.roles.history import now_text
from proctor.roles.read import INDEX
from proctor.roles.role_text import Held, as_entry, is_index, with_fields
from proctor.roles.stored_role import path_of
from proctor.roles.yaml_edit import with_key

NO_FIELDS: Mapping[str, Any] = {}


def refuse_taken(role_id: str, others: Collection[str]) -> None:
    """
    Refuse an id that a role of the place has already.

    Raises:
        UsageError: it is taken.

    """
    if role_id.lower() in {other.lower() for other in others}:
        message = f"there is a role `{visible(role_id)}` already"
        raise UsageError(message, help=f"take another name, or `proctor role edit {role_id}`")


def file_for_new(role_id: str, names: Collection[str]) -> str:
    """Return the file for a new role: the index where there is one, otherwise one of its own."""
    index = next((f"{ROLES}{name}" for name in INDEX if f"{ROLES}{name}" in names), None)
    return index or f"{ROLES}{role_id}.yaml"


def text_of_new(  # noqa: PLR0913 - keyword only
    text: str,
    *,
    name: str,
    file: str,
    role_id: str,
    others: Sequence[Held],
    fields: Mapping[str, Any] = NO_FIELDS,
) -> str:
    """
    Return the text of a new role as it is written: with its name, its times and, in an index, id.

    Args:
        text: a text to begin with; may be empty.
        name: its display name.
        file: the file that it is for.
        role_id: its id.
        others: the roles of the place, whose way of writing is followed in an index.
        fields: keys to set.

    Raises:
        RoleProblems: the text cannot be read.
        ProctorError: it cannot be changed without loss.

    """
    start = with_key(text, file, ("id",), None) if text else ""
    start = with_key(start, file, ("name",), name, first=True)
    for key, value in fields.items():
        start = with_key(start, file, path_of(key, {}), value)
    now = now_text()
    new = with_fields(start, file, {"createdAt": now, "updatedAt": now})
    return as_entry(new, file, role_id, list(others)) if is_index(file) else new

"""
Which of two roles of one id and place counts: a person's own, not a default role beside it.

A default role is an entry of an index as Proctor writes it with a home or by `proctor init`, but
for its dates. One that somebody has changed is theirs: then only they know which of the two counts.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from proctor.documents import read_document
from proctor.roles.read import INDEX

if TYPE_CHECKING:
    from collections.abc import Mapping

DATES = ("createdAt", "updatedAt")


def is_default(file: str, role: object) -> bool:
    """Say whether a role in a file is an unchanged default role."""
    if file.rsplit("/", 1)[-1] not in INDEX or not isinstance(role, dict):
        return False
    return undated(role) in written_by_us()


@cache
def written_by_us() -> list[dict[str, Any]]:
    """Return the default roles without their dates."""
    from proctor.roles.write import default_roles  # noqa: PLC0415 - for two of one id alone

    root = read_document(default_roles().encode(), "default roles").root
    plain = root.plain if root is not None else None
    listed = plain.get("roles") if isinstance(plain, dict) else None
    roles = listed if isinstance(listed, list) else []
    return [undated(role) for role in roles if isinstance(role, dict)]


def undated(role: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a role says without its dates."""
    return {key: value for key, value in role.items() if key not in DATES}

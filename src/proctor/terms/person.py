"""A human who may answer and grant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from proctor.terms.lazy_pattern import lazy

# Roles of people that say how far they may go; whoever has none of them answers and sends.
ADMINISTRATOR = "admin"
DEVELOPER = "developer"
VIEWER = "viewer"
# What a person and a role of people can be called.
PERSON_NAME = lazy(r"[^\W_](?:[\w .@+'\\-]{0,98}[\w.])?")
ROLE_NAME = lazy(r"[^\W_][\w.-]{0,63}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """
    One person, with roles and the ids by which channels know them.

    `ids` maps a channel (`telegram`, `discord`) to the ids that this person has there.
    """

    name: str
    roles: frozenset[str] = frozenset()
    ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def only_looks(self) -> bool:
        """Say whether somebody sees everything, and neither answers nor changes anything."""
        return VIEWER in self.roles and self.roles.isdisjoint((DEVELOPER, ADMINISTRATOR))

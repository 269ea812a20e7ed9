"""The roles of the same id that are further out than a place: the home's, and the built-in ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proctor.config import home_tree, shown_home
from proctor.errors import NotFound, did_you_mean
from proctor.nodes import visible
from proctor.roles.copying import built_in
from proctor.roles.file_changes import Place
from proctor.roles.role_text import held_in
from proctor.terms.plain import plain


class Outer(NamedTuple):
    """A role further out: the name of its file in the home, which is empty for a built-in one."""

    id: str
    file: str = ""

    def __str__(self) -> str:
        """Name it in words."""
        if not self.file:
            return f"the built-in role `{visible(self.id)}`"
        return f"the role `{visible(self.id)}` of your home ({plain(self.file)})"


def further_out(role_id: str, place: Place) -> Outer | None:
    """Return the next role of an id further out than a place, if there is one."""
    if place.in_project:
        for held in held_in(home_tree(place.home)):
            if held.id == role_id:
                return Outer(role_id, f"{shown_home(place.home)}/{held.name}")
    if any(held.id == role_id for held in held_in(built_in())):
        return Outer(role_id)
    return None


def not_here(role_id: str, names: Sequence[str], place: Place) -> NotFound:
    """
    Return the error for a role that a place has not got, but that may be further out.

    Args:
        role_id: the role.
        names: the roles that the place has.
        place: where it was looked for.

    """
    outer = further_out(role_id, place)
    if outer is not None and not outer.file:
        message = f"the role `{visible(role_id)}` is built in, and stays as it is"
        hint = f"`proctor role copy {visible(role_id)} NAME` makes one of your own out of it"
        return NotFound(message, help=hint)
    message = f"{place.folder} has no role `{visible(role_id)}`"
    if outer is not None:
        return NotFound(f"{message}: there is only {outer}", help="--home means that one")
    there = f"there are {', '.join(sorted(names))}" if names else "it has none of its own"
    return NotFound(message, help=did_you_mean(role_id, list(names)) or there)

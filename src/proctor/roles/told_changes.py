"""
What a change of a role does that one may not have meant by it.

A word in one key can take effect in another: a deny of its own takes away the permission that a
mere list of tools is, a list that goes gives every tool, a new role hides a namesake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proctor.errors import ProctorError
from proctor.nodes import visible
from proctor.roles.file_changes import Place
from proctor.roles.find import RoleShelf
from proctor.roles.further_out import further_out
from proctor.roles.role_text import Held
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.role import Role

# So many of the rules that are gone are named.
NAMED = 5
# Only these keys say what a role may do.
DECIDING = ("tools", "toolIds", "permissions", "extends")


def notes_on(
    was: Held | None, now: Held | None, shelves: tuple[RoleShelf, RoleShelf], place: Place
) -> tuple[str, ...]:
    """
    Return what to tell of a change, a sentence each.

    Args:
        was: the role before; None for a new one.
        now: the role after; None for one that is gone.
        shelves: all roles before and after.
        place: where the role is.

    """
    if now is None:
        return ()
    if was is None:
        return (*hidden(now.id, now.fields.get("extends"), place), *without_list(now))
    if all(was.fields.get(key) == now.fields.get(key) for key in DECIDING):
        return ()
    try:
        before, after = (shelf.load(now.id) for shelf in shelves)
    except ProctorError:
        return ()  # what did not load did nothing
    return tuple(effects(before, after))


def hidden(new: str, extends: object, place: Place) -> Iterator[str]:
    """Say which role a new one takes the place of."""
    outer = further_out(new, place)
    if outer is None:
        return
    if extends == new:
        yield f"it takes the place of {outer}, which it extends"
    else:
        yield f"it takes the place of {outer}: nothing of that one counts, its denies neither"


def without_list(new: Held) -> Iterator[str]:
    """Say what a new role has that says nothing of it."""
    if not any(key in new.fields for key in DECIDING):
        yield "it lists no tools, so it has all of them, as the profile `guarded` decides"


def effects(before: Role, after: Role) -> Iterator[str]:
    """Say what was allowed and is not any more, and where a role got wider."""
    if before.tools is not None and after.tools is None:
        yield "it lists no tools any more, so it has all of them"
    if after.mode is Mode.BYPASS and before.mode is not Mode.BYPASS:
        yield "its `permission_mode: bypassPermissions` counts now"
    profile = after.permissions.profile
    if profile and profile != before.permissions.profile:
        yield f"the profile `{visible(profile)}` says now what it may do"
    taken = set(before.tools or ()) - set(after.tools or ()) if after.tools is not None else set()
    allowed = set(allows(after)) | taken
    lost = [text for text in allows(before) if text not in allowed]
    was, otherwise = before.permissions.otherwise, after.permissions.otherwise
    if lost:
        then = f"; what no rule matches: {otherwise}" if was == otherwise else ""
        yield f"these allow rules count no more: {named(lost)}{then}"
    if was != otherwise:
        yield f"what no rule matches was {was}, and is {otherwise} now"


def allows(role: Role) -> list[str]:
    """Return the rules by which a role allows, as they are written."""
    return [rule.text for rule in role.permissions.rules if rule.effect is Effect.ALLOW]


def named(texts: Sequence[str]) -> str:
    """Name some rules."""
    more = f" and {len(texts) - NAMED} more" if len(texts) > NAMED else ""
    return ", ".join(f"`{visible(text)}`" for text in texts[:NAMED]) + more

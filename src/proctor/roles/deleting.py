"""
What must be moved before a role can go.

Nobody is left with a role that is not there: who uses it is named, and either all of them
get another role in the same act, or nothing is done.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.errors import NotFound, UsageError, did_you_mean
from proctor.nodes import visible
from proctor.roles.file_changes import Place
from proctor.roles.role_place import Files, Moment
from proctor.roles.role_text import held_in
from proctor.roles.uses import AGENT, ROLE, RUN, TEMPLATE, Use, moved_template, place_tree, uses_of
from proctor.roles.yaml_edit import with_key

MOST_NAMED = 20


def users(
    role: str, files: Files, place: Place, to: str | None, also: Sequence[Use] = ()
) -> list[Use]:
    """
    Return those who use a role and can be moved to another.

    Raises:
        UsageError: somebody uses it and no other role is given, or they cannot be moved.
        NotFound: the other role is not there.

    """
    found = [*uses_of(role, files, in_project=place.in_project), *also]
    if to is not None:
        check_replacement(role, files, to)
        if any((use.kind, use.name) == (ROLE, to) for use in found):
            message = f"`{visible(to)}` extends `{visible(role)}`, so it cannot take its place"
            raise UsageError(message, help="name another role, or give it another parent first")
    elif found:
        message = f"the role `{visible(role)}` is in use: {named(found)}"
        raise UsageError(message, help=hint(found))
    stuck = [use for use in found if not use.file]
    if stuck:
        message = f"these cannot be moved to another role: {named(stuck)}"
        raise UsageError(message, help=hint(stuck))
    return found


def check_replacement(role: str, files: Files, to: str) -> None:
    """
    Look whether a role can take the place of another.

    Raises:
        UsageError: it is the same one.
        NotFound: there is none of that name.

    """
    if to == role:
        raise UsageError(f"`{visible(to)}` cannot take its own place", help="name another role")
    names = Moment(files).names()
    if to not in names:
        raise NotFound(f"there is no role `{visible(to)}`", help=did_you_mean(to, names))


def named(found: Sequence[Use]) -> str:
    """Name those who use a role."""
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return ", ".join(map(str, found[:MOST_NAMED])) + more


def hint(found: Sequence[Use]) -> str:
    """Say what can be done about those who use a role."""
    if any(use.kind == AGENT for use in found):
        return "stop these agents first: `proctor stop NAME`, or where somebody started them"
    if any(use.kind == RUN for use in found):
        return "let these runs end, or `proctor workflow cancel RUN`"
    if all(use.file for use in found):
        return "`--replace-with ROLE` gives all of them another role"
    return "give them another role where they are"


def replacement(
    found: Sequence[Use], files: Files, place: Place, role: str, to: str | None
) -> tuple[dict[str, tuple[str, str | None]], dict[str, bytes]]:
    """
    Return the roles and templates as they are to be, each with its file.

    Raises:
        UsageError: a template cannot be read.
        ProctorError: a file cannot be changed without loss.

    """
    tree = place_tree(files, in_project=place.in_project)
    children = {use.name for use in found if use.kind == ROLE}
    roles: dict[str, tuple[str, str | None]] = {}
    for held in held_in(tree) if to is not None else ():
        if held.id in children:
            roles[held.id] = (held.name, with_key(held.text, held.name, ("extends",), to))
    templates = {
        use.file: moved_template(tree.files[use.file], use.file, role, to)
        for use in found
        if use.kind == TEMPLATE and to is not None
    }
    return roles, templates

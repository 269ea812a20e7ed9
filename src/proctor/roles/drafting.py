"""
What a role would be with another text: looked at, and not written.

It is checked as the store does it before it writes, among all other roles: what would not
load any more is an error, whoever's fault it is. So whatever is fine here can be saved, as
long as nobody changes anything meanwhile.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from difflib import unified_diff

from proctor.documents import read_document
from proctor.errors import FileProblems, Problem, ProctorError
from proctor.nodes import Mapping, Node
from proctor.nodes import Sequence as SequenceNode
from proctor.roles.file_changes import Place, after, errors, told
from proctor.roles.find import RoleShelf
from proctor.roles.new_role import file_for_new, refuse_taken, text_of_new
from proctor.roles.role_place import Files, Moment, Thought
from proctor.roles.role_text import (
    Held,
    entries_of,
    held_in,
    is_index,
    plain_of,
    put_role,
    read_held,
)
from proctor.roles.stored_role import own_text
from proctor.roles.told_changes import notes_on
from proctor.roles.uses import place_tree
from proctor.terms.place import Place as Spot
from proctor.terms.role import Role

# Lines of a diff around what is different.
AROUND = 3


@dataclass(frozen=True, slots=True)
class Drafted:
    """
    A role with a text that is not its own yet.

    `errors` keep it from being saved; `warnings` do not. `role` is what it would be, None
    where it would not load. `notes` say what one may not have meant. `file` is the name of its
    file and `data` what that would be; `written` is the role's own text in it and `root` its
    node, to find a problem's place by. `shelf` has all roles as they would be.
    """

    id: str
    text: str
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    role: Role | None = None
    notes: tuple[str, ...] = ()
    file: str = ""
    data: bytes = b""
    written: str = ""
    root: Node | None = None
    shelf: RoleShelf | None = None


def drafted(
    place: Place, role_id: str, text: str, files: Files | None = None, *, new: bool = False
) -> Drafted:
    """
    Look at a role of a place as it would be.

    Args:
        place: where the role is, or would be.
        role_id: its id; one that the place does not have is a new one.
        text: all of its text.
        files: the files as they are, where they have been read already.
        new: the role is about to be made, so no other may have its id.

    Raises:
        UsageError: it says nothing, or is of another id; the id of a new one is taken.
        ProctorError: it cannot be put into the file that it belongs to.

    """
    files = files or Files.read(place.home, place.root)
    tree = place_tree(files, in_project=place.in_project)
    others = held_in(tree)
    if new:
        refuse_taken(role_id, [held.id for held in others])
    held = next((each for each in others if each.id == role_id), None)
    name = held.name if held else file_for_new(role_id, tree.files)
    try:
        own = own_text(text, name, role_id)
        if new:
            own = text_of_new(
                own, name=name_in(own, name) or role_id, file=name, role_id=role_id, others=others
            )
        data = put_role(tree.files.get(name), name, role_id, own)
    except FileProblems as broken:
        return Drafted(role_id, text, broken.problems)
    if data is None:
        raise ProctorError("a role without a text is none")
    then = after(files, {name: data}, in_project=place.in_project)
    before, shelf = Moment(files), Thought(then)
    wrong = [*would_not_load(shelf, role_id)]
    wrong += [problem for problem in new_errors(before, shelf) if problem not in wrong]
    became = next((each for each in read_held(name, data) if each.id == role_id), None)
    notes = notes_on(held, became, (before, shelf), place) if not wrong else ()
    return Drafted(
        role_id,
        text,
        tuple(wrong),
        tuple(one for one in shelf.problems([role_id]) if one.warning) if not wrong else (),
        shelf.load(role_id) if not wrong else None,
        notes,
        name,
        data,
        became.text if became else "",
        own_node(name, data, role_id),
        shelf,
    )


def name_in(text: str, file: str) -> str:
    """Return the display name that a role's text has; nothing where it has none."""
    said = plain_of(text, file)
    name = said.get("name") if isinstance(said, dict) else None
    return name if isinstance(name, str) else ""


def would_not_load(shelf: RoleShelf, role_id: str) -> tuple[Problem, ...]:
    """Return why a role would not load."""
    try:
        shelf.load(role_id)
    except FileProblems as broken:
        return broken.problems
    except ProctorError as error:
        return (Problem(code="bad-id", message=error.message, place=Spot(role_id, 1)),)
    return ()


def new_errors(before: RoleShelf, then: RoleShelf) -> list[Problem]:
    """Return what would be wrong in any role, and is not yet."""
    wrong = errors(then)
    known = Counter(map(told, errors(before) if wrong else ()))
    more = Counter(map(told, wrong)) - known
    return [problem for problem in wrong if more[told(problem)]]


def own_node(name: str, data: bytes, role_id: str) -> Node | None:
    """Return where in its file a role is written."""
    root = read_document(data, name).root
    if not is_index(name):
        return root
    ids: list[str] = [held.id for held in read_held(name, data)]
    items = entries_of(root)
    if items is None or role_id not in ids or len(ids) != len(items.items):
        return None
    return items.items[ids.index(role_id)]


def lines_of_rules(root: Node | None) -> dict[int, tuple[str, int]]:
    """Return by the line that it stands in, which list a rule is in and how many are before it."""
    found: dict[int, tuple[str, int]] = {}
    said = root.get("permissions") if isinstance(root, Mapping) else None
    for effect in ("allow", "ask", "deny"):
        listed = said.get(effect) if isinstance(said, Mapping) else None
        for at, item in enumerate(listed.items if isinstance(listed, SequenceNode) else ()):
            found.setdefault(item.line, (effect, at))
    return found


def difference(before: str, after_it: str, names: tuple[str, str]) -> list[str]:
    """Return the lines that one text has and another has not, as a diff."""
    old, new = before.splitlines(), after_it.splitlines()
    return list(unified_diff(old, new, *names, lineterm="", n=AROUND))


def held_of(place: Place, role_id: str) -> Held | None:
    """Return a role of a place as it is now, if it is there."""
    tree = place_tree(Files.read(place.home, place.root), in_project=place.in_project)
    return next((each for each in held_in(tree) if each.id == role_id), None)

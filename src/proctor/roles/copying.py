"""Find the text of a role that is to be copied, in the place that it counts from."""

from __future__ import annotations

from pathlib import Path

from proctor.errors import NotFound, UsageError, did_you_mean
from proctor.nodes import visible
from proctor.roles.file_changes import Place
from proctor.roles.files import Tree, read_tree
from proctor.roles.layers import BUILT_IN_FOLDER, BUILT_IN_PART, ROLES
from proctor.roles.role_place import Files
from proctor.roles.role_text import held_in


def text_to_copy(role: str, home: Path, root: Path, *, into: Place) -> str:
    """
    Return the text of the nearest role of a name.

    Args:
        role: its id.
        home: Proctor's home.
        root: the project from which one looks.
        into: where the copy shall be.

    Raises:
        NotFound: no place has it.
        UsageError: it is a project's that nobody has trusted, and would count in the home.

    """
    files = Files.read(home, root)
    project = files.in_project
    places = [project.now if project else Tree(), files.at_home, built_in()]
    names: list[str] = []
    for tree in places:
        held = {each.id: each for each in held_in(tree)}
        names += held
        if role not in held:
            continue
        if project and tree is project.now and project.changed and into.root is None:
            message = f"the project's role `{visible(role)}` is not trusted as it is"
            raise UsageError(message, help="look at it with `proctor trust` first")
        return held[role].text
    raise NotFound(f"there is no role `{visible(role)}`", help=did_you_mean(role, names))


def built_in() -> Tree:
    """Return the files of the roles that come with Proctor."""
    tree = read_tree(BUILT_IN_FOLDER, parts=(BUILT_IN_PART,), follow=True)
    return Tree({f"{ROLES}{Path(name).name}": data for name, data in tree.files.items()})

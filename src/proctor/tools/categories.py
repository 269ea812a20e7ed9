"""
The categories of tools, in which lists show them: tools/categories.yaml.

The file is a person's. `proctor tools sync` makes it with what the tools need and adds, at
its end, what they need later; names, descriptions, order and comments stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proctor.documents import read_document
from proctor.errors import Problem
from proctor.nodes import Mapping, Node, visible
from proctor.nodes import Sequence as SequenceNode
from proctor.roles.values import Notes
from proctor.tools.definition import humanised
from proctor.tools.index_file import FOLDER
from proctor.tools.index_lines import written

NAME = f"{FOLDER}/categories.yaml"
LIST = "categories"
KEYS = ("id", "name", "description", "order")
HEADER = (
    "# The categories of tools, in the order in which they are listed. Yours to edit:",
    "# `proctor tools sync` only adds, at the end, what a tool names and is not here.",
)


@dataclass(frozen=True, slots=True)
class Category:
    """A group of tools, as people see it; lists go by `order`, then by what comes first."""

    id: str
    name: str
    description: str = ""
    order: int = 0


DEFAULT = (
    Category("filesystem", "Filesystem", "Reading, writing and listing files", 1),
    Category("search", "Search", "Finding things in files", 2),
    Category("chain", "Chain", "Runs of a workflow", 3),
    Category("task", "Task", "Tasks of a workflow's run", 4),
    Category("session", "Session", "Other agents and their sessions", 5),
    Category("command", "Command", "Commands in a shell", 6),
)
# These stand in the file only where a tool is in them.
FURTHER = (
    Category("git", "Git", "Commits, branches and merge requests", 7),
    Category("self_edit", "Self-edit", "An agent's own role and documents", 8),
    Category("web", "Web", "Pages and searches", 9),
    Category("planning", "Planning", "Notes, plans and questions to the user", 10),
    Category("mcp", "MCP", "Resources of MCP servers", 11),
)
KNOWN = {category.id: category for category in (*DEFAULT, *FURTHER)}


@dataclass(frozen=True, slots=True)
class CategoriesFile:
    """What a categories.yaml says, and what is wrong with it."""

    categories: tuple[Category, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_categories(data: bytes, shown: str, note: str = "") -> CategoriesFile:
    """Read a file's content; `shown` is its name as people see it, `note` what to add."""
    document = read_document(data, shown, note)
    notes = Notes(document.problems)
    found: dict[str, Category] = {}
    if document.root is not None:
        with notes.reading(document.root, "a file of categories"):
            found = read_list(document.root, notes)
    if any(not problem.warning for problem in notes.problems):
        return CategoriesFile((), tuple(notes.problems))
    return CategoriesFile(tuple(found.values()), tuple(notes.problems))


def read_list(root: Node, notes: Notes) -> dict[str, Category]:
    """Return the categories of a file by their ids."""
    found: dict[str, Category] = {}
    for key, value in notes.mapping(root, "a file of categories"):
        if key.text != LIST:
            notes.unknown_key(key, "a file of categories", (LIST,))
            continue
        for place, node in enumerate(notes.items(value, f"`{LIST}`"), 1):
            category = read_category(node, place, notes)
            if category is not None and category.id in found:
                message = f"the category `{visible(category.id)}` is written twice"
                notes.error(node, "duplicate-category", message, help="keep one of them")
            elif category is not None:
                found[category.id] = category
    return found


def read_category(node: Node, place: int, notes: Notes) -> Category | None:
    """Read one category; where it has no order, its place in the list is that."""
    before = len(notes.problems)
    said: dict[str, str] = {}
    order: int | None = place
    for key, value in notes.mapping(node, "a category"):
        if key.text not in KEYS:
            notes.unknown_key(key, "a category", KEYS)
        elif key.text == "order":
            order = notes.number(value, "`order`")
        else:
            said[key.text] = notes.line(value, f"`{key.text}`") or ""
    if len(notes.problems) == before and not said.get("id"):
        notes.error(node, "missing-key", "a category has an `id`")
    if len(notes.problems) > before:
        return None
    name = said.get("name") or humanised(said["id"])
    return Category(said["id"], name, said.get("description", ""), order or place)


def in_order(ids: Iterable[str], said: Sequence[Category] = ()) -> list[Category]:
    """Return the categories of these ids in the order of reading; those nobody knows come last."""
    known = {**KNOWN, **{category.id: category for category in said}}
    last = max((category.order for category in known.values()), default=0)
    wanted = [
        known.get(name) or Category(name, humanised(name) or name, "", last + 1)
        for name in dict.fromkeys(ids)
    ]
    places = {category.id: place for place, category in enumerate(said)}
    return sorted(wanted, key=lambda c: (c.order, places.get(c.id, len(places)), c.name))


def with_missing(text: str | None, used: Iterable[str], shown: str) -> str | None:
    """
    Return the text of a file that has all categories that are used.

    None where nothing has to be written, or where the file has a form to which nobody
    but its author can add.

    Args:
        text: the file as it is, if it is there.
        used: the ids of the categories that tools are in.
        shown: its name as people see it.

    """
    if text is None:
        wanted = [*DEFAULT, *in_order(set(used) - {category.id for category in DEFAULT})]
        return "\n".join((*HEADER, "", f"{LIST}:", *lines_of(renumbered(wanted, 1), 2), ""))
    file = read_categories(text.encode(), shown)
    there = {category.id for category in file.categories}
    missing = in_order(set(used) - there)
    if file.problems or not missing:
        return None
    start = max((category.order for category in file.categories), default=0) + 1
    more = renumbered(missing, start)
    new = "\n".join((text.rstrip("\n"), *lines_of(more, indent_of(text, shown)), ""))
    # What was added must be what is read, and all the rest what it was.
    again = read_categories(new.encode(), shown)
    return new if again == CategoriesFile((*file.categories, *more)) else None


def renumbered(categories: Iterable[Category], start: int) -> list[Category]:
    """Return categories one behind the other."""
    return [
        Category(category.id, category.name, category.description, order)
        for order, category in enumerate(categories, start)
    ]


def lines_of(categories: Iterable[Category], indent: int) -> list[str]:
    """Return the lines of some categories."""
    lines = []
    for category in categories:
        said = {"id": category.id, "name": category.name, "description": category.description}
        pairs = [f"{key}: {written(value)}" for key, value in said.items() if value]
        first, *rest = [*pairs, f"order: {category.order}"]
        lines += [f"{' ' * indent}- {first}", *(f"{' ' * indent}  {line}" for line in rest)]
    return lines


def indent_of(text: str, shown: str) -> int:
    """Return how far the list of a file is indented."""
    root = read_document(text.encode(), shown).root
    node = root.get(LIST) if isinstance(root, Mapping) else None
    items = node.items if isinstance(node, SequenceNode) else ()
    return max(0, items[-1].column - 3) if items else 2

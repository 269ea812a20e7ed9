"""The tools of a role as `proctor role show` lists them: by category, as the role names them."""

from __future__ import annotations

from proctor.cli.render import out, shorten
from proctor.cli.tools_page import LONGEST_DESCRIPTION
from proctor.roles.find import RoleShelf
from proctor.terms.plain import plain
from proctor.terms.role import Role
from proctor.tools.catalogue import ListedTool, ToolShelf
from proctor.tools.categories import Category
from proctor.tools.of_role import offered_to, tools_of

Groups = list[tuple[Category, list[tuple[str, ListedTool]]]]


def grouped_tools(role: Role, roles: RoleShelf) -> Groups:
    """
    Return the tools that a role lists, by category, each with the name that it has there.

    Of a role without a list those of which its rules could let some call pass; none where
    that is every tool.
    """
    catalogue = roles.config().catalogue
    had = tools_of(role.tools, catalogue)
    if role.tools is None:
        offered = offered_to(role, catalogue)
        had = offered if offered != had else ()
    shelf = ToolShelf(roles.home, roles.root, catalogue)
    tools = shelf.listed(had)
    written = {catalogue.canonical(name): name for name in reversed(role.tools or ())}
    return [
        (category, [(written.get(t.info.name, t.info.id), t) for t in tools if of(t, category)])
        for category in shelf.categories(tool.category for tool in tools)
    ]


def of(tool: ListedTool, category: Category) -> bool:
    """Say whether a tool is in a category."""
    return tool.category == category.id


def show_grouped(groups: Groups) -> None:
    """Print the tools of a role below their categories."""
    names = [plain(name) for _, tools in groups for name, _ in tools]
    width = max((len(name) for name in names), default=0) + 2
    out()
    out(("Tools:", "bold"))
    for category, tools in groups:
        out(f"  {category.name}")
        for name, tool in tools:
            note = "  (gone)" if tool.gone else "" if tool.trusted else "  (not trusted)"
            text = shorten(tool.description, LONGEST_DESCRIPTION)
            out(f"    {plain(name).ljust(width)}{text}".rstrip(), (note, "dim"))


def grouped_data(groups: Groups) -> list[dict[str, object]]:
    """Return the tools of a role as data."""
    return [
        {
            "category": category.id,
            "name": category.name,
            "tools": [
                {
                    "id": name,
                    "description": tool.description,
                    "mutates": not tool.info.annotations.read_only,
                    "gone": tool.gone,
                }
                for name, tool in tools
            ],
        }
        for category, tools in groups
    ]

"""How long a catalogue of a thousand tools takes to be written, read and listed."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from proctor import Toolbox
from proctor.roles.find import RoleShelf
from proctor.terms.catalogue import ToolInfo
from proctor.terms.role import Role
from proctor.tools.catalogue import ToolShelf, catalogue_of
from proctor.tools.of_role import tools_of
from proctor.tools.sync import sync
from stopwatch import Case, Effort, in_turns
from table import Section, milli

TOOLS, ROLES = 1000, 200
LISTED, SYNCED = 0.005, 2.0
MODULE = "bench_shop_tools"
HEAD = "from typing import Literal\n\nfrom proctor import tool\n"
TOOL = '''

@tool(category="area_{area}", {mark}=True)
def shop_{area}_{n}(item: str, amount: int = 1, where: Literal["shelf", "store"] = "shelf") -> str:
    """
    Move some of an item to where it is sold, and say what is left.

    Args:
        item: the number of the item, as on its label.
        amount: how many of them.
        where: where they are taken from.

    """
    return f"{{amount}} of {{item}} from {{where}}"
'''


def module_text(count: int) -> str:
    """Write a module of so many tools."""
    marks = ("read_only", "destructive", "open_world")
    tools = (TOOL.format(n=n, area=n % 20, mark=marks[n % len(marks)]) for n in range(count))
    return HEAD + "".join(tools)


def role_text(number: int) -> str:
    """Write a role that lists forty tools by name, and the tools of two areas by a glob."""
    names = [f"shop_{n % 20}_{n}" for n in range(number, TOOLS, 25)]
    globs = [f"shop_{number % 20}_*", f"shop_{(number + 7) % 20}_*9"]
    listed = [*names, *(f'"{glob}"' for glob in globs), "read_file", "git_push"]
    return "\n".join([f"name: role-{number}", "tools:", *(f"  - {name}" for name in listed), ""])


@contextmanager
def shop() -> Iterator[tuple[Path, Path]]:
    """Stand in a project with these tools and roles, and give its root and the home."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        root, home = Path(folder).resolve() / "shop", Path(folder).resolve() / ".proctor"
        (home / "roles").mkdir(parents=True)
        root.mkdir()
        (root / f"{MODULE}.py").write_text(module_text(TOOLS), encoding="utf-8")
        for number in range(ROLES):
            path = home / "roles" / f"role-{number}.yaml"
            path.write_text(role_text(number), encoding="utf-8")
        os.chdir(root)
        try:
            yield root, home
        finally:
            os.chdir(before)
            sys.modules.pop(MODULE, None)


def catalogues(effort: Effort) -> Section:
    """Time what a person waits for: a sync, a list of tools, the tools of a role."""
    section = Section(f"{TOOLS:,} tools and {ROLES} roles", ("what", "time"))
    with shop() as (root, home):
        sync(None, [MODULE], home)
        catalogue = catalogue_of(root, home)
        shelf = ToolShelf(home, root, catalogue)
        box = Toolbox(role="role-7", workspace=root, home=home, modules=[MODULE])
        assert len(box.tools()) > 60  # noqa: PLR2004 - as many as the role has
        roles = [RoleShelf(home, root).load(f"role-{number}") for number in (0, 7, 199)]
        (home / "tools" / "index.yaml").unlink()
        listing = {role.id: partial(tools_of, role.tools, catalogue) for role in roles}
        assert all(len(listed()) > 60 for listed in listing.values())  # noqa: PLR2004 - 40 and 2 areas
        cases = {
            "sync, into an empty catalogue": Case(partial(first_sync, home)),
            "sync, with nothing to change": Case(partial(sync, None, [MODULE], home)),
            "reading the catalogue": Case(partial(catalogue_of, None, home)),
            "the tools of a role": Case(partial(list_all, listing), len(listing)),
            "the same, with descriptions": Case(
                partial(list_described, shelf, roles), len(listing)
            ),
        }
        # A sync makes every role be loaded anew: a Toolbox is asked when nothing changes.
        taken = in_turns(cases, effort) | in_turns(
            {"the tools that a Toolbox offers": Case(box.tools)}, effort
        )
    section.rows += [(name, milli(seconds)) for name, seconds in taken.items()]
    for name, seconds in taken.items():
        limit = SYNCED if "sync" in name else LISTED if "the" in name.split()[:1] else None
        if limit is not None:
            section.target(f"{name} under {milli(limit)}", milli(seconds), holds=seconds < limit)
    return section


def first_sync(home: Path) -> None:
    """Import the module anew, and write everything."""
    sys.modules.pop(MODULE, None)
    (home / "tools" / "index.yaml").unlink(missing_ok=True)
    sync(None, [MODULE], home)


def list_all(listing: dict[str, partial[tuple[ToolInfo, ...]]]) -> None:
    """List the tools of each role."""
    for listed in listing.values():
        listed()


def list_described(shelf: ToolShelf, roles: list[Role]) -> None:
    """List the tools of each role as pages show them."""
    for role in roles:
        shelf.listed(tools_of(role.tools, shelf.catalogue))

"""`proctor tools`: list and show tools, and write down those of your code."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import complete_role, complete_tool, here
from proctor.cli.tools_page import show_tool, show_tools
from proctor.cli.tools_pin import pin, unpin, upstreams
from proctor.errors import NotFound, ProctorError, UsageError, did_you_mean
from proctor.nodes import visible
from proctor.roles.find import RoleShelf
from proctor.roles.trust import project_files
from proctor.terms.catalogue import BUILT_IN, MCP_PREFIX, ToolInfo
from proctor.tools.catalogue import ListedTool, ToolShelf
from proctor.tools.claims import ID
from proctor.tools.of_role import tools_of
from proctor.tools.sync import Synced, sync

EPILOG = """\b
Examples:
  proctor tools list --role reviewer
  proctor tools show read_file
  proctor tools sync --module shop.tools
  proctor tools pin github/get_issue
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True, epilog=EPILOG)
app.command()(pin)
app.command()(unpin)
app.command()(upstreams)


def complete_category(incomplete: str) -> list[str]:
    """Return the categories that begin so; a shell that completes never sees an error."""
    try:
        home, root = here()
        catalogue = RoleShelf(home, root).config().catalogue
        found = ToolShelf(home, root, catalogue).listed(catalogue.tools)
    except (ProctorError, OSError):
        return []
    # A project's catalogue may say what it likes: only what is a plain word gets into a shell.
    names = {tool.category for tool in found if ID.fullmatch(tool.category)}
    return sorted(name for name in names if name.startswith(incomplete))


@app.callback()
def tools() -> None:
    """List and show tools: what they are called, take and do. Write down those of your code."""


@app.command("list")
def list_tools(
    category: Annotated[
        str | None,
        typer.Option(
            metavar="CATEGORY", autocompletion=complete_category, help="Only those of a category."
        ),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(
            metavar="ROLE",
            autocompletion=complete_role,
            help="Only those of which some call could pass under a role; what it lists and "
            "yet denies is marked.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """
    List the tools that roles can name, by category.

    These are the built-in ones, yours, this project's, and those of config.yaml. Tools
    that mean the same are one tool, under several names.
    """
    home, root = here()
    catalogue = RoleShelf(home, root).config().catalogue
    had, denied = tools_under(role, home, root) if role is not None else (catalogue.tools, [])
    shelf = ToolShelf(home, root, catalogue)
    found = [replace(tool, denied=tool.info in denied) for tool in shelf.listed(had)]
    categories = shelf.categories(tool.category for tool in found)
    if category is not None:
        found = of_category(category, found)
        categories = [each for each in categories if each.id == category]
    if as_json:
        render.out_json([tool.as_data(under_role=role is not None) for tool in found])
    elif found:
        show_tools(categories, found)
    else:
        render.out("no tools")


def tools_under(
    role: str, home: Path, root: Path
) -> tuple[Sequence[ToolInfo], Collection[ToolInfo]]:
    """Return the tools to list for a role, and which of them it names but always denies."""
    from proctor.assemble import Proctor  # noqa: PLC0415 - only where a role is named
    from proctor.tools.offered import AtWork  # noqa: PLC0415 - likewise

    proctor = Proctor.for_role(role, cwd=root, home=home)
    offerings = AtWork(proctor).offerings
    tools = tools_of(proctor.role.tools, offerings[0].catalogue)
    denied = [tool for tool in tools if not all(one.could_pass(tool) for one in offerings)]
    if proctor.role.tools is None:
        return [tool for tool in tools if tool not in denied], []
    return tools, denied


def of_category(category: str, tools: list[ListedTool]) -> list[ListedTool]:
    """
    Return the tools of a category.

    Raises:
        UsageError: none is in it.

    """
    found = [tool for tool in tools if tool.category == category]
    if not found:
        there = list(dict.fromkeys(tool.category for tool in tools))
        message = f"no tool here is in the category `{visible(category)}`"
        hint = did_you_mean(category, there) or f"there are {', '.join(there)}"
        raise UsageError(message, help=hint)
    return found


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", autocompletion=complete_tool, help="Any of the tool's names."
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Show a tool whole: all its names, what it takes, and what it says of itself."""
    home, root = here()
    catalogue = RoleShelf(home, root).config().catalogue
    if name not in catalogue.names and name not in catalogue.gone:
        message = f"there is no tool `{visible(name)}`"
        hint = did_you_mean(name, catalogue.names)
        if name.startswith(MCP_PREFIX):
            hint = "a role can name it all the same: only its MCP server knows what it is"
        raise NotFound(message, help=hint or "`proctor tools list` shows them")
    shelf = ToolShelf(home, root, catalogue)
    (tool,) = shelf.listed([catalogue.get(name)])
    if as_json:
        render.out_json(tool.as_data())
    else:
        show_tool(tool, shelf.categories([tool.category])[0])


@app.command("sync")
def sync_tools(
    module: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE",
            help="Where your tools are declared, as Python imports it; again for more. "
            "They replace those of last time, which count if none is named.",
        ),
    ] = None,
    no_modules: Annotated[
        bool, typer.Option("--no-modules", help="Forget those of last time: your code has none.")
    ] = False,
    in_home: Annotated[
        bool, typer.Option("--home", help="For all projects, instead of this one.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Write down which tools your code has, so that roles can name them.

    Imports the modules from the folder that you stand in, which runs their code, and writes
    .proctor/tools/index.yaml and categories.yaml. Files that are up to date stay untouched.
    """
    if module and no_modules:
        raise UsageError("--module and --no-modules contradict each other", help="use one")
    home, root = here()
    done = sync(None if in_home else root, () if no_modules else module or None, home)
    trusted = in_home or not project_files(root, home).changed
    if as_json:
        render.out_json(done.as_data(trusted=trusted))
        return
    show_synced(done)
    if not trusted:
        render.out()
        render.out("What a project says of its tools counts once you trust it: proctor trust")


def show_synced(done: Synced) -> None:
    """Print what became of a catalogue."""
    for path in done.files:
        render.out(f"wrote {path}")
    if not done.files:
        render.out(f"{done.path} is up to date")
    where = f"our own and those of {', '.join(done.modules)}" if done.modules else "our own alone"
    render.out(f"{render.count(len(done.tools), 'tool')}: {where}")
    for module in done.empty:
        render.out("  ", ("none".ljust(9), "yellow"), f"{module} declares no tool")
    for word, names in (("new", done.added), ("changed", done.changed)):
        ours = [name for name in names if name in BUILT_IN.names]
        if ours:
            render.out(f"  {word.ljust(9)}{len(ours)} of our own")
        for name in names:
            if name not in ours:
                render.out(f"  {word.ljust(9)}{name}")
    for name, roles in done.gone.items():
        named = f"still named by {', '.join(roles)}" if roles else "no role names it"
        render.out("  ", ("gone".ljust(9), "yellow"), f"{name}: {named}")

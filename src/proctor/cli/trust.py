"""`proctor trust`: let a project's roles allow things, after showing what they say."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import here
from proctor.cli.role_page import rule_text, show_entries
from proctor.errors import NotFound, RoleProblems, UsageError
from proctor.owner.who import make_home
from proctor.roles.preview import Preview, diff_lines, preview
from proctor.roles.trust import FOLDER, ProjectFiles, project_files, project_tree, trust
from proctor.terms.catalogue import ToolInfo
from proctor.terms.effect import Effect
from proctor.terms.role import Hook, Permissions, Role
from proctor.terms.upstream import UpstreamSetting
from proctor.tools import index_file
from proctor.tools.without_ours import without_ours

EPILOG = """\b
Examples:
  proctor trust
  proctor trust --yes
"""
DIFF_STYLES = {"+": "green", "-": "red", "@": "cyan"}

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("trust", epilog=EPILOG)
def trust_project(
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Let this project's roles allow things, after showing what they say.

    A project's .proctor/ comes with a cloned repository. Until you trust it, it can
    only make things stricter. What you trust is kept as a copy: what a pull or an
    agent changes later counts only once you trust it again.
    """
    home, root = here()
    files = readable_files(root, home)
    if not (files.now.files or files.now.refused or files.trusted):
        raise NotFound(f"there is no {FOLDER}/ in {root}", help="`proctor init` makes one")
    would_be = preview(root, home, files)
    trusted = not files.changes and not files.read_as_before
    if not as_json:
        show(root, would_be)
    elif not (trusted or yes):
        # Nobody at a terminal has seen what is asked about: this is a dry run.
        render.out_json(as_data(root, would_be, trusted=False))
    if not trusted:
        confirm(yes=yes, blind=as_json)
        make_home(home)
        trust(root, home, shown=files.now)
    if as_json:
        render.out_json(as_data(root, would_be, trusted=True))
    elif not trusted:
        render.out((f"trusted {root / FOLDER}", "green"))


def readable_files(root: Path, home: Path) -> ProjectFiles:
    """Read the project's files; a trusted copy that is damaged counts as none."""
    try:
        return project_files(root, home)
    except RoleProblems as damaged:
        render.show_error(damaged)
        return ProjectFiles(project_tree(root, home), None, None)


def confirm(*, yes: bool, blind: bool) -> None:
    """
    Ask the person at the terminal.

    Raises:
        UsageError: nobody is there to ask.
        typer.Exit: the answer is no.

    """
    if yes:
        return
    if blind or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(
            "nobody is here to ask: nothing was trusted", help="look at the files, then use --yes"
        )
    if not typer.confirm("Trust these files?", default=False, err=True):
        render.out("nothing was trusted", err=True)
        raise typer.Exit(1)


def show(root: Path, would_be: Preview) -> None:
    """Print what would hold once trusted, and what is new in the files."""
    files = would_be.files
    render.out((f"{root / FOLDER}", "bold"))
    render.out(f"  last trusted: {files.pinned.trusted_at if files.pinned else 'never'}")
    if not files.changes:
        render.out("  nothing has changed since")
        if not files.read_as_before:
            return
        render.out("  it was trusted by an earlier version, which read some rules differently")
    render.out()
    render.out(("Once trusted, this holds, parents and profiles merged in:", "bold"))
    for role in would_be.roles:
        show_role(role, would_be.others.get(role.id))
    for tool in would_be.tools:
        marks = ", ".join(mark for mark, on in tool.annotations._asdict().items() if on)
        others = ", ".join(name for name in tool.names if name != tool.name)
        said = [f"also called {others}"] if others else []
        said += [f"kind {tool.kind.value}", f"target in {', '.join(tool.fields) or 'all of it'}"]
        render.out(f"  tool {tool.name}: {'; '.join([*said, *([marks] if marks else [])])}")
    for upstream in would_be.upstreams:
        render.out(f"  upstream {upstream_text(upstream)}")
    if not files.changes:
        return
    render.out()
    render.out(("What has changed:" if files.pinned else "The files:", "bold"))
    for line in files.changes:
        render.out(f"  {line}")
    shown, left_out = without_ours(files)
    for line in diff_lines(shown):
        render.out("  ", (line, DIFF_STYLES.get(line[:1], "")))
    if left_out:
        tools = f"{render.count(left_out, 'tool')} of Proctor's own"
        render.out(f"  left out of {FOLDER}/{index_file.NAME}: {tools}, as this version has them")


def show_role(role: Role, before: Role | None) -> None:
    """Print all of what a role would do; of one that is not the project's, what would change."""
    data = role_data(role)
    if before is not None:
        same = role_data(before).items()
        data = {label: value for label, value in data.items() if (label, value) not in same}
    render.out(f"  {role.id}" if before is None else f"  {role.id} ({role.origin}), changed:")
    for label, value in data.items():
        nothing = value in (None, False, "", [], {}) and not (label == "tools" and value == [])
        if label == "id" or (nothing and before is None):
            continue
        style = render.STYLES.get(label, "")
        if isinstance(value, list):
            show_entries(f"{label}: ", [str(entry) for entry in value], style=style, indent=4)
        elif isinstance(value, str) and "\n" in value:
            show_entries(f"{label}: ", value.splitlines(), style=style, indent=4)
        else:
            text = json.dumps(value) if isinstance(value, dict | bool) else str(value)
            render.out("    ", (f"{label}: {text}", style))


def as_data(root: Path, would_be: Preview, *, trusted: bool) -> dict[str, object]:
    """Return what is, or would be, trusted."""
    return {
        "root": str(root),
        "changes": would_be.files.changes,
        "diff": list(diff_lines(would_be.files)),
        "roles": [role_data(role) for role in would_be.roles],
        "tools": [tool_data(tool) for tool in would_be.tools],
        "upstreams": [upstream_text(upstream) for upstream in would_be.upstreams],
        "trusted": trusted,
    }


def upstream_text(upstream: UpstreamSetting) -> str:
    """Return what the gateway would start or reach, and what it would give away of variables."""
    given = [f"{name}={value}" for name, value in upstream.env if "${" in value]
    given += [f"{name}: {value}" for name, value in upstream.headers if "${" in value]
    way = f"reaches {upstream.url}" if upstream.url else f"starts {shlex.join(upstream.command)}"
    return f"{upstream.name}: {way}" + (f", given {', '.join(given)}" if given else "")


def role_data(role: Role) -> dict[str, object]:
    """Return everything that a role may and does once it is trusted."""
    permissions = role.permissions
    return {
        "id": role.id,
        "allow": texts(permissions, Effect.ALLOW),
        "ask": texts(permissions, Effect.ASK),
        "deny": texts(permissions, Effect.DENY),
        "otherwise": permissions.otherwise.word,
        "order": ", ".join(effect.word for effect in permissions.order),
        "profile": permissions.profile,
        "mode": role.mode.value if role.mode else None,
        "follow_bypass": role.follow_bypass,
        "tools": None if role.tools is None else list(role.tools),
        "delegates": list(role.delegates),
        "additional_directories": list(role.additional_directories),
        "hooks": [hook_text(hook) for hook in role.hooks],
        "settings": dict(role.settings),
        "command": list(role.command or ()),
        "isolated": role.isolated,
        "sandbox": role.sandbox,
        "reviewer": asdict(role.reviewer) if role.reviewer.enabled else None,
        "model": role.model,
        "system_prompt": role.system_prompt,
        "instructions": role.instructions,
    }


def texts(permissions: Permissions, effect: Effect) -> list[str]:
    """Return the rules of one list, each with its end if it has one."""
    now = datetime.now(UTC)
    return [rule_text(rule, now) for rule in permissions.rules if rule.effect is effect]


def hook_text(hook: Hook) -> str:
    """Return a hook on one line."""
    return (
        f"{hook.event}({hook.matcher}): {hook.command}"
        if hook.matcher
        else f"{hook.event}: {hook.command}"
    )


def tool_data(tool: ToolInfo) -> dict[str, object]:
    """Return what the project would have us believe of a tool."""
    marks = [mark for mark, on in tool.annotations._asdict().items() if on]
    return {
        "name": tool.name,
        "names": list(tool.names),
        "kind": tool.kind.value,
        "fields": list(tool.fields),
        "marks": marks,
    }

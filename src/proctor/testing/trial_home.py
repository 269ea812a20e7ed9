"""The home of a trial: a folder of its own, gone with it, whatever happened."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from proctor.assemble import known_tools, mode_of, tool_name, with_fields
from proctor.config_tools import is_name
from proctor.home import project_root
from proctor.policy.rules import parse_rule
from proctor.roles.trust import FOLDER, trust
from proctor.terms.catalogue import BUILT_IN, ToolInfo
from proctor.terms.effect import Effect

OWN_ROLE = "trial"
CONFIG, ROLES = "config.yaml", "roles"
# What decides of a home; what was kept in it, its keys and its sockets stay where they are.
COPIED = (CONFIG, ROLES, "tools", "trust", "workflows")
MCP = "mcp__"
EFFECTS, SAID = ("allow", "ask", "deny"), ("profile", "order", "otherwise")


def copy_home(source: Path, home: Path) -> None:
    """Copy what decides of another home; that one is only read."""
    for part in COPIED:
        there = source / part
        if there.is_dir():
            shutil.copytree(there, home / part, symlinks=True)
        elif there.is_file():
            shutil.copy2(there, home / part)


def write_role(home: Path, given: Mapping[str, Any]) -> None:
    """
    Write rules of one's own, as `Policy.of` takes them, as the role of a trial.

    Tools that no catalogue knows are declared as what they say of themselves, else as what
    they are by default: such as may change anything, and whose target is the whole input.
    """
    lists = {word: texts(given[word]) for word in EFFECTS if word in given}
    said = {word: worded(given[word]) for word in SAID if word in given}
    role: dict[str, Any] = {"id": OWN_ROLE, "permissions": {**said, **lists}}
    if "tools" in given:
        role["tools"] = [tool_name(tool) for tool in given["tools"]]
    if "mode" in given:
        role["permission_mode"] = mode_of(given["mode"]).value
    names = {parse_rule(text).tool for rules in lists.values() for text in rules}
    own: dict[str, Any] = dict.fromkeys(sorted(filter(is_own, names | set(role.get("tools", ())))))
    declared = with_fields(known_tools(given.get("tools", ())), given.get("specifier_fields", {}))
    own |= {tool.name: said_of(tool) for tool in declared.tools[len(BUILT_IN.tools) :]}
    (home / ROLES).mkdir(mode=0o700)
    write(home / ROLES / f"{OWN_ROLE}.yaml", role)
    write(home / CONFIG, {"tools": own} if own else {})


def said_of(tool: ToolInfo) -> dict[str, Any]:
    """Return what a config says of a tool; of a known one that is its fields."""
    fields = {"fields": list(tool.fields)} if tool.fields else {}
    if tool.name in BUILT_IN.names:
        return fields
    marks = {mark: True for mark, true in tool.annotations._asdict().items() if true}
    return {"kind": tool.kind.value, **fields, **marks}


def worded(value: object) -> object:
    """Return what may be an effect, or several, or a word of a person's, as a file has it."""
    if isinstance(value, Effect):
        return value.word
    return value if isinstance(value, str) else [worded(one) for one in iterated(value)]


def iterated(value: object) -> Iterable[object]:
    """Return the values of what is known to have some."""
    return value if isinstance(value, Iterable) else ()


def is_own(name: str) -> bool:
    """Say whether a tool is known by no catalogue, and has to be declared."""
    return is_name(name) and not BUILT_IN.knows(name) and not name.startswith(MCP)


def write(path: Path, data: Mapping[str, Any]) -> None:
    """Write a file that YAML reads as it is meant."""
    path.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def trust_project(project: Path, home: Path) -> None:
    """
    Let a project's own files count as if a person had trusted them.

    Raises:
        RoleProblems: one of them cannot be trusted.

    """
    root = project_root(project, home)
    if (root / FOLDER).is_dir():
        trust(root, home)


def texts(rules: Iterable[object]) -> list[Any]:
    """Return rules as a file has them."""
    return [dict(rule) if isinstance(rule, Mapping) else rule for rule in rules]

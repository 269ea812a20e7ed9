"""
Who uses a role: workflow templates, other roles, agents that run, installed hooks.

A role that somebody uses is not deleted. Templates and roles of the same place can be moved
to another role; an agent that runs cannot, nor can what another project has been trusted with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from proctor.config import shown_home
from proctor.documents import read_document
from proctor.errors import FileProblems, ProctorError, UsageError
from proctor.installing.settings_places import KEPT
from proctor.nodes import Mapping as MappingNode
from proctor.nodes import Node, Scalar, Sequence, visible
from proctor.roles.files import Tree, read_tree
from proctor.roles.find import RoleShelf
from proctor.roles.identity import key
from proctor.roles.live_agents import live_agents, read_json
from proctor.roles.remembered import FILES
from proctor.roles.role_place import Files, Moment, scalar
from proctor.roles.role_text import held_in
from proctor.roles.trust import MANIFEST, copy_in, shown_file
from proctor.roles.yaml_edit import proven
from proctor.terms.plain import plain
from proctor.terms.role_chain import roles_of

TEMPLATES = "workflow-templates/"
TEMPLATE, ROLE, AGENT, HOOK, RUN = "template", "role", "agent", "hook", "run"


class Use(NamedTuple):
    """
    Somebody who uses a role.

    `kind` is template, role, agent, hook or run, `name` what it is called, `where` the file that
    says so. `file` is its name in the place's own `.proctor`, where it can be changed there.
    """

    kind: str
    name: str
    where: str
    file: str = ""

    def __str__(self) -> str:
        """Name it in words."""
        return f"the {self.kind} `{visible(self.name)}` ({plain(self.where)})"


def uses_of(role: str, files: Files, *, in_project: bool) -> list[Use]:
    """
    Return everybody who uses a role of a place.

    Args:
        role: the role's id.
        files: the files of the home and the project.
        in_project: whether the project's role is meant, or the home's.

    """
    tree = place_tree(files, in_project=in_project)
    shown = shown_file if in_project else lambda name: shown_file(name, shown_home(files.home))
    found = [
        Use(ROLE, held.id, shown(held.name), held.name)
        for held in held_in(tree)
        if held.fields.get("extends") == role and held.id != role
    ]
    found += [Use(TEMPLATE, name, shown(file), file) for name, file in templates_with(role, tree)]
    if in_project:
        found += from_further_out(role, files)
    else:
        found += in_trusted_projects(role, files)
    found += [*agents_under(role, files, in_project=in_project)]
    found += [*hooks_for(role, files, in_project=in_project)]
    return found


def place_tree(files: Files, *, in_project: bool) -> Tree:
    """Return the files of a place, with its templates."""
    if in_project:
        return files.in_project.now if files.in_project else Tree()
    more = home_templates(files.home)
    return Tree({**files.at_home.files, **more.files}, files.at_home.refused)


def home_templates(home: Path) -> Tree:
    """Return the workflow templates of the home."""
    return read_tree(home, parts=(TEMPLATES.rstrip("/"),), follow=True)


def templates_with(role: str, tree: Tree) -> Iterator[tuple[str, str]]:
    """Return name and file of every template that names a role, or that may."""
    for name, data in sorted(tree.files.items()):
        if not name.startswith(TEMPLATES):
            continue
        document = read_document(data, name)
        broken = document.problems or document.root is None
        word = re.escape(role).encode()
        mentioned = re.search(rb"(?<![\w.:-])" + word + rb"(?![\w.:-])", data)
        if (broken and mentioned) or role_nodes(document.root, role):
            yield name.removeprefix(TEMPLATES).rsplit(".", 1)[0], name


def role_nodes(root: Node | None, role: str) -> list[Scalar]:
    """Return where the stages of a template name a role."""
    stages = root.get("stages") if isinstance(root, MappingNode) else None
    items = stages.items if isinstance(stages, Sequence) else ()
    named = [item.get("roleId") for item in items if isinstance(item, MappingNode)]
    return [node for node in named if isinstance(node, Scalar) and node.text == role]


def moved_template(data: bytes, file: str, role: str, to: str) -> bytes:
    """
    Return a template that names another role wherever it named one.

    Raises:
        UsageError: it cannot be read, so nobody knows what it names.
        ProctorError: it cannot be changed without loss.

    """
    document = read_document(data, file)
    root = document.root
    if document.problems or not isinstance(root, MappingNode):
        raise UsageError(f"{visible(file)} cannot be read", help="mend it by hand first")
    nodes = role_nodes(root, role)
    text = data.decode("utf-8").removeprefix("\ufeff")
    lines = text.split("\n")
    for node in sorted(nodes, key=lambda node: (node.line, node.column), reverse=True):
        line, start = lines[node.line - 1], node.column - 1
        lines[node.line - 1] = line[:start] + scalar(to) + line[start + node.length :]
    said = root.plain
    wanted = with_roles(said if isinstance(said, dict) else {}, role, to)
    return proven("\n".join(lines), file, wanted).encode()


def with_roles(said: Mapping[str, object], role: str, to: str) -> dict[str, object]:
    """Return what a template says, with one role in place of another."""
    stages = said.get("stages")
    moved = [
        {**stage, "roleId": to}
        if isinstance(stage, dict) and stage.get("roleId") == role
        else stage
        for stage in (stages if isinstance(stages, list) else [])
    ]
    return {**said, "stages": moved}


def from_further_out(role: str, files: Files) -> list[Use]:
    """Return the home's templates that have no other role of this name than the project's."""
    try:
        if role in Moment(Files(files.home, None, files.at_home, None)).names():
            return []
    except ProctorError:
        pass  # nobody knows
    home = shown_home(files.home)
    named = templates_with(role, home_templates(files.home))
    return [Use(TEMPLATE, name, f"{home}/{file}") for name, file in named]


def trusted_copies(home: Path) -> Iterator[tuple[str, Tree]]:
    """Yield each trusted project of a home with its files; a damaged manifest has none."""
    for manifest in sorted((home / "trust").glob(f"*/{MANIFEST}")):
        said = read_json(manifest) or {}
        try:
            tree = read_tree(copy_in(manifest.parent, said.get("copy")))
        except ValueError:
            tree = Tree()
        yield str(said.get("project") or manifest), tree


def in_trusted_projects(role: str, files: Files) -> list[Use]:
    """Return what the projects that were trusted on this machine have of a role of the home."""
    found: list[Use] = []
    for where, tree in trusted_copies(files.home):
        held = held_in(tree)
        found += [Use(ROLE, h.id, where) for h in held if h.fields.get("extends") == role]
        if role not in {h.id for h in held}:
            found += [Use(TEMPLATE, name, where) for name, _ in templates_with(role, tree)]
    return found


def agents_under(role: str, files: Files, *, in_project: bool) -> Iterator[Use]:
    """Return the agents that run under a role of this place."""
    for agent in live_agents(files.home):
        if role not in roles_of(agent.role):
            continue
        here = bool(files.root and agent.project) and key(agent.project) == key(files.root or "")
        if here if in_project else is_the_homes(role, files.home, agent.project):
            yield Use(AGENT, agent.name, agent.project)


class Known(RoleShelf):
    """A shelf of files most of which were read before: it is asked for every agent at work."""

    read = staticmethod(FILES.read)


def is_the_homes(role: str, home: Path, project: str) -> bool:
    """Say whether a role in a project is the home's, or may be."""
    try:
        return role not in Known(home, Path(project)).projects_own()
    except (FileProblems, OSError, ValueError):
        return True


def hooks_for(role: str, files: Files, *, in_project: bool) -> Iterator[Use]:
    """Return the settings of agent programs that our hook was installed in with a role."""
    for path in sorted((files.home / KEPT).glob("*.json")):
        said = read_json(path) or {}
        file = str(said.get("file") or "")
        inside = files.root is not None and Path(file).is_relative_to(files.root)
        if role in roles_of(str(said.get("role") or "")) and (inside or not in_project):
            yield Use(HOOK, "Claude Code", file)

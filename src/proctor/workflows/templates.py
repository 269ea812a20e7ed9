"""
Find workflow templates: in the project, in the home, and those that came with the program.

The nearest of a name wins, also where it is broken: nothing falls back in silence. A project's
template counts as a person has trusted it; one that nobody has trusted can be looked at, and keeps
its name from everything further out, but no run of it starts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from proctor.config import shown_home
from proctor.errors import NotAllowed, NotFound, Problem, TemplateProblems, did_you_mean
from proctor.nodes import visible
from proctor.roles.files import Refused, Tree, read_tree
from proctor.roles.find import RoleShelf
from proctor.roles.read import stem
from proctor.roles.trust import ProjectFiles, project_files, refusals, shown_file
from proctor.terms.place import Place
from proctor.workflows.read import (
    NO_ROLE,
    NO_SUCH_ROLE,
    TemplateFile,
    Written,
    read_template,
)
from proctor.workflows.template import Template

FOLDER = "workflow-templates"
BUILT_IN_FOLDER = Path(__file__).parent
BUILT_IN_PART = "built_in"
CHANGED = "changed-since-trust"
TRUST_HELP = "look at what it says and trust it: `proctor trust`"


class Origin(StrEnum):
    """Where a template is written."""

    PROJECT = "project"
    HOME = "home"
    BUILT_IN = "built-in"


@dataclass(frozen=True, slots=True)
class Found:
    """
    A template in the place that counts for its name.

    `template` is None where the file has an error, except a role that is not there: that one can be
    looked at. `problems` has every error and warning; with an error nothing starts. `commands` are
    those of its gates, where they are written.
    `trusted` says whether a run of it may start: what is not the project's own always is.
    `file` is its name as people see it.
    """

    id: str
    origin: Origin
    file: str
    template: Template | None
    problems: tuple[Problem, ...] = ()
    trusted: bool = True
    commands: tuple[Written, ...] = field(default=(), compare=False)

    @property
    def changed(self) -> bool:
        """Say whether the file is another than the one that was trusted, and that counts."""
        return any(problem.code == CHANGED for problem in self.problems)

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the roles that are not there, if that is all that is wrong with it."""
        if self.template is None or any(each.code != NO_ROLE for each in self.errors):
            return ()
        lines = {each.message for each in self.errors}
        roles = self.template.roles
        return tuple(role for role in roles if NO_SUCH_ROLE.format(role=role) in lines)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Return what keeps it from being a template."""
        return tuple(problem for problem in self.problems if not problem.warning)


def templates(root: Path | None, home: Path) -> tuple[Found, ...]:
    """
    Return every template that a project can use, by id; of a name the nearest.

    Raises:
        RoleProblems: the trusted copy is not what was trusted.
        TemplateProblems: a folder cannot be read that may hold any template.

    """
    files = project_files(root, home) if root is not None else None
    roles = RoleShelf(home, root, files=files).names()
    found: dict[str, Found] = {}
    for place in (*project_places(files, roles), home_place(home, roles), built_in_place(roles)):
        for each in place:
            found.setdefault(each.id, each)
    return tuple(found[name] for name in sorted(found))


def find_template(root: Path | None, home: Path, name: str) -> Found:
    """
    Return the template of a name, whatever is wrong with it.

    Raises:
        NotFound: there is none of that name; and what `templates` raises.

    """
    known = {found.id: found for found in templates(root, home)}
    if name not in known:
        hint = did_you_mean(name, list(known)) or f"there are {', '.join(known)}"
        raise NotFound(f"there is no workflow template `{visible(name)}`", help=hint)
    return known[name]


def startable(root: Path | None, home: Path, name: str) -> Template:
    """
    Return the template of a name, if a run of it may start.

    Raises:
        NotFound: there is none of that name.
        TemplateProblems: it has an error, or a stage has a role that is not there.
        NotAllowed: it is the project's, and nobody has trusted it.

    """
    found = find_template(root, home, name)
    if found.template is None or found.errors:
        raise with_help(TemplateProblems(found.errors))
    if not found.trusted:
        message = f"{found.file} is not trusted, so no run of `{visible(name)}` starts"
        raise NotAllowed(message, help=TRUST_HELP)
    return found.template


def with_help(problems: TemplateProblems) -> TemplateProblems:
    """Return an error that says by itself what to do, also where its problems are not shown."""
    hints = dict.fromkeys(each.help for each in problems.problems if each.help)
    problems.help = "; ".join(hints) or None
    return problems


def project_places(files: ProjectFiles | None, roles: list[str]) -> list[list[Found]]:
    """Return the project's templates as they were trusted, and as they are."""
    if files is None:
        return []
    places: list[list[Found]] = []
    if files.trusted is not None:
        copy = read_place(files.trusted, Origin.PROJECT, shown_file, roles, files.note)
        places.append([with_change(found, files) for found in copy])
    if files.changed:
        now = read_place(files.now, Origin.PROJECT, shown_file, roles)
        places.append([replace(found, trusted=False) for found in now])
    return places


def with_change(found: Found, files: ProjectFiles) -> Found:
    """Return a trusted template with a warning where the project's file is another by now."""
    name = found.file.removeprefix(shown_file(""))
    if not files.note(name):
        return found
    warning = Problem(
        code=CHANGED,
        message="changed or deleted since trusted: what was trusted counts",
        place=Place(found.file, 1),
        help=TRUST_HELP,
        warning=True,
    )
    return replace(found, problems=(*found.problems, warning))


def home_place(home: Path, roles: list[str]) -> list[Found]:
    """Return the templates of the home; its user may link as they like."""
    shown = shown_home(home)
    tree = read_tree(home, parts=(FOLDER,), follow=True)
    return read_place(tree, Origin.HOME, lambda name: shown_file(name, shown), roles)


def built_in_place(roles: list[str]) -> list[Found]:
    """Return the templates that came with the program."""
    tree = read_tree(BUILT_IN_FOLDER, parts=(BUILT_IN_PART,), follow=True)
    files = {f"{FOLDER}/{Path(name).name}": data for name, data in tree.files.items()}
    return read_place(
        Tree(files, tree.refused),
        Origin.BUILT_IN,
        lambda name: f"built-in/{name.removeprefix(f'{FOLDER}/')}",
        roles,
    )


def read_place(
    tree: Tree,
    origin: Origin,
    shown: Callable[[str], str],
    roles: list[str],
    note: Callable[[str], str] = lambda _: "",
) -> list[Found]:
    """
    Read the templates of one place, in the order of their files.

    Raises:
        TemplateProblems: the folder itself, or a file of no known name, cannot be read.

    """
    refuse_blind(tree, shown)
    found: dict[str, Found] = {}
    builtin = origin is Origin.BUILT_IN
    for name, data in sorted(tree.files.items()):
        if is_template(name):
            file = shown(name)
            read = read_template(data, file, roles=roles, builtin=builtin, note=note(name))
            add(found, of_file(stem(name), origin, file, read))
    for name, why in sorted(unread(tree).items()):
        broken = TemplateFile(None, tuple(problems_of(name, why, shown)))
        add(found, of_file(stem(name), origin, shown(name), broken))
    return list(found.values())


def of_file(name: str, origin: Origin, file: str, read: TemplateFile) -> Found:
    """Return what a file gave, as it was found."""
    return Found(name, origin, file, read.template, read.problems, commands=read.commands)


def add(found: dict[str, Found], new: Found) -> None:
    """Add a template; two files of one name are both none."""
    first = found.setdefault(new.id, new)
    if first is not new:
        again = Problem(
            code="duplicate-template",
            message=f"the template `{visible(new.id)}` is also in {first.file}",
            place=Place(new.file, 1),
            help="keep one of the two files",
        )
        problems = (*first.problems, *new.problems, again)
        found[new.id] = replace(first, template=None, problems=problems)


def is_template(name: str) -> bool:
    """Say whether a file stands where templates do: right in their folder."""
    return name.startswith(f"{FOLDER}/") and name.count("/") == 1


def unread(tree: Tree) -> Mapping[str, Refused]:
    """Return the files among the templates that were refused."""
    return {name: why for name, why in tree.refused.items() if is_template(name)}


def refuse_blind(tree: Tree, shown: Callable[[str], str]) -> None:
    """
    Complain where any template may be hidden: a nearer one that nobody can see may be meant.

    Raises:
        TemplateProblems: that is so.

    """
    blind = {name: why for name, why in tree.refused.items() if name in {".", FOLDER}}
    if blind:
        raise TemplateProblems(
            problem for name, why in blind.items() for problem in problems_of(name, why, shown)
        )


def problems_of(name: str, why: Refused, shown: Callable[[str], str]) -> list[Problem]:
    """Make Problems of a file that was refused."""
    return refusals(Tree({}, {name: why}), shown("").rstrip("/"))

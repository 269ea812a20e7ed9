"""
Say everything that is wrong in workflow templates, for whoever writes them.

Unlike `templates.py` this looks at the project's files as they are now, whatever was trusted: who
has just written one wants to know. A built-in template whose roles a project has not got is not
the project's fault: a warning. So is a gate whose commands the role of its stage may not run: such
a gate never opens.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from proctor.assemble import Proctor
from proctor.errors import Problem, ProctorError
from proctor.nodes import visible
from proctor.roles.find import RoleShelf
from proctor.roles.trust import project_files, shown_file
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.place import Place
from proctor.workflows.read import NO_ROLE
from proctor.workflows.templates import (
    CHANGED,
    TRUST_HELP,
    Found,
    Origin,
    built_in_place,
    home_place,
    read_place,
    templates,
)


def check_templates(root: Path | None, home: Path, *, meant: Collection[str] = ()) -> list[Problem]:
    """
    Return all problems of all templates, warnings among them, sorted by place.

    Args:
        root: the project's root, if there is one.
        home: Proctor's home.
        meant: templates that somebody asks about by name: only their problems, and a role that a
            built-in one misses is an error then, as it is for whoever starts it.

    Raises:
        RoleProblems: the trusted copy is not what was trusted.
        TemplateProblems: a folder cannot be read that may hold any template.

    """
    files = project_files(root, home) if root is not None else None
    roles = RoleShelf(home, root, files=files).names()
    now = read_place(files.now, Origin.PROJECT, shown_file, roles) if files is not None else []
    at_home = home_place(home, roles)
    nearer = {found.id for found in (*now, *at_home)}
    came_along = [found for found in built_in_place(roles) if found.id not in nearer]
    own = [found for found in (*now, *at_home) if not meant or found.id in meant]
    problems = [problem for found in own for problem in found.problems]
    for found in came_along:
        if not meant:
            problems += [mild(problem) for problem in found.problems]
        elif found.id in meant:
            problems += found.problems
    for found in templates(root, home):
        if not meant or found.id in meant:
            problems += standing(found)
    problems += [warning for found in own for warning in shut(found, root, home)]
    return sorted(set(problems), key=by_place)


def by_place(problem: Problem) -> tuple[str, int, int, str, str]:
    """Return what problems are sorted by."""
    place = problem.place
    return place.file, place.line, place.column, problem.code, problem.message


def mild(problem: Problem) -> Problem:
    """Return a problem of a built-in template: a role that is missing here stops nothing else."""
    return problem._replace(warning=True) if problem.code == NO_ROLE else problem


def standing(found: Found) -> list[Problem]:
    """Return a warning for a project's template that does not count as it is."""
    if not found.trusted:
        message = "not trusted: it can be shown, and no run of it starts"
        place = Place(found.file, 1)
        return [Problem("untrusted-template", message, place, TRUST_HELP, warning=True)]
    return [problem for problem in found.problems if problem.code == CHANGED]


def shut(found: Found, root: Path | None, home: Path) -> list[Problem]:
    """Return a warning for each command of a gate that the role of its stage is denied."""
    if found.template is None or root is None:
        return []
    return [
        written.node.problem(
            "denied-command",
            f"the role `{written.role}` may not run `{visible(written.node.text)}`, so the gate of "
            f"stage `{written.stage}` never opens",
            help="allow it in the role, or give the stage another role",
            warning=True,
        )
        for written in found.commands
        if denied(written.role, written.node.text, root, home)
    ]


def denied(role: str, command: str, root: Path | None, home: Path) -> bool:
    """Say whether a role is denied a command; of one that does not load, its own check tells."""
    try:
        agent = Proctor.for_role(role, cwd=root, home=home)
    except ProctorError:
        return False
    return agent.decide(ToolCall(tool="Bash", input={"command": command})).effect is Effect.DENY

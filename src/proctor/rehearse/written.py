"""
The roles as their files say, trust apart.

What decides is `roles.find`: of a project that nobody trusted it takes only what
is stricter. Whoever checks a file, or is about to trust it, wants to know what
it says.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from proctor.config import Config, home_tree
from proctor.errors import Problem
from proctor.roles.build import build_role
from proctor.roles.files import Tree
from proctor.roles.layers import ROLES, Layer, built_in_layer, extended, read_layer
from proctor.roles.permissions import Known
from proctor.roles.trust import shown_file, shown_path
from proctor.terms.role import Role


@dataclass(frozen=True, slots=True)
class Written:
    """The roles of one place that can be read, and what is wrong there."""

    roles: tuple[Role, ...]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Return what keeps roles from loading."""
        return tuple(problem for problem in self.problems if not problem.warning)


def written_roles(home: Path, tree: Tree, config: Config) -> tuple[Written, Written]:
    """Return what the project's files say, and what those of the home say."""
    known = Known(config.catalogue, config.profiles)
    project = read_layer("project", tree, shown_file, known)
    outer = outer_layers(home, known)
    return written([project, *outer], config), written(outer, config)


def written_file(home: Path, data: bytes, name: str, config: Config) -> Written:
    """Return what a role file says that stands anywhere else."""
    known = Known(config.catalogue, config.profiles)
    tree = Tree({f"{ROLES}{name.rsplit('/', 1)[-1]}": data}, {})
    file = read_layer("file", tree, lambda _: name, known)
    return written([file, *outer_layers(home, known)], config)


def outer_layers(home: Path, known: Known) -> list[Layer]:
    """Return the roles of the home and the built-in ones."""
    name = shown_path(home)
    homely = read_layer("home", home_tree(home), lambda file: shown_file(file, name), known)
    return [homely, built_in_layer(known)]


def written(layers: list[Layer], config: Config) -> Written:
    """Read the first layer; the parents of its roles stand in it or in those behind it."""
    roles: list[Role] = []
    problems: list[Problem] = [*layers[0].problems]
    for draft in layers[0].drafts.values():
        done = extended(draft, layers, lambda _: None)
        problems += done.problems
        if all(problem.warning for problem in done.problems):
            roles.append(build_role(done, config.profiles, layers[0].origin))
    return Written(tuple(roles), tuple(dict.fromkeys(problems)))

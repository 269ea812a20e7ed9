"""The roles of an agent, loaded: its own and those that it is under."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

from proctor.assemble import Proctor
from proctor.policy.policy import Policy
from proctor.server.posts import Posts
from proctor.terms.catalogue import Catalogue
from proctor.terms.role import Role
from proctor.terms.role_chain import RUN, roles_of, runs_of
from proctor.workflows.lookup import run_in


class Loaded(NamedTuple):
    """
    Roles with their policies, the agent's own first, and the tools that are known.

    `stages` are the roles of all stages of the workflow runs whose stage counts, by the word that
    stands for the run; of such a word, `roles` has the role of the stage of now.
    """

    roles: Sequence[tuple[Role, Policy]]
    catalogue: Catalogue
    stages: Mapping[str, Sequence[Role]] = {}

    @property
    def own(self) -> Role:
        """Return the agent's own role."""
        return self.roles[0][0]

    def with_own(self, role: Role) -> Self:
        """Return the same with what was set for this agent."""
        _, policy = self.roles[0]
        return self._replace(roles=[(role, policy), *self.roles[1:]])

    @property
    def later(self) -> list[Role]:
        """Return the roles of all stages of all runs."""
        return [role for roles in self.stages.values() for role in roles]


def load_chain(home: Path, chain: str, cwd: str, profile: str = "") -> Loaded:
    """
    Load every role of a chain, as it counts in a folder, and keep what hooks need of it.

    `profile` is what the agent has in the place of its own role's.

    Raises:
        NotFound: there is no such role, or no such workflow run under way.
        RoleProblems: its file is wrong.

    """
    own, *above = roles_of(chain)
    loaded = [Proctor.for_role(own, cwd=cwd, home=home, profile=profile)]
    loaded += [Proctor.for_role(name, cwd=cwd, home=home) for name in above]
    # A hook that finds no server decides by what is kept here.
    Posts(home).get(chain, cwd)
    pairs = [(each.role, each.policy) for each in loaded]
    stages = {
        f"{RUN}{name}": [
            Proctor.for_role(role, cwd=cwd, home=home).role
            for role in run_in(home, name).template.roles
        ]
        for name in runs_of(chain)
    }
    return Loaded(pairs, loaded[0].policy.catalogue, stages)

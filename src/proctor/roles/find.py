"""
Find a role by its name, complete: parents, profile, and trust applied.

The nearest place that has the name wins: project, home, built in. Nothing
falls back in silence: where a nearer file cannot be read that may hold the
role, the role does not load.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from proctor.config import Config, checked, home_tree, read_config, shown_home
from proctor.errors import NotFound, Problem, ProctorError, RoleProblems, did_you_mean
from proctor.nodes import visible
from proctor.roles.build import build_permissions, build_role
from proctor.roles.delegating import may_have_subagents
from proctor.roles.extend import Extended
from proctor.roles.files import Tree
from proctor.roles.layers import Layer, Reader, built_in_layer, extended, read_layer
from proctor.roles.permissions import Known, value_node
from proctor.roles.read import Draft, read_role_file
from proctor.roles.standing import NOW, TRUSTED, standing, trust_warnings
from proctor.roles.tighten import laid_over, tightened
from proctor.roles.trust import ProjectFiles, project_files, shown_file
from proctor.roles.values import unreadable
from proctor.terms.catalogue import ToolInfo
from proctor.terms.role import Role
from proctor.terms.role_chain import SAME
from proctor.tools.believed import with_declared

GUARDED = "guarded"
PROJECT = "project"


class RoleShelf:
    """
    All roles that a project's agents can have.

    The files are read once, when they are first needed: a shelf shows one
    moment, and a new one is made to look again.
    """

    # How a role file is read.
    read: Reader = staticmethod(read_role_file)

    def __init__(
        self,
        home: Path,
        root: Path | None = None,
        *,
        files: ProjectFiles | None = None,
        declared: Iterable[ToolInfo] = (),
    ) -> None:
        """
        Look from a project.

        `files` are its files where they have been read already, `declared` the tools that
        the program at work has declared in its code.
        """
        self.home = home
        self.root = root
        self._files = files
        self._declared = tuple(declared)

    def names(self) -> list[str]:
        """Return the id of every role, sorted; also of those that do not load."""
        return sorted({name for layer in self._layers for name in layer.names})

    def config(self) -> Config:
        """
        Return what the config files say.

        Raises:
            ConfigProblems: one of them has an error.

        """
        return checked(self._config)

    def load(self, name: str) -> Role:
        """
        Return a role, complete.

        Raises:
            NotFound: no place has it.
            RoleProblems: it, or a role that it is made of, has an error.
            ConfigProblems: a config.yaml has one.

        """
        config = self.config()
        for index, layer in enumerate(self._layers):
            if name in layer.names:
                role = self._load_from(index, name)
                follow = role.follow_bypass or config.follow_bypass
                folders = (*role.additional_directories, *config.additional_directories)
                return replace(role, follow_bypass=follow, additional_directories=folders)
            if layer.unsure:
                raise RoleProblems(layer.unsure)
        message = f"there is no role `{visible(name)}`"
        hint = did_you_mean(name, self.names()) or f"there are {', '.join(self.names())}"
        raise NotFound(message, help=hint)

    def problems(self, names: Sequence[str] = ()) -> list[Problem]:
        """
        Return everything that is wrong in all role files or in those of some roles.

        Warnings are among them; sorted by place.

        Raises:
            NotFound: a name is no role.

        """
        try:
            layers = self._layers
        except RoleProblems as error:  # the trusted copy is damaged: nothing else can be told
            return list(error.problems)
        found: list[Problem] = [] if names else list(self._config.problems)
        for layer in layers:
            found += layer.unsure if names else layer.problems
        for name in names or self.names():
            found += self._problems_of(name)
        found += trust_warnings(self._project, layers, names)
        # Nobody can mend the copy, and of the file as it is now the same is said.
        unique = dict.fromkeys(p for p in found if not (p.warning and p.place.note))
        return sorted(unique, key=lambda p: (p.place.file, p.place.line, p.place.column, p.code))

    def obstacles(self) -> list[Problem]:
        """Return what keeps roles from loading whatever their own files say: config and indexes."""
        try:
            layers = self._layers
        except RoleProblems as error:
            return list(error.problems)
        errors = [problem for problem in self._config.problems if not problem.warning]
        return [*errors, *(problem for layer in layers for problem in layer.unsure)]

    def projects_own(self) -> list[str]:
        """Return the id of every role that the project itself has, sorted."""
        places = [layer for layer in self._layers if layer.origin in {TRUSTED, NOW}]
        return sorted({name for layer in places for name in layer.names})

    def _problems_of(self, name: str) -> list[Problem]:
        """Return what is wrong with a role in every place that has it."""
        holding = [index for index, layer in enumerate(self._layers) if name in layer.names]
        if not holding and any(layer.unsure for layer in self._layers):
            # It may be in the file that cannot be read, and that is said already.
            return []
        if not holding:
            hint = did_you_mean(name, self.names())
            raise NotFound(f"there is no role `{visible(name)}`", help=hint)
        found: list[Problem] = []
        for index in holding:
            layer = self._layers[index]
            found += layer.broken.get(name, ())
            if name in layer.drafts:
                found += self._extended(index, layer.drafts[name]).problems
        return found

    def _load_from(self, index: int, name: str) -> Role:
        """Return a role from one place, complete."""
        inner = self._sound(index, name)
        try:
            return self._built(index, name, inner)
        except ProctorError:
            raise
        except Exception as error:
            raise RoleProblems([unreadable(inner.draft.node, "this role", error)]) from error

    def _built(self, index: int, name: str, inner: Extended) -> Role:
        """Return a role with profile and trust applied."""
        layer = self._layers[index]
        profiles = self._config.profiles
        if layer.origin == NOW:
            outer = self._further_out(index, name)
            return laid_over(outer, inner, profiles, self._config.catalogue)
        if layer.origin != TRUSTED:
            return build_role(inner, profiles, layer.origin)
        role = self._with_denies_of_now(build_role(inner, profiles, PROJECT), index + 1, name)
        return replace(role, trust=standing(inner, self._project, self._layers))

    def _sound(self, index: int, name: str) -> Extended:
        """Return a role with its parents, if nothing is wrong with it."""
        layer = self._layers[index]
        if name not in layer.drafts:
            raise RoleProblems(layer.broken[name])
        merged = self._extended(index, layer.drafts[name])
        errors = [problem for problem in merged.problems if not problem.warning]
        if errors:
            raise RoleProblems(dict.fromkeys(errors))
        return merged

    def _extended(self, index: int, draft: Draft) -> Extended:
        """Merge a role with its parents: of a project's two places it sees its own."""
        outward = [layer for layer in self._layers[index + 1 :] if layer.origin != NOW]
        merged = extended(draft, [self._layers[index], *outward], self._suggest)
        missing = [*self._unknown_subagents(merged), *self._vain_delegates(merged)]
        return replace(merged, problems=(*merged.problems, *missing)) if missing else merged

    def _unknown_subagents(self, merged: Extended) -> list[Problem]:
        """Return an error for each role of a sub-agent that is not there."""
        named = merged.fields.get("subagents") or {}
        node = value_node(merged.draft.node, "subagents")
        return [
            node.problem(
                "unknown-role",
                f"there is no role `{visible(role)}` for the sub-agent `{visible(kind)}`",
                help=self._suggest(role),
            )
            for kind, role in named.items()
            if role not in {SAME, *self.names()}
        ]

    def _vain_delegates(self, merged: Extended) -> list[Problem]:
        """Return what is wrong with `delegates`: a role that is not there, or sub-agents."""
        named = merged.fields.get("delegates") or ()
        node = value_node(merged.draft.node, "delegates")
        found = [
            node.problem(
                "unknown-role",
                f"there is no role `{visible(role)}` to delegate to",
                help=self._suggest(role),
                warning=True,
            )
            for role in named
            if role not in self.names()
        ]
        if named and may_have_subagents(merged.fields.get("tools")):
            message = "`delegates` does not count in a role that may have sub-agents"
            hint = "list its `tools`, without `Agent`"
            found.append(node.problem("delegates-in-vain", message, help=hint, warning=True))
        return found

    def _suggest(self, name: str) -> str | None:
        """Return what may be meant by the name of a role that is not there."""
        others = [other for other in self.names() if other != name]
        return did_you_mean(name, others) or f"there are {', '.join(others)}"

    def _further_out(self, index: int, name: str) -> Role:
        """Return a role's namesake further out, else the guarded one."""
        for place, layer in enumerate(self._layers[index + 1 :], index + 1):
            if name in layer.names:
                return self._load_from(place, name)
            if layer.unsure:
                raise RoleProblems(layer.unsure)
        if name == GUARDED:
            raise NotFound(f"there is no role `{GUARDED}`", help="install Proctor again")
        return self._further_out(index, GUARDED)

    def _with_denies_of_now(self, role: Role, index: int, name: str) -> Role:
        """Add the denies and asks that the project's files have now."""
        layer = self._layers[index]
        if layer.origin != NOW:
            return role
        if layer.unsure:
            raise RoleProblems(layer.unsure)
        if name not in layer.names:
            return role
        said = self._sound(index, name).fields.get("permissions", {})
        rules = build_permissions(said, self._config.profiles).rules
        return replace(role, permissions=tightened(role.permissions, rules))

    @cached_property
    def _project(self) -> ProjectFiles | None:
        """Return the project's files."""
        if self._files is not None or self.root is None:
            return self._files
        return project_files(self.root, self.home)

    @cached_property
    def _home(self) -> Tree:
        """Return the home's files."""
        return home_tree(self.home)

    @cached_property
    def _config(self) -> Config:
        """Return the config with what is wrong in it."""
        config = read_config(self._home, self._project, shown_home(self.home))
        if not self._declared:
            return config
        return replace(config, catalogue=with_declared(config.catalogue, self._declared))

    @cached_property
    def _layers(self) -> tuple[Layer, ...]:
        """Return the places, nearest first: trusted copy, project as it is, home, built in."""
        known = Known(self._config.catalogue, self._config.profiles)
        home = shown_home(self.home)
        read = self.read
        layers = [
            read_layer("home", self._home, lambda name: shown_file(name, home), known, read=read),
            built_in_layer(known, read),
        ]
        project = self._project
        if project is not None and project.changed:
            layers.insert(0, read_layer(NOW, project.now, shown_file, known, read=read))
        if project is not None and project.trusted is not None:
            known = replace(known, infers=not project.read_as_before)
            copy = read_layer(TRUSTED, project.trusted, shown_file, known, project.note, read=read)
            layers.insert(0, copy)
        return tuple(layers)

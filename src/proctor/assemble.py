"""Build everything that the doors need, from names and folders. The only place that does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from proctor.errors import NotFound, did_you_mean
from proctor.observe import proctor_home, project_root, surroundings
from proctor.pipeline import Pipeline
from proctor.policy.policy import Policy as CompiledPolicy
from proctor.policy.profiles import PROFILES
from proctor.policy.rules import parse_rule
from proctor.roles.find import RoleShelf
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.role import STRICT_FIRST, Permissions, Role

RuleLike = str | Mapping[str, object]


class Proctor:
    """
    A role at work in a folder: ask it what a call may do.

    >>> proctor = Proctor.for_role("coder")
    >>> proctor.decide(ToolCall(tool="Bash", input={"command": "git status"})).effect
    <Effect.ALLOW: 1>
    """

    def __init__(self, role: Role, pipeline: Pipeline) -> None:
        self.role = role
        self._pipeline = pipeline

    @classmethod
    def for_role(
        cls,
        role: str,
        *,
        cwd: Path | str | None = None,
        home: Path | str | None = None,
        mode: Mode | str | None = None,
    ) -> Proctor:
        """
        Load a role by its name, as it counts in a folder.

        Args:
            role: its id; the project's, the home's and the built-in roles are searched.
            cwd: the folder where the agent works; the current one if not given.
            home: Proctor's own folder; PROCTOR_HOME or `~/.proctor` if not given.
            mode: a mode that replaces the role's and the agent program's.

        Raises:
            NotFound: there is no such role.
            RoleProblems: its file is wrong.

        """
        here = Path(cwd or ".").absolute()
        house = Path(home).absolute() if home else proctor_home()
        root = project_root(here, house)
        shelf = RoleShelf(house, root)
        loaded, config = shelf.load(role), shelf.config()
        policy = CompiledPolicy.compile(
            loaded.permissions,
            tools=loaded.tools,
            mode=loaded.mode,
            follow_bypass=loaded.follow_bypass,
            additional_directories=loaded.additional_directories,
            catalogue=config.catalogue,
        )
        if mode:
            policy = policy.in_mode(Mode(mode) if isinstance(mode, str) else mode)
        around = surroundings(
            cwd=here, root=root, home=house, start=here, catalogue=config.catalogue
        )
        return cls(loaded, Pipeline(policy, around))

    @property
    def policy(self) -> CompiledPolicy:
        """Return the compiled policy of the role."""
        return self._pipeline.policy

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call."""
        return self._pipeline.decide(call)

    def check(self, string: str) -> Decision:
        """Decide a raw action string."""
        return self._pipeline.check(string)


class Policy(CompiledPolicy):
    """A policy from plain Python lists or a profile, for builders of agents."""

    @classmethod
    def of(  # noqa: PLR0913 - keyword only
        cls,
        *,
        allow: Sequence[RuleLike] = (),
        ask: Sequence[RuleLike] = (),
        deny: Sequence[RuleLike] = (),
        profile: str | None = None,
        mode: Mode | str | None = None,
        order: Sequence[Effect | str] | None = None,
        otherwise: Effect | str | None = None,
        tools: Sequence[str] | None = None,
    ) -> Self:
        """
        Make a policy.

        Raises:
            RuleError: a rule cannot be read.
            NotFound: there is no such profile.
            TypeError: a list of rules is not a list.

        """
        base = profile_named(profile) if profile else Permissions()
        rules = list(base.rules)
        for effect, texts in ((Effect.DENY, deny), (Effect.ASK, ask), (Effect.ALLOW, allow)):
            if isinstance(texts, str):
                message = f"{effect} is a list of rules, not one string"
                raise TypeError(message)
            rules += [parse_rule(text, effect) for text in texts]
        permissions = Permissions(
            rules=tuple(rules),
            order=ordered(order) if order else (base.order if profile else STRICT_FIRST),
            otherwise=effect_of(otherwise) if otherwise is not None else base.otherwise,
            profile=profile,
        )
        mode = Mode(mode) if isinstance(mode, str) else mode
        return cls.compile(permissions, tools=tools, mode=mode)

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call from the current folder."""
        return self._pipeline().decide(call)

    def check(self, string: str) -> Decision:
        """
        Decide a raw action string from the current folder.

        Raises:
            ValueError: it is not an action string.

        """
        return self._pipeline().check(string)

    def _pipeline(self) -> Pipeline:
        here, home = Path.cwd(), proctor_home()
        root = project_root(here, home)
        return Pipeline(self, surroundings(cwd=here, root=root, home=home, start=here))


def profile_named(name: str) -> Permissions:
    """Return a built-in profile."""
    try:
        return PROFILES[name]
    except KeyError:
        help_text = did_you_mean(name, tuple(PROFILES)) or f"there are {', '.join(PROFILES)}"
        raise NotFound(f"there is no profile `{name}`", help=help_text) from None


def effect_of(effect: Effect | str) -> Effect:
    """Return an effect that may be given as a word."""
    return Effect.of(effect) if isinstance(effect, str) else effect


def ordered(order: Sequence[Effect | str]) -> tuple[Effect, ...]:
    """
    Return the order of the lists.

    Raises:
        ValueError: it does not begin with deny, or does not name each list once.

    """
    words = order.split(",") if isinstance(order, str) else order
    effects = tuple(effect_of(w.strip() if isinstance(w, str) else w) for w in words)
    if effects[:1] != (Effect.DENY,) or set(effects) != set(Effect) or len(effects) != len(Effect):
        message = "the order is deny, ask, allow or deny, allow, ask"
        raise ValueError(message)
    return effects

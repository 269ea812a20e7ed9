"""Build everything that the doors need, from names and folders. The only place that does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from proctor.errors import NotFound, RuleError, WrongWord, did_you_mean
from proctor.home import proctor_home, project_root
from proctor.observe import surroundings
from proctor.pipeline import Joint, Pipeline
from proctor.policy.policy import Policy as CompiledPolicy
from proctor.policy.profiles import PROFILES
from proctor.policy.rules import parse_rule
from proctor.roles.find import RoleShelf
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.role import STRICT_FIRST, Permissions, Role
from proctor.terms.role_chain import RUN, roles_of
from proctor.terms.rule import Rule

RuleLike = str | Mapping[str, object]
# Below it, one slip makes too many names of a name.
SHORTEST_NAME = 4


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
            role: its id; the project's, the home's and the built-in roles are searched. Of
                several, `coder under architect`, the strictest decides; `@WF-20261116-001`
                is the role of the stage in which that workflow run is now.
            cwd: the folder where the agent works; the current one if not given.
            home: Proctor's own folder; PROCTOR_HOME or `~/.proctor` if not given.
            mode: a mode that replaces the role's and the agent program's.

        Raises:
            NotFound: there is no such role, or no such workflow run under way.
            RoleProblems: its file is wrong.
            WrongWord: there is no such mode.

        """
        own, *above = roles_of(role)
        if above:
            all_of = [cls.for_role(one, cwd=cwd, home=home, mode=mode) for one in (own, *above)]
            return cls(all_of[0].role, Joint([one.pipeline for one in all_of]))
        role = own
        here = Path(cwd or ".").absolute()
        house = Path(home).absolute() if home else proctor_home()
        root = project_root(here, house)
        if role.startswith(RUN):
            from proctor.workflows.lookup import stage_role_in  # noqa: PLC0415 - few roles are that of a stage

            role = stage_role_in(house, role.removeprefix(RUN), root)
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
            policy = policy.in_mode(mode_of(mode))
        around = surroundings(
            cwd=here, root=root, home=house, start=here, catalogue=config.catalogue
        )
        return cls(loaded, Pipeline(policy, around))

    @property
    def pipeline(self) -> Pipeline:
        """Return the way that a call takes."""
        return self._pipeline

    @property
    def policy(self) -> CompiledPolicy:
        """Return the compiled policy of the role."""
        return self._pipeline.policy

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call."""
        return self._pipeline.decide(checked_call(call))

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
            RuleError: a rule cannot be read, or its tool is a known one mistyped.
            NotFound: there is no such profile.
            WrongWord: the mode, the order or `otherwise` is none that is possible.
            TypeError: a list of rules is not a list.

        """
        base = profile_named(profile) if profile else Permissions()
        rules = list(base.rules)
        for effect, texts in ((Effect.DENY, deny), (Effect.ASK, ask), (Effect.ALLOW, allow)):
            if isinstance(texts, str):
                message = f"{effect} is a list of rules, not one string"
                raise TypeError(message)
            rules += [checked_rule(parse_rule(text, effect)) for text in texts]
        permissions = Permissions(
            rules=tuple(rules),
            order=ordered(order) if order else (base.order if profile else STRICT_FIRST),
            otherwise=effect_of(otherwise) if otherwise is not None else base.otherwise,
            profile=profile,
        )
        for tool in tools or ():
            check_tool(tool)
        return cls.compile(permissions, tools=tools, mode=None if mode is None else mode_of(mode))

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call from the current folder."""
        return self._pipeline().decide(checked_call(call))

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


def checked_call(call: object) -> ToolCall:
    """
    Return a call that is one.

    Raises:
        TypeError: it is something else, such as the dict of an agent program.

    """
    if not isinstance(call, ToolCall):
        message = f"decide takes a ToolCall(tool=…, input=…), not {type(call).__name__}"
        raise TypeError(message)
    return call


def checked_rule(rule: Rule) -> Rule:
    """Return a rule whose tool is not mistyped."""
    check_tool(rule.tool)
    return rule


def check_tool(name: str) -> None:
    """
    Refuse the name of a known tool with a slip in it; others may be the builder's own tools.

    Raises:
        RuleError: a deny of such a tool would never meet anything, in silence.

    """
    if len(name) < SHORTEST_NAME - 1 or set("*?") & set(name) or BUILT_IN.knows(name):
        return
    known = [tool for tool in BUILT_IN.names if len(tool) >= SHORTEST_NAME]
    near = did_you_mean(name, known, only_slips=True)
    if near is None:
        return
    raise RuleError(
        "unknown-tool",
        f"`{name}` is not a tool that is known",
        length=len(name),
        help=f"{near} For a tool of your own with such a name write `tool:{name}:.*`",
    )


def mode_of(mode: Mode | str) -> Mode:
    """
    Return a mode that may be given as a word.

    Raises:
        WrongWord: there is no such mode.

    """
    if isinstance(mode, Mode):
        return mode
    modes = {known.value: known for known in Mode}
    if mode not in modes:
        raise wrong_word(mode, "a mode", list(modes))
    return modes[mode]


def effect_of(effect: Effect | str) -> Effect:
    """
    Return an effect that may be given as a word.

    Raises:
        WrongWord: there is no such effect.

    """
    if isinstance(effect, Effect):
        return effect
    words = {known.word: known for known in Effect}
    word = effect.lower() if isinstance(effect, str) else effect
    if word not in words:
        raise wrong_word(word, "an effect", list(words))
    return words[word]


def wrong_word(word: str, what: str, known: Sequence[str]) -> WrongWord:
    """Say that a word is none of those that are possible, and name the one that was meant."""
    near = did_you_mean(word, known) if isinstance(word, str) else None
    return WrongWord(f"`{word}` is not {what}", help=near or f"there are {', '.join(known)}")


def ordered(order: Sequence[Effect | str]) -> tuple[Effect, ...]:
    """
    Return the order of the lists.

    Raises:
        WrongWord: it does not begin with deny, or does not name each list once.

    """
    words = order.split(",") if isinstance(order, str) else order
    effects = tuple(effect_of(w.strip() if isinstance(w, str) else w) for w in words)
    if effects[:1] != (Effect.DENY,) or set(effects) != set(Effect) or len(effects) != len(Effect):
        message = "the order is deny, ask, allow or deny, allow, ask"
        raise WrongWord(message)
    return effects

"""Build everything that the doors need, from names and folders. The only place that does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from proctor.errors import NotFound, RuleError, UsageError, WrongWord, did_you_mean
from proctor.home import proctor_home, project_root
from proctor.observe import surroundings
from proctor.pipeline import Joint, Pipeline
from proctor.policy.misplaced import ANYTHING, is_regex_for_tools
from proctor.policy.patterns import RE2
from proctor.policy.policy import Policy as CompiledPolicy
from proctor.policy.profiles import PROFILES
from proctor.policy.rules import check_pattern, parse_rule
from proctor.roles.find import RoleShelf
from proctor.roles.kept_policy import tool as tool_of_row
from proctor.roles.kept_policy import tool_row
from proctor.roles.tighten import under_profile
from proctor.terms.action_strings import SPECIAL
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN, Catalogue, ToolInfo
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.role import Permissions, Role
from proctor.terms.role_chain import RUN, roles_of
from proctor.terms.rule import Form, Rule

if TYPE_CHECKING:
    from proctor.tools.declare import Tool
    from proctor.tools.definition import ToolDefinition

    ToolLike = str | ToolDefinition | Tool[..., Any]

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
    def for_role(  # noqa: PLR0913 - keyword only but for the role
        cls,
        role: str,
        *,
        cwd: Path | str | None = None,
        home: Path | str | None = None,
        mode: Mode | str | None = None,
        tools: Sequence[ToolLike | ToolInfo] = (),
        profile: str = "",
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
            tools: functions with `@tool` that the role may name, and whose annotations count.
            profile: a profile in the place of the role's own; of several roles, of the first.

        Raises:
            NotFound: there is no such role or profile, or no such workflow run under way.
            RoleProblems: its file is wrong.
            UsageError: there is no such mode; or something is no tool, or has another's name.

        """
        role, *above = roles_of(role)
        if above:
            given: dict[str, Any] = {"cwd": cwd, "home": home, "mode": mode, "tools": tools}
            all_of = [cls.for_role(one, **given) for one in above]
            all_of.insert(0, cls.for_role(role, **given, profile=profile))
            return cls(all_of[0].role, Joint([one.pipeline for one in all_of]))
        here = Path(cwd or ".").absolute()
        house = Path(home).absolute() if home else proctor_home()
        root = project_root(here, house)
        if role.startswith(RUN):
            from proctor.workflows.lookup import stage_role_in  # noqa: PLC0415 - few roles are that of a stage

            role = stage_role_in(house, role.removeprefix(RUN), root)
        shelf = RoleShelf(house, root, declared=infos_of(tools))
        loaded, config = shelf.load(role), shelf.config()
        if profile:
            loaded = under_profile(loaded, profile, config.profiles)
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
        tools: Sequence[ToolLike] | None = None,
        specifier_fields: Mapping[str, Sequence[str]] | None = None,
    ) -> Self:
        """
        Make a policy.

        Args:
            allow: rules that allow.
            ask: rules that ask.
            deny: rules that deny.
            profile: a built-in profile, to which the rules are added.
            mode: what holds where no rule matches.
            order: in which order the lists count.
            otherwise: what holds where neither a rule nor the mode answers. If all rules are
                `tool:` patterns: deny, and the order `deny, allow, ask`.
            tools: the tools that there are, by name or as functions with `@tool`, whose
                annotations count then; all tools if not given.
            specifier_fields: the input fields of a tool's target, by its name and beside those
                that a known tool has. All that are filled count.

        Raises:
            RuleError: a rule cannot be read, or its tool is mistyped; or the order is needed.
            NotFound: there is no such profile.
            UsageError: the profile, mode, order, `otherwise`, a tool or a field is not possible.
            TypeError: a list is not a list.

        """
        catalogue = with_fields(known_tools(tools or ()), specifier_fields or {})
        base = profile_named(profile) if profile not in (None, "") else Permissions()
        rules = list(base.rules)
        for effect, texts in ((Effect.DENY, deny), (Effect.ASK, ask), (Effect.ALLOW, allow)):
            rules += rules_of(texts, effect, catalogue)
        given = {"profile": profile, "order": order, "otherwise": otherwise, "deny": deny}
        implied = implied_by(rules, given, catalogue) or base
        permissions = Permissions(
            rules=tuple(rules),
            order=ordered(order) if order else implied.order,
            otherwise=effect_of(otherwise) if otherwise is not None else implied.otherwise,
            profile=profile,
        )
        names = None if tools is None else [tool_name(tool) for tool in tools]
        for name in names or ():
            check_tool(name, catalogue)
        mode = None if mode is None else mode_of(mode)
        return cls.compile(permissions, tools=names, mode=mode, catalogue=catalogue)

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

    def dump(self) -> dict[str, Any]:
        """Return the policy as plain data that JSON can hold, with the tools that it knows."""
        own = [tool_row(info) for info in self.catalogue.tools[len(BUILT_IN.tools) :]]
        return {**super().dump(), **({"catalogue": own} if own else {})}

    @classmethod
    def load(
        cls, data: Mapping[str, Any], *, catalogue: Catalogue = BUILT_IN, engine: str = RE2
    ) -> Self:
        """Return the policy that `dump` wrote; nothing is checked again."""
        own = [tool_of_row(row) for row in data.get("catalogue", ())]
        catalogue = catalogue.with_tools(own) if own else catalogue
        return super().load(data, catalogue=catalogue, engine=engine)

    def _pipeline(self) -> Pipeline:
        return pipeline_in(self, Path.cwd(), proctor_home())


def rules_of(texts: Sequence[RuleLike], effect: Effect, catalogue: Catalogue) -> list[Rule]:
    """
    Read a list of rules.

    Raises:
        RuleError: a rule cannot be read, or its tool is a known one mistyped.
        TypeError: it is not a list.

    """
    if isinstance(texts, str):
        message = f"{effect} is a list of rules, not one string"
        raise TypeError(message)
    rules = [parse_rule(text, effect, catalogue=catalogue) for text in texts]
    for rule in rules:
        check_tool(rule.tool, catalogue)
    return rules


def implied_by(
    rules: Sequence[Rule], given: Mapping[str, object], catalogue: Catalogue
) -> Permissions | None:
    """
    Return the order and `otherwise` that two lists of patterns imply; None if they imply none.

    Raises:
        RuleError: they leave it open.

    """
    from proctor.policy.two_lists import inferred_order  # noqa: PLC0415 - few policies are that

    allow, ask = ([r for r in rules if r.effect is one] for one in (Effect.ALLOW, Effect.ASK))
    said = [key for key, value in given.items() if value]
    order = inferred_order(allow, ask, said, catalogue)
    return Permissions(order=order, otherwise=Effect.DENY) if order else None


def pipeline_in(policy: CompiledPolicy, folder: Path, home: Path) -> Pipeline:
    """Return the way of a call under a policy of one's own, in a folder."""
    root = project_root(folder, home)
    around = surroundings(
        cwd=folder, root=root, home=home, start=folder, catalogue=policy.catalogue
    )
    return Pipeline(policy, around)


def known_tools(tools: Sequence[ToolLike]) -> Catalogue:
    """Return the built-in tools, and those that are declared here."""
    if isinstance(tools, str):
        message = "tools is a list, not one string"
        raise TypeError(message)
    own = [tool for tool in tools if not isinstance(tool, str)]
    return declaring(BUILT_IN, own) if own else BUILT_IN


def infos_of(tools: Iterable[ToolLike | ToolInfo]) -> tuple[ToolInfo, ...]:
    """
    Return tools declared in code as policies see them.

    Raises:
        UsageError: something is no tool.

    """
    own = tuple(tools)
    if not own:
        return ()
    # Few who decide have tools of their own, and the tools need this file.
    from proctor.tools.registry import defined  # noqa: PLC0415 - see above

    return tuple(one if isinstance(one, ToolInfo) else defined(one).info for one in own)


def declaring(catalogue: Catalogue, tools: Iterable[ToolLike]) -> Catalogue:
    """
    Return a catalogue that has tools declared in code too.

    Raises:
        UsageError: something is no tool, or has another tool's name.

    """
    from proctor.tools.believed import with_declared_fields  # noqa: PLC0415 - see `infos_of`

    return with_declared_fields(catalogue, infos_of(tools))


def with_declared_tools(policy: CompiledPolicy, tools: Iterable[ToolLike]) -> CompiledPolicy:
    """
    Return a policy that knows tools declared in code too; the same if it does already.

    Raises:
        UsageError: something is no tool, or has another tool's name.
        RuleError: a rule's pattern cannot be read for a tool of such a kind.

    """
    catalogue = declaring(policy.catalogue, tools)
    if catalogue is policy.catalogue:
        return policy
    for rule in policy.rules:
        if rule.form is Form.PATTERN and rule.pattern is not None:
            check_pattern(rule.tool, rule.pattern, rule.effect, catalogue)
    return policy.with_catalogue(catalogue)


def tool_name(tool: ToolLike) -> str:
    """Return the name of a tool that may be given as its function."""
    if isinstance(tool, str):
        return tool
    return infos_of([tool])[0].name


def with_fields(catalogue: Catalogue, fields: Mapping[str, Sequence[str]]) -> Catalogue:
    """
    Return a catalogue in which tools have these fields of their target too.

    Raises:
        UsageError: a tool has no name that rules can have, or its target is not in its fields.
        RuleError: a tool is a known one mistyped.
        TypeError: the fields of a tool are not a list of names.

    """
    if not fields:
        return catalogue
    from proctor.config_tools import is_name  # noqa: PLC0415 - it reads files, too

    tools = []
    for tool, names in fields.items():
        if isinstance(names, str) or not names or not all(isinstance(n, str) and n for n in names):
            message = f"specifier_fields: the fields of {tool!r} are a list of names"
            raise TypeError(message)
        if not isinstance(tool, str) or not is_name(tool):
            raise UsageError(f"specifier_fields: {tool!r} cannot be the name of a tool")
        check_tool(tool, catalogue)
        known = catalogue.get(tool)
        if known.name in SPECIAL or known.name == "apply_patch":
            raise UsageError(f"specifier_fields: the target of `{tool}` cannot be changed")
        tools.append(known._replace(fields=tuple(dict.fromkeys((*known.fields, *names)))))
    return catalogue.with_tools(tools)


def profile_named(name: object) -> Permissions:
    """
    Return a built-in profile.

    Raises:
        NotFound: there is none of this name.
        UsageError: it is no name.

    """
    if not isinstance(name, str):
        message = f"`profile` is the name of a built-in profile, not a {type(name).__name__}"
        lists = "pass its lists: `Policy.of(**profile)`" if isinstance(name, Mapping) else None
        raise UsageError(message, help=lists or f"there are {', '.join(PROFILES)}")
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


def check_tool(name: str, catalogue: Catalogue = BUILT_IN) -> None:
    """
    Refuse the name of a known tool with a slip in it, and a regular expression in its place.

    Other names may be those of the builder's own tools.

    Raises:
        RuleError: a deny of such a tool would never meet anything, in silence.

    """
    if is_regex_for_tools(name):
        message = f"`{name}` is a glob over the names of tools, and no tool has such a name"
        raise RuleError("bad-tool-name", message, length=len(name), help=ANYTHING)
    if len(name) < SHORTEST_NAME - 1 or set("*?") & set(name) or catalogue.knows(name):
        return
    known = [tool for tool in catalogue.names if len(tool) >= SHORTEST_NAME]
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

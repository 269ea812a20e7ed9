"""
A policy: the compiled rules of a role or profile.

It is built once and asked often. It can be dumped as plain data and loaded
again without any check, for the hook that has no time for one.
"""

from __future__ import annotations

from proctor.policy.index import AllowIndex, name_match
from proctor.policy.kept_rules import KeptRules, dump_rule, load_rule, moment, pack_rules
from proctor.policy.modes import reported
from proctor.policy.patterns import RE, RE2
from proctor.policy.strict_index import StrictIndex
from proctor.terms.action import Does
from proctor.terms.builtin_tools import SESSION_TOOLS
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.decision import Finding, Source
from proctor.terms.effect import ALLOW, ASK, DENY, Effect
from proctor.terms.kind import EDIT, FETCH, READ, SHELL
from proctor.terms.mode import Mode
from proctor.terms.rule import By, Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any, Self

    from proctor.terms.action import Action, Part
    from proctor.terms.catalogue import Catalogue
    from proctor.terms.permissions import Permissions
    from proctor.terms.rule import Rule

FROM_RULE = Source.RULE
COMMAND_KINDS = frozenset({SHELL, READ, EDIT, FETCH})
SORTED_FORM = 4
READING = "Read"
VERBS = ("", "allowed", "asked", "denied")  # by effect


class Policy:
    """
    Compiled rules, with mode, order and `otherwise`.

    Use `Policy.compile`; a compiled policy does not change.
    """

    def __init__(  # noqa: PLR0913 - a policy is all of this, and compile() names each
        self,
        *,
        rules: Sequence[Rule],
        order: tuple[Effect, ...],
        otherwise: Effect,
        profile: str | None,
        indexes: tuple[StrictIndex, AllowIndex],
        restricts: tuple[bool, datetime | None],
        tools: tuple[str, ...] | None,
        mode: Mode | None,
        follow_bypass: bool,
        additional_directories: tuple[str, ...],
        catalogue: Catalogue,
        engine: str,
    ) -> None:
        self.rules = rules
        self.order = order
        self.otherwise = otherwise
        self.profile = profile
        self.strict, self.allows = indexes
        self.restricts_for_good, self.restricts_until = restricts
        self.tools = tools
        self.mode = mode
        self.own_modes = (mode or Mode.DEFAULT,)
        self.follow_bypass = follow_bypass
        self.additional_directories = additional_directories
        self.catalogue = catalogue
        self.engine = engine
        self.forced = False
        self.may_be_unsure = self.strict.has_regexes or engine == RE
        self.asks_first = order.index(ASK) < order.index(ALLOW)

    @property
    def permissions(self) -> Permissions:
        """Return the rules with their order, for people who read them."""
        from proctor.terms.permissions import Permissions  # noqa: PLC0415 - nobody decides by it

        return Permissions(tuple(self.rules), self.order, self.otherwise, self.profile)

    @classmethod
    def compile(  # noqa: PLR0913 - keyword only
        cls,
        permissions: Permissions,
        *,
        tools: Sequence[str] | None = None,
        mode: Mode | None = None,
        follow_bypass: bool = False,
        additional_directories: Sequence[str] = (),
        catalogue: Catalogue = BUILT_IN,
        engine: str = RE2,
    ) -> Self:
        """Compile rules; patterns themselves are compiled when they are first needed."""
        from proctor.policy.sorting import sort_allows, sort_strict  # noqa: PLC0415 - see load()

        rules = permissions.rules
        strict = (rule for rule in rules if rule.effect is not ALLOW)
        ends = [rule.until for rule in strict if meets_commands(rule, catalogue)]
        return cls(
            rules=rules,
            order=permissions.order,
            otherwise=permissions.otherwise,
            profile=permissions.profile,
            indexes=(
                StrictIndex(rules, sort_strict(rules, catalogue), catalogue, engine),
                AllowIndex(rules, sort_allows(rules, catalogue), catalogue, engine),
            ),
            restricts=(None in ends, max((end for end in ends if end), default=None)),
            tools=None if tools is None else tuple(tools),
            mode=mode,
            follow_bypass=follow_bypass,
            additional_directories=tuple(additional_directories),
            catalogue=catalogue,
            engine=engine,
        )

    def in_mode(self, mode: Mode) -> Self:
        """Return the same policy in a mode that replaces the role's and the program's."""
        other = object.__new__(type(self))
        other.__dict__ = {**self.__dict__, "mode": mode, "own_modes": (mode,), "forced": True}
        return other

    def with_catalogue(self, catalogue: Catalogue) -> Self:
        """Return the same policy, compiled by other tools."""
        other = self.compile(
            self.permissions,
            tools=self.tools,
            mode=self.mode,
            follow_bypass=self.follow_bypass,
            additional_directories=self.additional_directories,
            catalogue=catalogue,
            engine=self.engine,
        )
        return other.in_mode(self.mode) if self.forced and self.mode else other

    def modes(self, mode: str | None) -> tuple[Mode, ...]:
        """Return the modes that count for a call: the stricter answer holds, part by part."""
        if mode is None or (self.forced and self.mode):
            return self.own_modes
        follow = self.follow_bypass or self.mode is Mode.BYPASS
        said = reported(mode, follow_bypass=follow)
        if said is None:
            return self.own_modes
        return (said,) if self.mode is None else (self.mode, said)

    def working_folders(self, action: Action) -> tuple[str, ...]:
        """Return the folders in which acceptEdits accepts edits."""
        around = action.around
        more = (placed(path, around.home, around.root) for path in self.additional_directories)
        return tuple(path.rstrip("/") or "/" for path in (around.start, around.root, *more))

    def has_tool(self, tool: str) -> bool:
        """Say whether the role has a tool, under any of its names."""
        if self.tools is None:
            return True
        names = self.catalogue.get(tool).names
        return any(name_match(glob, name) for glob in self.tools for name in names)

    def match(self, part: Part, action: Action) -> Finding | None:
        """Return what the rules say of a part; None if none of them matches."""
        now = action.around.now
        met = self.strict.find(part, action)
        strict = live(self.strict.rules, met, now) if met else ()
        for rule in strict:
            if rule.effect is DENY:
                return by_rule(part, rule)
        if part.malformed and (untried := self.untried(part, strict, now)):
            return untried
        doubt = self.doubt(part, action, strict) if self.may_be_unsure or part.vague else None
        if doubt is not None and not self.denied_anyway(doubt, strict, part, action):
            return doubt
        # Of several asks the one that wants a human speaks: nobody else may answer it.
        asked = min(strict, key=wants_human) if strict else None
        if asked and self.asks_first:
            return by_rule(part, asked, approvers_of(strict))
        covered = self.allowing(part, action)
        allowed = live(self.allows.rules, covered, now) if covered else ()
        if allowed:
            return by_rule(part, allowed[0])
        if asked:
            return by_rule(part, asked, approvers_of(strict))
        return self.by_reading(part, action)

    def by_reading(self, part: Part, action: Action) -> Finding | None:
        """
        Allow a tool of the session's own lists that no rule is about, where reading is allowed.

        INVARIANT: nothing that a rule, the role's tools or `otherwise` denies passes here, and
        in the mode `dontAsk` nothing that no rule names.
        """
        if part.does is not Does.READ or part.unread or part.malformed or part.broken:
            return None
        reading = self.reading(part.tool, self.modes(action.mode))
        for rule in live(self.allows.rules, reading, action.around.now):
            why = f"it only concerns lists of its own session, and the rule {rule} allows reading"
            return Finding(part, ALLOW, FROM_RULE, why, rule, rule.by)
        return None

    def reading(self, tool: str, modes: Sequence[Mode]) -> list[int]:
        """Return the rules for reading whatever it is, if a tool is one of the session's lists."""
        if tool not in SESSION_TOOLS or self.otherwise is DENY or Mode.DONT_ASK in modes:
            return []
        return self.allows.of_tool(READING)

    def untried(self, part: Part, strict: Sequence[Rule], now: datetime) -> Finding | None:
        """
        Answer for a part whose target no pattern can be compared with; None without patterns.

        INVARIANT: this is never a yes. Where there is no target at all, a person is asked what
        a deny may have meant. Where there is one that cannot be read, the deny counts, so that
        no agent gets past it by the form of its input.
        """
        rules = live(self.strict.rules, self.strict.every_pattern_of(part), now)
        if not rules:
            return None
        denied = next((rule for rule in rules if rule.effect is DENY), None)
        rule = denied or min([*strict, *rules], key=wants_human)
        why = f"{part.unread}, so the rule {rule} cannot be evaluated"
        approvers = approvers_of(strict, rules)
        if denied is None:
            return Finding(part, ASK, FROM_RULE, why, rule, rule.by, approvers)
        if part.missing and self.otherwise is not DENY:
            return Finding(part, ASK, Source.UNREAD, why, None, By.HUMAN, approvers)
        return Finding(part, DENY, FROM_RULE, why, denied, denied.by)

    def doubt(self, part: Part, action: Action, strict: Sequence[Rule]) -> Finding | None:
        """Ask where it is not certain whether a deny or an ask is about a part."""
        now = action.around.now
        if self.may_be_unsure and (untried := self.strict.unsure(part, action)):
            for rule in (unsure := live(self.strict.rules, untried, now)):
                why = f"it is too long to compare with the rule {rule}"
                wanted = approvers_of(strict, unsure)
                return Finding(part, ASK, Source.RULE, why, rule, rule.by, wanted)
        if part.vague:
            from proctor.policy.possible import possible  # noqa: PLC0415 - few commands are vague

            may = live(self.strict.rules, list(possible(self.strict, part, action)), now)
            for rule in may:
                why = f"{part.vague}, so the rule {rule} may be about it"
                wanted = approvers_of(strict, may)
                return Finding(part, ASK, Source.RULE, why, rule, rule.by, wanted)
        return None

    def denied_anyway(
        self, doubt: Finding, strict: Sequence[Rule], part: Part, action: Action
    ) -> bool:
        """Say whether a part is denied whatever a doubtful deny is about: nothing lets it run."""
        # What does nothing by itself is let go wherever the rest goes: there a doubt has to stay.
        if self.otherwise is not DENY or strict or doubt.rule is None or part.does is Does.IDLE:
            return False
        allowed = live(self.allows.rules, self.allowing(part, action), action.around.now)
        return doubt.rule.effect is DENY and not allowed

    def allowing(self, part: Part, action: Action) -> list[int]:
        """Return the allow rules that cover a part; nothing covers a broken one."""
        if part.malformed or part.broken:
            return []
        whole = self.allows.whole_shell.get(action.tool)
        if part.unread:
            return [] if not whole or self.restricts_commands(action.around.now) else whole
        if part.brought is None:
            workspace = self.working_folders(action) if part.kind is EDIT else ()
            found = self.allows.find(part, action, workspace)
        else:
            found = self.allows.of_classes(part, action)
        return found + whole if whole else found

    def restricts_commands(self, now: datetime) -> bool:
        """Say whether a deny or ask that a command could meet has not ended."""
        if self.restricts_for_good or self.restricts_until is None:
            return self.restricts_for_good
        return now < self.restricts_until

    def gives_unread(self, part: Part, mode: Mode, now: datetime) -> bool:
        """Say whether a command that cannot be read runs: nothing is forbidden, all is given."""
        if part.malformed or part.broken or not (part.kind is SHELL or part.redirect):
            return False
        given = self.otherwise is ALLOW or mode is Mode.BYPASS
        denies = mode in (Mode.PLAN, Mode.DELEGATE, Mode.DONT_ASK) or self.otherwise is DENY
        return given and not denies and not self.restricts_commands(now)

    def dump(self) -> dict[str, Any]:
        """Return the policy as plain data that JSON can hold."""
        return {"rules": [dump_rule(rule) for rule in self.rules], **self.dump_frame()}

    def dump_frame(self) -> dict[str, Any]:
        """Return all of it but its rules."""
        return {
            "order": [effect.word for effect in self.order],
            "otherwise": self.otherwise.word,
            "profile": self.profile,
            "tools": None if self.tools is None else list(self.tools),
            "mode": self.mode.value if self.mode else None,
            "follow_bypass": self.follow_bypass,
            "additional_directories": list(self.additional_directories),
        }

    def dump_sorted(self) -> dict[str, Any]:
        """Return the same with its rules sorted and packed, for those who load it in a hurry."""
        until = self.restricts_until
        return {
            **self.dump_frame(),
            "sorted": {
                "rules": pack_rules(self.rules),
                "by": sorted_by(self.catalogue),
                "strict": self.strict.dump(),
                "allows": self.allows.dump(),
                "restricts": [self.restricts_for_good, until.isoformat() if until else None],
            },
        }

    @classmethod
    def load(
        cls, data: Mapping[str, Any], *, catalogue: Catalogue = BUILT_IN, engine: str = RE2
    ) -> Self:
        """
        Return the policy that `dump` or `dump_sorted` wrote; nothing is checked again.

        What is sorted is taken as it is, and no rule is made before a call comes near it.
        What was sorted with other tools is sorted anew.
        """
        shelves = data.get("sorted")
        if shelves is None or shelves["by"] is None or shelves["by"] != sorted_by(catalogue):
            return cls.load_unsorted(data, catalogue=catalogue, engine=engine)
        rules = KeptRules(shelves["rules"])
        for_good, until = shelves["restricts"]
        return cls(
            rules=rules,
            order=tuple([Effect.of(word) for word in data["order"]]),
            otherwise=Effect.of(data["otherwise"]),
            profile=data["profile"],
            indexes=(
                StrictIndex(rules, shelves["strict"], catalogue, engine),
                AllowIndex(rules, shelves["allows"], catalogue, engine),
            ),
            restricts=(for_good, moment(until) if until else None),
            tools=None if data["tools"] is None else tuple(data["tools"]),
            mode=Mode(data["mode"]) if data["mode"] else None,
            follow_bypass=data["follow_bypass"],
            additional_directories=tuple(data["additional_directories"]),
            catalogue=catalogue,
            engine=engine,
        )

    @classmethod
    def load_unsorted(
        cls, data: Mapping[str, Any], *, catalogue: Catalogue = BUILT_IN, engine: str = RE2
    ) -> Self:
        """Return the policy that `dump` wrote, or `dump_sorted` with other tools."""
        from proctor.terms.permissions import Permissions  # noqa: PLC0415 - load() needs none

        rows = data.get("rules")
        rules = KeptRules(data["sorted"]["rules"]) if rows is None else map(load_rule, rows)
        permissions = Permissions(
            rules=tuple(rules),
            order=tuple(Effect.of(word) for word in data["order"]),
            otherwise=Effect.of(data["otherwise"]),
            profile=data["profile"],
        )
        return cls.compile(
            permissions,
            tools=data["tools"],
            mode=Mode(data["mode"]) if data["mode"] else None,
            follow_bypass=data["follow_bypass"],
            additional_directories=data["additional_directories"],
            catalogue=catalogue,
            engine=engine,
        )


def sorted_by(catalogue: Catalogue) -> list[Any] | None:
    """
    Return by which tools rules are sorted, as far as they are not the built-in ones.

    None where the built-in ones are not among them: then it is sorted anew each time.
    The number is raised where the form of what is sorted changes, or the built-in tools.
    """
    if catalogue is BUILT_IN:
        return [SORTED_FORM]
    known = len(BUILT_IN.tools)
    if catalogue.tools[:known] != BUILT_IN.tools:
        return None
    return [SORTED_FORM, *([tool.kind.value, *tool.names] for tool in catalogue.tools[known:])]


def meets_commands(rule: Rule, catalogue: Catalogue) -> bool:
    """Say whether a command could meet a rule: one for the shell, for files or for URLs."""
    kind = catalogue.get(rule.tool).kind
    return rule.form is Form.STRING or kind in COMMAND_KINDS or "*" in rule.tool


def placed(path: str, home: str, root: str) -> str:
    """Return where a working folder of a role lies."""
    if path == "~" or path.startswith("~/"):
        return home + path[1:]
    return path if path.startswith("/") else f"{root}/{path}"


def live(rules: Sequence[Rule], numbers: Sequence[int], now: datetime) -> list[Rule]:
    """Return the rules of these numbers that have not ended, in the order they are written."""
    if len(numbers) == 1:  # mostly
        rule = rules[numbers[0]]
        return [rule] if rule.until is None or now < rule.until else []
    found = [rules[number] for number in sorted(set(numbers))]
    return [rule for rule in found if rule.until is None or now < rule.until]


def wants_human(rule: Rule) -> bool:
    """Sort rules so that one that wants a human comes first."""
    return rule.by is not By.HUMAN


def approvers_of(*lists: Sequence[Rule]) -> tuple[tuple[str, ...], ...]:
    """
    Return who may answer, for each of some rules that names them.

    One rule speaks for a part, but no rule that is added may put another's approvers aside.
    """
    named = [rule.approvers for rules in lists for rule in rules if rule.approvers]
    return tuple(dict.fromkeys(named)) if named else ()


def by_rule(part: Part, rule: Rule, approvers: tuple[tuple[str, ...], ...] = ()) -> Finding:
    """
    Make the finding of a rule; one for a class says why the part is of that class.

    A person who is asked about a part that could not be read is told that first: the rule may
    have met only what could be read of it.
    """
    why = rule.why or f"{VERBS[rule.effect]} by the rule {rule.text}"
    if rule.tool and rule.pattern and rule.pattern[0] == "@" and rule.pattern[1:] in part.classes:
        why = f"{part.reasons[part.classes.index(rule.pattern[1:])]}; {why}"
    if part.unread and rule.effect is ASK:
        why = f"it cannot be read: {part.unread}; {why}"
    return Finding(part, rule.effect, FROM_RULE, why, rule, rule.by, approvers)

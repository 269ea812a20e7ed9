"""
Which tools are worth offering: those of which some call could pass.

Told from the rules themselves, without a call. A tool is withheld only where every
possible input is denied for certain: the role does not have it, a rule denies every use
of it, the mode does, or `otherwise: deny` stands and no rule could let a call through.
In doubt it is offered: what is offered is decided again when it is called.
"""

from __future__ import annotations

from proctor.policy.index import name_match
from proctor.policy.modes import TABLE, Fallback
from proctor.policy.other_names import names_tool, other_names_of
from proctor.policy.patterns import RE, regex_of
from proctor.policy.strict_index import EVERY_FILE, NAMED, READ_NAME, WRITE_NAMES
from proctor.policy.whatever_follows import (
    FOUND_EVERYWHERE,
    begin_alike,
    beginnings,
    matches_whatever_follows,
    may_match_all,
)
from proctor.terms.action import Does
from proctor.terms.action_strings import SPECIAL, named_start
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import ALLOW, ASK, DENY
from proctor.terms.kind import EDIT, FETCH, READ, SHELL, Kind
from proctor.terms.mode import Mode
from proctor.terms.rule import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from proctor.policy.policy import Policy
    from proctor.terms.catalogue import Catalogue, ToolInfo
    from proctor.terms.rule import Rule

FILES = (READ, EDIT)
# Kinds whose patterns are no globs over the target: some input escapes even `*`.
READ_OTHERWISE = (SHELL, READ, EDIT, FETCH)
# A tool that touches a file without being a file tool.
DOCS = "self_edit_docs"
# Tools whose strings do not begin with their name.
NAMES_IN_STRINGS = {"Bash": "bash", "Read": READ_NAME, "Write": WRITE_NAMES[1]}
FAMILIES = ("git", "self_edit")
# Shells whose commands are not read: they meet no rule for those of bash.
UNREAD_SHELLS = frozenset({"PowerShell", "write_stdin"})
WILD = ("*", "?")


def could_pass(policy: Policy, tool: ToolInfo) -> bool:
    """Say whether some call of a tool may be allowed or asked; in doubt it may."""
    return Offering(policy).could_pass(tool)


class Offering:
    """What one policy could let through; for many tools, the rules are looked at once."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.catalogue = policy.catalogue
        # A mode that the agent program reports can only take away from this one.
        self.mode = policy.own_modes[0]
        self.row = TABLE[self.mode]
        listed = policy.tools or ()
        self.has_names = {name for name in listed if not is_wild(name)}
        self.has_globs = [name for name in listed if is_wild(name)]
        self.denies = [rule for rule in policy.rules if rule.effect is DENY and not rule.until]
        self.denied_names = {
            self.catalogue.canonical(rule.tool)
            for rule in self.denies
            if denies_every_use(rule, self.catalogue)
        }
        self.denied_globs = [
            rule.tool for rule in self.denies if is_bare(rule) and is_wild(rule.tool)
        ]
        self.denied_strings = [
            rule.pattern
            for rule in self.denies
            if rule.form is Form.STRING and rule.pattern and may_match_all(rule.pattern)
        ]
        self.allows = Reach(self.catalogue, rules_of(policy, ALLOW))
        self.asks = Reach(self.catalogue, filter(self.may_ask, policy.rules))
        self.unsure = Reach(
            self.catalogue, (rule for rule in rules_of(policy, DENY) if not is_bare(rule))
        )

    def could_pass(self, tool: ToolInfo) -> bool:
        """Say whether some call of a tool, by any of its names, may be allowed or asked."""
        info = self.catalogue.get(tool.name)
        if self.is_open(info):
            return True
        # Mostly the policy knows it by the same names.
        others = [name for name in tool.names if name not in info.names]
        return any(self.is_open(self.catalogue.get(name)) for name in others)

    def is_open(self, info: ToolInfo) -> bool:
        """Say whether a tool, as the policy knows it, could pass."""
        if not self.has(info) or self.is_denied(info):
            return False
        return self.falls_through(info) or self.is_given(info)

    def has(self, info: ToolInfo) -> bool:
        """Say whether the role has a tool."""
        if self.policy.tools is None or not self.has_names.isdisjoint(info.names):
            return True
        return any(name_match(glob, name) for glob in self.has_globs for name in info.names)

    def is_denied(self, info: ToolInfo) -> bool:
        """Say whether a rule that does not end denies every use of a tool, for certain."""
        if info.name in self.denied_names:
            return True
        if any(name_match(glob, name) for glob in self.denied_globs for name in info.names):
            return True
        if not self.denied_strings:
            return False
        starts = own_starts(info)
        others = other_names_of(info)
        return any(
            all(matches_whatever_follows(pattern, start) for start in starts)
            or any(
                names_tool(pattern, name) and matches_whatever_follows(pattern, named_start(name))
                for name in others
            )
            for pattern in self.denied_strings
        )

    def falls_through(self, info: ToolInfo) -> bool:
        """Say whether a call that no rule matches could pass."""
        if self.policy.otherwise is DENY:
            return False
        row, does = self.row, does_of(info)
        if info.annotations.destructive and self.mode is not Mode.BYPASS:
            return row.other is not Fallback.DENY
        cells = {Does.READ: row.read, Does.EDIT: row.edit, Does.DELEGATE: row.delegate}
        return any(cells.get(one, row.other) is not Fallback.DENY for one in does)

    def is_given(self, info: ToolInfo) -> bool:
        """Say whether a rule could let a call run, or have it asked about, in the mode."""
        row, does = self.row, does_of(info)
        covered = self.allows.could_cover(info) or bool(
            self.policy.reading(info.name, self.policy.own_modes)
        )
        if any(one in row.runs for one in does) and covered:
            return True
        if not any(one in row.asks for one in does):
            return False
        # A command whose words are not certain is asked about where a deny may be meant.
        doubtful = info.kind is SHELL or self.policy.engine == RE
        return self.asks.could_meet(info) or (doubtful and self.unsure.could_meet(info))

    def may_ask(self, rule: Rule) -> bool:
        """Say whether a rule asks, or is a deny that asks where a text is too long for it."""
        if rule.effect is not DENY or rule.form not in (Form.STRING, Form.REGEX) or is_bare(rule):
            return rule.effect is ASK
        regex = regex_of(rule.pattern or "", search=rule.form is Form.REGEX)
        return not (regex.prefix and regex.plainly_linear)


class Reach:
    """Which tools some rules could be about."""

    def __init__(self, catalogue: Catalogue, rules: Iterable[Rule]) -> None:
        self.catalogue = catalogue
        self.names: set[str] = set()
        self.globs: list[str] = []
        # How patterns over action strings begin.
        self.strings: list[str] = []
        # Whether one has no name of a tool: it is taken to be about a broken call of any.
        self.nameless = False
        # Whether one is about files that commands read.
        self.about_operands = False
        # The kinds of tools that the rules name, and of those with a pattern.
        self.kinds: set[Kind] = set()
        self.pattern_kinds: set[Kind] = set()
        for rule in rules:
            self.add(rule)

    def add(self, rule: Rule) -> None:
        """Take a rule in."""
        if rule.form is Form.STRING:
            pattern = rule.pattern or ""
            starts = beginnings(pattern)
            self.strings += starts
            reads = [named_start(name) for name in self.catalogue.get(READ_NAME).names]
            operands = any(begin_alike(start, read) for start in starts for read in reads)
            self.about_operands |= operands and pattern not in EVERY_FILE
            self.nameless |= any(NAMED.match(start) is None for start in starts)
        elif is_wild(rule.tool):
            self.globs.append(rule.tool)
        else:
            info = self.catalogue.get(rule.tool)
            self.names.add(info.name)
            self.kinds.add(info.kind)
            if not is_bare(rule):
                self.pattern_kinds.add(info.kind)

    def names_it(self, info: ToolInfo) -> bool:
        """Say whether a rule names a tool."""
        if info.name in self.names:
            return True
        return any(name_match(glob, name) for glob in self.globs for name in info.names)

    def could_cover(self, info: ToolInfo) -> bool:
        """Say whether an allow could cover a call: each of its parts by what that part is."""
        starts = own_starts(info)
        if info.kind is SHELL:
            # A command that only redirects is an edit, by the name and the string of `Edit`.
            if EDIT in self.pattern_kinds or self.names_it(self.catalogue.get("Edit")):
                return True
            starts = (*starts, f"tool:{WRITE_NAMES[0]}:")
        if self.names_it(info) or (info.kind in READ_OTHERWISE and info.kind in self.pattern_kinds):
            return True
        return self.can_begin(starts)

    def could_meet(self, info: ToolInfo) -> bool:
        """Say whether a deny or ask could meet a call: also a broken one, or what it touches."""
        if self.names_it(info):
            return True
        if info.kind is SHELL and (
            not self.pattern_kinds.isdisjoint(READ_OTHERWISE)
            or self.names_it(self.catalogue.get("Edit"))
        ):
            return True
        if (info.kind in FILES or info.name == DOCS) and not self.pattern_kinds.isdisjoint(FILES):
            return True
        # A call without its path meets the rules of its family, also the bare ones.
        if (info.kind is EDIT and EDIT in self.kinds) or (info.kind is READ and READ in self.kinds):
            return True
        if info.kind is FETCH and FETCH in self.pattern_kinds:
            return True
        if self.nameless or (info.kind is SHELL and self.about_operands):
            return True
        return bool(self.strings) and self.can_begin(every_start(info))

    def can_begin(self, starts: tuple[str, ...]) -> bool:
        """Say whether a pattern may match a text that begins in one of these ways."""
        return any(begin_alike(prefix, start) for prefix in self.strings for start in starts)


def rules_of(policy: Policy, effect: object) -> Iterable[Rule]:
    """Return the rules of one effect; one that ends counts, since it may not have ended."""
    return (rule for rule in policy.rules if rule.effect is effect)


def denies_every_use(rule: Rule, catalogue: Catalogue) -> bool:
    """Say whether it is certain that a rule for one tool meets every use of it."""
    if is_bare(rule):
        return not is_wild(rule.tool)
    kind = catalogue.get(rule.tool).kind
    if kind is SHELL:
        return False  # what commands a pattern meets is in doubt
    if rule.form is Form.REGEX:
        return rule.pattern in FOUND_EVERYWHERE
    whole = bool(rule.pattern) and not (rule.pattern or "").strip("*")
    return rule.form is Form.PATTERN and kind not in READ_OTHERWISE and whole


def is_bare(rule: Rule) -> bool:
    """Say whether a rule is for every use of the tools that it names."""
    return rule.form is not Form.STRING and (rule.form is Form.TOOL or rule.pattern is None)


def is_wild(name: str) -> bool:
    """Say whether a name stands for several tools."""
    return any(mark in name for mark in WILD)


def does_of(info: ToolInfo) -> tuple[Does, ...]:
    """Return what calls of a tool can do; of every tool some call cannot be read."""
    if info.kind is SHELL:
        return tuple(Does)
    if info.kind is Kind.DELEGATE:
        return (Does.DELEGATE, Does.OTHER)
    if info.kind is EDIT or (info.annotations.edit and info.kind not in READ_OTHERWISE):
        return (Does.EDIT, Does.OTHER)
    if info.kind is READ or (info.annotations.read_only and info.kind is not FETCH):
        return (Does.READ, Does.OTHER)
    return (Does.OTHER,)


def own_starts(info: ToolInfo) -> tuple[str, ...]:
    """Return what the action strings of a tool begin with, where its call can be read."""
    name = info.name
    for family in FAMILIES:
        if info.category == family and name.startswith(f"{family}_"):
            return (f"tool:{family}:{name.removeprefix(f'{family}_')}",)
    if info.kind is EDIT and name not in NAMES_IN_STRINGS:
        return (f"tool:{WRITE_NAMES[0]}:", f"tool:{name}:")
    return (f"tool:{NAMES_IN_STRINGS.get(name, name)}:",)


def every_start(info: ToolInfo) -> tuple[str, ...]:
    """Return what any string can begin with that a deny or ask is held against."""
    name = info.name
    cuts = [name[:place] for place, char in enumerate(name) if char in "_:"]
    names = [*info.names, *cuts]
    if info.kind is EDIT or info.kind is SHELL or info.name == DOCS:
        names += [one for tool in WRITE_NAMES for one in BUILT_IN.get(tool).names]
    if info.kind is SHELL:
        names += ["git", *(tool for tool in SPECIAL if tool.startswith("git_"))]
        names += [] if info.name in UNREAD_SHELLS else BUILT_IN.get("bash").names
    return tuple(dict.fromkeys([*own_starts(info), *map(named_start, names)]))

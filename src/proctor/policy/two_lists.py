"""
Profiles of two lists: `allow` and `ask`, with nothing but patterns over action strings.

In the design that they come from, an allow is an exception to a wider ask, and what stands in
neither list is denied. The order is inferred only where it is certain that no ask loses a call
that it was written for: each ask is wider than the allows that it overlaps, or apart from them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from re import _parser as sre_parser  # type: ignore[attr-defined]  # the only parser of re's grammar

from proctor.errors import RuleError
from proctor.policy.explosion import Automaton, Piece, TooLarge
from proctor.policy.index import EVERY_COMMAND
from proctor.policy.offering import every_start, own_starts
from proctor.policy.patterns import FLAGS, literal_prefix
from proctor.policy.strict_index import EVERY_FILE, READ_NAME
from proctor.policy.whatever_follows import (
    begin_alike,
    beginnings,
    matches_whatever_follows,
)
from proctor.terms.action_strings import named_start, string_start
from proctor.terms.kind import SHELL
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.permissions import ALLOW_BEFORE_ASK, STRICT_FIRST
from proctor.terms.rule import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from proctor.terms.catalogue import Catalogue, ToolInfo
    from proctor.terms.effect import Effect
    from proctor.terms.rule import Rule

MISSING = "missing-order"
# Keys that say what these lists would imply, and keys that may not stand beside them without.
SAID = frozenset({"profile", "extends", "order", "otherwise"})
BESIDE = ("deny", "agent")
ORDER_HELP = (
    "write `order: deny, ask, allow` or `order: deny, allow, ask`, "
    "and `otherwise: deny` or `otherwise: ask`"
)
# So many steps are taken to compare the patterns of one profile.
STEPS = 40_000
# What the automaton does not follow: references, flags, characters beyond ASCII.
NOT_FOLLOWED = re.compile(r"[^\x00-\x7f]|\\[0-9xuUN]|\(\?(?![:!=]|<[!=]|P<)")
# An allow for the commands of one program, which is named in full.
PROGRAM = re.compile(r"tool:[\w-]+:([\w.-]+) ", re.ASCII)
# Options of git before its subcommand, which may have the next word as a value.
GIT_OPTION = r"""(?:["']-.* |(?:-[Cc]|--(?:na|[^n ])[^ ]*) (?:[^ "']+|"[^"]*"|'.*') |-[^ ]* )*"""
# Tools of git, with the commands that count as a use of them.
GIT_COMMANDS = {
    "git_init": f"git {GIT_OPTION}init(?: .*)?",
    "git_commit": f"git {GIT_OPTION}commit(?: .*)?",
    "git_push": f"git {GIT_OPTION}push(?: .*)?",
    "git_branch": f"git {GIT_OPTION}(?:branch|checkout|switch)(?: .*)?",
    "git_merge_request": "(?:gh|glab) .*create.*",
}
# A pattern without wildcards is a text, and so long a one is simply tried.
LONGEST_TEXT = 200


class Clash(NamedTuple):
    """An ask that may lose calls to an allow if the allow came first."""

    ask: Rule
    allow: Rule


def is_two_lists(allow: Sequence[Rule], ask: Sequence[Rule], written: Collection[str]) -> bool:
    """Say whether two lists have a rule, all are patterns over action strings, and no order is."""
    rules = (*allow, *ask)
    patterns = bool(rules) and all(rule.form is Form.STRING for rule in rules)
    return patterns and SAID.isdisjoint(written)


def inferred_order(
    allow: Sequence[Rule], ask: Sequence[Rule], written: Collection[str], catalogue: Catalogue
) -> tuple[Effect, ...] | None:
    """
    Return the order that two lists imply, and `otherwise: deny` with it; None if they imply none.

    INVARIANT: of the calls that an ask meets, an allow takes only those inside a wider ask.
    INVARIANT: an ask more never lets a call run that was asked about or denied before.

    Args:
        allow: the rules that allow.
        ask: the rules that ask.
        written: the keys beside them that say something.
        catalogue: the tools that there are.

    Raises:
        RuleError: the rules leave the order open; or a deny stands beside them, and whoever
            adds one must not turn the `otherwise: deny` that was implied into an ask.

    """
    if not is_two_lists(allow, ask, written):
        return None
    if more := [key for key in BESIDE if key in written]:
        message = f"`{more[0]}` beside lists of `tool:` patterns needs `order` and `otherwise`"
        raise RuleError(MISSING, message, help=ORDER_HELP)
    order = Comparison(catalogue).order(allow, ask)
    if isinstance(order, Clash):
        message = f"ask `{order.ask}` is not wider than allow `{order.allow}`: which comes first?"
        raise RuleError(MISSING, message, help=ORDER_HELP)
    return order


class Comparison:
    """Compares the patterns of one profile, for so many steps."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.steps = STEPS

    def order(self, allow: Sequence[Rule], ask: Sequence[Rule]) -> tuple[Effect, ...] | Clash:
        """Return the order, or the first two rules that leave it open."""
        excepted, crossing = False, None
        for rule in allow if ask else ():
            others = [wider for wider in ask if not is_inside(text(rule), text(wider))]
            excepted |= len(others) < len(ask)
            for other in others:
                if self.may_overlap(text(rule), text(other)):
                    return Clash(other, rule)
            # Also where it lies inside another ask: an ask more must not open what this one asks.
            crossing = crossing or self.crossing(rule, others)
        if crossing is None:
            return ALLOW_BEFORE_ASK
        # Nothing needs the allows to come first, so the asks about commands keep their place.
        return crossing if excepted else STRICT_FIRST

    def crossing(self, allow: Rule, ask: Sequence[Rule]) -> Clash | None:
        """Return an ask of another name that may be about what an allow lets run."""
        others = [
            (tool, self.other_starts(text(allow), tool))
            for tool in (self.catalogue.tools if ask else ())
            if any(self.can_begin(text(allow), start) for start in own_starts(tool))
        ]
        for rule in ask:
            for tool, starts in others:
                # That is about redirections alone, which such an allow leaves out.
                apart = tool.kind is SHELL and text(rule) in EVERY_FILE
                if apart and text(allow) not in EVERY_COMMAND:
                    continue
                if any(self.can_begin(text(rule), start) for start in starts):
                    return Clash(rule, allow)
        return None

    def other_starts(self, allow: str, tool: ToolInfo) -> set[str]:
        """Return how strings begin, beside a tool's own, that an ask may meet of its calls."""
        starts = {named_start(name) for name in tool.names}
        if tool.kind is SHELL:
            starts |= {*every_start(tool)}
            starts |= {named_start(name) for name in self.catalogue.get(READ_NAME).names}
            programs = [PROGRAM.match(start) for start in beginnings(allow)]
            if None not in programs:
                shells = {one[0].removesuffix(f"{one[1]} ") for one in programs if one}
                starts.discard("tool:git:")
                for name, command in GIT_COMMANDS.items():
                    git = self.catalogue.get(name)
                    of_git = {string_start(git), *map(named_start, git.names)}
                    used = any(
                        self.may_overlap(allow, f"{one}{command}", f"{one}g") for one in shells
                    )
                    starts = starts | of_git if used else starts - of_git
        return starts.difference(own_starts(tool))

    def can_begin(self, pattern: str, start: str) -> bool:
        """Say whether a pattern may match a text that begins so; in doubt it may."""
        return self.may_overlap(pattern, f"{re.escape(start)}.*", start)

    def may_overlap(self, one: str, other: str, prefix: str | None = None) -> bool:
        """Say whether some text may match both patterns; in doubt one does."""
        self.steps -= 1
        start, known = literal_prefix(one), literal_prefix(other) if prefix is None else prefix
        if self.steps <= 0:
            return True
        if not begin_alike(start, known):
            return False
        if one == start and len(one) <= LONGEST_TEXT:
            return re.compile(other, FLAGS).fullmatch(one) is not None
        if other == known and len(other) <= LONGEST_TEXT:
            return re.compile(one, FLAGS).fullmatch(other) is not None
        mine, theirs = automaton_of(one), automaton_of(other)
        return mine is None or theirs is None or self.meet(mine, theirs)

    def meet(self, mine: Built, theirs: Built) -> bool:
        """Say whether both automata read some text to its end."""
        todo = pairs(mine, theirs, mine.whole.first, theirs.whole.first)
        seen = set(todo)
        while todo:
            left, right = todo.pop()
            if left in mine.whole.last and right in theirs.whole.last:
                return True
            follow = mine.automaton.follow[left], theirs.automaton.follow[right]
            self.steps -= len(follow[0]) * len(follow[1])
            if self.steps <= 0:
                return True
            new = [pair for pair in pairs(mine, theirs, *follow) if pair not in seen]
            seen.update(new)
            todo += new
        return mine.whole.empty and theirs.whole.empty


class Built(NamedTuple):
    """The automaton of a whole pattern, which reads at least what the pattern matches."""

    automaton: Automaton
    whole: Piece


@lru_cache(maxsize=512)
def automaton_of(pattern: str) -> Built | None:
    """Return the automaton of a pattern; None where it cannot be followed."""
    if NOT_FOLLOWED.search(pattern):
        return None
    automaton = Automaton([])
    try:
        return Built(automaton, automaton.sequence(sre_parser.parse(pattern, FLAGS)))
    except (TooLarge, re.error, OverflowError, RecursionError):
        return None


def pairs(
    mine: Built, theirs: Built, left: Collection[int], right: Collection[int]
) -> list[tuple[int, int]]:
    """Return the pairs of positions that read a character in common."""
    masks, others = mine.automaton.masks, theirs.automaton.masks
    return [(one, two) for one in left for two in right if masks[one] & others[two]]


def is_inside(narrow: str, wide: str) -> bool:
    """Say whether it is certain that a pattern matches less than another, and nothing else."""
    return covers(wide, narrow) and not covers(narrow, wide)


def covers(wide: str, narrow: str) -> bool:
    """Say whether it is certain that a pattern matches whatever another one does."""
    return matches_whatever_follows(wide, literal_prefix(narrow))


def text(rule: Rule) -> str:
    """Return the pattern of a rule."""
    return rule.pattern or ""
